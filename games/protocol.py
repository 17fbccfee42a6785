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
from typing import ClassVar, NamedTuple, Protocol, TypeVar

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

    Attributes:
        deals: the hands of the first deals, each by seat.
        dealer: the first dealer.
        scores: what stands on the score sheet already, by player or team.
    """

    deals: tuple[tuple[Hand, ...], ...] = ()
    dealer: int | None = None
    scores: tuple[int, ...] = ()


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
            BadSetup: the hands or the dealer can't be had.
        """

    def to_act(self, state: StateT) -> frozenset[Seat]:
        """The seats that the game waits for: none once it is over. Everybody may know."""

    def legal(self, state: StateT, seat: Seat) -> tuple[ActionT, ...]:
        """All that a seat may do now. Only the seat itself may know."""

    def apply(self, state: StateT, seat: Seat, action: ActionT) -> StateT:
        """The state after an action, and after all that follows of itself.

        Raises:
            IllegalAction: one for each rule that can be broken; what it says, only the seat
                that tried may know.
        """

    def events(self, state: StateT) -> tuple[Event, ...]:
        """What has happened since the state before."""

    def view(self, state: StateT, seat: Seat | None) -> object:
        """What a seat may see, as a named tuple; None: who only watches."""

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
            BadRecord: it is none.
        """

    def view_to_json(self, view: object) -> Json:
        """A view as JSON."""
