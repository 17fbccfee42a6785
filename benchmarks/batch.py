"""Checks a batch of the size people run: speed-up, memory, and a kill in the middle.

    python benchmarks/batch.py                              # all of it, 10,000 deals
    python benchmarks/batch.py --deals 2000 --sample 2000   # quicker

Everything goes through the command line, ``pyramid solve FILE --format json --output OUT``,
over the deals ``seed:1`` to ``seed:N``, in three parts:

1. Speed: a sample is solved by one job and by several in turn, for some rounds. The ratio is
   that of the best times, since neighbours on the machine only ever make a time worse; what
   they took is shown beside each time (as cores, where /proc tells). Starting the workers
   takes a quarter of a second, so a small sample makes a small ratio.
2. Memory: all deals are solved, and the resident memory of the parent and of each worker is
   looked at all the time. For each fifth of the run the median is printed. A worker grows
   while it meets the hardest deals so far, and is flat from then on.
3. Kill: the same again, but in the middle the parent is killed with SIGKILL. The workers
   must die too, and ``--resume`` must end with the same answers, each once and in order.

Exit status 1 if a worker outlives its parent or an answer differs. Parts 2 and 3 look at
processes in /proc, so they are left out where that is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from solver import KERNEL_COMPILED, Deal

ROOT = Path(__file__).resolve().parent.parent
PROC = Path("/proc")
# What pyramid solve writes alike for the same deal at every run, except for this.
TIMING = "seconds"
FIFTHS = 5
LOOK_SECONDS = 0.05
# A killed parent's workers get this long to die before they count as survivors.
DYING_SECONDS = 10


class Batch(NamedTuple):
    """One batch to run: its file of deals, the rules, and where answers go."""

    deals: Path
    rules: str
    output: Path

    def start(self, jobs: int, *more: str) -> subprocess.Popen[bytes]:
        """Start it; its messages are dropped."""
        command = [sys.executable, "-m", "service.cli", "solve", str(self.deals)]
        command += ["--rules", self.rules, "--format", "json", "--output", str(self.output)]
        command += ["--jobs", str(jobs), *more]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)

    def lines(self) -> int:
        """Answers written so far."""
        return self.output.read_bytes().count(b"\n") if self.output.exists() else 0

    def answers(self) -> list[dict[str, object]]:
        """Every answer, without what differs from run to run."""
        with self.output.open("rb") as stream:
            records = [json.loads(line) for line in stream]
        for record in records:
            del record[TIMING]
        return records


def finish(running: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a batch, which must be a good one."""
    status = running.wait()
    if status != 0:
        sys.exit(f"pyramid solve ended with status {status}")


class Times(NamedTuple):
    """What a run took: seconds of the clock, of CPU, and cores that others kept busy."""

    wall: float
    cpu: float
    others: float


def machine_cpu() -> float:
    """CPU seconds of everything on this machine so far; 0 where nobody counts them."""
    if not PROC.exists():
        return 0.0
    fields = (PROC / "stat").read_text().split(maxsplit=9)
    user, nice, system, _idle, _wait, irq, soft_irq, _ = map(int, fields[1:9])
    return (user + nice + system + irq + soft_irq) / os.sysconf("SC_CLK_TCK")


def timed(batch: Batch, jobs: int) -> Times:
    """Run a batch and take its times, workers included."""
    before, machine, started = own_cpu(), machine_cpu(), time.perf_counter()
    finish(batch.start(jobs, "--force"))
    wall = time.perf_counter() - started
    cpu = own_cpu() - before
    return Times(wall, cpu, max(0.0, machine_cpu() - machine - cpu) / wall)


def own_cpu() -> float:
    """CPU seconds of this process's children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def check_speed(batch: Batch, jobs: int, rounds: int) -> None:
    """Print the times of one job and of several, and their ratio."""
    print("| round | jobs | seconds | CPU seconds | own cores | others' cores |")
    print("|---|---|---|---|---|---|", flush=True)
    walls: dict[int, list[float]] = {1: [], jobs: []}
    for number in range(1, rounds + 1):
        for count, seen in walls.items():
            took = timed(batch, count)
            seen.append(took.wall)
            print(
                f"| {number} | {count} | {took.wall:.2f} | {took.cpu:.2f} "
                f"| {took.cpu / took.wall:.2f} | {took.others:.2f} |",
                flush=True,
            )
    print(
        f"\nspeed-up: {min(walls[1]) / min(walls[jobs]):.2f} times with {jobs} jobs\n", flush=True
    )


def workers_of(parent: int) -> list[int]:
    """The worker processes of a batch."""
    found = []
    for folder in PROC.iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            # After the name, which is in brackets and may hold anything: state, parent.
            state, its_parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue  # It has ended meanwhile.
        if int(its_parent) == parent and state != "Z" and b"spawn_main" in command:
            found.append(int(folder.name))
    return found


def is_alive(process: int) -> bool:
    """Whether a process runs; one that only waits to be buried doesn't."""
    try:
        state = (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def megabytes(process: int, field: str) -> float:
    """``VmRSS`` (resident memory now) or ``VmHWM`` (at most so far); 0 for who has gone."""
    try:
        status = (PROC / str(process) / "status").read_text()
    except OSError:
        return 0.0
    found = re.search(rf"{field}:\s*(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def check_memory(batch: Batch, jobs: int) -> None:
    """Solve all deals, and print what parent and workers held meanwhile."""
    running = batch.start(jobs, "--force")
    parent: list[float] = []
    workers: list[float] = []
    peaks: dict[int, float] = {}
    while running.poll() is None:
        crew = workers_of(running.pid)
        for process in (running.pid, *crew):
            peaks[process] = max(peaks.get(process, 0.0), megabytes(process, "VmHWM"))
        if len(crew) == jobs and batch.lines():
            parent.append(megabytes(running.pid, "VmRSS"))
            workers.append(max(megabytes(worker, "VmRSS") for worker in crew))
        time.sleep(LOOK_SECONDS)
    finish(running)
    if len(parent) < FIFTHS:
        sys.exit("the batch was over too soon to look at its memory: take more --deals")
    names = "".join(f" fifth {number} |" for number in range(1, FIFTHS + 1))
    print(f"| MB |{names} peak |\n|---|{'---|' * FIFTHS}---|")
    by_role = (
        ("parent", parent, peaks.pop(running.pid)),
        ("largest worker", workers, max(peaks.values())),
    )
    for role, seen, peak in by_role:
        cuts = [len(seen) * number // FIFTHS for number in range(FIFTHS + 1)]
        medians = [statistics.median(seen[a:b]) for a, b in pairwise(cuts)]
        print(f"| {role} | {' | '.join(f'{each:.1f}' for each in medians)} | {peak:.1f} |")
    print(flush=True)


def check_kill(batch: Batch, jobs: int, wanted: list[dict[str, object]]) -> bool:
    """Kill a batch in the middle, resume it, and say whether all is as it should be."""
    running = batch.start(jobs, "--force")
    while batch.lines() < len(wanted) // 2:
        if running.poll() is not None:
            sys.exit("the batch was over before it could be killed: take more --deals")
        time.sleep(LOOK_SECONDS)
    crew = workers_of(running.pid)
    running.kill()
    running.wait()
    killed = time.perf_counter()
    while any(map(is_alive, crew)) and time.perf_counter() < killed + DYING_SECONDS:
        time.sleep(0.001)
    dying = time.perf_counter() - killed
    survivors = sum(map(is_alive, crew))
    kept = batch.lines()
    started = time.perf_counter()
    finish(batch.start(jobs, "--resume"))
    print(
        f"killed after {kept:,} answers; {len(crew)} workers, {survivors} of them alive "
        f"{dying:.3f} s later; resumed in {time.perf_counter() - started:.1f} s"
    )
    got = batch.answers()
    wrong = sum(one != other for one, other in zip(got, wanted, strict=False))
    print(f"{len(got):,} answers of {len(wanted):,}, {wrong} of them wrong")
    return len(crew) == jobs and not survivors and len(got) == len(wanted) and not wrong


def main() -> None:
    """Run the three checks and print what they found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=10_000, help="for memory and kill")
    parser.add_argument("--sample", type=int, default=5_000, help="deals of a speed round")
    parser.add_argument("--rounds", type=int, default=3, help="speed rounds; 0 for none")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes, at least 2")
    parser.add_argument("--seed", type=int, default=1, help="the first deal's seed")
    parser.add_argument("--rules", default="cardgames", help="a preset")
    options = parser.parse_args()
    if min(options.deals, options.sample) < 1 or options.jobs < 2:
        parser.error("--deals and --sample must be at least 1, --jobs at least 2")
    kernel = "compiled" if KERNEL_COMPILED else "interpreted"
    print(f"{options.rules}, seed:{options.seed} and on, {kernel} kernel, {os.cpu_count()} cores\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def batch(name: str, deals: int) -> Batch:
            file = folder / f"{name}.txt"
            numbers = range(options.seed, options.seed + deals)
            file.write_text("".join(f"{Deal.seed(number).line()}\n" for number in numbers))
            return Batch(file, options.rules, folder / f"{name}.json")

        if options.rounds > 0:
            print(f"Speed, {options.sample:,} deals\n")
            check_speed(batch("sample", options.sample), options.jobs, options.rounds)
        if not PROC.exists():
            print("no /proc here: memory and kill aren't checked")
            return
        print(f"Memory, {options.deals:,} deals with {options.jobs} jobs\n")
        whole = batch("deals", options.deals)
        check_memory(whole, options.jobs)
        wanted = whole.answers()
        print("Kill in the middle\n")
        good = check_kill(whole._replace(output=folder / "killed.json"), options.jobs, wanted)
    print("\nas it should be" if good else "\nNOT as it should be")
    sys.exit(not good)


if __name__ == "__main__":
    main()
