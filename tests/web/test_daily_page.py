"""The deal of the day in a browser: won by clicks, by keys, lost and saved, cut off and back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from solver import solve
from solver.deal import Deal
from solver.moves import Move
from solver.position import Position, positions_along
from solver.rules import rules_named
from tests.service.serving.test_serve import Service
from tests.web.conftest import Visitor, visiting

pytestmark = pytest.mark.slow


def today() -> date:
    return datetime.now(UTC).date()


def daily(service: Service, rules: str = "cardgames", difficulty: str = "easy") -> Any:
    """A daily of this day, which is made if it isn't there."""
    status = 0
    while status != 200:
        status, found = service.get(f"/v1/daily/{today()}?rules={rules}&difficulty={difficulty}")
    return found


def start_of(found: Any) -> Position:
    return Deal.parse(found["deal"]).position(rules_named(found["rules"]))


def line_of(position: Position) -> list[Move]:
    """The moves of a shortest win."""
    found = solve(position)
    assert found.solution
    return list(found.solution)


def click_through(page: Page, moves: list[Move]) -> None:
    """Do the moves; a player's time passes, which a test doesn't wait for."""
    for number, move in enumerate(moves):
        if number == 1:
            page.clock.fast_forward(60_000)
        if move.kind in ("draw", "recycle"):
            page.locator("[data-stock]").click()
        for card in move.cards:
            page.locator(f'[data-card="{card}"]').click()


def open_daily(visitor: Visitor, service: Service, found: Any) -> Page:
    page = visitor.page
    page.clock.install()
    page.goto(f"{service.url}/#/daily/{found['date']}/{found['rules']}/{found['difficulty']}")
    expect(page.locator(".desk")).to_be_visible()
    return page


def reach(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {selector}")


def test_a_whole_daily_by_clicks(visitor: Visitor, service: Service) -> None:
    """The page opens on it; it is won in the least number of moves, and goes to the board."""
    page = visitor.page
    page.clock.install()
    page.goto(f"{service.url}/")
    page.locator("[data-difficulty]").select_option("easy")
    expect(page).to_have_url(f"{service.url}/#/daily/{today()}/cardgames/easy")
    found = daily(service)
    moves = line_of(start_of(found))
    expect(page.locator("[data-par]")).to_have_text(str(found["min_moves"]))
    assert len(moves) == found["min_moves"]
    visitor.check()
    click_through(page, moves)
    expect(page.get_by_role("heading", name="You have won!")).to_be_focused()
    expect(page.locator("[data-moves]")).to_have_text(str(len(moves)))
    expect(page.locator(".finish")).to_contain_text("nobody can do it in fewer moves")
    page.get_by_label("A name for the board").fill("Ann")
    page.get_by_role("button", name="Put it on the board").click()
    expect(page.locator("[data-rank]")).to_contain_text("Rank 1 of")
    expect(page.locator("[data-streak]")).to_contain_text("1 day in a row")
    page.locator("summary").click()
    expect(page.get_by_role("row", name="Ann")).to_contain_text(str(len(moves)))
    visitor.check()
    # It is still won after a reload, and handed in once.
    page.reload()
    expect(page.locator("[data-rank]")).to_contain_text("Rank 1 of")
    expect(page.locator(".card.gone").first).to_be_attached()


def test_what_is_shared_spoils_nothing(browser: Browser, service: Service) -> None:
    """Number, moves, the least and the time, and where it is played; no card, no move."""
    found = daily(service)
    moves = line_of(start_of(found))
    grants = ["clipboard-read", "clipboard-write"]
    with visiting(browser, permissions=grants) as visitor:
        page = open_daily(visitor, service, found)
        click_through(page, moves)
        page.get_by_role("button", name="Share").click()
        expect(page.locator("#live")).to_contain_text("Copied.")
        text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith(f"Pyramid No. {found['number']} (cardgames, easy)\n{len(moves)} moves,")
    assert text.endswith(f"/#/daily/{today()}/cardgames/easy")
    assert not [card for card in found["deal"].split() if card in text]


def test_a_whole_daily_by_keyboard_alone(visitor: Visitor, service: Service) -> None:
    """Cards by Tab and Enter, the stock by its letter; every step is told."""
    found = daily(service)
    page = open_daily(visitor, service, found)
    moves = line_of(start_of(found))
    for move in moves:
        if move.kind in ("draw", "recycle"):
            reach(page, ".desk .table button:not([disabled])")
            page.keyboard.press("d")
        for card in move.cards:
            reach(page, f'[data-card="{card}"]')
            page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have won!")).to_be_focused()
    expect(page.locator("[data-moves]")).to_have_text(str(len(moves)))
    expect(page.locator("#live")).to_contain_text("Won!")


def test_arrows_and_letters(visitor: Visitor, service: Service) -> None:
    """Arrows go from card to card; U and R take back and do again."""
    found = daily(service)
    page = open_daily(visitor, service, found)
    moves = line_of(start_of(found))
    # Up to where a card of the pyramid goes.
    line = [start_of(found), *positions_along(start_of(found), moves)]
    at = next(
        number
        for number, position in enumerate(line)
        if any(card in position.pyramid for move in position.legal_moves() for card in move.cards)
    )
    click_through(page, moves[:at])
    page.locator("[data-stock]").focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('[data-card]')")
    for key in ("ArrowDown", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.matches('[data-stock]')")
    page.keyboard.press("d")
    expect(page.locator("[data-moves]")).to_have_text(str(at + 1))
    page.keyboard.press("u")
    expect(page.locator("[data-moves]")).to_have_text(str(at))
    page.keyboard.press("r")
    expect(page.locator("[data-moves]")).to_have_text(str(at + 1))


def test_hints(visitor: Visitor, service: Service) -> None:
    """Fair ones are marked as such, full ones refused on the day itself."""
    page = open_daily(visitor, service, daily(service))
    page.get_by_role("button", name="Fair hint").click()
    expect(page.locator('[data-hint="fair"]')).to_contain_text("Fair hint: ")
    expect(page.locator(".marked")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Full hint")).to_be_disabled()
    yesterday = today() - timedelta(days=1)
    page.goto(f"{service.url}/#/daily/{yesterday}/cardgames/easy")
    expect(page.get_by_role("heading", name="Deal of")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Full hint").click()
    expect(page.locator('[data-hint="full"]')).to_contain_text("which knows the order of the stock")


def test_reload_in_the_middle(visitor: Visitor, service: Service) -> None:
    """Moves, those taken back, and the time are as they were."""
    found = daily(service)
    page = open_daily(visitor, service, found)
    moves = line_of(start_of(found))[:6]
    click_through(page, moves)
    page.get_by_role("button", name="Undo").click()
    page.reload()
    expect(page.locator("[data-moves]")).to_have_text("5")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("[data-moves]")).to_have_text("6")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


def test_offline_and_back(visitor: Visitor, service: Service) -> None:
    """Without a connection the game goes on, even after a reload; the win is sent afterwards."""
    found = daily(service)
    page = open_daily(visitor, service, found)
    moves = line_of(start_of(found))
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    expect(page.locator(".desk")).to_be_visible()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()  # This time the worker has seen all that it has to keep.
    expect(page.locator(".desk")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".offline")).to_be_visible()
    click_through(page, moves[:4])
    page.reload()
    expect(page.locator("[data-moves]")).to_have_text("4")
    click_through(page, moves[4:])
    page.get_by_role("button", name="Put it on the board").click()
    expect(page.locator(".finish")).to_contain_text("sent as soon as there is one")
    page.context.set_offline(False)
    expect(page.locator("[data-rank]")).to_contain_text("today.")
    expect(page.locator(".offline")).to_have_count(0)
    visitor.forgive_the_connection()


def test_on_a_phone(phone: Visitor, service: Service) -> None:
    """By taps; nothing is wider than the screen, and all cards can be hit."""
    found = daily(service)
    page = open_daily(phone, service, found)
    phone.fits()
    boxes = page.locator(".card:not(.down):not(.gone)").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect().toJSON())"
    )
    assert all(box["width"] >= 40 and box["left"] >= 0 and box["right"] <= 360 for box in boxes)
    for move in line_of(start_of(found))[:8]:
        if move.kind in ("draw", "recycle"):
            page.locator("[data-stock]").tap()
        for card in move.cards:
            page.locator(f'[data-card="{card}"]').tap()
    expect(page.locator("[data-moves]")).to_have_text("8")
    phone.check()


def test_dragging(visitor: Visitor, service: Service) -> None:
    """A card goes with the one that it is dropped on; dropped elsewhere it goes back."""
    found = daily(service)
    page = open_daily(visitor, service, found)
    moves = line_of(start_of(found))
    at = next(number for number, move in enumerate(moves) if len(move.cards) == 2)
    click_through(page, moves[:at])
    one, other = (page.locator(f'[data-card="{card}"]') for card in moves[at].cards)

    def drag(x: float, y: float) -> None:
        box = one.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 20, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(x, y, steps=4)
        page.mouse.up()

    drag(5, 300)
    expect(page.locator("[data-moves]")).to_have_text(str(at))
    onto = other.bounding_box()
    assert onto is not None
    drag(onto["x"] + 20, onto["y"] + 10)
    expect(page.locator("[data-moves]")).to_have_text(str(at + 1))


def test_rules_and_difficulties(visitor: Visitor, service: Service) -> None:
    """Each has its own deal and its own table: a stock whose next card lies open, a reserve."""
    page = open_daily(visitor, service, daily(service))
    page.locator("[data-rules]").select_option("microsoft")
    expect(page.locator(".table.open")).to_be_visible(timeout=60_000)
    page.locator("[data-rules]").select_option("giza")
    expect(page.locator(".table:not(.open)")).to_be_visible(timeout=60_000)
    expect(page.locator(".card:not(.down)")).to_have_count(52)
    visitor.check()


def test_what_is_no_page(visitor: Visitor, service: Service) -> None:
    """It is told in a sentence, with a way out."""
    page = visitor.page
    page.goto(f"{service.url}/#/nowhere")
    expect(page.get_by_role("heading", name="That didn")).to_be_visible()
    page.get_by_role("link", name="To today").click()
    expect(page.locator(".desk")).to_be_visible(timeout=60_000)
