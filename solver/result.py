"""What a search is given besides a position, and what it gives back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from solver.errors import BadRules
from solver.moves import Move

__all__ = ["UNKNOWN", "UNWINNABLE", "WINNABLE", "Limits", "Result"]

WINNABLE, UNWINNABLE, UNKNOWN = "winnable", "unwinnable", "unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up: ``unknown`` is then the answer.

    Attributes:
        nodes: positions expanded at most.
        seconds: wall-clock time by the clock in use.
        memory: megabytes that the search's own tables may take (not the constraint model's).

    Raises:
        BadRules: a limit is not positive.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 1024

    def __post_init__(self) -> None:
        for name in ("nodes", "seconds", "memory"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BadRules(f"limit {name}={value}: must be more than 0")


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one question about one position.

    Attributes:
        status: ``winnable`` (``solution`` wins), ``unwinnable`` (proven by exhaustion, or by
            infeasibility) or ``unknown`` (``limit`` says which limit ended it).
        min_moves: the proven least number of moves; None unless winnable, and None
            for a winnable-only question, which stops at the first win.
        solution: moves that win, replayed through :class:`~solver.position.Position`.
            Empty for a winnable-only question that a theorem answers without a line
            (draw 1, goal ``pyramid``, unlimited passes).
        at_least: no win takes fewer moves than this.
        at_most: some win takes this many; None if none was seen.
        nodes: positions expanded (``cpsat``: branches).
        seconds: time taken, by the clock in use.
        compiled: whether the compiled kernel ran.
        kernel: what has decided it: ``macro``, ``general`` or ``wide``, the search's three, or
            ``cpsat``. ``macro`` also where it has shown that an easier game is lost
            (:mod:`solver.relaxation`).
        second: with engine ``both``, what the other one said; it doesn't contradict.
        limit: ``nodes``, ``seconds`` or ``memory`` when the status is unknown.
    """

    status: str
    min_moves: int | None
    solution: tuple[Move, ...]
    at_least: int
    at_most: int | None
    nodes: int
    seconds: float
    compiled: bool
    kernel: str
    limit: str | None = None
    second: Result | None = None

    @property
    def confirmed(self) -> bool | None:
        """Whether a second engine has decided it too; None if none was asked."""
        return None if self.second is None else self.second.status == self.status != UNKNOWN

    def _kinds(self) -> Counter[str]:
        return Counter(move.kind for move in self.solution)

    @property
    def draws(self) -> int:
        """Draws in the solution."""
        return self._kinds()["draw"]

    @property
    def recycles(self) -> int:
        """Recycles in the solution."""
        return self._kinds()["recycle"]

    @property
    def removals(self) -> int:
        """Removals (a king or a pair each) in the solution."""
        return self._kinds()["remove"]

    @property
    def cell_moves(self) -> int:
        """Moves to a free cell in the solution."""
        return self._kinds()["cell"]
