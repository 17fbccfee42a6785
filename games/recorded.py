"""What games have in common whose states carry their news and result, and are kept by the codec."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from games.codec import from_json, to_json
from games.events import Event, Json
from games.options import options_from
from games.protocol import Result

__all__ = ["Recorded"]


class _State(Protocol):
    @property
    def news(self) -> tuple[Event, ...]: ...

    @property
    def result(self) -> Result | None: ...


OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT", bound=_State)


class Recorded(Generic[OptionsT, StateT]):
    """That part of :class:`games.protocol.Game` which follows from what options and states are.

    Attributes:
        options_type, state_type: what they are.
    """

    options_type: type[OptionsT]
    state_type: type[StateT]

    def options(self, given: Mapping[str, object]) -> OptionsT:
        """Options by their names; the others have their defaults."""
        return options_from(self.options_type, given)

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
        return from_json(self.state_type, given)

    def view_to_json(self, view: object) -> Json:
        """A view as JSON."""
        return to_json(view)
