"""Which ranks go together."""

from __future__ import annotations

import pytest

from solver.errors import BadRules
from solver.pairing import PAIRINGS, pairing_named

RANKS = range(1, 14)

# All pairs of ranks and the ranks that go alone, written out.
TABLE = {
    "sum13": ("1-12 2-11 3-10 4-9 5-8 6-7", "13"),
    "sum14": ("1-13 2-12 3-11 4-10 5-9 6-8 7-7", ""),
    "sum12": ("1-11 2-10 3-9 4-8 5-7 6-6 12-13", ""),
    "sum11": ("1-10 2-9 3-8 4-7 5-6 11-11 12-12 13-13", ""),
    "sum10": ("1-9 2-8 3-7 4-6 5-5 10-10 11-11 12-12 13-13", ""),
    "equal": (" ".join(f"{n}-{n}" for n in RANKS), ""),
    "adjacent": (" ".join(f"{n}-{n + 1}" for n in range(1, 13)), ""),
    "equal-or-adjacent": (
        " ".join([f"{n}-{n}" for n in RANKS] + [f"{n}-{n + 1}" for n in range(1, 13)]),
        "",
    ),
}


def test_the_table_is_whole() -> None:
    """Every pairing there is stands in the table."""
    assert set(TABLE) == set(PAIRINGS)


@pytest.mark.parametrize("name", TABLE)
def test_relation(name: str) -> None:
    """A pairing joins exactly the pairs of the table, either way round."""
    pairing = pairing_named(name)
    joined = {(a, b) for a in RANKS for b in RANKS if pairing.pairs(a, b)}
    pairs, alone = TABLE[name]
    listed = {(int(a), int(b)) for a, _, b in (pair.partition("-") for pair in pairs.split())}
    assert joined == listed | {(b, a) for a, b in listed}
    assert [rank for rank in RANKS if pairing.single(rank)] == [int(n) for n in alone.split()]


@pytest.mark.parametrize("name", TABLE)
def test_every_rank_can_go(name: str) -> None:
    """No rank is stuck for ever under any pairing."""
    pairing = pairing_named(name)
    assert all(pairing.single(rank) or pairing.partners[rank] for rank in RANKS)


def test_unique_partner() -> None:
    """The one partner rank, and 0 where there is none or more than one."""
    assert [pairing_named("sum13").unique_partner(rank) for rank in (1, 6, 13)] == [12, 7, 0]
    assert [pairing_named("sum12").unique_partner(rank) for rank in (6, 12, 13)] == [6, 13, 12]
    assert [pairing_named("adjacent").unique_partner(rank) for rank in (1, 2, 13)] == [2, 0, 12]


@pytest.mark.parametrize("text", ["13", "sum 13", "SUM13", " sum:13 "])
def test_spellings(text: str) -> None:
    """A sum may be written in several ways."""
    assert pairing_named(text).name == "sum13"
    assert pairing_named("equal_or_adjacent").name == "equal-or-adjacent"


@pytest.mark.parametrize("total", [2, 9, 15, 26])
def test_sums_that_make_no_sense(total: int) -> None:
    """With other sums some ranks could never go: the refusal says so."""
    with pytest.raises(BadRules, match="some ranks could never go"):
        pairing_named(f"sum{total}")


def test_unknown_pairing() -> None:
    """An unknown name is refused with those that exist."""
    with pytest.raises(BadRules, match="'odd' is unknown; choose one of sum13, sum12"):
        pairing_named("odd")
