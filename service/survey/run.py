"""Ask about every deal of a survey, and put the answers together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

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

__all__ = ["TABLES", "Folder", "Surveyed", "collect", "read_rows"]

#: The names of the tables.
TABLES = ("summary.csv", "distributions.csv")

_LOCK_FILE = "survey.lock"


class Surveyed(NamedTuple):
    """What a survey has found out about rules; ``bugs`` are faults of the solver."""

    variant: Variant
    summary: Summary
    bugs: int = 0


class Folder:
    """The folder of a survey, which one run at a time may use; a context manager.

    Raises:
        BadOutput: on entry, when it can't be made or another run uses it.
    """

    def __init__(self, name: str) -> None:
        if not name:
            raise BadOutput("--output names no folder: its value is empty")
        self.path = Path(name)
        self._lock: FileOutput | None = None

    def __enter__(self) -> Self:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise BadOutput(f"{self.path} is a file, not a folder") from None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BadOutput(f"{self.path} can't be made a folder: {reason}") from None
        self._lock = FileOutput(str(self.path / _LOCK_FILE), resume=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._lock is not None:
            self._lock.close()
            (self.path / _LOCK_FILE).unlink(missing_ok=True)

    def old_plan(self, *, resume: bool, force: bool) -> Plan | None:
        """The plan that the folder holds and that is to go on; None if there is none.

        Raises:
            BadOutput: there is one that may be neither continued nor overwritten, or that
                can't be read.
        """
        if force:
            return None
        plan = Plan.read(self.path)
        if plan is not None and not resume:
            raise BadOutput(
                f"{self.path / PLAN_FILE} is there already: continue that survey with --resume, "
                "overwrite it with --force, or name another folder"
            )
        return plan

    def begin(self, plan: Plan, old: Plan | None, *, force: bool) -> None:
        """Make the folder ready for a plan, and keep the plan.

        Raises:
            BadOutput: a file is in the way of rows that the old plan doesn't have.
        """
        known = () if old is None else old.variants
        for variant in plan.variants:
            path = self.rows_of(variant)
            if path.exists() and not path.is_file():
                raise BadOutput(f"{path} is not a plain file")
            if variant not in known and not force and path.exists() and path.stat().st_size:
                raise BadOutput(
                    f"{path} is there already and belongs to no survey: move it away, or "
                    "overwrite it with --force"
                )
        if force:
            self._remove_all(plan)
        plan.write(self.path)

    def _remove_all(self, plan: Plan) -> None:
        """Remove what an earlier survey has left, so that nothing of it is taken for ours."""
        variants = set(plan.variants)
        with suppress(BadOutput):  # What can't be read names no files.
            variants |= set((Plan.read(self.path) or plan).variants)
        for variant in variants:
            self.rows_of(variant).unlink(missing_ok=True)
        self.remove_report(variants)
        for name in TABLES:
            (self.path / name).unlink(missing_ok=True)

    def remove_report(self, variants: Iterable[Variant]) -> None:
        """Remove charts and page, which would tell of other numbers than the tables."""
        names = [variant.file_name for variant in variants]
        for name in ("report.html", "winnability.svg", *(f"{name}.svg" for name in names)):
            (self.path / name).unlink(missing_ok=True)

    def rows_of(self, variant: Variant) -> Path:
        """The file of a variant's rows."""
        return self.path / f"{variant.file_name}.csv"


def collect(plan: Plan, folder: Folder, *, jobs: int, bar: bool) -> Iterator[Surveyed]:
    """Answer what has no answer yet, rules after rules.

    Raises:
        WorkerDied: a worker process was killed.
        BadOutput: a file can't be written, or isn't the beginning of this survey.
    """
    for number, variant in enumerate(plan.variants):
        path = folder.rows_of(variant)
        deals = Seeds(plan.first, plan.count)
        title = f"{variant.name} ({number + 1} of {len(plan.variants)})"
        others = (number * plan.count, (len(plan.variants) - number - 1) * plan.count)
        batch = Batch(
            deals,
            Job(Question(variant.rules, plan.winnable_only, plan.limits), "row"),
            FileOutput(str(path), resume=True),
            Progress(deals, bar, title, others),
            jobs=jobs,
            resuming=True,
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
