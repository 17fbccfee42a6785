"""Seeded deals: the generators are pinned, since a number must mean one deal for ever."""

from __future__ import annotations

import pytest

from solver import Deal
from solver.cards import PACK
from solver.errors import BadDeal
from solver.shuffle import MAX_SEED, ms_shuffle, pysol_shuffle, seeded_shuffle

VECTORS = {
    "seed:0": (
        "8S JH 9C 2S 2D QD 6S TC 3D AC JC 7C 9H 8C QS KH 5H 2C 3H 5C AH 6C 4S TD 5D 8H "
        "8D AD QH TS QC JD 3S 4D 2H 9D 3C KD AS 7S 9S 7D JS 6H KS 4C 7H 5S 6D 4H KC TH"
    ),
    "seed:1": (
        "7D 9C 4D 8H 8D 5S JD 6D 9S JC 5D KD 3C 2D JH 5H 7H 4H 2C AD 6S KC KH TH TS JS "
        "TD 8S QC 4S 6C 7C AS 5C AH KS 6H QS QH QD 9D 3D 3S AC 4C 2H 8C TC 3H 2S 9H 7S"
    ),
    "seed:2026": (
        "8H KH 4D 5S 9D AH 8C 8D AD 9S 2D 3D TD KC 4S 7S 5H AS TS KS 6D 3S KD AC JH 7D "
        "9C TH 5D JS QS 5C 3H 4C 3C 2C 8S JD 2S 7H 6H 6S 6C QD QH 7C 4H TC JC 9H QC 2H"
    ),
    "seed:18446744073709551615": (
        "JC KS 7S 4C AD JH 5D 2H AH 7D 6D 6S 4D AS 4S 7H 3D 2D 9H QH 8D 3S 5S 9S AC 8S "
        "QD TD 7C QS 9C 4H JD KH KC 6H 9D 8H 8C TH 6C KD 2S 3H QC JS 3C 5H TS 2C TC 5C"
    ),
    "ms:1": (
        "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C "
        "TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
    ),
    "ms:32000": (
        "QD 8D QS 4H 2C JC 2D TH 3S JD 7C 9D KD 5C 5D 6D 8C 9H 5S 4C 5H AC KS 7H JH 7D "
        "6S 9C 3C 9S TD QH 3D 7S 2H AD AS JS KH 8S 6H 8H TS 6C 4D QC KC 4S TC 2S 3H AH"
    ),
    "ms:2147483647": (
        "9S 2H 7C 5H 4C 6D 3D 4S JH TC TD QS 3S KH 8D JC 7S 6C 3H 8S KD TS 9D 4D 5S AD "
        "TH 3C 2C AH 2D 9H 5D QH 8C 6H 6S QD 4H JS 5C JD AS QC AC KC 2S KS 7D 9C 7H 8H"
    ),
    "pysol:1": (
        "7C 5D KH KC JS 9S 4H TH 5C 2C 6D 5S 5H AC 4S AH 9C 8H AD 4D JD QH 3H QC KD 7D "
        "6H 6C JC JH QS QD 8S 3D 8D KS AS 6S 2S 3C TS TC 7H TD 2D 7S 8C 3S 4C 2H 9H 9D"
    ),
    "pysol:32000": (
        "7S 4D JS 8D 6D 3H 3D TH JC 3C 2C 5S 9D AC 9C 2S 4H 6S 8S 9S TS 9H KD QD 6H 7D "
        "5H QS AD QH TC 4C AH JD 4S JH TD 3S 7H 8C 6C 2H 2D 5D KS QC KH 5C 7C 8H KC AS"
    ),
    "pysol:100000000000000000000": (
        "AC 2H 4H 9H QH 8H JH KH TD 9C QC 7H 4S JS QS 7C 5C KS 9S AS JC 8D 5D 7D KD AH "
        "3D 9D 4C AD JD 3H 3S 7S 3C 5S 2C TC 2D 2S TH 6D 6S 6C 5H KC 8S 6H QD TS 4D 8C"
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_vector(name: str) -> None:
    """The whole deal behind a number is the recorded one."""
    assert str(Deal.parse(name)) == VECTORS[name]


def test_published_deal_starts() -> None:
    """The generators agree with the programs that they are named after."""
    # Microsoft's FreeCell number 1 is printed in many places.
    assert str(Deal.parse("ms:1")).startswith("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H")
    assert str(Deal.parse("ms:32000")).startswith("QD 8D QS 4H")
    assert str(Deal.parse("pysol:32000")).startswith("7S 4D JS 8D")


def test_splitmix64_vector() -> None:
    """Seed 0's generator starts with the published SplitMix64 outputs."""
    from solver.shuffle import _splitmix64

    numbers = _splitmix64(0)
    assert next(numbers) == 0xE220A8397B1DCDAF
    assert next(numbers) == 0x6E789E6AA1B965F4
    assert next(numbers) == 0x06C45D188009454F


@pytest.mark.parametrize("shuffle", [seeded_shuffle, ms_shuffle, pysol_shuffle])
def test_each_number_gives_a_pack_of_its_own(shuffle: object) -> None:
    """Different numbers give different deals, each of them a whole pack."""
    assert callable(shuffle)
    made = [tuple(shuffle(number)) for number in range(300)]
    assert len(set(made)) == 300
    assert all(sorted(cards) == sorted(PACK) for cards in made)


def test_every_card_comes_everywhere() -> None:
    """No place is barred to a card: over 2,000 seeds each stands first about 38 times."""
    first = [seeded_shuffle(seed)[0] for seed in range(2000)]
    last = [seeded_shuffle(seed)[-1] for seed in range(2000)]
    for places in (first, last):
        counts = [places.count(card) for card in PACK]
        assert min(counts) >= 15
        assert max(counts) <= 70


@pytest.mark.parametrize(
    ("name", "top"), [("seed", MAX_SEED), ("ms", 2**31 - 1), ("pysol", 10**20)]
)
def test_range(name: str, top: int) -> None:
    """A generator takes 0 up to its largest number and refuses one more."""
    assert len(Deal.generate(name, 0).cards) == 52
    assert len(Deal.generate(name, top).cards) == 52
    with pytest.raises(BadDeal, match=f"{name}:{top + 1}: the number must be 0 to {top}"):
        Deal.generate(name, top + 1)


def test_pysol_small_numbers_are_not_microsofts() -> None:
    """The two generators give different deals for one number."""
    assert all(Deal.generate("ms", n) != Deal.generate("pysol", n) for n in range(1, 200))
