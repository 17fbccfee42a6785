"""Any deal in a browser: by its code, lost and saved, solved, looked back on."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from service.survey.figures import figures
from solver.analysis import verdict
from solver.deal import Deal
from solver.moves import Move
from solver.position import Position
from solver.rules import rules_named
from tests.service.command import ROOT
from tests.service.serving.test_serve import Service
from tests.web.conftest import Visitor
from tests.web.test_daily_page import click_through, line_of

pytestmark = pytest.mark.slow


def deal(seed: int, rules: str = "cardgames") -> Position:
    return Deal.seed(seed).position(rules_named(rules))


def losing_line(start: Position) -> tuple[list[Move], int]:
    """Moves that lose the game, and how many must be taken back to win it again."""
    for seed in range(100):
        rng, position = random.Random(seed), start
        moves: list[Move] = []
        won = 0
        while len(moves) < 40 and (legal := position.legal_moves()):
            move = rng.choice([m for m in legal if m.kind == "remove"] or list(legal))
            moves.append(move)
            position = position.apply(move)
            if verdict(position, least=False).status == "winnable":
                won = len(moves)
            elif len(moves) - won == 3 and won:
                return moves, 3
    raise AssertionError("this deal can hardly be lost")


def test_a_lost_game_is_told_and_saved(visitor: Visitor, service: Service) -> None:
    """Three moves after the mistake it says how far back the game is won; one press goes there."""
    page = visitor.page
    page.clock.install()
    page.goto(f"{service.url}/#/play/seed:12/microsoft")
    expect(page.locator(".desk")).to_be_visible()
    moves, back = losing_line(deal(12, "microsoft"))
    click_through(page, moves)
    notice = page.locator("[data-lost]")
    expect(notice).to_contain_text(
        f"No chance of winning any more: undo {back} moves to be back in a won game."
    )
    visitor.check()
    notice.get_by_role("button").click()
    expect(page.locator("[data-moves]")).to_have_text(str(len(moves) - back))
    expect(notice).to_have_count(0)
    # Whoever doesn't want to know isn't told.
    page.get_by_role("button", name="Redo").click()
    expect(notice).to_contain_text("undo 1 move")
    page.get_by_label("Tell me when the game").uncheck()
    expect(notice).to_have_count(0)


def test_a_game_is_looked_back_on(visitor: Visitor, service: Service) -> None:
    """The fatal move is marked, and what came after it."""
    page = visitor.page
    page.clock.install()
    page.goto(f"{service.url}/#/play/seed:12/microsoft")
    expect(page.locator(".desk")).to_be_visible()
    moves, back = losing_line(deal(12, "microsoft"))
    click_through(page, moves)
    page.get_by_role("link", name="Look back on my game").click()
    fatal = len(moves) - back + 1
    expect(page.locator("[data-summary]")).to_have_text(f"Move {fatal} has lost the game.")
    expect(page.locator(".moves .fatal")).to_contain_text("Here the game was lost.")
    assert (
        page.locator(".moves li").evaluate_all(
            "items => items.findIndex(item => item.matches('.fatal')) + 1"
        )
        == fatal
    )
    expect(page.locator("[data-step]")).to_have_attribute("data-step", str(fatal))
    visitor.check()


def test_what_is_the_least(visitor: Visitor, service: Service) -> None:
    """By a code that is typed in, won, with par asked for."""
    page = visitor.page
    page.clock.install()
    page.goto(f"{service.url}/#/play")
    page.get_by_label("The deal’s code").fill("seed:x")  # noqa: RUF001
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator(".fault")).to_contain_text("Seed:x: the number must be")
    visitor.complaints.clear()  # The browser tells of the refusal, too.
    page.get_by_label("The deal’s code").fill("seed:26")  # noqa: RUF001
    page.get_by_role("button", name="Deal", exact=True).click()
    moves = line_of(deal(26))
    page.get_by_role("button", name="What is the least possible?").click()
    expect(page.locator("[data-least]")).to_contain_text(f"{len(moves)} moves are the least")
    expect(page.locator("[data-par]")).to_have_text(str(len(moves)))
    click_through(page, moves)
    expect(page.locator("[data-won]")).to_contain_text(f"in {len(moves)} moves")


def test_a_deal_is_solved_and_replayed(phone: Visitor, service: Service) -> None:
    """Pasted, with faults told at the cards; then stepped through to the end."""
    page = phone.page
    page.goto(f"{service.url}/#/solve")
    cards = Deal.seed(1).line().split()
    wrong = [*cards[:3], "1X", *cards[4:6], cards[0], *cards[7:]]
    page.get_by_label("The deal").fill(" ".join(wrong))
    expect(page.locator("[data-problem]")).to_contain_text("Row 3, card 1: “1X” is no card.")
    expect(page.locator("[data-problem]")).to_contain_text("stands 2 times: row 1, card 1; row 4")
    expect(page.locator(".wrong")).to_have_count(3)
    expect(page.locator("[data-solve]")).to_be_disabled()
    phone.check()
    phone.fits()
    page.get_by_label("The deal").fill(" ".join(cards))
    page.locator("[data-solve]").click()
    expect(page.locator("[data-verdict]")).to_have_text(
        "Can be won; 55 moves are the least possible: proven."
    )
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[data-step]")).to_contain_text("Move 1 of 55")
    page.keyboard.press("End")
    expect(page.locator("[data-step]")).to_contain_text("Move 55 of 55")
    expect(page.locator(".replay .table")).to_have_accessible_name(
        "Table, 0 cards left in the pyramid"
    )
    phone.check()
    # The address is enough for others.
    page.reload()
    expect(page.locator("[data-verdict]")).to_contain_text("55 moves")


def test_cards_are_tapped_in(phone: Visitor, service: Service) -> None:
    """Each goes to the next place; one that is placed can't be chosen again."""
    page = phone.page
    page.goto(f"{service.url}/#/solve")
    cards = Deal.seed(4).line().split()
    for card in cards[:5]:
        page.locator(f"[data-pick='{card}']").tap()
    expect(page.get_by_label("The deal")).to_have_value(" ".join(cards[:5]))
    expect(page.locator(f"[data-pick='{cards[0]}']")).to_be_disabled()
    page.get_by_role("button", name="Take the last one back").tap()
    page.locator("[data-place='1']").tap()
    page.locator(f"[data-pick='{cards[30]}']").tap()
    expected = [cards[0], cards[30], *cards[2:4]]
    expect(page.get_by_label("The deal")).to_have_value(" ".join(expected))
    expect(page.locator("[data-problem]")).to_have_text("48 cards are missing.")


def test_past_days(visitor: Visitor, service: Service) -> None:
    """A day's solution from the archive, as a replay that plays by itself."""
    page = visitor.page
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    page.goto(f"{service.url}/#/archive/cardgames/easy")
    expect(page.locator(".days li")).to_have_count(30)
    visitor.check()
    page.locator(f"a[href$='solution/{yesterday}/cardgames/easy']").click()
    expect(page.locator("[data-step]")).to_be_visible(timeout=60_000)
    page.clock.install()
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(3000)
    expect(page.locator("[data-step]")).not_to_have_attribute("data-step", "0")
    page.get_by_role("button", name="Last").click()
    expect(page.locator(".replay .table")).to_have_accessible_name(
        "Table, 0 cards left in the pyramid"
    )
    visitor.check()


def test_statistics(phone: Visitor, service: Service) -> None:
    """The figures are those of the surveys, as charts and as tables."""
    path = ROOT / "service" / "web" / "data" / "survey.json"
    found = figures(ROOT / "docs" / "survey")
    assert json.loads(path.read_text()) == found, "run python -m service.survey.figures"
    page = phone.page
    page.goto(f"{service.url}/#/statistics")
    expect(page.get_by_role("img")).to_have_count(2)
    phone.check()
    phone.fits()
    page.locator("summary").first.click()
    row = page.get_by_role("row", name="cardgames")
    expect(row).to_contain_text("83.1%")
    page.locator("[data-rules]").select_option("giza")
    expect(page.get_by_role("img").last).to_have_accessible_name(
        "Bars: how often each least number of moves occurs under giza; the median is 28."
        " The numbers follow."
    )
