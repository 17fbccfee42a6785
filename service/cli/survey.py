"""``pyramid survey``: how random deals are distributed."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec

import click

from service.cli import exits
from service.cli.options import jobs_option, limit_options
from service.errors import BadInput
from service.files import save
from service.survey.plan import Plan, parse_variants
from service.survey.run import TABLES, Folder, Surveyed, collect
from service.survey.tables import distributions_csv, overview, summary_csv
from service.version import NOTICE, version_line
from solver.result import Limits
from solver.search import KERNEL_COMPILED
from solver.shuffle import MAX_SEED

__all__ = ["command"]

_RULES, _COUNT, _SEED = "cardgames", 1000, 1


@click.command("survey")
@click.option(
    "--rules",
    "rules_list",
    metavar="A,B,...",
    help="Rule sets, each with settings if need be: 'cardgames,classic passes=2' "
    f"[default: {_RULES}].",
)
@click.option(
    "--count",
    metavar="N",
    type=click.IntRange(min=1),
    help=f"Deals under each set of rules [default: {_COUNT:,}].",
)
@click.option(
    "--seed",
    "first",
    metavar="N",
    type=click.IntRange(0, MAX_SEED),
    help=f"The deals are seed:N and on [default: {_SEED}].",
)
@click.option(
    "--winnable-only",
    is_flag=True,
    help="Don't ask in how few moves: much quicker where two packs are played with.",
)
@click.option("--output", metavar="DIR", required=True, help="The folder for all that is found.")
@jobs_option
@limit_options
@click.option(
    "--resume", is_flag=True, help="Go on where DIR has stopped; --rules and --count may add to it."
)
@click.option("--force", is_flag=True, help="Overwrite the survey that DIR holds.")
@click.option("--no-report", is_flag=True, help="Tables only, no charts and no web page.")
def command(
    rules_list: str | None,
    count: int | None,
    first: int | None,
    winnable_only: bool,
    output: str,
    jobs: int,
    limits: Limits,
    resume: bool,
    force: bool,
    no_report: bool,
) -> int:
    """Solve many random deals, and tell how they are distributed.

    DIR gets a file of rows for each set of rules, one row a deal; summary.csv and
    distributions.csv; charts as SVG, and report.html with everything on one page. The
    charts need the extra `survey` (pip install 'pyramid-solitaire[survey]').

    A survey that was stopped goes on with --output DIR --resume; the rest is known.

    Exit status: 0 all done, 2 the command is bad or DIR can't be used, 3 the solver is
    at fault, 130 interrupted.
    """
    if resume and force:
        raise click.UsageError("--resume keeps what is there and --force does not: choose one")
    if not no_report:
        _need_charts()
    variants = None if rules_list is None else parse_variants(rules_list)
    with Folder(output) as folder:
        old = folder.old_plan(resume=resume, force=force)
        plan = Plan(
            variants or (parse_variants(_RULES) if old is None else old.variants),
            (_SEED if old is None else old.first) if first is None else first,
            (_COUNT if old is None else old.count) if count is None else count,
            old.limits if old is not None and limits == Limits() else limits,
            winnable_only or (old is not None and old.winnable_only),
        )
        if plan.first + plan.count - 1 > MAX_SEED:
            raise BadInput(f"--seed and --count: the last deal is above seed:{MAX_SEED}")
        if old is not None:
            plan = old.extended_by(plan, folder.path)
        folder.begin(plan, old, force=force)
        if not KERNEL_COMPILED:
            click.echo(NOTICE, err=True)
        found = []
        bar = sys.stderr is not None and sys.stderr.isatty()
        for each in collect(plan, folder, jobs=jobs, bar=bar):
            found.append(each)
            summary = each.summary
            click.echo(
                f"pyramid: {each.variant.name}: {summary.winnable:,} of {summary.deals:,} can be "
                f"won, {summary.undecided:,} undecided",
                err=True,
            )
        _write(plan, found, folder, with_report=not no_report)
    for line in _aligned(overview(found)):
        click.echo(line)
    return exits.FAULT if any(each.bugs for each in found) else exits.OK


def _need_charts() -> None:
    """Say before hours of work that the report can't be made at their end."""
    missing = [name for name in ("jinja2", "matplotlib") if find_spec(name) is None]
    if missing:
        raise BadInput(
            f"the report needs {' and '.join(missing)}: pip install 'pyramid-solitaire[survey]', "
            "or leave it out with --no-report"
        )


def _write(plan: Plan, found: list[Surveyed], folder: Folder, *, with_report: bool) -> None:
    texts = dict(zip(TABLES, (summary_csv(found), distributions_csv(found)), strict=True))
    if with_report:
        from service.survey.charts import distribution_chart, winnability_chart  # noqa: PLC0415
        from service.survey.page import report_page  # noqa: PLC0415

        charts = {"winnability": winnability_chart(found)}
        for variant, summary, _ in found:
            charts[variant.file_name] = distribution_chart(summary)
        texts |= {f"{name}.svg": svg for name, svg in charts.items()}
        texts["report.html"] = report_page(plan, found, charts, _again(plan), version_line())
    else:
        folder.remove_report(plan.variants)
    for name, text in texts.items():
        save(str(folder.path / name), text)


def _again(plan: Plan) -> str:
    """The command line that makes the same survey."""
    words = ["pyramid", "survey", "--rules", ",".join(variant.name for variant in plan.variants)]
    words += ["--count", str(plan.count), "--seed", str(plan.first)]
    limits = plan.limits
    for option, value, default in (
        ("--max-nodes", limits.nodes, None),
        ("--max-seconds", limits.seconds, None),
        ("--max-memory", limits.memory, Limits().memory),
    ):
        if value != default:
            words += [option, str(value)]
    if plan.winnable_only:
        words.append("--winnable-only")
    return shlex.join([*words, "--output", "DIR"])


def _aligned(table: list[list[str]]) -> list[str]:
    """A table in columns, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in table
    ]
