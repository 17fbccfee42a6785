"""Players of hearts: one by rule, one that tries out what it might do in many deals."""

from __future__ import annotations

from array import array
from itertools import combinations

from games.bots.imagined import best_of, imagined
from games.bots.player import THINKING, Choice, Thinking
from games.bots.unseen import Unseen
from games.bots.words import CARD_OF, NUMBER_OF, cards_in, lay_cards, word_of
from games.cards import Card
from games.hearts.scoring import OTHERS_PLUS, SHOOTER_MINUS
from games.hearts.state import MOON, PASS, ChooseMoon, Pass, View
from games.kernels.hearts import REASONS, HeartsTable
from games.tricks import Play

__all__ = ["EasyHearts", "StrongHearts"]

_MOONS = {"others_plus": 0, "shooter_minus": 1, "choice": 2}
# Of how many cards the strong player weighs which three to pass.
_WEIGHED = 7
_IMAGINED = "best in the deals that it imagined"


class EasyHearts:
    """Plays by rule: ducks, counts cards, gets rid of what is dangerous, stops a moon."""

    def choose(self, view: View, seed: int) -> Choice:  # noqa: ARG002 - chance plays no part
        """By the same rule for everybody."""
        assert view.seat is not None
        table = _table(view)
        if view.phase == PASS:
            word = table.cards_to_pass(word_of(view.hand))
            return Choice(Pass(frozenset(cards_in(word))), "passing what is dangerous")
        if view.phase == MOON:
            return _moon(view)
        card = CARD_OF[table.best_card(view.seat)]
        return Choice(Play(card), REASONS[table.reason])


class StrongHearts:
    """Imagines the others' cards, and plays each of its choices out by rule in all of them."""

    def __init__(self, thinking: Thinking = THINKING) -> None:
        self._thinking = thinking

    def choose(self, view: View, seed: int) -> Choice:
        """The choice that comes off best on average."""
        if view.phase == MOON:
            return _moon(view)
        if view.phase == PASS:
            return self._pass(view, seed)
        if len(view.legal) == 1:
            return Choice(_plays(view)[0], _IMAGINED)
        return self._play(view, seed)

    def _play(self, view: View, seed: int) -> Choice:
        assert view.seat is not None
        plays = _plays(view)
        table = _table(view)
        cards = array("i", [NUMBER_OF[play.card] for play in plays])
        totals = array("d", bytes(8 * len(cards)))
        for worlds, chosen in imagined(_unseen(view, table), seed, self._thinking):
            table.try_out(view.seat, cards, worlds, chosen, totals)
        return Choice(plays[best_of(totals)], _IMAGINED)

    def _pass(self, view: View, seed: int) -> Choice:
        assert view.seat is not None
        table = _table(view)
        ordered = _by_danger(table, view)
        passes = array("Q", map(word_of, combinations(ordered[:_WEIGHED], 3)))
        totals = array("d", bytes(8 * len(passes)))
        options = view.options
        to = array("i", [options.receiver(seat, view.deal) for seat in range(options.players)])
        thinking = self._thinking._replace(worlds=(self._thinking.worlds + 1) // 2)
        for worlds, chosen in imagined(_unseen(view, table), seed, thinking):
            table.try_passes(view.seat, passes, worlds, chosen, to, totals)
        return Choice(Pass(frozenset(cards_in(passes[best_of(totals)]))), _IMAGINED)


def _plays(view: View) -> list[Play]:
    return [Play(card) for card in view.hand if {"play": str(card)} in view.legal]


def _moon(view: View) -> Choice:
    """Adding to the others is worth more, unless that ends a game that one hasn't won."""
    me, most = view.seat, view.options.all_points
    assert me is not None
    added = [total + most * (seat != me) for seat, total in enumerate(view.totals)]
    if max(added) >= view.options.target and added[me] > min(added):
        return Choice(ChooseMoon(SHOOTER_MINUS), "the game must go on")
    return Choice(ChooseMoon(OTHERS_PLUS), "adding to the others")


def _by_danger(table: HeartsTable, view: View) -> list[Card]:
    """The cards of a hand, those that one passes first at the beginning."""
    left = word_of(view.hand)
    found: list[Card] = []
    while left:
        word = table.cards_to_pass(left) if left.bit_count() > 3 else left
        found += sorted(cards_in(word), key=lambda card: -(NUMBER_OF[card] % 13))
        left &= ~word
    return found


def _table(view: View) -> HeartsTable:
    """The deal as a seat sees it; the others' hands are empty."""
    options = view.options
    table = HeartsTable(options.players)
    table.modern = options.is_modern
    table.clean_first = options.first_trick_points == "never"
    table.queen_breaks = options.queen_breaks_hearts
    table.queen_waits = options.queen_lead_needs_broken
    table.queen_excuses = options.lead_hearts_if_only_queen_else
    table.moon = _MOONS[options.moon]
    table.moon_needs_bonus = options.moon_needs_jack
    table.first_card = NUMBER_OF[options.first_card]
    table.bonus = NUMBER_OF[options.bonus] if options.bonus is not None else -1
    table.all_points = options.all_points
    table.target, table.reached = options.target, view.reached
    table.tie_ends = options.tie == "share"
    table.left = options.max_deals - view.deal
    for seat, total in enumerate(view.totals):
        table.sheet[seat] = total
    table.pack = word_of(options.pack)
    table.pointed = word_of(card for card in options.pack if options.points(card))
    for trick in view.tricks:
        lay_cards(table, trick.leader, trick.cards)
    lay_cards(table, view.leader, view.trick)
    table.broken = view.broken
    table.turn_to((view.leader + len(view.trick)) % options.players)
    if view.seat is not None:
        table.give(view.seat, word_of(view.hand))
    return table


def _unseen(view: View, table: HeartsTable) -> Unseen:
    """What the seat doesn't see; it knows where the cards are that it has passed."""
    me = view.seat
    assert me is not None
    known = [0] * table.seats
    known[me] = word_of(view.hand)
    if view.given is not None and view.phase != PASS:
        receiver = view.options.receiver(me, view.deal)
        known[receiver] |= word_of(view.given) & ~table.gone
    cards = table.pack & ~table.gone
    for word in known:
        cards &= ~word
    return Unseen(cards, known, view.counts, list(table.voids)[: table.seats])
