"""The report of a survey, as a browser shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from service.cli.app import run

WIDTHS = {"desktop": 1280, "phone": 360}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("survey")
    arguments = ["--rules", "one-pass,giza", "--count", "20", "--output", str(folder)]
    assert run(["survey", *arguments]) == 0
    return folder / "report.html"


@pytest.mark.parametrize("device", WIDTHS)
def test_the_report_is_shown(page: Page, report: Path, device: str) -> None:
    """All charts are drawn, nothing is loaded, and the page is no wider than the screen."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": WIDTHS[device], "height": 800})
    page.goto(report.as_uri())
    assert [url for url in asked if not url.startswith("data:")] == [report.as_uri()]
    assert page.title() == "Pyramid survey: 20 deals"
    charts = page.get_by_role("img")
    assert charts.count() == 3
    for at in range(3):
        assert charts.nth(at).evaluate("picture => picture.complete && picture.naturalWidth > 100")
    for name in ("one-pass", "giza"):
        row = page.get_by_role("row", name=name)
        assert row.get_by_role("cell").first.inner_text() == "20"
        assert page.get_by_role("heading", name=name).is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[device]
