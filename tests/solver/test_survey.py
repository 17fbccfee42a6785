"""What is kept of many deals, and what is said of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Result, parse_position, solve
from solver.analysis.statistics import wilson
from solver.analysis.survey import QUANTITIES, Distribution, summarize
from solver.rows import ROW_COLUMNS, Row

numbers = st.none() | st.integers(0, 10**6)


def test_the_row_of_a_deal() -> None:
    """A win has its least number and its kinds of moves."""
    result = solve(
        parse_position("pyramid: QH / 5C -- | stock: 8D AD"), clock=iter([1, 1.5]).__next__
    )
    row = Row.of(7, result)
    assert row == Row(7, "winnable", 4, 2, 0, 2, 0, result.nodes, 500_000)
    assert row.line() == f"7,winnable,4,2,0,2,0,{result.nodes},500000"
    assert len(ROW_COLUMNS) == row.line().count(",") + 1


def test_rows_without_a_least_number() -> None:
    """Lost, an error, and a limit that was reached: with a win in hand, and without."""
    lost = solve(parse_position("pyramid: QH | stock: 5C 7D"), clock=lambda: 0.0)
    assert Row.of(1, lost).line() == f"1,unwinnable,,,,,,{lost.nodes},0"
    assert Row.of(2, None).line() == "2,error,,,,,,,"
    for at_most, status in ((None, "unknown"), (9, "winnable")):
        won = solve(parse_position("pyramid: QH / 5C -- | stock: 8D AD")).solution
        undecided = Result(
            status="unknown", min_moves=None, solution=won if at_most else (), at_least=3,
            at_most=4 if at_most else None, nodes=5, seconds=0.0, limit="nodes", kernel="macro",
            compiled=True,
        )  # fmt: skip
        assert Row.of(3, undecided).line() == f"3,{status},,,,,,5,0"


@given(st.integers(0, 2**64 - 1), st.tuples(*[numbers] * (len(ROW_COLUMNS) - 2)))
def test_rows_can_be_read_back(seed: int, values: tuple[int | None, ...]) -> None:
    """Whatever is in them."""
    row = Row(seed, "winnable", *values)
    assert Row.parse(row.line() + "\n") == row


@pytest.mark.parametrize(
    "line",
    [
        "", "7", "7,winnable", "7,won,4,2,0,2,0,1,1", "7,winnable,4,2,0,2,0,1,1,1",
        "7,winnable,-4,2,0,2,0,1,1", "7,winnable,4.0,2,0,2,0,1,1", "x,winnable,4,2,0,2,0,1,1",
        "7,unwinnable,4,2,0,2,0,1,1", "7,winnable,٤,2,0,2,0,1,1", "-7,winnable,4,2,0,2,0,1,1",
        " 7,winnable,4,2,0,2,0,1,1", "7,winnable,4,2,0,2,0,1, 1",
    ],
)  # fmt: skip
def test_what_is_no_row_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"row|number of moves"):
        Row.parse(line)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40), st.floats(0.01, 1.0))
def test_quantiles(values: list[int], share: float) -> None:
    """So large a share doesn't exceed it, and of no smaller value is that true."""
    found = Distribution(Counter(values)).quantile(share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)
    assert sum(value < found for value in values) < share * len(values)


def test_a_distribution_of_nothing() -> None:
    nothing = Distribution(Counter())
    assert (nothing.quantile(0.5), nothing.mean, nothing.most, nothing.total) == (None,) * 3 + (0,)


def test_unknowns_are_counted_both_ways() -> None:
    """The interval reaches from all of them lost to all of them won."""
    rows = [
        Row(1, "winnable", 40, 20, 1, 19, 0, 9, 1500),
        Row(2, "winnable", nodes=9, microseconds=12_345),
        Row(3, "unwinnable", nodes=1, microseconds=10),
        Row(4, "unknown", nodes=1, microseconds=99),
        Row(5, "error"),
    ]
    summary = summarize(iter(rows))
    assert (summary.deals, summary.winnable, summary.unwinnable, summary.undecided) == (5, 2, 1, 2)
    assert (summary.share, summary.share_at_most) == (0.4, 0.8)
    assert summary.interval == (wilson(2, 5)[0], wilson(4, 5)[1])
    told = {name: dict(summary.distributions[name].counts) for name in QUANTITIES}
    assert told == {
        "min_moves": {40: 1},
        "removals": {19: 1},
        "draws": {20: 1},
        "passes": {2: 1},
        "microseconds": {1500: 1, 12_345: 1, 10: 1, 99: 1},
    }
    empty = summarize([])
    assert (empty.deals, empty.share, empty.share_at_most, empty.interval) == (0, 0, 1, (0, 1))
