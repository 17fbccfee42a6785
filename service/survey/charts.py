"""The charts of a survey, drawn by matplotlib as SVG."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from service.survey.run import Surveyed
from solver.analysis.survey import Distribution, Summary

__all__ = ["distribution_chart", "winnability_chart"]

_BAR, _LINE, _GRID = "#3b6ea8", "#b3472f", "#d8d8d8"
# For matplotlib: letters stay text, small and readable by machines, and the same survey
# gives the same bytes.
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pyramid",
    "font.family": ["sans-serif"],
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
}
_PER_DECADE = 10


def _svg(draw: Callable[[Figure], None], width: float, height: float) -> str:
    """What is drawn on a figure of so many inches, as SVG without a date."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        out = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", metadata=nothing)
    return out.getvalue()


def winnability_chart(found: Sequence[Surveyed]) -> str:
    """The share of deals that can be won, with its interval, for each set of rules."""

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        order = sorted(found, key=lambda each: each.summary.share)
        for at, (_, summary, _) in enumerate(order):
            low, high = summary.interval
            axes.barh(at, summary.share, color=_BAR, height=0.6)
            axes.plot([low, high], [at, at], color=_LINE, linewidth=2, solid_capstyle="butt")
            axes.text(high + 0.01, at, f"{100 * summary.share:.1f} %", va="center")
        axes.set_yticks(range(len(order)), [variant.name for variant, _, _ in order])
        axes.set_xlim(0, 1.1)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1.0])
        axes.grid(axis="x", color=_GRID)
        axes.set_xlabel("deals that can be won, with the 95 % interval")

    return _svg(draw, 8, 1.0 + 0.36 * len(found))


def distribution_chart(summary: Summary) -> str:
    """Moves, removals, draws, passes and time of the deals under one set of rules."""
    wholes = (
        ("min_moves", "least number of moves"),
        ("removals", "removals"),
        ("draws", "draws"),
        ("passes", "passes"),
    )

    def draw(figure: Figure) -> None:
        boxes = list(figure.subplots(1, len(wholes) + 1, width_ratios=(3, 2, 3, 1.4, 2.4)))
        for axes, (name, label) in zip(boxes, wholes, strict=False):
            _histogram(axes, summary.distributions[name], label)
        _time_histogram(boxes[-1], summary.distributions["microseconds"])
        boxes[0].set_ylabel("share of deals")

    return _svg(draw, 13, 2.6)


def _frame(axes: Axes, label: str) -> None:
    axes.set_xlabel(label)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.grid(axis="y", color=_GRID)


def _nothing(axes: Axes) -> None:
    axes.text(0.5, 0.5, "none", ha="center", va="center", transform=axes.transAxes)
    axes.set_xticks([])
    axes.set_yticks([])


def _histogram(axes: Axes, seen: Distribution, label: str) -> None:
    _frame(axes, label)
    median = seen.quantile(0.5)
    if median is None:
        _nothing(axes)
        return
    values = sorted(seen.counts)
    shares = [seen.counts[value] / seen.total for value in values]
    axes.bar(values, shares, width=0.9, color=_BAR)
    axes.axvline(median, color=_LINE, linewidth=1)
    axes.set_title(f"median {median}", fontsize=9, color=_LINE)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_xlim(min(values) - 1, max(values) + 1)


def _time_histogram(axes: Axes, seen: Distribution) -> None:
    _frame(axes, "time, ms")
    median = seen.quantile(0.5)
    if median is None:
        _nothing(axes)
        return
    bins: Counter[int] = Counter()
    for value, number in seen.counts.items():
        bins[math.floor(math.log10(max(value, 1)) * _PER_DECADE)] += number
    edges = [10 ** (at / _PER_DECADE) / 1000 for at in bins]
    step = 10 ** (1 / _PER_DECADE) - 1
    axes.bar(
        edges,
        [number / seen.total for number in bins.values()],
        width=[edge * step for edge in edges],
        align="edge",
        color=_BAR,
    )
    axes.set_xscale("log")
    axes.axvline(median / 1000, color=_LINE, linewidth=1)
    axes.set_title(f"median {median / 1000:.3g}", fontsize=9, color=_LINE)
