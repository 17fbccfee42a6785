"""The exact search: decide a position, with a proof, or say that a limit was hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from solver.clock import default_clock
from solver.deal import Deal
from solver.errors import IllegalMove, KernelFault
from solver.kernels import bounds, general, index, macro, store, tables, uses, ways
from solver.kernels.encoding import MacroBits
from solver.kernels.general import EXHAUSTED, NEEDS_ROOM, SOLVED, GeneralSearch
from solver.kernels.macro import MacroSearch
from solver.moves import Move
from solver.notation import format_position
from solver.position import Position, play
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result
from solver.rules import Rules

__all__ = ["KERNEL_COMPILED", "Kernel", "is_fast", "search", "search_with"]

#: Whether the kernels run compiled. Interpreted ones give the same answers, slower.
KERNEL_COMPILED: bool = all(
    module.COMPILED for module in (bounds, general, index, macro, store, tables, uses, ways)
)

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
    def nodes(self) -> int: ...
    def at_least(self) -> int: ...
    def at_most(self) -> int | None: ...
    def solution(self) -> list[Move]: ...


# Kernels that are not in use; each search takes one, so threads never share one.
_idle: dict[str, list[Kernel]] = {"macro": [], "general": []}
_make: dict[str, Callable[[], Kernel]] = {
    "macro": MacroSearch,
    "general": GeneralSearch,
}


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

    ``kernel`` says which kernel to use instead of the fastest: ``general`` takes all rules.
    """
    started = clock()
    if position.is_won:
        return Result(WINNABLE, 0, (), 0, 0, 0, clock() - started, KERNEL_COMPILED, "general")
    kind = kernel or _kernel_for(position)
    try:
        idle = _idle[kind].pop()
    except IndexError:
        idle = _make[kind]()
    try:
        return search_with(
            idle,
            position,
            winnable_only=winnable_only,
            limits=limits or Limits(),
            clock=clock,
            started=started,
            kind=kind,
            observe=observe,
        )
    finally:
        # One that has grown large isn't kept: its memory goes back.
        if idle.bytes_to_grow() <= _KEPT_BYTES:
            _idle[kind].append(idle)


def _kernel_for(position: Position) -> str:
    """The fastest kernel whose arguments hold for this position's rules."""
    return "macro" if MacroBits.fits(position) else "general"


def is_fast(rules: Rules) -> bool:
    """Whether the fast kernel covers deals under these rules: milliseconds, not seconds."""
    return _kernel_for(Deal.seed(0).position(rules)) == "macro"


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
            if kernel.bytes_to_grow() > limits.memory << 20:
                return "memory", status
            kernel.grow()


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
