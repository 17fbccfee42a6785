"""Tables of card games in a browser: deals against bots, a friend by link, cut off and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.serving.test_serve import Service
from tests.web.conftest import Visitor, visiting

pytestmark = pytest.mark.slow

#: What a player does next, if anything; the last of several choices but one, so that bids stay low.
_STEP = """
() => {
  const usable = (name) => document.querySelector(`.hand .card.usable${name}`);
  const pass = document.querySelector("[data-pass]");
  if (pass) {
    const does = pass.disabled ? usable(":not(.selected)") : pass;
    does.click();
    return "pass";
  }
  const [choice] = document.querySelectorAll("[data-act]");
  const does = choice ?? usable("");
  if (!does) return document.querySelector("[data-over]") ? "over" : "";
  does.click();
  return choice ? "choice" : "card";
}
"""
_AT_ONCE = "localStorage.setItem('pyramid:pace', '\"once\"')"


def sit_down(page: Page, service: Service, game: str, *friends: int, **options: str) -> None:
    """A new table of one deal; at some seats friends are waited for."""
    page.add_init_script(_AT_ONCE)
    page.goto(f"{service.url}/#/tables")
    page.get_by_text("A table of your own").click()
    page.locator("[data-game]").select_option(game)
    for seat in friends:
        page.locator(f"[name=seat-{seat}]").select_option("open")
    page.locator(".new details summary").click()
    for name, value in {"max_deals": "1", **options}.items():
        page.locator(f"[name=option-{name}]").fill(value)
    page.locator("[data-create]").click()
    page.wait_for_url("**/#/table/*")


def play(page: Page, most: int = 1000) -> int:
    """Do what can be done, until the end or so many cards were played; how many that were."""
    played = 0
    for _ in range(3000):
        did: str = page.evaluate(_STEP)
        played += int(did == "card")
        if did == "over" or played == most:
            return played
        if did != "pass":
            page.wait_for_timeout(25)
    raise AssertionError("the game doesn't go on")


def test_a_whole_deal_of_hearts(visitor: Visitor, service: Service) -> None:
    """One press, then thirteen cards against bots; reloaded and cut off in the middle."""
    page = visitor.page
    page.add_init_script(_AT_ONCE)
    page.goto(f"{service.url}/#/tables")
    expect(page.locator("[data-start=hearts]")).to_be_visible()
    visitor.check()
    sit_down(page, service, "hearts")
    expect(page.locator("[data-pass]")).to_be_visible()
    visitor.check()
    assert play(page, 4) == 4
    page.reload()
    expect(page.locator(".hand .card")).to_have_count(9)
    expect(page.locator(".last")).to_contain_text("Last trick")
    assert play(page, 3) == 3
    expect(page.locator(".hand .card")).to_have_count(6)
    expect(page.locator(".hand .card.usable").first).to_be_visible()
    page.context.set_offline(True)
    page.locator(".hand .card.usable").first.click()
    expect(page.locator("[data-cut]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-cut]")).to_have_count(0, timeout=15_000)
    expect(page.locator(".hand .card")).to_have_count(5)
    visitor.forgive_the_connection()
    assert play(page) == 5
    expect(page.locator("[data-over]")).to_be_visible()
    total = sum(int(text) for text in page.locator("[data-total]").all_inner_texts())
    assert total in (26, 78)  # The moon costs the others 26 each.
    visitor.check()
    # Once more with the same players.
    page.locator("[data-again]").click()
    expect(page.locator("[data-pass]")).to_be_visible()


@pytest.mark.parametrize(("game", "cards"), [("spades", 13), ("kaiser", 8)])
def test_bids_and_trumps(phone: Visitor, service: Service, game: str, cards: int) -> None:
    """A deal of partners, on a phone."""
    page = phone.page
    sit_down(page, service, game)
    expect(page.locator("[data-act]").first).to_be_visible()
    phone.fits()
    phone.check()
    assert play(page) == cards
    phone.fits()
    expect(page.locator(".sheet tbody tr")).to_have_count(1)


def test_a_friend_comes_by_link(visitor: Visitor, service: Service, browser: Browser) -> None:
    """The table waits, the friend sits down under a name, and both play."""
    page = visitor.page
    sit_down(page, service, "kaiser", 2)
    link = page.locator("[data-link]").inner_text()
    assert link.startswith(f"{service.url}/#/join/")
    visitor.check()
    with visiting(browser) as other:
        friend = other.page
        friend.add_init_script(_AT_ONCE)
        friend.goto(link)
        expect(friend.get_by_role("heading", name="Join a table of Kaiser")).to_be_visible()
        other.check()
        friend.get_by_label("Your name").fill("Bea")
        friend.get_by_role("button", name="Sit down").click()
        expect(friend.locator(".felt")).to_be_visible()
        expect(page.locator(".felt")).to_contain_text("Bea")
        for _ in range(2000):
            states = {each.evaluate(_STEP) for each in (page, friend)}
            if states == {"over"}:
                break
            page.wait_for_timeout(20)
        mine, theirs = (each.locator("[data-over]").inner_text() for each in (page, friend))
    # They are partners.
    assert mine == theirs or {mine, theirs} == {"Won by: Them."}


def test_who_has_no_seat_watches(visitor: Visitor, service: Service, browser: Browser) -> None:
    """Whoever has the address sees the table, and nobody's cards."""
    page = visitor.page
    sit_down(page, service, "hearts")
    expect(page.locator(".hand .card")).to_have_count(13)
    with visiting(browser) as other:
        other.page.goto(page.url)
        expect(other.page.locator(".felt")).to_be_visible()
        expect(other.page.locator("h1 + .sub")).to_contain_text("you are watching")
        assert other.page.locator(".hand .card").count() == 0
        other.check()
