"""Seeded deals that can be checked afterwards by anybody.

*The stream.* A seed is text. Its numbers for a purpose come from the SHA-256 digests of
``seed|purpose|0``, ``seed|purpose|1``, ... in UTF-8; each digest gives four numbers of 64 bits,
big-endian. A number below n is the next of them modulo n, after those at or above the largest
multiple of n that 64 bits hold have been skipped.

*The shuffle.* The pack lies in order first: clubs, diamonds, hearts, spades, each from ace to
king, without the cards that a game leaves out. Then Fisher and Yates, from the last place down to
the second: place i, from 0, changes with the place of a number below i + 1. The purpose of the
k-th deal of a game, from 1, is ``deal k``; that of the first dealer's seat is ``dealer``, a number
below the number of seats.

*The deal.* The first card goes to the dealer's left, the next to that player's left, and so on
until the pack is dealt out.

*The commitment.* Before the first deal the SHA-256 digest of ``commitment|game|seed|salt`` is
told, in hexadecimal digits; after the game seed and salt are. Who had chosen the seed by what
hands it gives would have to find another with the same digest. A salt has no ``|`` in it: one
that had could lend its beginning to the seed.

Test vectors stand in the tests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

from games.cards import Card, Hand, by_suit
from games.errors import BadSetup

__all__ = ["Stream", "commitment", "dealt", "first_dealer", "opens", "shuffled"]

ItemT = TypeVar("ItemT")

_WORDS, _BYTES = 4, 8
_RANGE = 1 << 64


class Stream:
    """The numbers of a seed for one purpose."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._numbers = self._all(f"{seed}|{purpose}|")

    @staticmethod
    def _all(prefix: str) -> Iterator[int]:
        block = 0
        while True:
            digest = hashlib.sha256(f"{prefix}{block}".encode()).digest()
            for at in range(0, _WORDS * _BYTES, _BYTES):
                yield int.from_bytes(digest[at : at + _BYTES], "big")
            block += 1

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1, each as likely."""
        limit = _RANGE - _RANGE % bound
        number = next(self._numbers)
        while number >= limit:
            number = next(self._numbers)
        return number % bound

    def choose(self, items: Sequence[ItemT]) -> ItemT:
        """One of the items, each as likely."""
        return items[self.below(len(items))]


def shuffled(pack: Sequence[Card], seed: str, deal: int) -> list[Card]:
    """A pack as it lies for a deal, from 1, of the game with a seed."""
    order = list(pack)
    stream = Stream(seed, f"deal {deal}")
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def dealt(pack: Sequence[Card], seats: int, dealer: int, seed: str, deal: int) -> tuple[Hand, ...]:
    """The hands of a deal, by seat."""
    order = shuffled(pack, seed, deal)
    return tuple(by_suit(order[(seat - dealer - 1) % seats :: seats]) for seat in range(seats))


def first_dealer(seats: int, seed: str) -> int:
    """The seat that deals first."""
    return Stream(seed, "dealer").below(seats)


def commitment(game: str, seed: str, salt: str) -> str:
    """What is told before the first deal: 64 hexadecimal digits.

    Raises:
        BadSetup: there is a ``|`` in the salt, or something that UTF-8 can't write.
    """
    if "|" in salt:
        raise BadSetup("there must be no | in a salt")
    try:
        return hashlib.sha256(f"commitment|{game}|{seed}|{salt}".encode()).hexdigest()
    except UnicodeEncodeError:
        raise BadSetup("half of a surrogate pair is no text") from None


def opens(told: str, game: str, seed: str, salt: str) -> bool:
    """Whether a seed and a salt are those that a commitment was made from."""
    try:
        return told.strip().lower() == commitment(game, seed, salt)
    except BadSetup:
        return False
