"""A survey as one web page that needs nothing besides itself."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence

from jinja2 import Environment, PackageLoader

from service.survey.plan import Plan
from service.survey.run import Surveyed
from service.survey.tables import overview

__all__ = ["report_page"]


def report_page(
    plan: Plan, found: Sequence[Surveyed], charts: Mapping[str, str], command: str, made_by: str
) -> str:
    """The page.

    Args:
        plan: what was asked.
        found: the answers.
        charts: SVG by name: ``winnability``, and one for each set of rules.
        command: the command line that makes the same survey.
        made_by: name and version of the program.
    """
    pages = Environment(
        loader=PackageLoader("service.survey", ""),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    heading, *lines = overview(found)
    return pages.get_template("report.html").render(
        plan=plan,
        found=found,
        heading=heading,
        lines=lines,
        # As a picture each chart keeps its identifiers to itself.
        charts={name: b64encode(svg.encode()).decode() for name, svg in charts.items()},
        command=command,
        made_by=made_by,
    )
