"""Batches as processes: many cores, Ctrl-C, kill -9, lost workers, closed pipes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.command import EASY, WON_IN_4, environment, process, start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups")

_TIMELESS = re.compile(r'"seconds": [^,]*, ')
# So many that a batch can't be over by the time it is stopped, however late that is.
MANY = 200_000
# Deals that are left for --resume.
REST = 500
# Seconds until something must have happened. It mostly takes a fraction of one, but a
# machine may be busy with other things.
PATIENCE = 60


def timeless(text: str) -> str:
    return _TIMELESS.sub("", text)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    file = tmp_path / "deals"
    file.write_text("".join(f"{text}\n" for text in EASY) * (MANY // len(EASY)))
    return file


def wait_for(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.005)


def lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def children(pid: int) -> list[int]:
    """The processes that a process has started, with what they are."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            status = (folder / "stat").read_text()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(status.rpartition(")")[2].split()[1]) == pid and b"spawn_main" in command:
            found.append(int(folder.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def begin(tmp_path: Path, *options: str) -> tuple[subprocess.Popen[bytes], Path]:
    """Start a batch and wait until it has written some of its answers."""
    output = tmp_path / "out.json"
    running = start("solve", "deals", "--output", "out.json", *options, cwd=tmp_path)
    wait_for(lambda: lines_in(output) >= 50, "the first answers")
    return running, output


def finish(tmp_path: Path, output: Path, jobs: str) -> None:
    """Resume a batch that was stopped, up to a little later, and check every answer of it."""
    before = output.read_bytes()
    kept = before[: before.rfind(b"\n") + 1]
    total = kept.count(b"\n") + REST
    assert total < MANY, "the batch was over before it was stopped"
    deals = tmp_path / "deals"
    deals.write_text("".join(deals.read_text().splitlines(keepends=True)[:total]))
    options = ("--output", "out.json", "--resume", "--jobs", jobs)
    ended = process("solve", "deals", *options, cwd=tmp_path)
    assert ended.status == 0
    data = output.read_bytes()
    assert data.startswith(kept)
    records = [json.loads(line) for line in data.splitlines()]
    assert [record["line"] for record in records] == list(range(1, total + 1))
    least = list(EASY.values())
    for number, record in enumerate(records):
        assert record["min_moves"] == least[number % len(least)]


def test_one_job_and_two_give_the_same_answers(tmp_path: Path) -> None:
    """In every form, in the same order, bad lines in their places."""
    texts = [*EASY, "junk", "", "# note", *EASY, '{"deck": 3}', "x" * 9000, *EASY]
    (tmp_path / "deals").write_text("\n".join(texts) + "\n")
    for form in ("json", "csv", "text"):
        one, *others = (
            process("solve", "deals", "--format", form, "--jobs", jobs, cwd=tmp_path)
            for jobs in (("1", "2", "3") if form == "json" else ("1", "2"))
        )
        assert one.status == 1
        assert {(other.status, other.err) for other in others} == {(1, one.err)}
        if form == "json":
            assert {timeless(other.out) for other in others} == {timeless(one.out)}
        else:
            kept = [
                re.sub(r"\d[\d.e-]* (ms|s)\.$|,[\d.e-]+,,", "", ended.out)
                for ended in (one, *others)
            ]
            assert len(kept[0].splitlines()) == len(kept[1].splitlines())


def test_all_cores(tmp_path: Path, many: Path) -> None:
    """``--jobs 0`` asks for as many workers as there are cores."""
    many.write_text("\n".join(list(EASY) * 20) + "\n")
    ended = process("solve", "deals", "--jobs", "0", "--format", "json", cwd=tmp_path)
    assert ended.status == 0
    assert len(ended.out.splitlines()) == len(EASY) * 20


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, many: Path, jobs: str) -> None:
    """Status 130, one sentence, whole records only; the rest follows with --resume."""
    running, output = begin(tmp_path, "--jobs", jobs)
    # As a terminal does it: to the workers too.
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert out == b""
    message = err.decode().replace(_notice(err), "")
    assert re.fullmatch(
        r"\s*pyramid: interrupted; [\d,]+ answers? done and kept in out.json; "
        r"continue with --resume\n",
        message,
    )
    assert output.read_bytes().endswith(b"\n")
    finish(tmp_path, output, jobs)


def _notice(err: bytes) -> str:
    """The notice of an interpreted kernel, if it was given."""
    first = err.decode().partition("\n")[0] + "\n"
    return first if first.startswith("notice:") else "\0"


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
def test_kill_9_loses_nothing(tmp_path: Path, many: Path) -> None:
    """The workers die with their parent, and the output is continued to its end."""
    running, output = begin(tmp_path, "--jobs", "2")
    workers = children(running.pid)
    assert len(workers) == 2
    running.kill()
    running.communicate(timeout=PATIENCE)
    wait_for(lambda: not any(map(is_alive, workers)), "the workers to die")
    # The last record may have been cut; so it is here.
    output.write_bytes(output.read_bytes()[:-9])
    finish(tmp_path, output, "2")


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
def test_a_lost_worker_ends_the_batch(tmp_path: Path, many: Path) -> None:
    """It doesn't hang: what is done is kept, and the message says how to go on."""
    running, output = begin(tmp_path, "--jobs", "2")
    os.kill(children(running.pid)[0], signal.SIGKILL)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 3
    message = err.decode()
    assert "a worker process was killed by SIGKILL" in message
    assert "continue with --resume" in message
    assert "Traceback" not in message
    finish(tmp_path, output, "1")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_closed_pipe_ends_quietly(tmp_path: Path, many: Path, jobs: str, form: str) -> None:
    """As with ``| head``: no message, no traceback, and soon."""
    running = start("solve", "deals", "--jobs", jobs, "--format", form, cwd=tmp_path)
    assert running.stdout is not None
    assert running.stderr is not None
    assert running.stdout.readline()
    running.stdout.close()
    err = running.stderr.read().decode()
    running.stderr.close()
    assert running.wait(timeout=PATIENCE) == 141
    assert err.replace(_notice(err.encode()), "") == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_answers_stream_out_of_a_pipe(tmp_path: Path, jobs: str) -> None:
    """Each answer comes before the next deal is even asked."""
    running = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "solve", "--format", "json", "--jobs", jobs],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    for text, least in EASY.items():
        running.stdin.write(f"{text}\n".encode())
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["min_moves"] == least
    running.stdin.close()
    assert running.stdout.read() == b""
    running.stdout.close()
    assert running.wait(timeout=PATIENCE) == 0


def test_ctrl_c_while_waiting_for_input(tmp_path: Path) -> None:
    """A batch that waits for a pipe ends at once, too."""
    for jobs in ("1", "2"):
        running = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "solve", "--format", "json", "--jobs", jobs],
            cwd=tmp_path,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(f"{WON_IN_4}\n".encode())
        running.stdin.flush()
        assert running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        assert running.wait(timeout=PATIENCE) == 130
        _, err = running.communicate()
        # The signal may come before the answer that was just written is counted.
        assert re.search(rb"interrupted; (0 answers|1 answer) done\n", err)
        assert b"Traceback" not in err
        assert b"Fatal" not in err


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
def test_workers_never_see_ctrl_c(tmp_path: Path, many: Path) -> None:
    """Not even while they start, when Python would answer it with a traceback."""
    running = start("solve", "deals", "--jobs", "3", "--output", "out.json", cwd=tmp_path)
    seen: set[int] = set()
    while len(seen) < 3:
        wait_for(lambda: bool(set(children(running.pid)) - seen), "the next worker")
        for worker in set(children(running.pid)) - seen:
            status = Path(f"/proc/{worker}/status").read_text()
            # One hexadecimal mask of the signals that are blocked, one of those ignored.
            masks = [int(mask, 16) for mask in re.findall(r"Sig(?:Blk|Ign):\s*(\w+)", status)]
            assert len(masks) == 2
            assert any(mask >> (signal.SIGINT - 1) & 1 for mask in masks)
            seen.add(worker)
    running.kill()
    running.communicate(timeout=PATIENCE)


#: Runs a command, then writes its status and the most memory that this process ever took, in KB.
#: From /proc where that is: the rusage of a process begins with what its parent took.
MEASURED = """
import re, sys
from pathlib import Path
from service.cli.app import run
status = run(sys.argv[1:])
proc = Path("/proc/self/status")
if proc.exists():
    peak = int(re.search(r"VmHWM:\\s*(\\d+) kB", proc.read_text()).group(1))
else:
    import resource
    unit = 1024 if sys.platform == "darwin" else 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
print(status, peak, file=sys.stderr)
"""


def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    """A line of 100 MB is read past, not into memory."""
    with (tmp_path / "deals").open("wb") as file:
        for _ in range(100):
            file.write(b"A" * 1_000_000)
        file.write(f"\n{WON_IN_4}\n".encode())
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "solve", "deals", "--format", "json"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    status, peak = done.stderr.split()[-2:]
    assert int(status) == 1
    assert int(peak) < 100_000
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == [
        "error",
        "winnable",
    ]
