"""Shares of random deals that can be won, against published ones.

The published shares come from a hundred million random deals each. The tolerances are
those of three standard deviations at the number of deals played here.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from solver import KERNEL_COMPILED, Deal, Rules, rules_from, solve

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted"),
]


@dataclass(frozen=True)
class Share:
    """A published share in per cent, and how near ``deals`` deals must come to it."""

    rules: str
    deals: int
    percent: float
    tolerance: float


SHARES = [
    Share("cardgames", 8_000, 83.15, 1.3),
    Share("cardgames cover_pairs=no", 8_000, 66.87, 1.6),
    Share("cardgames passes=1 stock_top=yes cover_pairs=no", 1_000, 9.02, 2.8),
    Share("cardgames passes=1 stock_top=yes", 400, 22.77, 6.3),
    Share("classic", 1_000, 6.80, 2.4),
]


def winnable(rules: Rules, seeds: range) -> int:
    """How many of the seeded deals can be won."""

    def asked(seed: int) -> bool:
        result = solve(Deal.seed(seed), rules, winnable_only=True)
        assert result.status != "unknown"
        return result.status == "winnable"

    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(asked, seeds))


@pytest.mark.parametrize(
    "share",
    # The last takes longer than any other test.
    [*SHARES[:-1], pytest.param(SHARES[-1], marks=pytest.mark.extended)],
    ids=lambda share: share.rules.replace(" ", ","),
)
def test_share_of_winnable_deals(share: Share) -> None:
    """As many random deals can be won as the published table says."""
    name, *settings = share.rules.split()
    won = winnable(rules_from(name, settings), range(share.deals))
    assert abs(100 * won / share.deals - share.percent) <= share.tolerance
