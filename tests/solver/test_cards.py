"""Card notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import PACK, Card, format_cards, parse_card, split_cards
from solver.errors import BadCard

SYMBOLS = {"C": "\u2663\u2667", "D": "\u2666\u2662", "H": "\u2665\u2661", "S": "\u2660\u2664"}


def spellings(card: Card) -> list[str]:
    """Every way to write a card."""
    rank, suit = str(card)[0], card.suit
    ranks = [rank, rank.lower()] + (["10"] if rank == "T" else [])
    suits = [suit, suit.lower(), *SYMBOLS[suit], SYMBOLS[suit][0] + "\ufe0f"]
    return [r + s for r in ranks for s in suits]


def test_pack() -> None:
    """The pack holds 52 different cards, clubs first, ace to king within a suit."""
    assert len(set(PACK)) == len(PACK) == 52
    assert format_cards(PACK[:3]) == "AC 2C 3C"
    assert format_cards(PACK[-2:]) == "QS KS"


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_spelling_is_read(card: Card) -> None:
    """Each spelling of a card gives that card, and it is written in one way."""
    for text in spellings(card):
        assert parse_card(text) == card
        assert parse_card(f" {text}\n") == card
    assert str(card) == spellings(card)[0]


@pytest.mark.parametrize(
    "text",
    ["", " ", "J", "C", "1S", "11C", "TCC", "T C", "0D", "10", "TX", "XC", "--", "\u2663T",
     # The Kelvin sign and the long s look, and fold, like letters of cards.
     "\u212aC", "K\u017f", "\u0661C"],
)  # fmt: skip
def test_no_card(text: str) -> None:
    """What isn't exactly one card is refused, and the refusal quotes it."""
    with pytest.raises(BadCard, match="is not a card") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


def test_long_rubbish_is_cut() -> None:
    """A refusal stays short whatever it was given."""
    with pytest.raises(BadCard) as caught:
        parse_card("x" * 100_000)
    assert len(str(caught.value)) < 200


@given(st.lists(st.sampled_from(PACK), max_size=60), st.data())
def test_a_run_of_cards_is_read_in_any_spelling(cards: list[Card], data: st.DataObject) -> None:
    """Cards in any spelling, glued, or apart by spaces, commas or line ends, are found."""
    text = ""
    for card in cards:
        text += data.draw(st.sampled_from(spellings(card)))
        text += data.draw(st.sampled_from(["", " ", ", ", "\n", "\t"]))
    assert split_cards(text) == (cards, [])


@pytest.mark.parametrize(
    ("text", "cards", "unreadable"),
    [
        ("TC J 9H", "TC 9H", [(2, "J")]),
        ("TCXX9H", "TC 9H", [(2, "XX")]),
        ("1S TC", "TC", [(1, "1S")]),
        ("?? ?? AC", "AC", [(1, "??"), (2, "??")]),
        ("ACKD1", "AC KD", [(3, "1")]),
        ("\u266aAC", "AC", [(1, "\u266a")]),
        ("\u212aS AC", "AC", [(1, "\u212aS")]),
    ],
)
def test_unreadable_tokens_keep_their_place(
    text: str, cards: str, unreadable: list[tuple[int, str]]
) -> None:
    """A bad token takes one place, so that the places named in errors are right."""
    found, bad = split_cards(text)
    assert format_cards(found) == cards
    assert bad == unreadable
