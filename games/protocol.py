"""What every game is: whoever runs games needs nothing but this and the registry.

States and actions are frozen values. A game is one object without a state of its own; what
it answers depends on its arguments alone. Hidden cards are kept back here, in views and in
events, and by nobody else.

To add a game: write its options, state and actions as frozen dataclasses in a package of its
own; write the methods below; add a row to :mod:`games.registry`. The conformance suite in
``tests/games`` then tries it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from games.cards import Hand
from games.events import Event, Json

__all__ = ["SEEDED", "Game", "Result", "Seat", "Setup"]

#: 0 and up, clockwise: the next is to the left.
Seat = int

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class Setup:
    """What tests and tournaments may fix; ordinary games leave it all to the seed.

    Lists are kept as tuples, since states are made of these.

    Attributes:
        deals: the hands of the first deals, each by seat.
        dealer: the first dealer.
        scores: what stands on the score sheet already, by player or team.
    """

    deals: tuple[tuple[Hand, ...], ...] = ()
    dealer: int | None = None
    scores: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "deals", _tuples(self.deals, 2))
        object.__setattr__(self, "scores", _tuples(self.scores, 0))


def _tuples(given: Any, depth: int) -> Any:
    """Lists as tuples, and those inside them down to a depth; what is none is left for others."""
    if not isinstance(given, list | tuple):
        return given
    return tuple(_tuples(each, depth - 1) if depth else each for each in given)


#: Nothing is fixed.
SEEDED = Setup()


class Result(NamedTuple):
    """How a game has ended.

    Attributes:
        winners: the seats that have won, none of them if nobody has.
        scores: by player or team, as the game counts.
        reason: ``target``, ``floor``, ``cap``, ...
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str


class Game(Protocol[OptionsT, StateT, ActionT]):
    """The rules of one game."""

    name: ClassVar[str]

    def options(self, given: Mapping[str, object]) -> OptionsT:
        """Options by their names; the others have their defaults.

        Raises:
            BadOptions: there is no such option, or it hasn't such a value.
        """

    def seats(self, options: OptionsT) -> int:
        """How many sit down."""

    def sides(self, options: OptionsT) -> int:
        """How many have a score, players or teams: a seat is on side seat modulo sides."""

    def start(self, options: OptionsT, seed: str, setup: Setup = ...) -> StateT:
        """The first deal.

        Raises:
            BadSetup: the hands, the dealer or the seed can't be had.
        """

    def to_act(self, state: StateT) -> frozenset[Seat]:
        """The seats that the game waits for: none once it is over. Everybody may know."""

    def legal(self, state: StateT, seat: Seat) -> tuple[ActionT, ...]:
        """All that a seat may do now. Only the seat itself may know.

        Raises:
            NoSuchSeat: nobody sits there.
        """

    def apply(self, state: StateT, seat: Seat, action: ActionT) -> StateT:
        """The state after an action, and after all that follows of itself.

        Raises:
            IllegalAction: one for each rule that can be broken; what it says, only the seat
                that tried may know. NoSuchSeat is one of them.
            BadAction: it isn't an action of this game.
        """

    def events(self, state: StateT) -> tuple[Event, ...]:
        """What has happened since the state before."""

    def view(self, state: StateT, seat: Seat | None) -> object:
        """What a seat may see, as a named tuple; None: who only watches.

        Raises:
            NoSuchSeat: nobody sits there.
        """

    def result(self, state: StateT) -> Result | None:
        """How it has ended; None while it goes on."""

    def action_to_json(self, action: ActionT) -> Json:
        """An action as JSON."""

    def action_from_json(self, given: Json) -> ActionT:
        """The other way round.

        Raises:
            BadAction: it is none.
        """

    def state_to_json(self, state: StateT) -> Json:
        """A state, hidden cards, seed and all: only for who keeps games."""

    def state_from_json(self, given: Json) -> StateT:
        """The other way round.

        Raises:
            BadRecord: it is none, or one that no game leads to.
        """

    def view_to_json(self, view: object) -> Json:
        """A view as JSON."""
