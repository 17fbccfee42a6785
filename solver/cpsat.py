"""The second opinion: a constraint model of a position, solved by OR-Tools CP-SAT.

It shares no code with the search. What it knows of the game stands in the constraint groups
below, one function each; its lines are replayed through :class:`~solver.position.Position`.
:mod:`solver.confirm` asks it the questions.

**Time.** The cards of the waste (bottom to top) and the stock are the *run*, numbered from
0 to n - 1. In each pass the stock's pointer goes over the run card by card, whether a card is
still there or not, and so through the places 0 to n: at place d it has passed the cards
before d. (Passing over one that has gone is no move.) A stay of the pointer at a place is a
*slot*; slot (p, d), passes counted from 0, holds the G times from ``start(p, d)`` on, enough
to order all removals in it. A removal is a choice of partner and a time.

OR-Tools is imported when a model is made, not before.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from solver.cards import Card
from solver.errors import BadEngine, ModelFault
from solver.moves import DRAW, RECYCLE, Move
from solver.position import Position
from solver.rules import Rules

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["CONSTRAINTS", "Answer", "Model", "ortools_version", "refuses"]


def refuses(rules: Rules) -> str | None:
    """Why rules can't be modelled, as a clause; None if they can."""
    if rules.draw != 1:
        return f"draw={rules.draw}: the constraint model draws one card at a time"
    if rules.cells:
        return f"cells={rules.cells}: the constraint model knows no cells"
    if rules.wastes != 1:
        return f"wastes={rules.wastes}: the constraint model knows one waste"
    if not rules.keep_waste:
        return "keep_waste=no: the constraint model keeps what was drawn"
    return None


def _new_model() -> cp_model.CpModel:
    try:
        from ortools.sat.python import cp_model  # noqa: PLC0415 - takes a second
    except ImportError as error:
        raise BadEngine(
            "engine cpsat needs OR-Tools, which is not installed: "
            "pip install 'pyramid-solitaire[cpsat]'"
        ) from error
    except OSError as error:
        raise BadEngine(f"engine cpsat needs OR-Tools, which can't be loaded: {error}") from error
    return cp_model.CpModel()


def ortools_version() -> str:
    """The version of OR-Tools.

    Raises:
        BadEngine: it is not installed.
    """
    _new_model()
    import ortools  # noqa: PLC0415 - as above

    return str(getattr(ortools, "__version__", "unknown"))


class Answer(NamedTuple):
    """What one model came to.

    Attributes:
        status: ``solved`` (to the least number of moves, if that was asked for),
            ``infeasible`` or ``unknown``.
        at_least: no line that the model describes has fewer moves.
        line: the moves of the best line found, None if none was. A line of an open-ended
            model need not be playable, and is left out.
        cost: moves of that line, by the model.
        branches: decisions that CP-SAT took.
    """

    status: str
    at_least: int
    line: tuple[Move, ...] | None
    cost: int | None
    branches: int


class Model:
    """All wins of a position in exactly so many passes, or in so many or more.

    Args:
        position: what to win; see :func:`refuses`.
        passes: passes through the stock, this one included. From the second on each brings
            a use of a run card (without one it could be left out), so a line belongs to
            exactly one number of passes.
        open_ended: the last pass stands for itself and all that follow. The order of the run
            doesn't bind it, and it is charged what the first of them must draw: a relaxation
            of all lines with so many passes or more.
        omit: names of ``CONSTRAINTS`` to leave out. For tests.

    Raises:
        BadEngine: OR-Tools is not installed.
    """

    def __init__(
        self,
        position: Position,
        passes: int,
        *,
        open_ended: bool = False,
        omit: Collection[str] = (),
    ) -> None:
        self.model = _new_model()
        self.position = position
        self.passes = passes
        self.open_ended = open_ended
        self._lay_out(position)
        self._make_removals()
        self._make_uses()
        for name, state in CONSTRAINTS.items():
            if name not in omit:
                state(self)

    # The cards: those of the table (pyramid, then reserve) from 0 on, then the run.

    def _lay_out(self, position: Position) -> None:
        board = position.board
        place = [i for i, card in enumerate(position.pyramid) if card is not None]
        number = {i: c for c, i in enumerate(place)}
        self.cards: list[Card] = [card for card in position.pyramid if card is not None]
        self.covers = [[number[i] for i in board.covers[at] if i in number] for at in place]
        self.on_board = len(self.cards)
        for column in position.reserve:
            for depth, card in enumerate(column):
                self.covers.append([len(self.cards) + 1] if depth + 1 < len(column) else [])
                self.cards.append(card)
        self.table = len(self.cards)
        (waste,) = position.wastes
        self.cards += [*waste, *position.stock]
        self.n = len(self.cards) - self.table
        self.pointer = len(waste)
        goal = position.rules.goal
        needed = {"pyramid": self.on_board, "board": self.table}.get(goal, len(self.cards))
        self.needed = range(needed)
        # Removals in one slot, one after the other.
        self.gap = len(self.cards) + 1

    def start(self, pass_: int, place: int) -> int:
        """The first time of a slot; that of (pass + 1, 0) is the end of a pass."""
        return (pass_ * (self.n + 1) + place) * self.gap

    def above(self, card: int) -> set[int]:
        """The table cards that must go before a table card."""
        found: set[int] = set()
        todo = list(self.covers[card])
        while todo:
            cover = todo.pop()
            if cover not in found:
                found.add(cover)
                todo += self.covers[cover]
        return found

    def _couples(self) -> Iterator[tuple[int, int]]:
        """All pairs of cards that could ever be removed together."""
        rules = self.position.rules
        above = [self.above(card) for card in range(self.table)]
        for b, second in enumerate(self.cards):
            for a, first in enumerate(self.cards[:b]):
                if not rules.pairs.pairs(first.rank, second.rank):
                    continue
                if a >= self.table and not rules.stock_top:
                    continue  # the waste shows one card at a time
                if b < self.table and (a in above[b] or b in above[a]):
                    direct = b in self.covers[a] or a in self.covers[b]
                    if not (rules.cover_pairs and direct and b < self.on_board):
                        continue
                yield a, b

    def _make_removals(self) -> None:
        new = self.model.new_bool_var
        self.removals: dict[tuple[int, ...], cp_model.IntVar] = {}
        for c, card in enumerate(self.cards):
            if self.position.rules.pairs.single(card.rank):
                self.removals[c,] = new(f"remove {card}")
        for a, b in self._couples():
            self.removals[a, b] = new(f"remove {self.cards[a]}+{self.cards[b]}")
        self.of_card: list[list[cp_model.IntVar]] = [[] for _ in self.cards]
        for cards, removal in self.removals.items():
            for c in cards:
                self.of_card[c].append(removal)
        first, end = self.start(0, self.pointer), self.start(self.passes, 0)
        self.time = [self.model.new_int_var(first, end - 1, f"time {card}") for card in self.cards]

    def _make_uses(self) -> None:
        """For each run card and pass: used from the waste, or in place on the stock."""
        new, stock_top = self.model.new_bool_var, self.position.rules.stock_top
        self.from_waste: list[dict[int, cp_model.IntVar]] = []
        self.in_place: list[dict[int, cp_model.IntVar]] = []
        self.reached = [new(f"the last pass goes over {j}") for j in range(self.n)]
        self.drawn: list[dict[int, cp_model.LinearExprT]] = []
        for p in range(self.passes):
            first = self.pointer if p == 0 else 0
            self.from_waste.append({j: new(f"{j} from the waste in {p}") for j in range(self.n)})
            self.in_place.append(
                {j: new(f"{j} in place in {p}") for j in range(first, self.n) if stock_top}
            )
            self.drawn.append({j: self._draw(p, j) for j in range(first, self.n)})
        self._earlier: dict[tuple[int, int], cp_model.IntVar] = {}
        self._before: dict[tuple[int, int], cp_model.IntVar] = {}

    def used_in(self, j: int, passes: range) -> list[cp_model.IntVar]:
        """The uses of run card j in some passes, of which it has one at most in all."""
        both = (self.from_waste, self.in_place)
        return [use[p][j] for p in passes for use in both if j in use[p]]

    def _draw(self, p: int, j: int) -> cp_model.LinearExprT:
        """Whether card j is drawn in pass p: it has not gone, and the pass gets there."""
        if p < self.passes - 1:
            place = [self.in_place[p][j]] if j in self.in_place[p] else []
            return 1 - sum([*self.used_in(j, range(p)), *place])
        return self.model.new_bool_var(f"{j} is drawn in the last pass")

    @property
    def ordered_passes(self) -> range:
        """The passes that the order of the run binds."""
        return range(self.passes - self.open_ended)

    def before(self, c: int, time: int) -> cp_model.IntVar:
        """A literal: card c goes before a time."""
        key = (c, time)
        if key not in self._before:
            literal = self.model.new_bool_var(f"{self.cards[c]} before {time}")
            self.model.add(self.time[c] < time).only_enforce_if(literal)
            self.model.add(self.time[c] >= time).only_enforce_if(~literal)
            self._before[key] = literal
        return self._before[key]

    def earlier(self, k: int, j: int) -> cp_model.IntVar:
        """A literal that implies: run card k goes, and before run card j does."""
        key = (k, j)
        if key not in self._earlier:
            literal = self.model.new_bool_var(f"run {k} before {j}")
            a, b = self.time[self.table + k], self.time[self.table + j]
            self.model.add(a < b).only_enforce_if(literal)
            self.model.add_bool_or(*self.of_card[self.table + k]).only_enforce_if(literal)
            self._earlier[key] = literal
        return self._earlier[key]

    # Questions.

    @property
    def cost(self) -> cp_model.LinearExpr:
        """The number of moves."""
        from ortools.sat.python import cp_model  # noqa: PLC0415 - imported already

        parts: list[cp_model.LinearExprT] = [*self.removals.values()]
        parts += [draw for drawn in self.drawn for draw in drawn.values()]
        return cp_model.LinearExpr.sum([*parts, self.passes - 1])

    def ask(
        self,
        *,
        least: bool,
        below: int | None = None,
        seconds: float | None = None,
        workers: int = 1,
    ) -> Answer:
        """Look for a line. To be asked once.

        Args:
            least: for one with the least number of moves, not just any.
            below: for one with fewer moves than this.
            seconds: limit on the time.
            workers: threads.
        """
        from ortools.sat.python import cp_model  # noqa: PLC0415 - takes a second

        moves = self.cost
        if below is not None:
            self.model.add(moves <= below - 1)
        if least:
            self.model.minimize(moves)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        # Its own handler would end the process.
        solver.parameters.catch_sigint_signal = False
        if seconds is not None:
            solver.parameters.max_time_in_seconds = seconds
        status = _run(solver, self.model)
        if status == cp_model.INFEASIBLE:
            return Answer("infeasible", 0, None, None, solver.num_branches)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN):
            raise ModelFault(f"CP-SAT says {solver.status_name(status)}")
        bound = 0
        if least:
            # Moves are whole; the bound is a float that may lie a hair's breadth above one.
            bound = max(0, ceil(solver.best_objective_bound - 1e-6))
        if status == cp_model.UNKNOWN:
            return Answer("unknown", bound, None, None, solver.num_branches)
        cost = int(solver.value(moves))
        line = None if self.open_ended else tuple(self._line(solver))
        known = "solved" if status == cp_model.OPTIMAL else "unknown"
        return Answer(known, bound, line, cost, solver.num_branches)

    def _line(self, solver: cp_model.CpSolver) -> list[Move]:
        """The moves that a solution stands for, up to the win."""
        events: list[tuple[float, Move]] = []
        spare: list[tuple[float, Move]] = []
        gone = {}
        won = 0
        for cards, removal in self.removals.items():
            if solver.boolean_value(removal):
                time = solver.value(self.time[cards[0]])
                move = Move.remove(*(self.cards[c] for c in cards))
                gone.update(dict.fromkeys(cards, time))
                if any(c in self.needed for c in cards):
                    events.append((time, move))
                    won = max(won, time)
                else:
                    spare.append((time, move))
        last = self.passes - 1
        goes = max(
            [j + 1 for j, use in self.from_waste[last].items() if solver.boolean_value(use)]
            + [j for j, use in self.in_place[last].items() if solver.boolean_value(use)],
            default=0,
        )
        for p in range(self.passes):
            # Just before the slot that a draw opens.
            if p:
                events.append((self.start(p, 0) - 0.5, RECYCLE))
            for j in range(self.pointer if p == 0 else 0, self.n if p < last else goes):
                drawn_at = self.start(p, j + 1) - 0.5
                if gone.get(self.table + j, drawn_at) >= drawn_at:
                    events.append((drawn_at, DRAW))
        # What clears the way for the last removal comes before it; what else is there (if the
        # least was not asked for) may come at the same time, when the game is over.
        events = [event for event in events if event[0] <= won]
        events += [event for event in spare if event[0] < won]
        return [move for _, move in sorted(events, key=lambda event: event[0])]


def _run(solver: cp_model.CpSolver, model: cp_model.CpModel) -> object:
    """Solve in a thread of its own, so that Ctrl-C is heard meanwhile."""
    found: list[object] = []
    failed: list[BaseException] = []
    # Not Thread.join: interrupted, it takes the thread for ended (Python 3.11 and 3.12).
    over = threading.Event()

    def work() -> None:
        try:
            found.append(solver.solve(model))
        except BaseException as error:  # noqa: BLE001 - raised again below
            failed.append(error)
        finally:
            over.set()

    threading.Thread(target=work, daemon=True).start()
    try:
        while not over.wait(0.1):
            pass
    except BaseException:
        # More than once, since it may not have begun yet.
        while not over.wait(0.05):
            solver.stop_search()
        raise
    if failed:
        raise failed[0]
    return found[0]


def each_card_goes_once(m: Model) -> None:
    """A card that must go is in exactly one removal, any other in one at most."""
    for c, removals in enumerate(m.of_card):
        if c in m.needed:
            m.model.add_exactly_one(removals)
        else:
            m.model.add_at_most_one(removals)


def partners_go_together(m: Model) -> None:
    """The two cards of a removal go at the same time."""
    for cards, removal in m.removals.items():
        if len(cards) == 2:
            a, b = cards
            m.model.add(m.time[a] == m.time[b]).only_enforce_if(removal)


def covers_go_first(m: Model) -> None:
    """A table card goes after all that covers it, or with the last of that as a cover pair.

    A card that goes must be uncovered, so its covers must go too.
    """
    for card, covers in enumerate(m.covers):
        for cover in covers:
            together = m.removals.get((min(card, cover), max(card, cover)))
            after = m.model.add(m.time[card] > m.time[cover])
            if together is not None:
                after.only_enforce_if(~together)
            if cover not in m.needed:
                for removal in m.of_card[card]:
                    m.model.add_bool_or(*m.of_card[cover]).only_enforce_if(removal)


def a_use_has_its_pass(m: Model) -> None:
    """A run card that goes is used once: from the waste or in place, in one of the passes."""
    for j in range(m.n):
        uses = m.used_in(j, range(m.passes))
        m.model.add(sum(uses) == sum(m.of_card[m.table + j]))
        m.model.add_at_most_one(uses)
        for p in range(m.passes):
            for use in m.used_in(j, range(p, p + 1)):
                m.model.add(m.time[m.table + j] >= m.start(p, 0)).only_enforce_if(use)
                m.model.add(m.time[m.table + j] < m.start(p + 1, 0)).only_enforce_if(use)


def the_waste_is_a_stack(m: Model) -> None:
    """A card used from the waste has been drawn in that pass, and nothing lies on it.

    Each later card of the run goes earlier, or has not been drawn yet.
    """
    for p in m.ordered_passes:
        for j, use in m.from_waste[p].items():
            drawn_before = p == 0 and j < m.pointer
            if not drawn_before:
                m.model.add(m.time[m.table + j] >= m.start(p, j + 1)).only_enforce_if(use)
            for k in range(j + 1, m.n):
                clear = [m.earlier(k, j)]
                if p > 0 or k >= m.pointer:
                    clear.append(m.before(m.table + j, m.start(p, k + 1)))
                m.model.add_bool_or(*clear).only_enforce_if(use)


def in_place_means_on_top_of_the_stock(m: Model) -> None:
    """A card used in place goes while the pointer stands at it."""
    for p in m.ordered_passes:
        for j, use in m.in_place[p].items():
            m.model.add(m.time[m.table + j] >= m.start(p, j)).only_enforce_if(use)
            m.model.add(m.time[m.table + j] < m.start(p, j + 1)).only_enforce_if(use)


def the_last_pass_goes_so_far(m: Model) -> None:
    """The last pass draws what it goes over and finds there, up to what it uses last."""
    last = m.passes - 1
    for j in range(m.n):
        if j + 1 < m.n:
            m.model.add_implication(m.reached[j + 1], m.reached[j])
        m.model.add_implication(m.from_waste[last][j], m.reached[j])
        if j in m.in_place[last] and j > 0:
            m.model.add_implication(m.in_place[last][j], m.reached[j - 1])
        if j in m.drawn[last]:
            gone = m.used_in(j, range(last))
            if j in m.in_place[last]:
                gone.append(m.in_place[last][j])
            m.model.add(m.drawn[last][j] >= m.reached[j] - sum(gone))


def every_further_pass_has_a_use(m: Model) -> None:
    """A pass without one could be left out, so its wins belong to fewer passes.

    The first pass may be the rest of one. (With nothing on the waste there is no recycle: a
    use later on sees to that as well.)
    """
    for p in range(1, m.passes):
        m.model.add_bool_or(*(u for j in range(m.n) for u in m.used_in(j, range(p, p + 1))))


#: All that the model states, by name.
CONSTRAINTS: dict[str, Callable[[Model], None]] = {
    state.__name__: state
    for state in (
        each_card_goes_once,
        partners_go_together,
        covers_go_first,
        a_use_has_its_pass,
        the_waste_is_a_stack,
        in_place_means_on_top_of_the_stock,
        the_last_pass_goes_so_far,
        every_further_pass_has_a_use,
    )
}
