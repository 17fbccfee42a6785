"""``--output``, ``--resume``, ``--force``: nothing is lost, nothing is done twice."""

from __future__ import annotations

import csv
import json
import random
import re
from pathlib import Path

import pytest

from service.answers import Answer, Job
from service.answers import answer as real_answer
from service.errors import BadOutput
from service.outputs import FileOutput
from solver.batch import Entry
from tests.service.command import EASY, LOST, WON_IN_4, Pyramid

LINES = [*EASY, "junk, of a kind", "seed:1", '{"deck": []}', *reversed(EASY), "\udcff"]
SECONDS = re.compile(rb'"seconds": [^,]*,|,[0-9.e-]+,(?=,search,)')


@pytest.fixture
def deals() -> str:
    text = "\n".join(LINES) + "\n"
    Path("deals").write_bytes(text.encode("utf-8", "surrogateescape"))
    return "deals"


def timeless(data: bytes) -> bytes:
    """An output without the one field that differs from run to run."""
    return SECONDS.sub(b",", data)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_continuing_from_any_cut(pyramid: Pyramid, deals: str, form: str) -> None:
    """Cut the output anywhere, as a kill does: the end is as if nothing had happened."""
    name = f"out.{form}"
    assert pyramid("solve", deals, "--output", name).status == 1
    whole = Path(name).read_bytes()
    assert whole.count(b"\n") == len(LINES) + (form == "csv")
    cuts = [0, 1, len(whole) - 1, len(whole), whole.index(b"\n"), whole.index(b"\n") + 1]
    for cut in cuts + random.Random(1).sample(range(len(whole)), 12):
        Path(name).write_bytes(whole[:cut])
        ended = pyramid("solve", deals, "--output", name, "--resume")
        assert ended.status == 1
        after = Path(name).read_bytes()
        kept = whole.rfind(b"\n", 0, cut) + 1
        assert after[:kept] == whole[:kept]
        assert timeless(after) == timeless(whole)


def test_continuing_a_table_without_scores(pyramid: Pyramid, deals: str) -> None:
    """One that an earlier version has begun goes on with the columns that it has."""
    pyramid("solve", deals, "--output", "new.csv")
    rows = list(csv.DictReader(Path("new.csv").read_text().splitlines()))
    columns = [name for name in rows[0] if not name.startswith("score")]
    assert len(columns) == len(rows[0]) - 2
    with Path("old.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    whole = Path("old.csv").read_bytes()
    Path("old.csv").write_bytes(whole[: len(whole) * 2 // 3])
    assert pyramid("solve", deals, "--output", "old.csv", "--resume").status == 1
    assert timeless(Path("old.csv").read_bytes()) == timeless(whole)


def test_continuing_answers_without_scores(pyramid: Pyramid) -> None:
    """JSON of an earlier version is kept, and what comes new has scores."""
    Path("deals").write_text(f"{WON_IN_4}\n{LOST}\n{WON_IN_4}\n")
    pyramid("solve", "deals", "--output", "out.json")
    old = [json.loads(line) for line in Path("out.json").read_text().splitlines()][:2]
    for record in old:
        del record["score"]
    Path("out.json").write_text("".join(f"{json.dumps(record)}\n" for record in old))
    assert pyramid("solve", "deals", "--output", "out.json", "--resume").status == 0
    records = [json.loads(line) for line in Path("out.json").read_text().splitlines()]
    assert records[:2] == old
    assert records[2]["score"] == {"microsoft": None, "par": None}


def test_nothing_is_done_twice(
    pyramid: Pyramid, deals: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the deals without an answer are solved."""
    pyramid("solve", deals, "--output", "out.json")
    lines = Path("out.json").read_bytes().splitlines(keepends=True)
    Path("out.json").write_bytes(b"".join(lines[:-2]) + lines[-2][:20])
    solved: list[int] = []

    def watched(entry: Entry, job: Job) -> Answer:
        solved.append(entry.number)
        return real_answer(entry, job)

    monkeypatch.setattr("service.batch_run.answer", watched)
    assert pyramid("solve", deals, "--output", "out.json", "--resume").status == 1
    assert solved == [len(LINES) - 1, len(LINES)]


def test_resuming_a_finished_output_changes_nothing(pyramid: Pyramid, deals: str) -> None:
    """It is checked, and left byte for byte; bad lines of the first run still count."""
    pyramid("solve", deals, "--output", "out.csv")
    before = Path("out.csv").read_bytes()
    ended = pyramid("solve", deals, "--output", "out.csv", "--resume")
    assert ended.status == 1
    assert Path("out.csv").read_bytes() == before
    assert "3 error" in ended.err


def test_resume_without_an_output_starts_one(pyramid: Pyramid, deals: str) -> None:
    """So a script can always say ``--resume``."""
    assert pyramid("solve", deals, "--output", "new.json", "--resume").status == 1
    assert len(Path("new.json").read_text().splitlines()) == len(LINES)


def test_resume_from_standard_input(pyramid: Pyramid) -> None:
    """A pipe that gives the same deals again will do."""
    deals = f"{WON_IN_4}\n{LOST}\n"
    Path("out.json").write_text("")
    pyramid("solve", "--output", "out.json", "--resume", stdin=f"{WON_IN_4}\n")
    assert pyramid("solve", "--output", "out.json", "--resume", stdin=deals).status == 0
    records = [json.loads(line) for line in Path("out.json").read_text().splitlines()]
    assert [record["status"] for record in records] == ["winnable", "unwinnable"]


def test_a_seed_and_its_cards_are_the_same_deal(pyramid: Pyramid) -> None:
    """What counts is the deal, not how the input spells it."""
    pyramid("solve", "seed:1", "--output", "out.json")
    deal = json.loads(Path("out.json").read_text())["deal"]
    assert pyramid("solve", deal, "--output", "out.json", "--resume").status == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["deals", "--rules", "microsoft"], "made with the rules cardgames, not"),
        (["deals", "--set", "passes=2"], "not cardgames passes=2"),
        (["deals", "--winnable"], "answers the question 'moves', not 'winnable'"),
        (["others"], "answer 2: belongs to another deal than line 2 of others"),
        (["shuffled"], "answer 1: belongs to another deal than line 1 of shuffled"),
        (["fewer"], "more answers than the input has deals (1)"),
        (["deals", "--format", "csv"], "line 1: not the heading"),
    ],
)
def test_what_does_not_fit_is_refused(pyramid: Pyramid, arguments: list[str], why: str) -> None:
    """Other rules, another question, other deals: refused, and the output is untouched."""
    Path("deals").write_text(f"{WON_IN_4}\n{LOST}\njunk\n")
    Path("others").write_text(f"{WON_IN_4}\npyramid: KH\njunk\n")
    Path("shuffled").write_text(f"junk\n{LOST}\n{WON_IN_4}\n")
    Path("fewer").write_text(f"{WON_IN_4}\n")
    pyramid("solve", "deals", "--output", "out.json")
    before = Path("out.json").read_bytes()[:-5]
    Path("out.json").write_bytes(before)
    ended = pyramid("solve", *arguments, "--output", "out.json", "--resume")
    assert ended.status == 2
    assert why in ended.err
    assert ended.err.count("\n") == 1
    assert Path("out.json").read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"my diary\nis private\n",
        b"{}\n{}\n",
        b"[1]\n[2]\n",
        b"x" * (1 << 21),
        b"\xff\n\n",
        b"[" * 9999 + b"\n\n",
    ],
)
def test_a_file_that_is_not_ours_is_refused(pyramid: Pyramid, content: bytes) -> None:
    """Neither continued nor cut."""
    Path("diary.json").write_bytes(content)
    ended = pyramid("solve", WON_IN_4, LOST, "--output", "diary.json", "--resume")
    assert ended.status == 2
    assert "not a record of ours" in ended.err
    assert Path("diary.json").read_bytes() == content


def test_a_spoilt_last_line_is_redone(pyramid: Pyramid) -> None:
    """A crash of the machine may leave a block of nulls at the end."""
    pyramid("solve", WON_IN_4, LOST, "--output", "out.json")
    first = Path("out.json").read_bytes().splitlines(keepends=True)[0]
    Path("out.json").write_bytes(first + b"\0" * 300 + b"\n")
    assert pyramid("solve", WON_IN_4, LOST, "--output", "out.json", "--resume").status == 0
    assert len(Path("out.json").read_text().splitlines()) == 2


def test_an_output_is_not_overwritten(pyramid: Pyramid) -> None:
    """Unless that is what ``--force`` says."""
    Path("out.json").write_text("precious")
    ended = pyramid("solve", WON_IN_4, "--output", "out.json")
    assert ended.status == 2
    assert "out.json is not empty" in ended.err
    assert Path("out.json").read_text() == "precious"
    assert pyramid("solve", WON_IN_4, "--output", "out.json", "--force").status == 0
    assert json.loads(Path("out.json").read_text())["min_moves"] == 4


def test_a_bad_command_does_not_touch_the_output(pyramid: Pyramid) -> None:
    """``--force`` overwrites only once there is something to write."""
    Path("out.json").write_text("precious")
    for arguments in (["."], ["seed:1", "--rules", "vegas"], ["seed:1", "--jobs", "-2"]):
        assert pyramid("solve", *arguments, "--output", "out.json", "--force").status == 2
        assert Path("out.json").read_text() == "precious"


def test_two_runs_never_share_an_output(pyramid: Pyramid) -> None:
    """The second is refused while the first is at work."""
    first = FileOutput("out.json")
    ended = pyramid("solve", WON_IN_4, "--output", "out.json", "--resume")
    first.close()
    assert ended.status == 2
    assert "being written by another run" in ended.err
    assert pyramid("solve", WON_IN_4, "--output", "out.json", "--resume").status == 0


def test_the_name_of_the_output_chooses_the_form(pyramid: Pyramid) -> None:
    """Unless ``--format`` does."""
    for name, start in (("a.csv", "deal,"), ("a.jsonl", "{"), ("a.txt", "   QH")):
        pyramid("solve", WON_IN_4, "--output", name)
        assert Path(name).read_text().startswith(start)
    pyramid("solve", WON_IN_4, "--output", "b.csv", "--format", "json")
    assert Path("b.csv").read_text().startswith("{")


def test_a_full_disk_is_one_sentence(pyramid: Pyramid) -> None:
    """What can't be written ends the run; it is no traceback and no silence."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    ended = pyramid("solve", WON_IN_4, "--output", "/dev/full", "--format", "json")
    assert ended.status == 2
    assert "/dev/full can't be written: No space left on device" in ended.err


def test_devices_are_written_but_not_resumed(pyramid: Pyramid) -> None:
    """There is nothing in them to go on from."""
    assert pyramid("solve", WON_IN_4, "--output", "/dev/null").status == 0
    with pytest.raises(BadOutput, match="can't be resumed"):
        FileOutput("/dev/null", resume=True)
