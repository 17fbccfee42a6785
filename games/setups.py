"""Hands that were given instead of shuffled, checked against the pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.cards import Card, Hand, by_suit, in_words, is_card
from games.errors import BadSetup
from games.jsons import shown
from games.protocol import Setup
from games.shuffle import dealt

__all__ = ["checked_hands", "checked_seed", "checked_setup", "next_hands"]

Hands = tuple[Hand, ...]

_MOST = 1_000_000


def checked_seed(seed: object) -> str:
    """A seed that numbers can be made from.

    Raises:
        BadSetup: it isn't text, or can't be written in UTF-8.
    """
    if not isinstance(seed, str):
        raise BadSetup(f"a seed is text, not {shown(seed)}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise BadSetup(f"seed {shown(seed)}: half of a surrogate pair is no text") from None
    return seed


def checked_setup(setup: Setup, pack: Sequence[Card], seats: int, scores: int) -> None:
    """See that hands, dealer and scores can be had.

    Raises:
        BadSetup: they can't.
    """
    dealer = setup.dealer
    if dealer is not None and (type(dealer) is not int or not 0 <= dealer < seats):
        raise BadSetup(f"dealer {shown(dealer)}: the seats are 0 to {seats - 1}")
    for what, given in (("deals", setup.deals), ("scores", setup.scores)):
        if not isinstance(given, tuple):
            raise BadSetup(f"{what} are a tuple, not {shown(given)}")
    if setup.scores and len(setup.scores) != scores:
        raise BadSetup(f"{len(setup.scores)} scores: there are {scores} to keep")
    for score in setup.scores:
        if type(score) is not int or abs(score) > _MOST:
            raise BadSetup(f"score {shown(score)}: give whole numbers from -{_MOST} to {_MOST}")
    for number, hands in enumerate(setup.deals, 1):
        _check_cards(f"deal {number}", hands)
        checked_hands(f"deal {number}", hands, pack, seats)


def checked_hands(where: str, hands: Hands, pack: Sequence[Card], seats: int) -> None:
    """See that hands are a pack, dealt out.

    Raises:
        BadSetup: they aren't; it begins with where they stand.
    """
    if len(hands) != seats:
        raise BadSetup(f"{where}: {len(hands)} hands for {seats} seats")
    if len(set(map(len, hands))) > 1:
        raise BadSetup(f"{where}: the hands have {_lengths(hands)} cards")
    held = Counter(card for hand in hands for card in hand)
    faults = {
        "missing": set(pack) - set(held),
        "not in the pack": set(held) - set(pack),
        "more than once": {card for card, times in held.items() if times > 1},
    }
    for what, wrong in faults.items():
        if wrong:
            raise BadSetup(f"{where}: {what}: {in_words(by_suit(wrong))}")


def _check_cards(where: str, hands: object) -> None:
    """See that the hands of a deal are tuples of cards."""
    if not isinstance(hands, tuple):
        raise BadSetup(f"{where}: hands are a tuple, not {shown(hands)}")
    for hand in hands:
        if not isinstance(hand, tuple):
            raise BadSetup(f"{where}: a hand is a tuple of cards, not {shown(hand)}")
        for card in hand:
            if not is_card(card):
                raise BadSetup(f"{where}: {shown(card)} is no card: give games.cards.Card")


def _lengths(hands: Hands) -> str:
    """How many cards each has."""
    return ", ".join(str(len(hand)) for hand in hands)


def next_hands(
    given: tuple[Hands, ...], pack: Sequence[Card], seats: int, dealer: int, seed: str, deal: int
) -> tuple[Hands, tuple[Hands, ...]]:
    """The hands of a deal, and what is left of those that are given."""
    if given:
        return tuple(map(by_suit, given[0])), given[1:]
    return dealt(pack, seats, dealer, seed, deal), ()
