"""Seeded deals: the stated algorithm written a second time, and what it gives for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from games.cards import PACK, cards
from games.errors import BadSetup
from games.shuffle import Stream, commitment, dealt, first_dealer, opens, shuffled

IN_ORDER = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
SEEDS = ("", "0", "hearts", "a|b", "\u2660 \u2665 caf\u00e9", "x" * 1000, "1|deal 1")


def numbers(seed: str, purpose: str) -> Iterator[int]:
    """The stream as the docstring of the module states it."""
    block = 0
    while True:
        text = f"{seed}|{purpose}|{block}"
        digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
        for at in (0, 16, 32, 48):
            yield int(digest[at : at + 16], 16)
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    largest_multiple = 2**64 // bound * bound
    for number in stream:
        if number < largest_multiple:
            return number % bound
    raise AssertionError


def hands(pack: list[str], seats: int, dealer: int, seed: str, deal: int) -> list[set[str]]:
    """The deal as it is stated: a card to each in turn, from the dealer's left."""
    order = list(pack)
    stream = numbers(seed, f"deal {deal}")
    place = len(order) - 1
    while place > 0:
        other = below(stream, place + 1)
        kept = order[place]
        order[place] = order[other]
        order[other] = kept
        place -= 1
    found: list[set[str]] = [set() for _ in range(seats)]
    seat = dealer
    for card in order:
        seat = seat + 1 if seat + 1 < seats else 0
        found[seat].add(card)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_second_implementation(seed: str) -> None:
    """The deals are those that anybody gets who programs what is stated."""
    for seats, left_out in [(2, ""), (3, "2S"), (4, ""), (5, "2S 2C"), (6, "2S 2C 2D 2H")]:
        names = [card for card in IN_ORDER if card not in left_out.split()]
        pack = [card for card in PACK if str(card) in names]
        assert first_dealer(seats, seed) == below(numbers(seed, "dealer"), seats)
        for dealer in range(seats):
            for deal in (1, 2, 10, 100):
                expected = hands(names, seats, dealer, seed, deal)
                found = dealt(pack, seats, dealer, seed, deal)
                assert [set(map(str, hand)) for hand in found] == expected


#: Seats, dealer, seed, number of the deal, and the hands by seat.
VECTORS = [
    (4, 0, "hearts", 1, (
        "5D 9D JD 3H 4H 6H QH KH 2S 5S 9S TS QS",
        "2C JC 3D 6D TD QD 7H JH AH 3S 7S 8S KS",
        "3C 4C 6C 7C 9C TC AC 4D 8D 9H 4S 6S JS",
        "5C 8C QC KC 2D 7D KD AD 2H 5H 8H TH AS",
    )),
    (4, 2, "hearts", 2, (
        "7C 3D 4D 5D 7D 9D AD 3H 5H 7H QH 4S KS",
        "2C 4C 5C 6C 6D TD JD 6H KH AH TS JS QS",
        "8C TC KC AC 8D QD 8H JH 2S 5S 6S 7S 9S",
        "3C 9C JC QC 2D KD 2H 4H 9H TH 3S 8S AS",
    )),
    (4, 3, "", 1, (
        "3C 4D 9D JD QD 3H 5H 7H 8H JH 3S 5S 8S",
        "7C TC JC QC 5D 7D KD 9H TH 2S 6S TS KS",
        "2C 4C 5C 6C 6D 4H 6H QH AH 7S 9S QS AS",
        "8C 9C KC AC 2D 3D 8D TD AD 2H KH 4S JS",
    )),
    (4, 1, "2026-03-01", 17, (
        "6C 9C 4D 8D QD 2H 5H 7H 3S 9S JS QS KS",
        "4C TC KC 6D 9D TD 4H 6H TH AH 8S TS AS",
        "3C 7C 8C QC AC 5D JD 3H 9H JH KH 4S 5S",
        "2C 5C JC 2D 3D 7D KD AD 8H QH 2S 6S 7S",
    )),
    (3, 0, "hearts", 1, (
        "2C 5D 6D 9D TD JD QD KD 2H 4H 5H 6H 7H 9H QH KH JS",
        "5C 7C 9C TC JC AC 3D 4D 7D 8H TH 3S 4S 5S 6S KS AS",
        "3C 4C 6C 8C QC KC 2D 8D AD 3H JH AH 7S 8S 9S TS QS",
    )),
    (3, 2, "caf\xe9", 100, (
        "6C 7C TC 3D 5D 6D 9D TD QD 4H 6H JH KH 5S 7S KS AS",
        "3C 4C 5C 8C QC KC 4D JD KD 7H 9H TH QH 3S 4S 6S 8S",
        "2C 9C JC AC 2D 7D 8D AD 2H 3H 5H 8H AH 9S TS JS QS",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "dealer", "seed", "deal", "expected"), VECTORS)
def test_vector(seats: int, dealer: int, seed: str, deal: int, expected: tuple[str, ...]) -> None:
    """A seed means these hands for ever, as they are held in the hand."""
    pack = [card for card in PACK if seats == 4 or str(card) != "2S"]
    assert dealt(pack, seats, dealer, seed, deal) == tuple(map(cards, expected))


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        ("", (0, 0, 2, 3, 0)),
        ("hearts", (1, 2, 3, 2, 5)),
        ("2026-03-01", (1, 0, 3, 0, 3)),
        ("caf\xe9", (1, 1, 1, 2, 1)),
    ],
)
def test_first_dealer_vector(seed: str, expected: tuple[int, ...]) -> None:
    """The first dealer of 2, 3, 4, 5 and 6 seats is pinned as well."""
    assert tuple(first_dealer(seats, seed) for seats in (2, 3, 4, 5, 6)) == expected


def test_stream_vector() -> None:
    """The numbers themselves, where no bound hides anything, over the end of a digest."""
    stream = Stream("hearts", "deal 1")
    found = [stream.below(2**64) for _ in range(5)]
    assert found == [
        15749827022331584187,
        3974707935219369657,
        9152223171743027356,
        9979079465062250082,
        12884293524921414331,
    ]


def test_dealers_and_deals_differ() -> None:
    """Deals of a game differ; another dealer gets the same cards a seat further on."""
    made = {tuple(shuffled(PACK, "one", deal)) for deal in range(1, 101)}
    assert len(made) == 100
    assert all(sorted(order) == sorted(PACK) for order in made)
    first = dealt(PACK, 4, 0, "one", 1)
    assert dealt(PACK, 4, 1, "one", 1) == (first[3], *first[:3])


def digests(*given: str) -> Callable[[bytes], object]:
    """A hash function that gives these digests, in hexadecimal digits, one after the other."""
    left = iter(given)

    class Fake:
        def __init__(self, _: bytes) -> None:
            self.text = next(left)

        def digest(self) -> bytes:
            return bytes.fromhex(self.text)

    return Fake


def test_numbers_that_would_be_likelier_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """At or above the largest multiple of the bound a number is passed over, below it isn't."""
    top, under, five = "f" * 16, "f" * 15 + "e", "0" * 15 + "5"
    monkeypatch.setattr(hashlib, "sha256", digests(top + top + under + five, five * 4))
    # 2**64 - 1 is the largest multiple of 3, and of 5, that there is.
    stream = Stream("any", "any")
    assert [stream.below(3), stream.below(5)] == [(2**64 - 2) % 3, 0]
    assert stream.below(4) == 1
    monkeypatch.setattr(hashlib, "sha256", digests(top + top + five + five))
    stream = Stream("any", "any")
    assert [stream.below(2), stream.below(5), stream.below(7)] == [1, 0, 5]


def spread(counts: list[int]) -> float:
    """Pearson's chi-square against each being as likely."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def test_uniform_numbers() -> None:
    """Over 7,000 numbers each below 7 occurs about as often: chi-square within 6 degrees' range."""
    stream = Stream("spread", "numbers")
    counts = [0] * 7
    for _ in range(7000):
        counts[stream.below(7)] += 1
    assert 0.5 < spread(counts) < 22.5


def test_uniform_shuffles() -> None:
    """Over 2,080 seeds each card comes to each place, and each seat, about as often."""
    orders = [shuffled(PACK, f"spread {number}", 1) for number in range(2080)]
    for place in (0, 1, 25, 50, 51):
        counts = [0] * 52
        for order in orders:
            counts[PACK.index(order[place])] += 1
        # 51 degrees of freedom: mean 51, standard deviation 10.
        assert 20 < spread(counts) < 95
    # What lies upon what: whether a card lies above its neighbour in the pack.
    for one, other in pairwise(PACK):
        above = sum(order.index(one) < order.index(other) for order in orders)
        assert spread([above, 2080 - above]) < 15
    for card in PACK:
        seats = [0] * 4
        for order in orders:
            seats[order.index(card) % 4] += 1
        assert spread(seats) < 22


def test_uniform_dealers() -> None:
    """Over 4,000 seeds each of four seats deals first about as often."""
    counts = [0] * 4
    for number in range(4000):
        counts[first_dealer(4, f"dealer {number}")] += 1
    assert 0.05 < spread(counts) < 16


def test_commitment_vector() -> None:
    """A commitment is the digest of what is stated, in lower case."""
    told = commitment("hearts", "seed", "salt")
    assert told == hashlib.sha256(b"commitment|hearts|seed|salt").hexdigest()
    assert told == "fd86109032d14003e87ae092655919c32aed949e6104bd6af8291c4ad60121d9"
    assert commitment("hearts", "caf\u00e9", "1") == (
        hashlib.sha256(b"commitment|hearts|caf\xc3\xa9|1").hexdigest()
    )


def test_commitment_opens() -> None:
    """It opens with what it was made from, and with nothing else."""
    told = commitment("hearts", "seed", "salt")
    assert opens(told, "hearts", "seed", "salt")
    assert opens(f" {told.upper()}\n", "hearts", "seed", "salt")
    for given in [("spades", "seed", "salt"), ("hearts", "seed ", "salt"), ("hearts", "seed", "")]:
        assert not opens(told, *given)
    for wrong in ("", told[:-1], told + "0", "0" * 64, "\ud800"):
        assert not opens(wrong, "hearts", "seed", "salt")


def test_one_commitment_has_one_seed() -> None:
    """No part of a salt can be told to have been the seed's: who deals can't choose later."""
    told = commitment("hearts", "one|two", "three")
    assert opens(told, "hearts", "one|two", "three")
    assert not opens(told, "hearts", "one", "two|three")
    with pytest.raises(BadSetup, match=r"no \| in a salt"):
        commitment("hearts", "one", "two|three")


def test_text_that_cannot_be_written() -> None:
    """Half of a surrogate pair has no digest."""
    assert not opens("0" * 64, "hearts", "\ud800", "salt")
    for seed, salt in [("\ud800", "salt"), ("seed", "\udfff")]:
        with pytest.raises(BadSetup, match="surrogate"):
            commitment("hearts", seed, salt)
