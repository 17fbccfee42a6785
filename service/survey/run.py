"""Ask about every deal of a survey, and put the answers together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from service.answers import Job
from service.batch_run import Batch
from service.errors import BadOutput
from service.outputs import FileOutput
from service.progress import Progress
from service.sources import Seeds
from service.survey.plan import PLAN_FILE, Plan, Variant
from solver.analysis.survey import Summary, summarize
from solver.batch import Question
from solver.rows import Row

__all__ = ["Surveyed", "collect", "open_folder", "read_rows"]


class Surveyed(NamedTuple):
    """What a survey has found out about rules; ``bugs`` are faults of the solver."""

    variant: Variant
    summary: Summary
    bugs: int = 0


def open_folder(name: str, *, resume: bool, force: bool) -> tuple[Path, Plan | None]:
    """Make the folder of a survey ready, and say what plan it holds that is to go on.

    Raises:
        BadOutput: it can't be used, or holds a survey that may be neither continued nor
            overwritten.
    """
    if not name:
        raise BadOutput("--output names no folder: its value is empty")
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadOutput(f"{folder} is a file, not a folder") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadOutput(f"{folder} can't be made a folder: {reason}") from None
    if force:
        return folder, None
    plan = Plan.read(folder)
    if plan is not None and not resume:
        raise BadOutput(
            f"{folder / PLAN_FILE} is there already: continue that survey with --resume, "
            "overwrite it with --force, or name another folder"
        )
    return folder, plan


def collect(
    plan: Plan, folder: Path, *, jobs: int, bar: bool, resume: bool, force: bool
) -> Iterator[Surveyed]:
    """Answer what has no answer yet, rules after rules.

    Raises:
        WorkerDied: a worker process was killed.
        BadOutput: a file can't be written, or isn't the beginning of this survey.
    """
    for number, variant in enumerate(plan.variants, start=1):
        path = folder / f"{variant.file_name}.csv"
        deals = Seeds(plan.first, plan.count)
        batch = Batch(
            deals,
            Job(Question(variant.rules, limits=plan.limits), "row"),
            FileOutput(str(path), resume=resume, force=force),
            Progress(deals, bar, f"{variant.name} ({number} of {len(plan.variants)})"),
            jobs=jobs,
            resuming=resume,
        )
        tally = batch.run()
        yield Surveyed(variant, summarize(read_rows(path)), tally.bugs)


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file that a survey has written.

    Raises:
        BadOutput: it can't be read, or a line of it is no row.
    """
    try:
        with path.open(encoding="utf-8") as stream:
            next(stream, None)
            for number, line in enumerate(stream, start=2):
                try:
                    row = Row.parse(line)
                except ValueError as error:
                    raise BadOutput(f"{path}, line {number}: {error}") from None
                yield row
    except OSError as error:
        raise BadOutput(f"{path} can't be read: {error.strerror}") from None
