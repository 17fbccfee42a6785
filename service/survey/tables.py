"""A survey in numbers: one table of rules, one of all distributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from service.records import csv_line
from service.survey.run import Surveyed
from solver.analysis.survey import QUANTITIES

__all__ = ["QUANTILES", "distributions_csv", "overview", "summary_csv"]

#: Which quantiles are told, by the ends of their columns' names.
QUANTILES = {"p1": 0.01, "p10": 0.1, "median": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


def summary_csv(found: Sequence[Surveyed]) -> str:
    """A line for each set of rules: shares with their intervals, means and quantiles.

    ``low`` and ``high`` hold the 95 % interval whatever becomes of undecided deals.
    """
    columns = ["rules", "deals", "winnable", "unwinnable", "undecided"]
    columns += ["share", "share_at_most", "low", "high"]
    for name in QUANTITIES:
        columns += [f"{name}_{end}" for end in ("mean", *QUANTILES)]
    lines = [csv_line(columns)]
    for variant, summary, _ in found:
        values: list[object] = [variant.name, summary.deals, summary.winnable]
        values += [summary.unwinnable, summary.undecided]
        shares = (summary.share, summary.share_at_most, *summary.interval)
        values += [f"{share:.6f}" for share in shares]
        for name in QUANTITIES:
            seen = summary.distributions[name]
            values.append("" if seen.mean is None else f"{seen.mean:.3f}")
            values += ["" if (q := seen.quantile(s)) is None else q for s in QUANTILES.values()]
        lines.append(csv_line(values))
    return "".join(lines)


def distributions_csv(found: Sequence[Surveyed]) -> str:
    """How many deals have each value of each quantity; times are rounded to two digits."""
    lines = [csv_line(["rules", "quantity", "value", "deals"])]
    for variant, summary, _ in found:
        for name, seen in summary.distributions.items():
            counts = seen.counts if name != "microseconds" else _rounded(seen.counts)
            lines += [csv_line([variant.name, name, *each]) for each in sorted(counts.items())]
    return "".join(lines)


def _rounded(counts: Counter[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for value, number in counts.items():
        found[value if value < 100 else round(value, 2 - len(str(value)))] += number
    return found


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.2f} %"


def milliseconds(microseconds: float | None) -> str:
    """A time as people read it; a dash for none."""
    return "-" if microseconds is None else f"{microseconds / 1000:.3g} ms"


def overview(found: Sequence[Surveyed]) -> list[list[str]]:
    """The same for people: a heading, and a line of cells for each set of rules."""
    table = [
        ["rules", "deals", "can be won", "95 % interval", "undecided", "least moves (median)",
         "time (median)", "time (99 %)"]
    ]  # fmt: skip
    for variant, summary, _ in found:
        moves = summary.distributions["min_moves"].quantile(0.5)
        time = summary.distributions["microseconds"]
        low, high = summary.interval
        table.append(
            [
                variant.name,
                f"{summary.deals:,}",
                percent(summary.share),
                f"{percent(low)} to {percent(high)}",
                f"{summary.undecided:,}",
                "-" if moves is None else str(moves),
                milliseconds(time.quantile(0.5)),
                milliseconds(time.quantile(0.99)),
            ]
        )
    return table
