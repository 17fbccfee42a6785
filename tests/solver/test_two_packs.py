"""Two packs: cards of a kind told apart, deals of 104 cards, positions."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Deal, Position, format_position, parse_move, parse_position, preset, read
from solver.cards import PACK, Card, format_cards, pack_of, parse_card, split_cards, told_apart
from solver.errors import BadDeal, BadPosition
from solver.rules import PRESETS, Rules, rules_from, rules_named

TWO = Rules(decks=2)
NAMES = [name for name, rules in PRESETS.items() if rules.decks == 2]
MARKED = Card(4, "S", 1)
deals = st.permutations(pack_of(2)).map(lambda cards: Deal(tuple(cards)))


def refused(call: Callable[[], object], kind: type[BadDeal | BadPosition]) -> tuple[str, ...]:
    """The faults that are listed."""
    with pytest.raises(kind) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 1
    return caught.value.faults


def test_the_pack() -> None:
    """104 different cards, the second pack marked."""
    pack = pack_of(2)
    assert len(set(pack)) == len(pack) == 104
    assert pack[:52] == PACK
    assert format_cards(pack[52:54]) == "AC' 2C'"


@pytest.mark.parametrize("text", ["4S'", "4s'", "4s\u2019", "4S\u2032", "4\u2660'", " 4S' "])
def test_a_mark_is_read(text: str) -> None:
    """As it is written, and as word processors write it."""
    assert parse_card(text) == MARKED
    assert str(MARKED) == "4S'"


def test_marks_in_glued_text() -> None:
    """A mark belongs to the card before it, and a second one is no card."""
    assert split_cards("4S'4S10h'tc") == ([*map(parse_card, ("4S'", "4S", "TH'", "TC"))], [])
    assert split_cards("4S''9H") == ([MARKED, Card(9, "H")], [(2, "'")])


def test_marks_in_moves() -> None:
    """Two fours of spades are two cards: they may go together where equal ranks do."""
    assert str(parse_move("4s'+4s")) == "4S+4S'"
    at = parse_position(
        "pyramid: 2C / 4S 4S'", rules_from("cardgames", ["decks=2", "pairing=equal"])
    )
    assert [str(move) for move in at.legal_moves()] == ["4S+4S'"]


def test_told_apart() -> None:
    """In any order the first of a kind is the one without a mark; others stay as they are."""
    cards = [parse_card(text) for text in ("4S'", "9H", "4S'", "9H'")]
    assert format_cards(told_apart(cards)) == "4S 9H 4S' 9H'"


@given(deals, st.sampled_from(NAMES))
def test_every_notation_is_read_back(deal: Deal, name: str) -> None:
    """Line, triangle and JSON, with marks or without, give the same deal again."""
    rules = preset(name)
    for text in (deal.line(), deal.triangle(), deal.triangle(rules), deal.json()):
        assert Deal.parse(text) == Deal.parse(text, rules) == deal
        assert Deal.parse(text.replace("'", ""), rules) == deal
    assert Deal.parse(deal.line().replace(" ", "").replace("T", "10").lower(), rules) == deal
    start = deal.position(rules)
    assert read(format_position(start), rules) == start
    assert tuple(start.cards()) == deal.cards


def test_the_order_decides_about_marks() -> None:
    """Whichever of two was marked, the deal is the same, and has one digest."""
    cards = Deal.seed(5, TWO).cards
    swapped = Deal(tuple(card._replace(copy=1 - card.copy) for card in cards))
    assert swapped.cards == cards
    assert swapped.digest == Deal(cards).digest
    assert json.loads(swapped.json())["deck"][0] == str(cards[0])


def test_seeds_are_pinned() -> None:
    """The same number deals the same two packs for good, and another deal than of one pack."""
    deal = Deal.parse("seed:1", preset("two-pyramids"))
    assert deal == Deal.seed(1, TWO)
    assert deal.decks == 2
    assert deal.line().startswith("6H 7H JC 8C KS 7D 6S 8C' 6C 9C 5C TH KD JH AH QS")
    assert deal.line().endswith("KD' JD TC' JD' AC' 4H' 7S'")
    assert deal.digest == "045614bd9d85196af32d3ef9d8ce807ae8791cbd4909e8f16d6bb88154930e30"
    assert Deal.parse("seed:1").decks == 1


@pytest.mark.parametrize("text", ["ms:1", "pysol:1"])
def test_numbers_of_programs_are_one_pack(text: str) -> None:
    """That they deal two packs isn't known, and is said."""
    assert refused(lambda: read(text, TWO), BadDeal) == (
        f"{text} is one pack, and these rules have 2: use seed:N",
    )


def test_faults_are_listed() -> None:
    """Three of a kind, what is missing once or twice, and the count, all at once."""
    cards = list(Deal.seed(1, TWO).cards)
    words = [str(card).rstrip("'") for card in cards if card not in (Card(2, "C"), Card(2, "C", 1))]
    words[words.index("9H")] = "4S"
    assert refused(lambda: Deal.parse(" ".join(words), TWO), BadDeal) == (
        "102 cards instead of 104",
        "duplicate: 4S",
        "missing: 2C (2 times), 9H",
    )
    assert refused(lambda: Deal.parse("seed:x", TWO), BadDeal)
    assert refused(lambda: Deal.parse("", TWO), BadDeal) == ("no cards: a deal has 104",)
    assert refused(lambda: Deal(tuple(cards[:-1])), BadDeal) == (
        "103 cards instead of 104",
        f"missing: {str(cards[-1]).rstrip(chr(39))}",
    )


def test_the_number_of_packs_must_be_that_of_the_rules() -> None:
    """One pack for two, or two for one, is no deal; so it is for one that was read before."""
    one, two = Deal.seed(1), Deal.seed(1, TWO)
    assert refused(lambda: read(one.line(), TWO), BadDeal)[0] == "52 cards instead of 104"
    assert refused(lambda: read(two.line()), BadDeal)[0] == "104 cards instead of 52"
    for deal, rules in ((one, TWO), (two, Rules())):
        said = f"{len(deal.cards)} cards instead of the {rules.pack_size} of these rules"
        for call in (deal.position, deal.triangle):
            assert refused(partial(call, rules), BadDeal) == (said,)
    assert refused(two.position, BadDeal)


def test_positions_with_marks() -> None:
    """What isn't marked is told apart in the order of the parts, however they are written."""
    text = "pyramid: 4S / 9H 9H' | stock: 4S' 2C | pass: 1"
    at = parse_position(text, TWO)
    assert format_position(at) == text
    for other in (
        "pyramid: 4S / 9H 9H | stock: 4S 2C",
        "stock: 4S 2C | pyramid: 4s / 9h 9h'",
        "pyramid: 4S / 9H 9H\u2019 | stock: 4S'2C",
    ):
        assert parse_position(other, TWO) == at
    # What is marked stays so, wherever it lies.
    kept = "pyramid: 4S' / 9H' 9H | stock: 4S | pass: 1"
    assert format_position(parse_position(kept, TWO)) == kept
    assert format_position(parse_position("pyramid: 4S'", TWO)) == "pyramid: 4S' | pass: 1"


@pytest.mark.parametrize(
    ("text", "rules", "fault"),
    [
        ("pyramid: 4S / 4S 4S", TWO, "duplicate: 4S stands 3 times"),
        ("pyramid: 4S / 4S' 4S'", TWO, "duplicate: 4S' stands 2 times"),
        ("pyramid: 4S / 4S' 4S", TWO, "duplicate: 4S stands 2 times"),
        ("pyramid: 4S'", Rules(), "4S': the mark is for a second pack, and these rules have one"),
        ("pyramid: 4S / 4S 9H", Rules(), "duplicate: 4S stands 2 times"),
    ],
)
def test_positions_with_bad_marks(text: str, rules: Rules, fault: str) -> None:
    """More cards of a kind than there are packs, and marks of a pack that isn't there."""
    assert refused(lambda: parse_position(text, rules), BadPosition) == (fault,)


def test_a_position_knows_its_packs() -> None:
    """A position that was made with a card of a second pack under one says so."""
    at = Position(Rules(rows=1), (MARKED,))
    assert at.faults() == ["cards: one has the mark of a second pack, and the rules have one"]
    assert not Position(Rules(rows=1, decks=2), (MARKED,)).faults()


def test_pysol_deals_block_after_block() -> None:
    """PySolFC deals pyramid after pyramid; our reading order goes by rows, through all of them."""
    rules = rules_named("pharaohs")
    dealt = Deal.parse("pysol:5").cards
    at = Deal.parse("pysol:5", rules).position(rules)
    blocks: dict[int, list[Card]] = {}
    for card, block in zip(at.pyramid, rules.board.block, strict=True):
        assert card is not None
        blocks.setdefault(block, []).append(card)
    assert (*blocks[0], *blocks[1], *blocks[2]) == dealt
    assert [len(block) for block in blocks.values()] == [3, 28, 21]


def test_pysol_deals_the_stock_last() -> None:
    """Of two pyramids of two rows, by hand: the first is cards 1 to 3, the second 4 to 6."""
    rules = rules_named("two-pyramids rows=2 decks=1")
    dealt = Deal.parse("pysol:5").cards
    at = Deal.parse("pysol:5", rules).position(rules)
    assert at.pyramid == tuple(dealt[place] for place in (0, 3, 1, 2, 4, 5))
    assert at.stock == dealt[6:]
