"""``solve``: one question, answered by the search, the constraint model, or both.

The two share the rules and the notation and nothing else, so what both say is hard to doubt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.clock import default_clock
from solver.deal import Deal
from solver.errors import BadDeal, BadEngine, BadPosition, Fault, shorten
from solver.notation import read
from solver.position import Position
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result
from solver.rules import Rules, rules_named
from solver.search import search

__all__ = [
    "BOTH",
    "CPSAT",
    "ENGINES",
    "SEARCH",
    "Disagreement",
    "check_engine",
    "conflict",
    "solve",
]

SEARCH, CPSAT, BOTH = "search", "cpsat", "both"
#: What may be asked: the exact search, the constraint model (OR-Tools CP-SAT), or both.
ENGINES = (SEARCH, CPSAT, BOTH)


class Disagreement(Fault):
    """Two engines contradict each other: one of them is wrong.

    Attributes:
        position: where they do.
        first, second: what they say.
    """

    def __init__(self, position: Position, first: Result, second: Result, reason: str) -> None:
        self.position = position
        self.first = first
        self.second = second
        super().__init__(f"the engines disagree: {reason}")


def solve(
    deal: Deal | Position | str,
    rules: Rules | str | None = None,
    *,
    winnable_only: bool = False,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
    engine: str = SEARCH,
    workers: int = 1,
    observe: Callable[[int], None] | None = None,
) -> Result:
    """Decide whether a deal or position can be won, and in how few moves.

    Args:
        deal: a :class:`Deal`, a :class:`Position`, or either as text.
        rules: :class:`Rules`, or a preset's name with settings after it
            (``microsoft passes=2``); ``cardgames`` if left out. A Position brings its own.
        winnable_only: stop at the first win, which is much cheaper.
        limits: when to give up and answer ``unknown``. Both engines together take no
            longer than ``limits.seconds``; ``limits.nodes`` holds for the search only.
        clock: gives seconds; only differences matter.
        engine: ``search``, ``cpsat`` or ``both``. With ``both`` the answer is that of the
            search, or the model's where the search has none, and ``second`` holds the other.
        workers: threads of the constraint model.
        observe: called by the search many times a second with the positions examined so
            far; what it raises ends the search and is passed on.

    Raises:
        PyramidError: the text can't be read or the rules make no sense.
        BadEngine: the engine is unknown or not installed, or can't take these rules.
        Disagreement: the two engines contradict each other. One of them is wrong.

    Example:
        >>> solve("pyramid: QH / 5C -- | stock: 8D AD").min_moves
        4
    """
    position = _position_of(deal, rules)
    limits = limits or Limits()
    check_engine(engine, position.rules, limits)
    if engine == SEARCH:
        return search(
            position, winnable_only=winnable_only, limits=limits, clock=clock, observe=observe
        )
    from solver.confirm import decide  # noqa: PLC0415 - only who asks for it needs it

    if engine == CPSAT:
        return decide(
            position, winnable_only=winnable_only, limits=limits, clock=clock, workers=workers
        )
    first = search(
        position, winnable_only=winnable_only, limits=limits, clock=clock, observe=observe
    )
    seconds = limits.seconds
    if seconds is not None:
        seconds = max(seconds - first.seconds, 1e-3)
    second = decide(
        position,
        winnable_only=winnable_only,
        limits=replace(limits, nodes=None, seconds=seconds),
        clock=clock,
        workers=workers,
    )
    reason = conflict(first, second)
    if reason is not None:
        raise Disagreement(position, first, second, reason)
    if first.status == UNKNOWN and second.status != UNKNOWN:
        first, second = second, first
    return replace(first, second=second)


def check_engine(engine: str, rules: Rules, limits: Limits) -> None:
    """See whether an engine can be asked at all.

    Raises:
        BadEngine: it is unknown, not installed, or can't take these rules or limits.
    """
    if engine not in ENGINES:
        raise BadEngine(f"engine {shorten(engine)} is unknown; choose one of {', '.join(ENGINES)}")
    if engine != SEARCH:
        from solver.confirm import check  # noqa: PLC0415 - as above

        check(rules, limits if engine == CPSAT else replace(limits, nodes=None))


def conflict(first: Result, second: Result) -> str | None:
    """Why two answers to one question can't both be right; None if they can."""
    statuses = {first.status, second.status}
    wrong = statuses == {WINNABLE, UNWINNABLE}
    for one, other in ((first, second), (second, first)):
        if other.at_most is not None:
            wrong |= one.status == UNWINNABLE or one.at_least > other.at_most
    return f"{_says(first)}, {_says(second)}" if wrong else None


def _says(result: Result) -> str:
    who = "the model" if result.kernel == CPSAT else "the search"
    if result.status == UNWINNABLE:
        return f"{who} says unwinnable"
    if result.min_moves is not None:
        return f"{who} says {result.min_moves} moves"
    most = "" if result.at_most is None else f" and at most {result.at_most}"
    return f"{who} says {result.status}, at least {result.at_least}{most} moves"


def _position_of(deal: Deal | Position | str, rules: Rules | str | None) -> Position:
    """What :func:`solve` is asked about."""
    if isinstance(deal, Position):
        faults = deal.faults()
        if faults:
            raise BadPosition(faults)
        return deal
    if isinstance(rules, str):
        rules = rules_named(rules)
    if isinstance(deal, str):
        return read(deal, rules)
    if isinstance(deal, Deal):
        return deal.position(rules)
    raise BadDeal([f"a {type(deal).__name__} is no deal: give a Deal, a Position or text"])
