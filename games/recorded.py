"""What games have in common whose states carry their news and result, and are kept by the codec.

What comes from outside is checked here, once for all of them: their own methods, with an
underscore, get seats that are there, actions of theirs, and seeds and setups that can be had.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.cards import Hand
from games.codec import from_json, to_json
from games.errors import BadAction, BadRecord, BadSetup, IllegalAction, NoSuchSeat
from games.events import Event, Json
from games.jsons import shown
from games.options import options_from
from games.protocol import SEEDED, Result, Setup
from games.setups import checked_seed, checked_setup

__all__ = ["Recorded"]


class _Options(Protocol):
    @property
    def pack(self) -> Hand: ...


class _State(Protocol):
    @property
    def options(self) -> Any: ...

    @property
    def news(self) -> tuple[Event, ...]: ...

    @property
    def result(self) -> Result | None: ...


OptionsT = TypeVar("OptionsT", bound=_Options)
StateT = TypeVar("StateT", bound=_State)
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT")


class Recorded(ABC, Generic[OptionsT, StateT, ActionT, ViewT]):
    """That part of :class:`games.protocol.Game` which follows from what options and states are.

    Attributes:
        options_type, state_type: what they are.
        actions: each kind of action, and whether one of that kind holds what it should.
        has_sheet: whether scores can stand on the score sheet before the first deal.
    """

    name: ClassVar[str]
    options_type: type[OptionsT]
    state_type: type[StateT]
    actions: ClassVar[Mapping[type, Callable[[Any], bool]]]
    has_sheet: ClassVar[bool] = True

    @abstractmethod
    def seats(self, options: OptionsT) -> int:
        """How many sit down."""

    @abstractmethod
    def sides(self, options: OptionsT) -> int:
        """How many have a score."""

    @abstractmethod
    def _start(self, options: OptionsT, seed: str, setup: Setup) -> StateT: ...

    @abstractmethod
    def _legal(self, state: StateT, seat: int) -> tuple[ActionT, ...]: ...

    @abstractmethod
    def _apply(self, state: StateT, seat: int, action: ActionT) -> StateT: ...

    @abstractmethod
    def _view(self, state: StateT, seat: int | None) -> ViewT: ...

    @abstractmethod
    def _check(self, state: StateT) -> None:
        """See that a state that was read can be: BadRecord, BadSetup or IllegalAction if not."""

    def options(self, given: Mapping[str, object]) -> OptionsT:
        """Options by their names; the others have their defaults."""
        return options_from(self.options_type, given)

    def start(self, options: OptionsT, seed: str, setup: Setup = SEEDED) -> StateT:
        """The first deal."""
        scores = self.sides(options) if self.has_sheet else 0
        checked_setup(setup, options.pack, self.seats(options), scores)
        return self._start(options, checked_seed(seed), setup)

    def legal(self, state: StateT, seat: int) -> tuple[ActionT, ...]:
        """All that a seat may do now."""
        # By type, for True would be seat 1. A call of its own would cost as much again.
        if type(seat) is not int or not 0 <= seat < self.seats(state.options):
            raise self._no_seat(state, seat)
        return self._legal(state, seat)

    def apply(self, state: StateT, seat: int, action: ActionT) -> StateT:
        """The state after an action."""
        if type(seat) is not int or not 0 <= seat < self.seats(state.options):
            raise self._no_seat(state, seat)
        is_sound = self.actions.get(type(action))
        if is_sound is None or not is_sound(action):
            kinds = ", ".join(kind.__name__ for kind in self.actions)
            raise BadAction(
                f"{shown(action)} is no action of {self.name}: they are {kinds}, "
                "each with what it is declared to hold"
            )
        return self._apply(state, seat, action)

    def view(self, state: StateT, seat: int | None) -> ViewT:
        """What a seat may see; None: who only watches."""
        if seat is not None and (
            type(seat) is not int or not 0 <= seat < self.seats(state.options)
        ):
            raise self._no_seat(state, seat)
        return self._view(state, seat)

    def _no_seat(self, state: StateT, seat: object) -> NoSuchSeat:
        last = self.seats(state.options) - 1
        return NoSuchSeat(f"there is no seat {shown(seat)}: the seats are 0 to {last}")

    def events(self, state: StateT) -> tuple[Event, ...]:
        """What has happened since the state before."""
        return state.news

    def result(self, state: StateT) -> Result | None:
        """How it has ended."""
        return state.result

    def state_to_json(self, state: StateT) -> Json:
        """A state with all that is hidden."""
        return to_json(state)

    def state_from_json(self, given: Json) -> StateT:
        """The other way round."""
        state = from_json(self.state_type, given)
        try:
            self._check(state)
        except (BadSetup, IllegalAction) as error:
            raise BadRecord(str(error)) from None
        return state

    def view_to_json(self, view: object) -> Json:
        """A view as JSON."""
        return to_json(view)
