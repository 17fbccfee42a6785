"""What a seat doesn't see, and what it knows of who has what."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from games.cards import SUITS
from games.kernels.worlds import Worlds

__all__ = ["Unseen"]


class Unseen:
    """The cards that others hold.

    Args:
        cards: those that nobody is known to hold, as a word.
        known: what each seat is known to hold, as words; one's own hand among them.
        counts: how many cards each seat holds.
        voids: for each seat a bit for each suit that it hasn't got.
    """

    def __init__(
        self, cards: int, known: Sequence[int], counts: Sequence[int], voids: Sequence[int]
    ) -> None:
        self._cards = cards
        self._known = array("Q", known)
        room = [count - word.bit_count() for count, word in zip(counts, known, strict=True)]
        self._room = array("i", room)
        self._allowed = array(
            "i",
            [
                sum(1 << seat for seat, void in enumerate(voids) if not void >> suit & 1)
                for suit in range(len(SUITS))
            ],
        )

    def worlds(self, seed: int) -> Worlds:
        """A source of deals that agree with all that."""
        worlds = Worlds(len(self._known), seed)
        worlds.know(self._cards, self._known, self._room, self._allowed)
        return worlds
