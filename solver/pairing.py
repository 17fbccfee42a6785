"""Which ranks go together: the ``pairing`` parameter.

| name | pairs | goes alone |
|---|---|---|
| ``sum13`` | ranks that add up to 13 | king |
| ``sum14`` | ranks that add up to 14, so 7 with 7 | nothing |
| ``sum12`` | ranks that add up to 12, so 6 with 6; queen with king | nothing |
| ``sum11``, ``sum10`` | ranks that add up; those too high for it go with their like | nothing |
| ``equal`` | two of a rank | nothing |
| ``adjacent`` | ranks one apart; ace and king are not neighbours | nothing |
| ``equal-or-adjacent`` | either of the two | nothing |

``sum12`` is PySolFC's Pyramid Dozen, ``sum11`` its Eleven Triangle, and
``equal-or-adjacent`` its Cheops.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import BadRules, shorten

__all__ = ["PAIRINGS", "Pairing", "pairing_named"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A named relation on ranks 1 to 13.

    Attributes:
        partners: index rank; the ranks that pair with it, as a mask with bit ``rank``.
        alone: mask of the ranks that are removed alone, with bit ``rank``.
        sentence: the relation in words.
    """

    name: str
    partners: tuple[int, ...]
    alone: int
    sentence: str

    def pairs(self, rank: int, other: int) -> bool:
        """Whether two cards of these ranks go together."""
        return bool(self.partners[rank] >> other & 1)

    def single(self, rank: int) -> bool:
        """Whether a card of this rank goes alone."""
        return bool(self.alone >> rank & 1)

    def unique_partner(self, rank: int) -> int:
        """The only rank that pairs with ``rank``; 0 if it has none or several."""
        mask = self.partners[rank]
        return mask.bit_length() - 1 if mask and not mask & (mask - 1) else 0


def _relation(name: str, sentence: str, alone: int, pairs: list[tuple[int, int]]) -> Pairing:
    partners = [0] * 14
    for a, b in pairs:
        partners[a] |= 1 << b
        partners[b] |= 1 << a
    return Pairing(name, tuple(partners), alone, sentence)


def _sum(total: int) -> Pairing:
    pairs = [(a, total - a) for a in range(1, 14) if 1 <= total - a <= 13]
    alone = 0
    sentence = f"two cards whose ranks add up to {total} go together"
    if total == 13:
        alone = 1 << 13
        sentence += ", and a king goes alone"
    elif total == 12:
        pairs.append((12, 13))
        sentence += ", and so do a queen and a king; no card goes alone"
    elif total < 12:
        pairs += [(rank, rank) for rank in range(total, 14)]
        high = "tens and court cards" if total == 10 else "jacks, queens and kings"
        sentence += f"; {high} go two of a kind; no card goes alone"
    else:
        sentence += "; no card goes alone"
    return _relation(f"sum{total}", sentence, alone, pairs)


_EQUAL = [(rank, rank) for rank in range(1, 14)]
_ADJACENT = [(rank, rank + 1) for rank in range(1, 13)]

#: Every pairing by name.
PAIRINGS: dict[str, Pairing] = {
    pairing.name: pairing
    for pairing in (
        _sum(13),
        _sum(12),
        _sum(14),
        _sum(11),
        _sum(10),
        _relation("equal", "two cards of the same rank go together", 0, _EQUAL),
        _relation(
            "adjacent",
            "two cards of neighbouring ranks go together (not ace and king)",
            0,
            _ADJACENT,
        ),
        _relation(
            "equal-or-adjacent",
            "two cards of the same or of neighbouring ranks go together (not ace and king)",
            0,
            _EQUAL + _ADJACENT,
        ),
    )
}


def pairing_named(text: str) -> Pairing:
    """Look a pairing up; ``13``, ``sum 13`` and ``sum13`` are the same.

    Raises:
        BadRules: there is no such pairing.
    """
    name = text.strip().lower().replace(" ", "").replace("_", "-").replace(":", "")
    if name.isdigit():
        name = "sum" + name
    if name in PAIRINGS:
        return PAIRINGS[name]
    if name.startswith("sum") and name[3:].isdigit():
        raise BadRules(
            f"pairing={shorten(text)}: with that sum some ranks could never go; "
            "the sums that work are 10, 11, 12, 13 and 14"
        )
    raise BadRules(f"pairing={shorten(text)} is unknown; choose one of {', '.join(PAIRINGS)}")
