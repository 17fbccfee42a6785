"""Kernel, referee and replay against each other on small boards of the whole family.

The boards have two to four rows, random stock and random parameters. Each chunk is a
test of its own, so that they spread over the cores.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, Position, Result, play, rules_from, search, solve
from solver.board import LAYOUTS
from solver.errors import KernelFault
from solver.reference import ReferenceAnswer, reference_solve
from solver.rules import PRESETS, rules_named
from tests.solver.boards import preset_board, small_board
from tests.solver.interpreted import interpreted_kernels, solve_interpreted

# 15 x 70 boards of the whole family, each with parameters of its own, and 10 x 70 of the kind
# that the fast kernel takes.
CHUNKS = [(False, chunk) for chunk in range(15)] + [(True, chunk) for chunk in range(10)]
# Interpreted kernels get the first few of each kind.
SOME_SLOW = [
    chunk if chunk[1] < 4 else pytest.param(*chunk, marks=pytest.mark.slow) for chunk in CHUNKS
]
BOARDS = 70
# The referee gives up on the few boards that are larger than this.
REFEREE = 12_000


def boards(fast: bool, chunk: int) -> list[Position]:
    """A chunk of boards that aren't won already."""
    rng = random.Random(f"differential {fast} {chunk}")
    found: list[Position] = []
    while len(found) < BOARDS:
        board = small_board(rng, fast)
        if not board.is_won:
            found.append(board)
    return found


def kernels_for(position: Position) -> list[str]:
    """The kernels that hold for a position's rules; interpreted ones would take too long."""
    return [kind for kind, fits in search._FITS.items() if KERNEL_COMPILED and fits(position)]


def check(position: Position, result: Result, truth: ReferenceAnswer) -> None:
    """A complete answer must be the referee's, and its line must win in as many moves."""
    assert result.status == ("unwinnable" if truth.min_moves is None else "winnable")
    assert result.min_moves == truth.min_moves
    assert result.limit is None
    if truth.min_moves is not None:
        assert result.at_least == result.at_most == len(result.solution) == truth.min_moves
        assert play(position, result.solution).is_won
    else:
        assert (result.at_most, result.solution) == (None, ())


@pytest.mark.parametrize(("fast", "chunk"), SOME_SLOW)
def test_kernel_referee_and_replay_agree(fast: bool, chunk: int) -> None:
    """On 1,750 boards: winnable or not, the least number of moves, the winnable-only answer.

    And with a tiny node limit the answer is the same, or unknown with true bounds.
    """
    seen: Counter[str] = Counter()
    for position in boards(fast, chunk):
        truth = reference_solve(position, REFEREE)
        if not truth.complete:
            seen["undecided"] += 1
            continue
        result = solve(position)
        check(position, result, truth)
        seen[result.status] += 1
        for kernel in kernels_for(position):
            check(position, search.search(position, kernel=kernel), truth)
            seen[kernel] += 1

        quick = solve(position, winnable_only=True)
        assert quick.status == result.status
        assert quick.min_moves is None
        if quick.at_most is not None:
            assert truth.min_moves is not None
            assert play(position, quick.solution).is_won
            assert len(quick.solution) == quick.at_most >= truth.min_moves
        else:
            # No line where nothing wins, or where the cards alone decide it.
            assert quick.solution == ()
            assert truth.min_moves is None or decided_by_cards(position)

        for nodes in (1, 3, 12):
            check_limited(position, truth, Limits(nodes=nodes), seen)
    assert seen["undecided"] <= BOARDS // 10
    # A chunk that only knew one answer, or never met a limit, would prove little.
    assert min(seen["winnable"], seen["unwinnable"], seen["unknown"]) >= 5


def test_the_boards_have_all_kinds_of_rules() -> None:
    """At least 1,000 different sets of parameters are met, and each kind of them often."""
    family = [position for fast, chunk in CHUNKS if not fast for position in boards(fast, chunk)]
    # The number of rows is no matter here.
    assert len({replace(position.rules, rows=1, draw=1, wastes=1) for position in family}) > 300
    assert len({position.rules for position in family}) >= 1000
    often = Counter(
        (name, value)
        for position in family
        for name, value in [
            *position.rules.values().items(),
            ("in reserve", bool(position.reserve)),
            ("in cells", bool(position.cells)),
            ("on several wastes", sum(map(bool, position.wastes)) > 1),
            ("twice the same card", any(card.copy for card in position.cards())),
        ]
    )
    for kind in [
        ("draw", "3"), ("wastes", "2"), ("wastes", "3"), ("keep_waste", "no"), ("decks", "2"),
        ("cells", "1"), ("cells", "2"), ("stock_top", "yes"), ("goal", "all"), ("goal", "board"),
        ("in reserve", True), ("in cells", True), ("on several wastes", True),
        ("twice the same card", True), *(("shape", shape) for shape in LAYOUTS),
    ]:  # fmt: skip
        assert often[kind] >= 20, kind


@pytest.mark.parametrize("name", PRESETS)
def test_presets_on_small_boards(name: str) -> None:
    """Each preset's own rules, on 60 boards that are small enough: as the referee says."""
    rng = random.Random(f"differential {name}")
    seen: Counter[str] = Counter()
    while seen.total() < 60:
        position = preset_board(rng, PRESETS[name])
        if position.is_won:
            continue
        truth = reference_solve(position, REFEREE)
        if not truth.complete:
            seen["undecided"] += 1
            continue
        result = solve(position)
        check(position, result, truth)
        assert solve(position, winnable_only=True).status == result.status
        for kernel in kernels_for(position):
            check(position, search.search(position, kernel=kernel), truth)
        seen[result.status] += 1
    assert seen["undecided"] <= 6
    assert min(seen["winnable"], seen["unwinnable"]) >= 5


@pytest.mark.parametrize("kernel", ["macro", "general"])
def test_a_kernel_refuses_rules_that_it_does_not_hold_for(kernel: str) -> None:
    """Asked for by name, a fast path says that it isn't valid, rather than answer wrongly."""
    held = 0
    for rules in [*PRESETS.values(), rules_from("cardgames", ["keep_waste=no"])]:
        position = Deal.seed(1, rules).position(rules)
        if search._FITS[kernel](position):
            held += 1
            continue
        with pytest.raises(KernelFault, match=f"the {kernel} kernel doesn't hold for the rules"):
            search.search(position, kernel=kernel)
    assert 0 < held < len(PRESETS)


def check_limited(
    position: Position, truth: ReferenceAnswer, limits: Limits, seen: Counter[str]
) -> None:
    """Under a limit: the right answer, or unknown with bounds that hold."""
    result = solve(position, limits=limits)
    quick = solve(position, limits=limits, winnable_only=True)
    if result.status == "unknown":
        seen["unknown"] += 1
        assert (result.limit, result.min_moves) == ("nodes", None)
        if truth.min_moves is not None:
            assert result.at_least <= truth.min_moves
            assert result.at_most is None or result.at_most >= truth.min_moves
        else:
            assert result.at_most is None
        if result.at_most is not None:
            assert len(play_count(position, result)) == result.at_most
    else:
        check(position, result, truth)
    if quick.status == "unknown":
        assert quick.at_most is None
    else:
        assert quick.status == ("unwinnable" if truth.min_moves is None else "winnable")


def play_count(position: Position, result: Result) -> tuple[object, ...]:
    """The result's line, after it was seen to win."""
    assert play(position, result.solution).is_won
    return result.solution


def decided_by_cards(position: Position) -> bool:
    """Whether the order of the stock can't matter for winning: the one case without a line."""
    rules = position.rules
    return (rules.draw, rules.passes, rules.goal, rules.cells) == (1, 0, "pyramid", 0)


def same(compiled: Result, interpreted: Result) -> None:
    """Two runs of one search agree in everything but time and who ran it."""
    assert replace(interpreted, seconds=0, compiled=True) == replace(
        compiled, seconds=0, compiled=True
    )


@pytest.mark.parametrize("cython", [False, True], ids=["stand-in", "cython"])
@pytest.mark.parametrize("fast", [False, True], ids=["family", "fast"])
def test_compiled_and_interpreted_kernel_agree(fast: bool, cython: bool) -> None:
    """The loaded kernels and their interpreted sources do the same, node for node.

    The sources run without Cython's help, as they do where it isn't installed, and with it.
    """
    kernels = interpreted_kernels(cython)
    for position in boards(fast, 99):
        for winnable_only in (False, True):
            same(
                solve(position, winnable_only=winnable_only),
                solve_interpreted(kernels, position, winnable_only=winnable_only),
            )


WHOLE = [
    ("seed:3", "cardgames"),
    ("seed:1", "microsoft"),
    ("seed:4", "classic"),
    ("seed:5", "one-pass"),
    ("seed:6", "king-tut"),
    ("seed:2", "giza"),
    ("seed:2", "triangle"),
    ("seed:8", "cheops"),
    ("seed:9", "pyramid-dozen"),
    ("seed:1", "cardgames cells=2 draw=2"),
    ("seed:2", "apophis"),
    ("seed:3", "pharaohs"),
    ("seed:1", "double-pyramid"),
    ("seed:1", "double-pyramid cells=3"),
    ("seed:2", "two-pyramids wastes=2 draw=3 goal=board"),
    ("seed:3", "up-and-down keep_waste=no passes=1"),
]


@pytest.mark.parametrize(("deal", "rules"), WHOLE)
def test_compiled_and_interpreted_kernel_agree_on_whole_deals(deal: str, rules: str) -> None:
    """Cut off after 3,000 nodes at most, whole deals give the same answers and bounds.

    All bits of one pack and of two are in use here, which small boards never need.
    """
    played = rules_named(rules)
    position = Deal.parse(deal, played).position(played)
    # Where none is compiled they are two of a kind.
    limits = Limits(nodes=3000 if KERNEL_COMPILED else 300)
    for winnable_only in (False, True):
        same(
            solve(position, limits=limits, winnable_only=winnable_only),
            solve_interpreted(
                interpreted_kernels(), position, limits=limits, winnable_only=winnable_only
            ),
        )
