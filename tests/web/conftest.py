"""A real browser, and a real service, for the tests of web pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, sync_playwright

from tests.service.serving.test_matches_served import UNLIMITED
from tests.service.serving.test_serve import Service
from tests.web.browsing import CHROMIUM, launched

# What axe says of a fault that keeps somebody from using the page.
_GRAVE = {"serious", "critical"}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium without a window; without it a test is skipped, in CI it fails."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have chromium: apt-get install chromium")
        pytest.skip("needs chromium")
    with sync_playwright() as play:
        running = launched(play)
        yield running
        running.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """``pyramid serve`` with its workers, for all tests of pages in this process."""
    running = Service(tmp_path_factory.mktemp("page"), **UNLIMITED)
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait(30)


class Visitor:
    """Somebody with a browser of their own, and what that has complained about.

    Attributes:
        page: what they look at.
        complaints: of the console, and requests that have failed or asked another host.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", self._see_failed)
        page.on("request", self._see)

    def _see_failed(self, request: Request) -> None:
        # An answer that the page has no use for any more is given up on purpose.
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"{request.url}: {request.failure}")

    def _see(self, request: Request) -> None:
        here = ("http://127.0.0.1:", "file:", "data:", "blob:")
        if not request.url.startswith(here):
            self.complaints.append(f"asked elsewhere: {request.url}")

    def forgive_the_connection(self) -> None:
        """What a browser says while it is cut off is no fault of the page."""
        # An answer that isn't waited for any more, or a request that met no network.
        about = ("ERR_INTERNET_DISCONNECTED", "http://127.0.0.1:", "ERR_FAILED")
        self.complaints = [text for text in self.complaints if not any(a in text for a in about)]

    def check(self, *schemes: Literal["light", "dark"]) -> None:
        """No serious or critical finding of axe on what is shown, in both themes or some.

        Movements must have ended: half-faded text has half its contrast.
        """
        for scheme in schemes or ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            found = Axe().run(self.page).response["violations"]
            grave = [
                (each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]])
                for each in found
                if each["impact"] in _GRAVE
            ]
            assert grave == [], f"{self.page.url}, {scheme}"
        self.page.emulate_media(color_scheme="light")

    def fits(self) -> None:
        """The page is no wider than the screen."""
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= self.page.evaluate("window.innerWidth")


@contextmanager
def visiting(browser: Browser, **options: Any) -> Iterator[Visitor]:
    """A new browser context, without movement, which must not have complained by its end."""
    context = browser.new_context(**{"reduced_motion": "reduce", **options})
    context.set_default_timeout(20_000)
    visitor = Visitor(context.new_page())
    try:
        yield visitor
    finally:
        context.close()
    assert visitor.complaints == []


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    """Somebody at a desk."""
    with visiting(browser, viewport={"width": 1280, "height": 900}) as somebody:
        yield somebody


@pytest.fixture
def phone(browser: Browser) -> Iterator[Visitor]:
    """Somebody with a small phone."""
    size = {"width": 360, "height": 740}
    with visiting(browser, viewport=size, has_touch=True, is_mobile=True) as somebody:
        yield somebody


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new page, which fails the test if it has complained by its end."""
    with visiting(browser) as somebody:
        yield somebody.page
