"""Tables of card games in a browser: deals against bots, a friend by link, cut off and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from service.client import Client
from tests.service.serving.test_serve import Service
from tests.web.conftest import Visitor, visiting

pytestmark = pytest.mark.slow

#: What a player does next, if anything; the last of several choices but one, so that bids stay low.
_STEP = """
() => {
  const usable = (name) => document.querySelector(`.hand .card.usable${name}`);
  const pass = document.querySelector("[data-pass]");
  // A browser complains of a refused request, and bots choose their cards at the same time.
  if (pass && document.querySelectorAll(".seat.acts").length > 1) return "";
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


def kept(page: Page, key: str) -> Any:
    """What the page keeps under a name."""
    found: str = page.evaluate("key => localStorage.getItem(`pyramid:${key}`)", key)
    return json.loads(found)


def at(page: Page) -> str:
    """The id of the match that is shown."""
    return page.url.rsplit("/", 1)[1]


def test_keys_alone(visitor: Visitor, service: Service) -> None:
    """The focus goes on by itself; a card that can't be played says why."""
    page = visitor.page
    sit_down(page, service, "kaiser")
    control, played, reasons = ".acts [data-act], .hand .usable", 0, 0
    for _ in range(400):
        if page.locator("[data-over]").count():
            break
        if not page.locator(control).count():
            page.wait_for_timeout(25)
            continue
        if not page.evaluate("names => document.activeElement.matches(names)", control):
            assert played == 0, "the focus was lost"
            page.keyboard.press("Tab")
            continue
        if page.evaluate("document.activeElement.matches('.hand *')"):
            page.keyboard.press("Home")
            if page.evaluate("document.activeElement.matches('[aria-disabled]')"):
                page.keyboard.press("Enter")
                expect(page.locator("[data-prompt]")).to_contain_text("You must follow suit")
                reasons += 1
            while page.evaluate("document.activeElement.matches('[aria-disabled]')"):
                page.keyboard.press("ArrowRight")
            played += 1
        before = page.locator(".hand .card").count(), page.locator("[data-act]").count()
        page.keyboard.press("Enter")
        after = "([cards, acts]) => document.querySelectorAll('.hand .card').length !== cards"
        page.wait_for_function(
            f"{after} || document.querySelectorAll('[data-act]').length !== acts", arg=list(before)
        )
    assert played == 8
    expect(page.locator("[data-over]")).to_be_focused()


def test_what_happens_is_told(visitor: Visitor, service: Service) -> None:
    """All that bots do between two turns is said, in the order in which it happens."""
    page = visitor.page
    sit_down(page, service, "hearts")
    page.evaluate(
        """() => {
          const live = document.getElementById("live");
          window.told = [];
          const tell = () => window.told.push(live.textContent);
          new MutationObserver(tell).observe(live, { childList: true });
        }"""
    )
    play(page, 3)
    page.wait_for_function("() => window.told.join('').split('You play the').length === 4")
    told = "".join(page.evaluate("window.told"))
    assert "You get " in told
    assert told.count("It is your turn.") >= 3
    assert told.count("West plays the") >= 2
    assert told.count("takes the trick") + told.count("You take the trick") >= 2


def test_a_stale_action_isnt_sent_again(visitor: Visitor, service: Service) -> None:
    """Somebody else has played from this seat meanwhile: that is told, and shown."""
    page = visitor.page
    sit_down(page, service, "hearts")
    play(page, 2)
    expect(page.locator(".hand .usable").first).to_be_visible()

    def held(route: Route) -> None:
        """No news comes through any more."""
        if "wait=25" not in route.request.url:
            route.continue_()

    page.route("**/v1/matches/*", held)
    page.reload()
    expect(page.locator(".hand .usable").first).to_be_visible()
    seat = Client(service.url).seat(kept(page, f"seat:{at(page)}"))
    match = seat.look()
    seat.act(match["view"]["legal"][0], match["version"])
    page.locator(".hand .usable").last.click()
    expect(page.locator(".fault")).to_contain_text("Something else has happened")
    expect(page.locator(".hand .card")).to_have_count(10)
    visitor.complaints = [text for text in visitor.complaints if "412" not in text]


def test_a_seat_outlives_the_account(visitor: Visitor, service: Service) -> None:
    """The seat's own token is enough; who has none of worth may still watch."""
    page = visitor.page
    sit_down(page, service, "spades")
    expect(page.locator("[data-act]").first).to_be_visible()
    lost = "localStorage.setItem('pyramid:player', JSON.stringify({ token: 'no.body', name: '' }))"
    page.evaluate(lost)
    page.reload()
    expect(page.locator("[data-act]").first).to_be_visible()
    page.evaluate(f"localStorage.removeItem('pyramid:seat:{at(page)}')")
    page.reload()
    expect(page.locator(".head")).to_contain_text("you are watching")
    expect(page.locator(".hand")).to_have_count(0)
    visitor.complaints = [text for text in visitor.complaints if "401" not in text]


def test_a_seat_is_left_and_taken_again(
    visitor: Visitor, service: Service, browser: Browser
) -> None:
    """Before the game begins the seat is open again, and whoever left it may come back."""
    page = visitor.page
    sit_down(page, service, "hearts", 1, 2)
    link = page.locator("[data-link]").inner_text()
    with visiting(browser) as other:
        friend = other.page
        friend.on("dialog", lambda dialog: dialog.accept())
        for comes in ("first", "again"):
            friend.goto(f"{service.url}/#/tables")
            friend.locator("[name=code]").fill(link.rsplit("/", 1)[1].lower())
            friend.get_by_role("button", name="Sit down").click()
            expect(friend.locator(".invite form")).to_be_visible()
            friend.get_by_label("Your name").fill("Bea")
            friend.get_by_role("button", name="Sit down").click()
            expect(friend.locator(".sitters .open")).to_have_count(1)
            expect(page.locator(".sitters")).to_contain_text("Bea")
            if comes == "again":
                break
            friend.locator("[data-leave]").click()
            expect(friend.locator("[data-start]").first).to_be_visible()
            expect(page.locator(".sitters .open")).to_have_count(2)
            expect(page.locator("#live")).to_contain_text("Bea has left")


def test_six_play_on_a_phone(phone: Visitor, service: Service) -> None:
    """Nothing is wider than the screen, and every card can be hit."""
    page = phone.page
    sit_down(page, service, "hearts", players="6")
    expect(page.locator("[data-pass]")).to_be_visible()
    phone.fits()
    assert page.locator(".seat").count() == 6
    assert play(page, 2) == 2
    phone.fits()
    wide = page.locator(".hand .card").first.bounding_box()
    assert wide is not None
    assert wide["width"] >= 44


def test_who_bids_unseen_sees_no_cards(phone: Visitor, service: Service) -> None:
    """With blind nil the cards lie face down until they are looked at."""
    page = phone.page
    page.add_init_script(_AT_ONCE)
    page.goto(f"{service.url}/#/tables")
    page.get_by_text("A table of your own").click()
    page.locator("[data-game]").select_option("spades")
    page.locator("[name=option-blind_nil]").check()
    page.locator(".new details summary").click()
    # What is wrong there is seen, even if it was folded away.
    page.locator("[name=option-nil]").fill("5000")
    page.locator(".new details summary").click()
    page.locator("[data-create]").click()
    expect(page.locator("[name=option-nil]")).to_be_visible()
    page.locator("[name=option-nil]").fill("50")
    page.locator("[data-create]").click()
    expect(page.locator("[data-act]")).to_have_text(["Look at my cards", "blind nil"])
    expect(page.locator(".hand .down")).to_have_count(13)
    page.get_by_role("button", name="Look at my cards").click()
    expect(page.locator(".hand [data-card]")).to_have_count(13)
    expect(page.locator("[data-act]").first).to_be_focused()
