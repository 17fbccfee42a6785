"""Two engines on one question: what they may say together, and what not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, Result, rules_from, solve
from solver.engines import Disagreement, conflict
from solver.search import Kernel
from tests.solver.interpreted import interpreted_kernels

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")


def answer(status: str, least: int | None = None, low: int = 0, high: int | None = None) -> Result:
    """A result that says so, without a line."""
    if least is not None:
        low = high = least
    limit = "seconds" if status == "unknown" else None
    return Result(status, least, (), low, high, 0, 0.0, True, "cpsat", limit)


@pytest.mark.parametrize(
    ("first", "second", "agree"),
    [
        (answer("winnable", 40), answer("winnable", 40), True),
        (answer("winnable", 40), answer("winnable", 41), False),
        (answer("winnable", 40), answer("unwinnable"), False),
        (answer("unwinnable"), answer("unwinnable"), True),
        (answer("unwinnable", low=99), answer("unknown", low=30), True),
        (answer("unwinnable"), answer("unknown", low=30, high=50), False),
        (answer("winnable", 40), answer("unknown", low=40), True),
        (answer("winnable", 40), answer("unknown", low=41), False),
        (answer("winnable", 40), answer("unknown", low=30, high=40), True),
        (answer("winnable", 40), answer("unknown", low=30, high=39), False),
        (answer("unknown", low=30), answer("unknown", low=0, high=29), False),
        (answer("unknown", low=30), answer("unknown", low=0, high=30), True),
        # A winnable-only question: any win will do, or none where a theorem answers.
        (answer("winnable", high=44), answer("winnable", high=50), True),
        (answer("winnable"), answer("winnable", high=50), True),
        (answer("winnable"), answer("unwinnable"), False),
    ],
)
def test_conflict(first: Result, second: Result, agree: bool) -> None:
    assert (conflict(first, second) is None) == agree
    assert (conflict(second, first) is None) == agree


def test_both_says_what_the_other_said() -> None:
    result = solve("seed:12", engine="both")
    assert result.kernel == "macro"
    assert result.confirmed is True
    assert result.second is not None
    assert result.second.kernel == "cpsat"
    assert result.second.min_moves == result.min_moves == 48
    assert solve("seed:12").confirmed is None


def test_the_model_answers_where_the_search_has_none() -> None:
    result = solve("seed:12", engine="both", limits=Limits(nodes=1))
    assert (result.kernel, result.min_moves, result.confirmed) == ("cpsat", 48, False)
    assert result.second is not None
    assert result.second.limit == "nodes"


def test_both_keep_one_limit_of_time() -> None:
    result = solve("seed:5", "microsoft", engine="both", limits=Limits(seconds=0.5))
    assert result.min_moves == 46
    assert result.confirmed is False


def test_a_wrong_search_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that is too high: the search finds some win and calls it the shortest."""
    kernels = interpreted_kernels()
    kernel = kernels["macro"]
    bounds = type(kernel.bounds)  # type: ignore[attr-defined]
    honest = bounds.estimate

    def too_high(self: object, *arguments: int) -> int:
        value = int(honest(self, *arguments))
        return value if value >= 200 else value + value // 3

    monkeypatch.setattr(bounds, "estimate", too_high)
    _ask_with(monkeypatch, kernel)
    assert _caught_on([11])


def test_a_search_with_a_wrong_prune_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """V asks for a card more than is needed, so states that can be won are given up."""
    kernel = interpreted_kernels()["macro"]
    bounds = type(kernel.bounds)  # type: ignore[attr-defined]
    honest = bounds.clear

    def hasty(self: object, s: int, avail: int) -> int:
        value = int(honest(self, s, avail))
        return 200 if value < 200 and honest(self, s, max(0, avail - 1)) >= 200 else value

    monkeypatch.setattr(bounds, "clear", hasty)
    _ask_with(monkeypatch, kernel)
    assert _caught_on((21, 32), "one-pass") == 2


def _caught_on(seeds: Iterable[int], rules: str = "cardgames") -> int:
    """On how many deals the engines disagree."""
    caught = 0
    for number in seeds:
        try:
            solve(Deal.seed(number), rules, engine="both")
        except Disagreement:
            caught += 1
    return caught


def _ask_with(monkeypatch: pytest.MonkeyPatch, kernel: Kernel) -> None:
    """Let the search use one kernel, whatever is asked."""
    monkeypatch.setattr("solver.search._idle", {"macro": [kernel], "general": [kernel]})
    monkeypatch.setattr("solver.search.KERNEL_COMPILED", False)


def test_a_disagreement_carries_both_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = solve("seed:12")

    def lies(*_: object, **__: object) -> Result:
        return replace(truth, min_moves=47, at_least=47, at_most=47)

    monkeypatch.setattr("solver.engines.search", lies)
    with pytest.raises(Disagreement) as caught:
        solve("seed:12", engine="both")
    assert caught.value.first.min_moves == 47
    assert caught.value.second.min_moves == 48
    assert caught.value.position == Deal.seed(12).position(rules_from())
    assert "the search says 47 moves, the model says 48 moves" in str(caught.value)
