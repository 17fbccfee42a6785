"""A real browser for the tests of web pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium without a window; without it a test is skipped, in CI it fails."""
    found = shutil.which("chromium")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have chromium: apt-get install chromium")
        pytest.skip("needs chromium")
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=found, args=_FLAGS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new page, which fails the test if it has complained by its end."""
    complaints: list[str] = []
    opened = browser.new_page()
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("requestfailed", lambda request: complaints.append(request.url))
    yield opened
    opened.close()
    assert complaints == []
