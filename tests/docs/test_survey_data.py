"""The surveys that come with the project: whole, right, and as the page says."""

from __future__ import annotations

import csv
import gzip
import random
import re
from pathlib import Path

import pytest

from service.survey.plan import Plan, Variant
from service.survey.run import Surveyed
from service.survey.tables import percent, summary_csv
from solver import KERNEL_COMPILED, Deal, Limits, solve
from solver.analysis.survey import summarize
from solver.rows import ROW_COLUMNS, Row
from solver.rules import PRESETS

ROOT = Path(__file__).parents[2]
FOLDERS = {path.parent.name: path.parent for path in (ROOT / "docs/survey").glob("*/survey.json")}
PAGE = (ROOT / "docs/survey.md").read_text(encoding="utf-8")

#: Shares of 100 million deals each, in percent; docs/survey.md says whose they are.
PUBLISHED = {
    "cardgames": 83.15,
    "cardgames cover_pairs=no": 66.87,
    "microsoft passes=1": 9.02,
    "microsoft passes=1 cover_pairs=yes": 22.77,
    "classic": 6.80,
    "classic cover_pairs=yes": 15.92,
}


def plan_of(name: str) -> Plan:
    plan = Plan.read(FOLDERS[name])
    assert plan is not None
    return plan


def lines_of(name: str, variant: Variant) -> list[str]:
    with gzip.open(FOLDERS[name] / f"{variant.file_name}.csv.gz", "rt", encoding="utf-8") as stream:
        assert next(stream) == ",".join(ROW_COLUMNS) + "\n"
        return list(stream)


def told(name: str) -> dict[str, dict[str, str]]:
    with (FOLDERS[name] / "summary.csv").open(encoding="utf-8", newline="") as stream:
        return {line["rules"]: line for line in csv.DictReader(stream)}


def test_what_is_there() -> None:
    """100,000 deals of the default game, 20,000 of each other preset that is fast."""
    assert set(FOLDERS) == {"cardgames", "fast", "presets", "published", "two-packs"}
    assert plan_of("cardgames").count == 100_000
    fast = plan_of("fast")
    assert fast.count >= 20_000
    names = {variant.name for variant in fast.variants}
    assert {"microsoft", "one-pass", "giza", "pyramid-dozen", "classic", "triangle"} <= names
    surveyed = {
        variant.rules for each in ("presets", "two-packs") for variant in plan_of(each).variants
    }
    assert surveyed == set(PRESETS.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cardgames", "fast", "presets", "published", "two-packs"])
def test_rows_and_summary_fit(name: str) -> None:
    """Every deal has its row, in order, and the summary is that of the rows."""
    plan = plan_of(name)
    found = []
    for variant in plan.variants:
        rows = [Row.parse(line) for line in lines_of(name, variant)]
        assert [row.seed for row in rows] == list(range(plan.first, plan.first + plan.count))
        found.append(Surveyed(variant, summarize(rows)))
    assert (FOLDERS[name] / "summary.csv").read_text(encoding="utf-8") == summary_csv(found)


@pytest.mark.slow
@pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")
@pytest.mark.parametrize("name", ["cardgames", "fast", "published"])
def test_rows_are_right(name: str) -> None:
    """Some of them, solved again."""
    rng = random.Random(name)
    for variant in plan_of(name).variants:
        for row in map(Row.parse, rng.sample(lines_of(name, variant), 25)):
            result = solve(Deal.seed(row.seed).position(variant.rules), limits=Limits(seconds=20))
            assert Row.of(row.seed, result)[:-2] == row[:-2]


PARTS = ("removals", "draws", "passes")

#: Where the page says that we differ, and don't know why.
DIFFERENT = {"microsoft passes=1", "microsoft passes=1 cover_pairs=yes"}


def test_they_agree_with_what_is_published() -> None:
    """Each published share lies in the 95 % interval of the survey, where the page says so."""
    lines = {**told("fast"), **told("published"), **told("cardgames")}
    for rules, published in PUBLISHED.items():
        line = lines[rules]
        low, high = float(line["low"]), float(line["high"])
        assert (low <= published / 100 <= high) == (rules not in DIFFERENT), rules
        row = f"| `{rules}` | {published:.2f} % | {percent(float(line['share']))} |"
        assert f"{row} {percent(low)} to {percent(high)} |" in PAGE


def test_the_page_has_the_numbers() -> None:
    """Its tables are those of the summaries."""
    for name in ("cardgames", "fast", "presets", "two-packs"):
        for rules, line in told(name).items():
            moves = () if plan_of(name).winnable_only else ("min_moves", *PARTS)
            cells = [
                f"`{rules}`",
                f"{int(line['deals']):,}",
                percent(float(line["share"])),
                f"{percent(float(line['low']))} to {percent(float(line['high']))}",
                line["undecided"],
                *(line[f"{part}_median"] for part in moves),
                f"{int(line['microseconds_median']) / 1000:.3g}",
                f"{int(line['microseconds_p99']) / 1000:.3g}",
            ]
            assert f"| {' | '.join(cells)} |" in PAGE, rules


def test_the_charts_are_shown() -> None:
    """All that come with the data, and none that doesn't."""
    shown = set(re.findall(r"\]\((survey/[^)]+\.svg)\)", PAGE))
    there = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs/survey").rglob("*.svg")}
    assert shown == there
