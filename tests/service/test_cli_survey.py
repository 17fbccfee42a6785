"""``pyramid survey``: rows, tables, charts and a page; stopped and continued."""

from __future__ import annotations

import csv
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import util
from pathlib import Path
from statistics import mean
from xml.etree import ElementTree as ET

import pytest
from matplotlib.figure import Figure

from service.batch_run import Batch
from service.survey.charts import _histogram, _time_histogram
from service.survey.run import Folder
from solver import KERNEL_COMPILED, Deal, rules_from, solve
from solver.analysis.survey import Distribution
from solver.batch import Entry
from solver.errors import KernelFault
from solver.rows import ROW_COLUMNS, Row
from solver.shuffle import MAX_SEED
from tests.service.command import Ended, Pyramid

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")

PLAN = (
    '{"survey": 1, "rules": ["cardgames"], "seed": 1, "count": COUNT, '
    '"limits": {"nodes": null, "seconds": null, "memory": 1024}}'
)
SURVEY = ("survey", "--rules", "cardgames,one-pass,classic passes=2", "--output", "s")
FILES = {"cardgames": "cardgames", "one-pass": "one-pass", "classic passes=2": "classic-passes-2"}


def table(name: str) -> list[dict[str, str]]:
    with Path("s", name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def untimed(path: Path) -> list[tuple[int | str | None, ...]]:
    """The rows of a file without the one field that differs from run to run."""
    lines = path.read_text().splitlines()
    assert lines[0] == ",".join(ROW_COLUMNS)
    return [Row.parse(line)[:-1] for line in lines[1:]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A survey with its charts, which take most of the time: where it is, and what was said."""
    folder = tmp_path_factory.mktemp("survey")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return folder, Pyramid(patch)(*SURVEY, "--count", "40", "--seed", "5", "--jobs", "2")


@pytest.fixture
def surveyed(made: tuple[Path, Ended], monkeypatch: pytest.MonkeyPatch) -> Ended:
    """The same, in its folder."""
    folder, ended = made
    monkeypatch.chdir(folder)
    return ended


@pytest.mark.slow
def test_a_survey(surveyed: Ended) -> None:
    """Every row is the solver's answer, and the tables count the rows."""
    ended = surveyed
    assert ended.status == 0
    assert ended.err.splitlines()[0].startswith("pyramid: cardgames: ")
    names = {f"{name}.{end}" for name in FILES.values() for end in ("csv", "svg")}
    names |= {"survey.json", "summary.csv", "distributions.csv", "winnability.svg", "report.html"}
    assert {path.name for path in Path("s").iterdir()} == names
    told = {line["rules"]: line for line in table("summary.csv")}
    spread = table("distributions.csv")
    for name, file in FILES.items():
        preset, *settings = name.split()
        rules = rules_from(preset, settings)
        results = [solve(Deal.seed(seed).position(rules)) for seed in range(5, 45)]
        rows = [Row.of(seed, result)[:-1] for seed, result in enumerate(results, start=5)]
        assert untimed(Path("s", f"{file}.csv")) == rows
        won = [result for result in results if result.status == "winnable"]
        line = told[name]
        assert (line["deals"], line["winnable"], line["undecided"]) == ("40", str(len(won)), "0")
        assert float(line["low"]) < len(won) / 40 < float(line["high"])
        assert f"{name}: {len(won)} of 40 can be won, 0 undecided" in ended.err
        assert re.search(rf"^{name} +40 ", ended.out, re.MULTILINE)
        for quantity, of in (("min_moves", "min_moves"), ("draws", "draws")):
            values = [getattr(result, of) for result in won]
            counts = {
                int(each["value"]): int(each["deals"])
                for each in spread
                if (each["rules"], each["quantity"]) == (name, quantity)
            }
            assert counts == {value: values.count(value) for value in values}
            assert line[f"{quantity}_max"] == str(max(values))
            assert line[f"{quantity}_median"] == str(sorted(values)[(len(values) - 1) // 2])
            assert line[f"{quantity}_p90"] == str(sorted(values)[math.ceil(0.9 * len(values)) - 1])
            assert float(line[f"{quantity}_mean"]) == pytest.approx(mean(values), abs=1e-3)


class Outside(HTMLParser):
    """Collects what a page would load, and its texts."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.pictures: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"src", "href", "srcset", "data", "action"}:
                self.loads.append(value or "")
            if tag == "img" and name == "alt":
                self.pictures.append(value or "")

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.usefixtures("surveyed")
def test_the_page_needs_nothing_besides_itself() -> None:
    """Its charts are in it, each with words for who can't see it."""
    page = Outside()
    text = Path("s/report.html").read_text(encoding="utf-8")
    page.feed(text)
    assert all(load.startswith("data:") for load in page.loads)
    assert "url(" not in text
    assert "@import" not in text
    assert len(page.pictures) == 1 + len(FILES)
    assert all(page.pictures)
    assert "seed:5 to seed:44" in " ".join(page.words.split())
    assert (
        "pyramid survey --rules 'cardgames,one-pass,classic passes=2' --count 40 --seed 5 "
        "--output DIR"
    ) in page.words
    for name in ("winnability", *FILES.values()):
        drawn = ET.parse(Path("s", f"{name}.svg")).getroot()
        assert drawn.tag.endswith("}svg")
        words = {element.text for element in drawn.iter() if element.tag.endswith("}text")}
        wanted = set(FILES) if name == "winnability" else {"least number of moves", "passes"}
        assert wanted <= words


def test_a_survey_goes_on(pyramid: Pyramid) -> None:
    """Cut anywhere, and with more deals and more rules: as if it had been made at once."""
    assert pyramid(*SURVEY, "--count", "12", "--no-report").status == 0
    whole = {file: untimed(Path("s", f"{file}.csv")) for file in FILES.values()}
    text = Path("s/cardgames.csv").read_bytes()
    for cut in (0, 10, len(text) // 2, len(text) - 1):
        Path("s/cardgames.csv").write_bytes(text[:cut])
        Path("s/one-pass.csv").unlink()
        assert pyramid("survey", "--output", "s", "--resume", "--no-report").status == 0
        kept = text[:cut].count(b"\n")
        assert Path("s/cardgames.csv").read_bytes().splitlines()[:kept] == text.splitlines()[:kept]
        assert {file: untimed(Path("s", f"{file}.csv")) for file in FILES.values()} == whole
    more = ("--resume", "--no-report", "--count", "15", "--rules", "giza,cardgames")
    assert pyramid("survey", "--output", "s", *more).status == 0
    assert [line["deals"] for line in table("summary.csv")] == ["15"] * 4
    assert untimed(Path("s/cardgames.csv"))[:12] == whole["cardgames"]
    plan = json.loads(Path("s/survey.json").read_text())
    assert plan["rules"] == [*FILES, "giza"]
    assert not Path("s/report.html").exists()


def test_nothing_is_done_twice(pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch) -> None:
    """A survey that is done is only read again."""
    assert pyramid(*SURVEY, "--count", "5", "--no-report").status == 0
    before = Path("s/cardgames.csv").read_bytes()
    asked: list[str] = []
    real = Batch._answer_all

    def spy(batch: Batch, entries: Iterator[Entry]) -> None:
        left = list(entries)
        asked.extend(entry.text for entry in left)
        real(batch, iter(left))

    monkeypatch.setattr(Batch, "_answer_all", spy)
    assert pyramid("survey", "--output", "s", "--resume", "--no-report").status == 0
    assert asked == []
    assert Path("s/cardgames.csv").read_bytes() == before
    more = ("--resume", "--no-report", "--count", "6")
    assert pyramid("survey", "--output", "s", *more).status == 0
    assert asked == ["seed:6"] * 3


def test_the_report_tells_how_it_was_made(pyramid: Pyramid) -> None:
    """With every limit."""
    limits = ("--max-nodes", "3000", "--max-seconds", "7.5", "--max-memory", "99")
    assert pyramid("survey", "--output", "s", "--count", "3", "--seed", "8", *limits).status == 0
    words = "pyramid survey --rules cardgames --count 3 --seed 8 --max-nodes 3000 --max-seconds 7.5"
    assert f"{words} --max-memory 99 --output DIR" in Path("s/report.html").read_text()


def test_no_report_of_other_numbers_is_left(pyramid: Pyramid) -> None:
    """Tables that are newer than the charts take the charts away."""
    assert pyramid("survey", "--output", "s", "--count", "3").status == 0
    assert Path("s/cardgames.svg").exists()
    more = ("--resume", "--count", "4", "--no-report")
    assert pyramid("survey", "--output", "s", *more).status == 0
    assert {path.suffix for path in Path("s").iterdir()} == {".csv", ".json"}


def test_bars_are_shares() -> None:
    """Each as high as its share of all, and together one."""
    axes = Figure().subplots()
    _histogram(axes, Distribution(Counter({40: 1, 42: 3})), "moves")
    bars = {patch.get_x() + patch.get_width() / 2: patch.get_height() for patch in axes.patches}  # type: ignore[attr-defined]
    assert bars == {40.0: 0.25, 42.0: 0.75}
    times = Figure().subplots()
    _time_histogram(times, Distribution(Counter({1000: 1, 1001: 1, 90_000: 2})))
    assert sorted(patch.get_height() for patch in times.patches) == [0.5, 0.5]  # type: ignore[attr-defined]


def test_a_fault_of_the_solver(pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 3; the deal counts as undecided."""

    def fail(*_: object, **__: object) -> None:
        raise KernelFault("odd")

    monkeypatch.setattr("solver.batch.solve", fail)
    ended = pyramid("survey", "--output", "s", "--count", "2", "--no-report")
    assert ended.status == 3
    assert "FAULT OF THE SOLVER" in ended.err
    assert "0 of 2 can be won, 2 undecided" in ended.err


def test_whether_deals_can_be_won_at_all(pyramid: Pyramid) -> None:
    """Without the least number of moves; the survey keeps its question, and tells it."""
    asked = ("--rules", "up-and-down,apophis", "--count", "4", "--winnable-only")
    assert pyramid("survey", "--output", "s", *asked).status == 0
    for line in table("summary.csv"):
        assert (line["deals"], line["undecided"], line["min_moves_median"]) == ("4", "0", "")
    assert "--count 4 --seed 1 --winnable-only --output DIR" in Path("s/report.html").read_text()
    more = pyramid("survey", "--output", "s", "--resume", "--no-report", "--count", "5")
    assert more.status == 0
    assert {line["min_moves_median"] for line in table("summary.csv")} == {""}
    other = ("--resume", "--winnable-only", "--output", "t", "--no-report")
    assert pyramid("survey", "--output", "t", "--count", "2", "--no-report").status == 0
    refused = pyramid("survey", *other)
    assert refused.status == 2
    assert "survey with question least moves, not winnable or not" in refused.err


def test_limits_leave_deals_undecided(pyramid: Pyramid) -> None:
    """They are told apart, and a survey keeps its limits."""
    limited = ("--count", "10", "--max-nodes", "3", "--no-report")
    ended = pyramid("survey", "--output", "s", *limited)
    assert ended.status == 0
    assert not Path("s/report.html").exists()
    (line,) = table("summary.csv")
    undecided = int(line["undecided"])
    assert undecided > 0
    assert float(line["share_at_most"]) == float(line["share"]) + undecided / 10
    assert f"{undecided} undecided" in ended.err
    assert (
        pyramid("survey", "--output", "s", "--resume", "--no-report", "--count", "11").status == 0
    )
    assert json.loads(Path("s/survey.json").read_text())["limits"]["nodes"] == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rules", "poker"), "preset 'poker' is unknown"),
        (("--rules", "cardgames,,giza"), "a name is missing"),
        (("--rules", ""), "a name is missing"),
        (("--rules", "microsoft,relaxed"), "microsoft and relaxed: these rules stand there twice"),
        (("--rules", "classic passes"), "write a setting as KEY=VALUE"),
        (("--count", "0"), "0 is not in the range"),
        (("--seed", str(MAX_SEED), "--count", "2"), "the last deal is above"),
        (("--resume", "--force"), "choose one"),
        (("--jobs", "-1"), "-1 is not in the range"),
        (("--max-nodes", "0"), "0 is not in the range"),
    ],
)
def test_bad_requests(pyramid: Pyramid, arguments: tuple[str, ...], sentence: str) -> None:
    """One sentence, and no folder is left behind."""
    ended = pyramid("survey", "--output", "s", "--no-report", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert sentence in ended.err
    assert not Path("s", "survey.json").exists()


@pytest.fixture
def done(pyramid: Pyramid) -> None:
    """A folder with a survey of two deals."""
    assert pyramid("survey", "--output", "s", "--no-report", "--count", "2").status == 0


@pytest.mark.usefixtures("done")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "s/survey.json is there already: continue that survey with --resume"),
        (("--resume", "--seed", "2"), "holds a survey with seed 1, not 2"),
        (("--resume", "--count", "1"), "--count 1 would take some away"),
        (
            ("--resume", "--max-seconds", "2"),
            "holds a survey with limits memory=1024, not seconds=2.0",
        ),
    ],
)
def test_a_survey_is_never_lost(
    pyramid: Pyramid, arguments: tuple[str, ...], sentence: str
) -> None:
    """What would change it or mix it with another one is refused."""
    before = {path.name: path.read_bytes() for path in Path("s").iterdir()}
    ended = pyramid("survey", "--output", "s", "--no-report", *arguments)
    assert ended.status == 2
    assert sentence in ended.err
    assert {path.name: path.read_bytes() for path in Path("s").iterdir()} == before


@pytest.mark.usefixtures("done")
def test_force_begins_anew(pyramid: Pyramid) -> None:
    """Nothing of the old survey is left, whatever its rules were."""
    forced = ("--no-report", "--force", "--count", "1", "--rules", "giza")
    assert pyramid("survey", "--output", "s", *forced).status == 0
    names = {path.name for path in Path("s").iterdir()}
    assert names == {"giza.csv", "survey.json", "summary.csv", "distributions.csv"}
    assert len(untimed(Path("s/giza.csv"))) == 1


def test_rows_of_other_limits_are_not_mixed_in(
    pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--force removes all rows before the first new one, in case it is stopped."""
    two = ("survey", "--output", "s", "--no-report", "--count", "5", "--rules", "giza,one-pass")
    assert pyramid(*two, "--max-nodes", "3").status == 0

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Batch, "_answer_all", stop)
        assert pyramid(*two, "--force").status == 130
    assert pyramid("survey", "--output", "s", "--no-report", "--resume").status == 0
    assert [line["undecided"] for line in table("summary.csv")] == ["0", "0"]


@pytest.mark.parametrize("options", [(), ("--resume",)])
def test_rows_without_a_plan_are_left_alone(pyramid: Pyramid, options: tuple[str, ...]) -> None:
    """Nobody knows under which limits they were made."""
    Path("s").mkdir()
    text = ",".join(ROW_COLUMNS) + "\n1,unwinnable,,,,,,1,1\n"
    Path("s/cardgames.csv").write_text(text)
    ended = pyramid("survey", "--output", "s", "--no-report", *options)
    assert ended.status == 2
    assert "s/cardgames.csv is there already and belongs to no survey" in ended.err
    assert Path("s/cardgames.csv").read_text() == text
    assert not Path("s/survey.json").exists()


@pytest.mark.usefixtures("done")
@pytest.mark.skipif(sys.platform == "win32", reason="needs file locks")
def test_one_run_at_a_time(pyramid: Pyramid) -> None:
    """The second is refused, and changes nothing."""
    before = Path("s/survey.json").read_bytes()
    with Folder("s"):
        for options in (("--resume", "--count", "9"), ("--force", "--seed", "9")):
            ended = pyramid("survey", "--output", "s", "--no-report", *options)
            assert ended.status == 2
            assert "is being written by another run" in ended.err
    assert Path("s/survey.json").read_bytes() == before


def test_what_is_no_plain_file(pyramid: Pyramid) -> None:
    Path("s/cardgames.csv").mkdir(parents=True)
    ended = pyramid("survey", "--output", "s", "--no-report")
    assert ended.status == 2
    assert "s/cardgames.csv is not a plain file" in ended.err


@pytest.mark.usefixtures("done")
@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("survey.json", "{}", "s/survey.json is no plan of a survey"),
        ("survey.json", "\0", "s/survey.json is no plan of a survey"),
        ("survey.json", '{"survey": 1, "rules": ["x"]}', "preset 'x' is unknown"),
        ("survey.json", PLAN.replace("COUNT", "1e999"), "count is inf"),
        ("survey.json", PLAN.replace("COUNT", "0"), "count is 0"),
        ("survey.json", PLAN.replace("COUNT", "true"), "count is True"),
        ("survey.json", PLAN.replace("1, ", "-5, ").replace("COUNT", "2"), "survey is -5"),
        ("survey.json", PLAN.replace("null", "2.5").replace("COUNT", "2"), "nodes is 2.5"),
        ("cardgames.csv", "my notes\nof long ago\n", "line 1: not the heading"),
        ("cardgames.csv", ",".join(ROW_COLUMNS) + "\n9,unwinnable,,,,,,1,1\n", "the deal seed:9"),
        ("cardgames.csv", ",".join(ROW_COLUMNS) + "\njunk\njunk\n", "not a record of ours"),
        (
            "cardgames.csv",
            ",".join(ROW_COLUMNS) + "".join(f"\n{n},error,,,,,,," for n in (1, 2, 3)) + "\n",
            "more answers than",
        ),
    ],
)
def test_files_that_are_not_of_this_survey(
    pyramid: Pyramid, name: str, text: str, sentence: str
) -> None:
    """They are left as they are."""
    Path("s", name).write_text(text)
    ended = pyramid("survey", "--output", "s", "--no-report", "--resume")
    assert ended.status == 2
    assert sentence in ended.err
    assert Path("s", name).read_text() == text


def test_folders_that_cannot_be(pyramid: Pyramid) -> None:
    Path("file").write_text("x")
    for folder, sentence in (
        ("file", "file is a file, not a folder"),
        ("file/s", "file/s can't be made a folder"),
        ("", "names no folder"),
        ("a\0b", "null"),
    ):
        ended = pyramid("survey", "--output", folder, "--no-report", "--count", "1")
        assert ended.status == 2
        assert sentence in ended.err


def test_without_the_extra(pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said before the work begins how to get it, or to do without."""
    real = util.find_spec
    monkeypatch.setattr(
        "service.cli.survey.find_spec",
        lambda name: None if name == "matplotlib" else real(name),
    )
    ended = pyramid("survey", "--output", "s", "--count", "1")
    assert ended.status == 2
    assert "the report needs matplotlib: pip install 'pyramid-solitaire[survey]'" in ended.err
    assert not Path("s").exists()
    assert pyramid("survey", "--output", "s", "--count", "1", "--no-report").status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs /dev/full")
def test_a_full_disk(pyramid: Pyramid) -> None:
    """It ends with a sentence."""
    Path("s").mkdir()
    Path("s/summary.csv").symlink_to("/dev/full")
    ended = pyramid("survey", "--output", "s", "--count", "1", "--no-report")
    assert ended.status == 2
    assert "s/summary.csv can't be written: No space left on device" in ended.err
