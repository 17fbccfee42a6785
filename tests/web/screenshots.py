"""Pictures of the main pages for docs/page: ``python -m tests.web.screenshots``.

They are for people to look at, and differ from day to day as deals do.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from solver.deal import Deal
from tests.service.command import ROOT
from tests.service.serving.test_matches_served import UNLIMITED
from tests.service.serving.test_serve import Service
from tests.web.browsing import launched
from tests.web.test_daily_page import click_through, daily, line_of, start_of
from tests.web.test_play_page import deal, losing_line
from tests.web.test_tables_page import play, sit_down

OUT = ROOT / "docs" / "page"
SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1100, "height": 800},
    "phone": {"width": 360, "height": 740},
}


class Shot(NamedTuple):
    """A picture: the page's address, and what is done there first."""

    name: str
    address: str
    prepare: Callable[[Page, Service], None]


def some_moves(page: Page, service: Service) -> None:
    """In the middle of a game, with a card chosen."""
    moves = line_of(start_of(daily(service)))
    done = len(moves) // 2
    click_through(page, moves[:done])
    while not page.locator(".card.usable").count():
        click_through(page, moves[done : done + 1])
        done += 1
    page.locator(".card.usable").first.click()


def won(page: Page, service: Service) -> None:
    """Won, and on the board."""
    click_through(page, line_of(start_of(daily(service))))
    page.get_by_label("A name for the board").fill("Ann")
    page.get_by_role("button", name="Put it on the board").click()
    page.locator("[data-rank]").wait_for()
    page.evaluate("window.scrollTo(0, 0)")


def lost(page: Page, service: Service) -> None:
    """Lost some moves ago, and told so."""
    click_through(page, losing_line(deal(12, "microsoft"))[0])
    page.locator("[data-lost]").wait_for()


def stepped(page: Page, service: Service) -> None:
    """In the middle of a solution."""
    page.locator(".slider").fill("20")


def looked_back(page: Page, service: Service) -> None:
    """A lost game, at the move that has lost it."""
    lost(page, service)
    page.get_by_role("link", name="Look back on my game").click()
    page.locator("[data-summary]").wait_for()


def faulty(page: Page, service: Service) -> None:
    """A deal with two faults, which are told at the cards."""
    cards = Deal.seed(1).line().split()
    page.get_by_label("The deal").fill(" ".join([*cards[:3], "1X", *cards[4:6], cards[0]]))


def in_play(page: Page, service: Service) -> None:
    """A table of hearts, some cards into the deal."""
    sit_down(page, service, "hearts")
    page.reload()  # The script that sets the pace holds from now on.
    page.locator("[data-pass]").wait_for()
    play(page, 5)
    page.locator(".hand .usable").first.wait_for()


def nothing(page: Page, service: Service) -> None:
    """As it comes."""


SHOTS = [
    Shot("daily", "#/", some_moves),
    Shot("won", "#/", won),
    Shot("lost", "#/play/seed:12/microsoft", lost),
    Shot("review", "#/play/seed:12/microsoft", looked_back),
    Shot("solution", "#/solve/seed:1/cardgames", stepped),
    Shot("solve", "#/solve", faulty),
    Shot("archive", "#/archive", nothing),
    Shot("tables", "#/tables", nothing),
    Shot("hearts", "#/tables", in_play),
    Shot("statistics", "#/statistics", nothing),
]


def take(browser: Browser, service: Service, shot: Shot) -> None:
    """A picture for each size and theme."""
    for size, viewport in SIZES.items():
        context = browser.new_context(viewport=viewport, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{service.url}/{shot.address}")
        page.locator("h1").wait_for(timeout=60_000)
        page.clock.install()
        shot.prepare(page, service)
        page.mouse.move(0, 0)
        page.wait_for_timeout(500)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=OUT / f"{shot.name}-{size}-{scheme}.png")
        context.close()


def main() -> None:
    """Take all of them."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        service = Service(Path(folder), **UNLIMITED)
        browser = launched(play)
        try:
            for shot in SHOTS:
                take(browser, service, shot)
        finally:
            browser.close()
            service.process.terminate()
            service.process.wait(30)


if __name__ == "__main__":
    main()
