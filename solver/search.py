"""The exact search: decide a position, with a proof, or say that a limit was hit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from solver.clock import default_clock
from solver.deal import Deal
from solver.errors import IllegalMove, KernelFault
from solver.kernels import (
    bounds,
    general,
    index,
    macro,
    piles,
    rests,
    store,
    tables,
    uses,
    ways,
    wide,
    wide_bounds,
    wide_steps,
)
from solver.kernels.encoding import GeneralBits, MacroBits, WideBits
from solver.kernels.general import EXHAUSTED, NEEDS_ROOM, SOLVED, GeneralSearch
from solver.kernels.macro import MacroSearch
from solver.kernels.wide import WideSearch
from solver.moves import Move
from solver.notation import format_position
from solver.position import Position, play
from solver.relaxation import free_run
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result
from solver.rules import Rules

__all__ = [
    "KERNEL_COMPILED",
    "Kernel",
    "is_fast",
    "search",
    "search_by",
    "search_with",
    "stepwise_kernel",
]

#: Whether the kernels run compiled. Interpreted ones give the same answers, slower.
KERNEL_COMPILED: bool = all(
    module.COMPILED
    for module in (
        bounds, general, index, macro, piles, rests, store, tables, uses, ways, wide, wide_bounds,
        wide_steps,
    )
)  # fmt: skip

# Nodes between two looks at the clock and at pending signals; well under 0.2 s either way.
_SLICE = 8192 if KERNEL_COMPILED else 64


# Memory that a kernel not in use may hold (as much as it would take to grow once more).
_KEPT_BYTES = 64 << 20


class _OutOfTimeError(Exception):
    """Ends a search from inside."""


class Kernel(Protocol):
    """What a search kernel offers; see :mod:`solver.kernels.general`."""

    def load(self, position: Position, greedy: bool) -> None: ...
    def run(self, steps: int) -> int: ...
    def watch(self, look: Callable[[], None]) -> None: ...
    def bytes_to_grow(self) -> int: ...
    def grow(self) -> None: ...
    def start_over(self) -> bool: ...
    def nodes(self) -> int: ...
    def at_least(self) -> int: ...
    def at_most(self) -> int | None: ...
    def solution(self) -> list[Move]: ...


# Kernels that are not in use; each search takes one, so threads never share one.
_idle: dict[str, list[Kernel]] = {"macro": [], "general": [], "wide": []}
_make: dict[str, Callable[[], Kernel]] = {
    "macro": MacroSearch,
    "general": GeneralSearch,
    "wide": WideSearch,
}
# For which rules each holds, the fastest first.
_FITS: dict[str, Callable[[Position], bool]] = {
    "macro": MacroBits.fits,
    "general": GeneralBits.fits,
    "wide": WideBits.fits,
}


@contextmanager
def _lent(kind: str) -> Iterator[Kernel]:
    """A kernel that nobody else uses meanwhile."""
    try:
        kernel = _idle[kind].pop()
    except IndexError:
        kernel = _make[kind]()
    try:
        yield kernel
    finally:
        # One that has grown large isn't kept: its memory goes back.
        if kernel.bytes_to_grow() <= _KEPT_BYTES:
            _idle[kind].append(kernel)


def search(
    position: Position,
    *,
    winnable_only: bool = False,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
    kernel: str | None = None,
    observe: Callable[[int], None] | None = None,
) -> Result:
    """Decide a position by the exact search; see :func:`solver.engines.solve`.

    ``kernel``: use this one alone, instead of the fastest and what is tried before it; ``wide``
    takes all rules.

    Raises:
        KernelFault: that kernel doesn't hold for these rules.
    """
    started = clock()
    if position.is_won:
        return Result(WINNABLE, 0, (), 0, 0, 0, clock() - started, KERNEL_COMPILED, "general")
    limits = limits or Limits()
    if kernel is None:
        return search_by(
            _lent,
            position,
            winnable_only=winnable_only,
            limits=limits,
            clock=clock,
            started=started,
            observe=observe,
        )
    with _lent(kernel) as own:
        return search_with(
            own,
            position,
            winnable_only=winnable_only,
            limits=limits,
            clock=clock,
            started=started,
            kind=kernel,
            observe=observe,
        )


def search_by(
    lend: Callable[[str], AbstractContextManager[Kernel]],
    position: Position,
    *,
    winnable_only: bool,
    limits: Limits,
    clock: Callable[[], float] = default_clock,
    started: float | None = None,
    compiled: bool = KERNEL_COMPILED,
    observe: Callable[[int], None] | None = None,
) -> Result:
    """Decide a position that isn't won by the kernels that ``lend`` gives by name.

    Where the fastest one doesn't hold for the rules, it is asked first about an easier game for
    which it does: what is lost there is lost (see :mod:`solver.relaxation`).
    """
    begun = clock() if started is None else started
    kind = _kernel_for(position)
    easier = free_run(position) if kind != "macro" else None
    if easier is not None and MacroBits.fits(easier):
        with lend("macro") as own:
            found = search_with(
                own,
                easier,
                winnable_only=True,
                limits=limits,
                clock=clock,
                started=begun,
                kind="macro",
                compiled=compiled,
            )
        if found.status == UNWINNABLE:
            return found
    with lend(kind) as own:
        return search_with(
            own,
            position,
            winnable_only=winnable_only,
            limits=limits,
            clock=clock,
            started=begun,
            kind=kind,
            compiled=compiled,
            observe=observe,
        )


def _kernel_for(position: Position) -> str:
    """The fastest kernel whose arguments hold for this position's rules."""
    return next(kind for kind, fits in _FITS.items() if fits(position))


def stepwise_kernel(position: Position) -> str:
    """The fastest kernel that looks at single moves, and so at any set of cards on the board."""
    return next(kind for kind, fits in _FITS.items() if kind != "macro" and fits(position))


def is_fast(rules: Rules) -> bool:
    """Whether the fast kernel covers deals under these rules: milliseconds, not seconds."""
    return _kernel_for(Deal.seed(0, rules).position(rules)) == "macro"


def search_with(
    kernel: Kernel,
    position: Position,
    *,
    winnable_only: bool,
    limits: Limits,
    clock: Callable[[], float] = default_clock,
    started: float | None = None,
    kind: str = "general",
    compiled: bool = KERNEL_COMPILED,
    observe: Callable[[int], None] | None = None,
) -> Result:
    """Run one kernel on one position that isn't won; see :func:`search`."""
    begun = clock() if started is None else started
    limit, status = None, EXHAUSTED

    def look() -> None:
        if observe is not None:
            observe(kernel.nodes())
        if limits.seconds is not None and clock() - begun >= limits.seconds:
            raise _OutOfTimeError

    try:
        kernel.watch(look)
        kernel.load(position, winnable_only)
        limit, status = _drive(kernel, limits, look, _SLICE if compiled else 64)
    except _OutOfTimeError:
        limit = "seconds"

    best = kernel.at_most()
    line = tuple(kernel.solution()) if best is not None else ()
    if best is not None:
        _replay(position, line, best)
    if limit is None:
        outcome = UNWINNABLE if status == EXHAUSTED else WINNABLE
    elif best is not None and (winnable_only or kernel.at_least() >= best):
        outcome, limit = WINNABLE, None
    else:
        outcome = UNKNOWN
    proven = outcome == WINNABLE and not winnable_only
    return Result(
        status=outcome,
        min_moves=best if proven else None,
        solution=line,
        at_least=best if proven and best is not None else kernel.at_least(),
        at_most=best,
        nodes=kernel.nodes(),
        seconds=clock() - begun,
        compiled=compiled,
        kernel=kind,
        limit=limit,
    )


def _drive(
    kernel: Kernel, limits: Limits, look: Callable[[], None], most: int
) -> tuple[str | None, int]:
    """Run a kernel to its end or a limit; returns the limit, if any, and how it stands."""
    while True:
        steps = most
        if limits.nodes is not None:
            steps = min(steps, limits.nodes - kernel.nodes())
            if steps <= 0:
                return "nodes", EXHAUSTED
        status = kernel.run(steps)
        if status in (SOLVED, EXHAUSTED):
            return None, status
        look()
        if status == NEEDS_ROOM:
            if kernel.bytes_to_grow() <= limits.memory << 20:
                kernel.grow()
            elif not kernel.start_over():
                return "memory", status


def _replay(position: Position, line: tuple[Move, ...], moves: int) -> None:
    """Hold a kernel's line against the readable rules.

    Raises:
        KernelFault: the line is illegal, doesn't win or isn't as long as claimed.
    """
    try:
        won = play(position, line).is_won
    except IllegalMove as error:
        raise KernelFault(
            f"the search's line is illegal ({error}) in {format_position(position)}"
        ) from error
    if not won or len(line) != moves:
        raise KernelFault(
            f"the search's line of {len(line)} moves (claimed: {moves}) "
            f"{'wins' if won else 'does not win'} in {format_position(position)}"
        )
