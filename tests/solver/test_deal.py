"""Deals in every notation."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Deal, preset, read
from solver.cards import PACK, Card
from solver.errors import BadDeal
from solver.rules import PRESETS, rules_from

deals = st.permutations(PACK).map(lambda cards: Deal(tuple(cards)))


@given(deals, st.sampled_from([name for name in sorted(PRESETS) if PRESETS[name].decks == 1]))
def test_every_notation_is_read_back(deal: Deal, name: str) -> None:
    """Line, triangle and JSON, written for any preset, give the same deal again."""
    rules = preset(name)
    for text in (str(deal), deal.line(), deal.triangle(rules), deal.json()):
        assert Deal.parse(text) == Deal.parse(text, rules) == deal
    assert Deal.parse(deal.line().replace(" ", "")) == deal
    assert Deal.parse(deal.line().replace("T", "10").lower()) == deal


@given(deals)
def test_digest_knows_the_deal_not_its_spelling(deal: Deal) -> None:
    """Equal deals have equal digests, and swapping two cards changes it."""
    assert Deal.parse(deal.triangle().lower()).digest == deal.digest
    swapped = Deal((deal.cards[1], deal.cards[0], *deal.cards[2:]))
    assert swapped.digest != deal.digest


def test_digest_is_pinned() -> None:
    """The digest is SHA-256 of the line: others may compute it."""
    assert Deal.seed(1).digest == (
        "45a6e1d9e8f97931eb992fe63dff19bf80e395013f7fa9e68f4a22d4b6ad8f4a"
    )


def test_triangle() -> None:
    """The triangle's rows are centred, and the stock follows on a line of its own."""
    lines = Deal.parse("".join(map(str, PACK))).triangle().splitlines()
    assert lines[0] == "         AC"
    assert lines[1] == "       2C 3C"
    assert lines[6] == "9D TD JD QD KD AH 2H"
    assert lines[7].split() == [str(card) for card in PACK[28:]]


def test_triangle_upside_down() -> None:
    """The preset triangle has its long row on top."""
    lines = Deal.seed(1).triangle(preset("triangle")).splitlines()
    assert [len(line.split()) for line in lines] == [7, 6, 5, 4, 3, 2, 1, 24]


def test_json() -> None:
    """JSON holds the cards in dealing order; a bare list is read too."""
    data = json.loads(Deal.seed(1).json())
    assert data == {"deck": str(Deal.seed(1)).split()}
    assert Deal.parse(json.dumps(data["deck"])) == Deal.seed(1)


def _texts(cards: tuple[Card | None, ...]) -> list[str]:
    return [str(card) for card in cards]


def test_position_of_a_deal() -> None:
    """The pyramid is dealt first, then the reserve column by column, then the stock."""
    cards = tuple(PACK)
    deal = Deal(cards)
    plain = deal.position()
    assert plain.pyramid == cards[:28]
    assert plain.stock == cards[28:]
    assert (plain.wastes, plain.reserve, plain.cells, plain.pass_number) == (((),), (), (), 1)
    giza = deal.position(preset("giza"))
    assert giza.stock == ()
    assert len(giza.reserve) == 8
    assert giza.reserve[0] == cards[28:31]
    assert giza.reserve[7] == cards[49:]
    some = deal.position(rules_from("cardgames", ["reserve=2x3", "rows=5"]))
    assert _texts(some.pyramid) == [str(card) for card in cards[:15]]
    assert some.reserve == (cards[15:18], cards[18:21])
    assert some.stock == cards[21:]


def test_pysol_deals_the_reserve_first_and_by_rows() -> None:
    """PySolFC's Giza takes the first 24 cards for the reserve, row by row."""
    plain = Deal.parse("pysol:32000")
    giza = Deal.parse("pysol:32000", preset("giza"))
    assert sorted(giza.cards) == sorted(plain.cards)
    assert giza.cards[:28] == plain.cards[24:]
    columns = giza.position(preset("giza")).reserve
    assert [column[0] for column in columns] == list(plain.cards[:8])
    assert [column[-1] for column in columns] == list(plain.cards[16:24])


def test_generators_by_name() -> None:
    """A generator and its number give what the text form gives, in either case."""
    assert Deal.generate("seed", 5) == Deal.seed(5) == Deal.parse(" SEED : 5\n")
    assert Deal.generate("ms", "7") == Deal.parse("ms:7")
    assert Deal.generate("pysol", 10**20) == Deal.parse(f"pysol:{10**20}")


def test_all_faults_at_once() -> None:
    """One error lists every fault, and its faults can be read one by one."""
    text = str(Deal.seed(1)).replace("7D", "XX").replace("9C", "KH")
    with pytest.raises(BadDeal) as caught:
        Deal.parse(text)
    assert caught.value.faults == (
        "card 1: 'XX' is not a card",
        "duplicate: KH",
        "missing: 9C, 7D",
    )


def test_a_deal_made_of_cards_is_checked_too() -> None:
    """Deal(cards) refuses what isn't one pack."""
    with pytest.raises(BadDeal, match="51 cards instead of 52; missing: KS"):
        Deal(tuple(PACK[:-1]))


def test_read_takes_deals_and_positions() -> None:
    """`read` tells a deal from a position by its look."""
    deal = Deal.seed(3)
    for text in ("seed:3", str(deal), deal.triangle(), deal.json()):
        assert read(text) == deal.position()
    assert read("pyramid: KS").pyramid[0] == Card(13, "S")
    assert read('{"position": "pyramid: KS"}') == read("pyramid: KS")
