"""What a bot is: it gets a seat's view and nothing else, and says what it does, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from solver.clock import default_clock

__all__ = ["THINKING", "Bot", "Choice", "Thinking"]


class Choice(NamedTuple):
    """What a bot does, and why in a word or two."""

    action: Any
    reason: str


class Thinking(NamedTuple):
    """How long a strong bot thinks.

    Attributes:
        worlds: deals that it imagines for each choice. The same seed and number give the same
            choice, whatever the machine.
        seconds: after which it chooses by what it has found so far in any case; where the
            kernels are compiled that comes first only on very slow machines.
        clock: gives seconds; only differences matter.
    """

    worlds: int = 1200
    seconds: float = 0.4
    clock: Callable[[], float] = default_clock


#: As long as a game with people allows.
THINKING = Thinking()


class Bot(Protocol):
    """A player of one game; one may sit on many seats, for it remembers nothing."""

    def choose(self, view: Any, seed: int) -> Choice:
        """What to do on one's turn; the same view and seed give the same choice."""
