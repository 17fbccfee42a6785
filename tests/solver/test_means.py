"""Means and their intervals, against numbers worked out by hand."""

from __future__ import annotations

import random

import pytest

from solver.analysis.statistics import mean_of


def test_of_four() -> None:
    """1, 2, 3, 4: the deviation is the root of 5/3, half of it times 1.96 is 1.265."""
    mean, low, high = mean_of([1, 2, 3, 4])
    assert mean == 2.5
    assert low == pytest.approx(1.2349, abs=1e-4)
    assert high == pytest.approx(3.7651, abs=1e-4)


def test_one_value_has_no_interval() -> None:
    assert mean_of([7]) == (7, None, None)


def test_equal_values_leave_no_doubt() -> None:
    assert mean_of([3, 3, 3]) == (3, 3, 3)


def test_intervals_hold_what_they_promise() -> None:
    """Of 2,000 intervals some 95 % hold the true mean."""
    dice = random.Random(1)
    held = 0
    for _ in range(2000):
        _, low, high = mean_of([dice.random() for _ in range(40)])
        assert low is not None
        assert high is not None
        held += low <= 0.5 <= high
    assert 0.93 < held / 2000 < 0.96
