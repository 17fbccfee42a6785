"""What is to be known at a table of cards: the rules in short, and what may be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.events import Json
from service.draw.events import offered, worded
from service.draw.table import asks_for_bid

__all__ = ["COMMANDS", "help_text"]

#: What may always be typed.
COMMANDS = "why (the bots did what they did)   table (show it again)   help   quit"

#: Game -> how it goes. The rules of a table are its options'; docs/games.md lists them.
_RULES = {
    "hearts": """\
HEARTS. Everybody plays alone; the fewest points win.
* Before the first trick you pass three cards on, where the deal says so; the others do the same.
* A turn is one card. Follow the suit that was led if you can; else play any card. The highest of
  the suit takes the trick and leads to the next. There are no trumps.
* The two of clubs is led first (the lowest club, if it isn't in the pack). Hearts aren't led before
  one was thrown on another suit, and neither they nor the queen of spades go to the first trick.
* Each heart you take costs a point, the queen of spades 13. Who takes all of them has shot the
  moon: then it is the others that pay.
* The game ends when somebody has reached the target.""",
    "spades": """\
SPADES. You play with the seat across the table; the most points win.
* Bidding: once in each deal everybody says how many tricks they will take, 0 to 13, and partners'
  bids count together. A bid of 0 is nil: to take none at all, for points of its own.
* A turn is one card. Follow the suit that was led if you can; else play any card.
* Spades are trumps: the highest of them takes the trick, else the highest of the suit that was led.
  They aren't led before one was thrown on another suit, unless you have nothing else.
* A bid that is made brings 10 points a trick, and a point for each trick above it, a bag; enough
  bags cost points. A bid that isn't made costs 10 a trick.""",
    "kaiser": """\
KAISER. You play with the seat across the table, with 32 cards; the most points win.
* Bidding: everybody speaks once, from the dealer's left, and passes or bids higher than the last
  bid; the dealer may equal it. A bid is how many points your team will take; `8 no` is 8 without
  trumps, higher than 8, and counts double. Who bids most names trumps, if any, and leads.
* A turn is one card. Follow the suit that was led if you can; else play any card. The highest
  trump takes the trick, else the highest of the suit that was led.
* Each of the eight tricks is a point. The five of hearts brings its takers 5 more, the three of
  spades costs 3: ten points in all.
* The bidders get what they have taken if it is their bid or more, else they lose the bid. The
  others get what they have taken.""",
}


def help_text(game: str, options: Mapping[str, object], legal: Sequence[Json]) -> str:
    """The help of a game, and what may be typed now.

    Args:
        game: its name.
        options: those that were given.
        legal: what the player may do.
    """
    lines = [_RULES[game]]
    if options:
        given = ", ".join(f"{name}={worded(value)}" for name, value in options.items())
        lines.append(f"Options of this game, which go before that: {given}.")
    lines.append(f"Now you may {offered(legal)}." if legal else "It isn't your turn.")
    lines += [_how_to_type(legal), f"Also: {COMMANDS}"]
    return "\n".join(lines)


def _how_to_type(legal: Sequence[Json]) -> str:
    """In which words."""
    if asks_for_bid(legal):
        return "Type a bid as it stands there, a number alone too: 8 bids 8."
    if any(isinstance(value, dict) for action in legal for value in action.values()):
        return "Type the cards, as in QS AH KH."
    return "Type what stands there, or the card alone, as in QS; or its number in the list."
