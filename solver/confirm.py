"""Questions to the constraint model: can it be won, in how few moves, and why not in fewer?

A model describes the wins in one number of passes (:class:`~solver.cpsat.Model`). So the
numbers are gone through from 1 on. Before each, a relaxation of all wins in that many passes or
more is asked: once it has none better than the best win seen, no further pass can help. (More
than the run's cards + 1 passes never do: each but the first needs a card to use.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from solver.clock import default_clock
from solver.cpsat import Answer, Model, ortools_version, refuses
from solver.errors import BadEngine, IllegalMove, ModelFault
from solver.moves import Move
from solver.notation import format_position
from solver.position import Position, play
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result
from solver.rules import Rules

__all__ = ["Refutation", "check", "decide", "refute"]

KERNEL = "cpsat"
# The only limit that CP-SAT is held to.
LIMIT = "seconds"


def check(rules: Rules, limits: Limits) -> None:
    """See whether the model can be asked at all.

    Raises:
        BadEngine: OR-Tools is not installed, the model doesn't cover the rules, or
            ``limits.nodes`` is given.
    """
    reason = refuses(rules)
    if reason is not None:
        raise BadEngine(f"engine cpsat can't take these rules: {reason}")
    if limits.nodes is not None:
        raise BadEngine("engine cpsat counts no positions: limit its seconds instead")
    ortools_version()


class _OutOfTimeError(Exception):
    """The time is over."""


@dataclass
class _Inquiry:
    """The questions about one position, and what they share."""

    position: Position
    limits: Limits
    clock: Callable[[], float]
    workers: int
    begun: float = field(init=False)
    branches: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.begun = self.clock()
        check(self.position.rules, self.limits)

    @property
    def most_passes(self) -> int:
        """Passes that a best line takes at most."""
        position, rules = self.position, self.position.rules
        useful = sum(map(len, position.wastes)) + len(position.stock) + 1
        return min(useful, rules.passes - position.pass_number + 1) if rules.passes else useful

    def ask(self, passes: int, *, open_ended: bool, below: int | None, least: bool) -> Answer:
        """One question to one model.

        Raises:
            _OutOfTimeError: the time was over before it was asked.
        """
        model = Model(self.position, passes, open_ended=open_ended)
        seconds = None
        if self.limits.seconds is not None:
            seconds = self.limits.seconds - (self.clock() - self.begun)
            if seconds <= 0:
                raise _OutOfTimeError
        answer = model.ask(
            least=least,
            below=below,
            seconds=seconds,
            workers=self.workers,
        )
        self.branches += answer.branches
        if answer.status == UNKNOWN and seconds is None:
            raise ModelFault("CP-SAT has given up without a limit")
        if answer.line is not None:
            exactly = least and answer.status == "solved"
            self._replay(answer.line, answer.cost, exactly)
        return answer

    def _replay(self, line: tuple[Move, ...], cost: int | None, exactly: bool) -> None:
        try:
            won = play(self.position, line).is_won
        except IllegalMove as error:
            raise ModelFault(
                f"the model's line is illegal ({error}) in {format_position(self.position)}"
            ) from error
        # A line that is not the best may draw less than the model has allowed for.
        right = cost is not None and (len(line) == cost if exactly else len(line) <= cost)
        if not won or not right:
            raise ModelFault(
                f"the model's line of {len(line)} moves (claimed: {cost}) "
                f"{'wins' if won else 'does not win'} in {format_position(self.position)}"
            )

    def result(
        self, best: tuple[Move, ...] | None, floor: int, done: bool, winnable_only: bool
    ) -> Result:
        """The answer, from the best line, a bound on all lines, and whether all is done."""
        status = UNKNOWN
        if done:
            status = UNWINNABLE if best is None else WINNABLE
        proven = status == WINNABLE and not winnable_only and best is not None
        return Result(
            status=status,
            min_moves=len(best) if proven and best is not None else None,
            solution=best or (),
            at_least=len(best) if proven and best is not None else floor,
            at_most=None if best is None else len(best),
            nodes=self.branches,
            seconds=self.clock() - self.begun,
            compiled=True,
            kernel=KERNEL,
            limit=None if done else LIMIT,
        )

    def refutation(
        self, holds: bool | None, line: tuple[Move, ...] | None, passes: int
    ) -> Refutation:
        """What :func:`refute` gives back."""
        limit = LIMIT if holds is None else None
        spent = self.clock() - self.begun
        return Refutation(holds, line, self.branches, spent, passes, limit)


def decide(
    position: Position,
    *,
    winnable_only: bool = False,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
    workers: int = 1,
) -> Result:
    """What :func:`solver.solve` answers, by the constraint model.

    Args:
        position: draw 1, one waste that is kept, no cells; see :func:`solver.cpsat.refuses`.
        winnable_only: stop at the first win.
        limits: only the seconds; CP-SAT isn't held to a limit on memory.
        clock: gives seconds; only differences matter.
        workers: threads of CP-SAT. With one, the same question has the same answer, line
            and all.

    Raises:
        BadEngine: see :func:`check`.
    """
    inquiry = _Inquiry(position, limits or Limits(), clock, workers)
    if position.is_won:
        return inquiry.result((), 0, True, winnable_only)
    best: tuple[Move, ...] | None = None
    floor, done = 0, False
    try:
        for passes in range(1, inquiry.most_passes + 1):
            below = len(best) if best is not None else None
            # The first relaxation is one of all lines, so its bound holds for all.
            first = passes == 1 and not winnable_only
            beyond = inquiry.ask(passes, open_ended=True, below=below, least=first)
            if first:
                floor = beyond.at_least
            if beyond.status == "infeasible":
                done = True
                break
            if beyond.status == UNKNOWN:
                break
            exact = inquiry.ask(passes, open_ended=False, below=below, least=not winnable_only)
            if exact.line is not None:
                best = exact.line
            if best is not None and (winnable_only or len(best) <= floor):
                done = True
                break
            if exact.status == UNKNOWN:
                break
        else:
            done = True
    except _OutOfTimeError:
        pass
    return inquiry.result(best, floor, done, winnable_only)


@dataclass(frozen=True, slots=True)
class Refutation:
    """Whether it was proven that no line has fewer moves than a number.

    Attributes:
        holds: True: proven. False: ``line`` has fewer. None: a limit was hit.
        line: a shorter win, None if none was found.
        branches: decisions that CP-SAT took.
        seconds: time taken.
        passes: the passes for which it was shown one by one; the last relaxation covers all
            that have more.
        limit: ``seconds`` if ``holds`` is None.
    """

    holds: bool | None
    line: tuple[Move, ...] | None
    branches: int
    seconds: float
    passes: int
    limit: str | None = None


def refute(
    position: Position,
    moves: int | None,
    *,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
    workers: int = 1,
) -> Refutation:
    """Try to prove that no win takes fewer than ``moves`` moves; None: that there is no win.

    Cheaper than :func:`decide`, for a claim that is already there. Raises as that does.
    """
    inquiry = _Inquiry(position, limits or Limits(), clock, workers)
    holds: bool | None = None
    line: tuple[Move, ...] | None = () if position.is_won and moves != 0 else None
    shown = 0
    if line is not None or position.is_won:
        return inquiry.refutation(line is None, line, 0)
    try:
        for passes in range(1, inquiry.most_passes + 1):
            beyond = inquiry.ask(passes, open_ended=True, below=moves, least=False)
            if beyond.status == "infeasible":
                holds = True
                break
            if beyond.status == UNKNOWN:
                break
            exact = inquiry.ask(passes, open_ended=False, below=moves, least=False)
            if exact.line is not None:
                holds, line = False, exact.line
                break
            if exact.status == UNKNOWN:
                break
            shown = passes
        else:
            holds = True
    except _OutOfTimeError:
        pass
    return inquiry.refutation(holds, line, shown)
