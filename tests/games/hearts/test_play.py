"""Hearts, rule 4: following suit, and who takes a trick; the style of 1913."""

from __future__ import annotations

import json

import pytest

from games.cards import cards
from games.errors import MustFollowSuit, NoSuchCard
from games.hearts import HEARTS
from games.tricks import Play
from tests.games.hearts.deals import after_pass, hands_of, last, legal, play, refuse, words
from tests.games.hearts.leads import NO_CLUB, mixed


def test_follow_suit() -> None:
    """Rule 4: who can follow must; who can't may play any card."""
    match = mixed()
    play(match, "2D")
    assert match.state.turn == 2
    assert legal(match, 2) == words(card for card in match.state.hands[2] if card.suit == "D")
    refuse(match, 2, "JH", MustFollowSuit, "^must follow diamonds: you hold 6D, 7D, 8D")
    refuse(match, 2, "8C", MustFollowSuit, "must follow diamonds")
    refuse(match, 2, "2D", NoSuchCard, "you don't hold 2D")
    play(match, "6D")


def test_the_highest_of_the_suit_led_takes_and_leads() -> None:
    """Rule 4: higher cards of other suits take nothing; who takes the trick leads the next."""
    match = after_pass(hands_of(
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    ))  # fmt: skip
    play(match, "2C AD AH AS")
    assert match.state.turn == 0
    assert last(match, "trick") == {
        "event": "trick", "seat": 0, "cards": ["2C", "AD", "AH", "AS"], "points": 1,
    }  # fmt: skip
    match = mixed()
    play(match, "2D 8D")
    for _ in range(2):
        match.act(match.state.turn, Play(cards(legal(match, match.state.turn))[-1]))
    trick = match.state.tricks[-1]
    assert (trick.leader, trick.taker) == (1, 3)
    assert words(trick.cards) == "2D 8D QD 5D"
    assert match.state.turn == 3
    view = HEARTS.view(match.state, None)
    assert (view.leader, view.waiting, view.trick) == (3, (3,), ())
    assert view.tricks == match.state.tricks


def test_all_played_cards_are_seen() -> None:
    """Rule 4: a trick is open, and remains so in the view until the deal ends."""
    match = mixed()
    play(match, "2D 8D")
    told = json.loads(json.dumps(HEARTS.view_to_json(HEARTS.view(match.state, None))))
    assert told["trick"] == ["2D", "8D"]
    assert told["tricks"] == [
        {"leader": 0, "cards": ["2C", "AC", "7C", "TC"], "taker": 1},
    ]
    assert told["counts"] == [12, 11, 11, 12]
    assert (told["hand"], told["legal"]) == ([], [])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_hoyle1913(players: int) -> None:
    """Option style=hoyle1913: the dealer's left leads any card, and all one must is follow."""
    for dealer in range(players):
        match = after_pass(
            hands_of(players=players), players=players, dealer=dealer, style="hoyle1913"
        )
        assert match.state.phase == "play"
        eldest = (dealer + 1) % players
        assert HEARTS.to_act(match.state) == {eldest}
        assert legal(match, eldest) == words(match.state.hands[eldest])
    assert HEARTS.view(match.state, 0).direction == "none"


def test_hoyle1913_has_no_restrictions() -> None:
    """Option style=hoyle1913: hearts and the queen go to the first trick, and are led at once."""
    match = after_pass(NO_CLUB, style="hoyle1913", dealer=2)
    play(match, "2H")
    assert match.state.turn == 0
    match = after_pass(NO_CLUB, style="hoyle1913", dealer=1)
    play(match, "2C")
    assert legal(match, 3) == words(NO_CLUB[3])
    play(match, "QS")
    refuse(match, 0, "6D", MustFollowSuit, "must follow clubs: you hold 3C, ")
    match = after_pass(NO_CLUB, style="hoyle1913", dealer=2, queen_lead_needs_broken=True)
    play(match, "QS")
