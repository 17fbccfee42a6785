"""What happens in a game, in words: a line for each event, as somebody sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.events import Json

__all__ = ["Who", "in_words", "offered", "said", "worded"]

#: The name of a seat.
Who = Callable[[int], str]

#: What is told by other events anyway, or only to those that keep books.
_SILENT = {"hand_kept", "won", "lost"}


def said(action: Json) -> str:
    """An action as a player would type it: ``play QS``, ``bid 4``, ``look``."""
    ((name, value),) = ((key, value) for key, value in action.items() if key != "at")
    if isinstance(value, dict):
        return f"{name} {value['choose']} of {worded(value['of'])}"
    return name if value is True else f"{name} {worded(value)}"


def offered(legal: Iterable[Json]) -> str:
    """What is legal, on a line: ``play QS, KS; resign``."""
    by_name: dict[str, list[str]] = {}
    for action in legal:
        name, _, value = said(action).partition(" ")
        by_name.setdefault(name, []).append(value)
    return "; ".join(f"{name} {', '.join(values)}".rstrip() for name, values in by_name.items())


def in_words(event: Json, who: Who) -> list[str]:
    """An event as lines of text.

    Args:
        event: as JSON, as a seat sees it or with all that was hidden.
        who: names seats.
    """
    kind = event["event"]
    if kind in _SILENT:
        return []
    tell = _TOLD.get(kind, _anything)
    return [*tell(event, who), *_hidden(event, who)]


def _hidden(event: Json, who: Who) -> list[str]:
    """What single seats know, once it is told to all."""
    lines = []
    for seat, own in event.get("seats", {}).items():
        parts = (f"{name} {worded(value)}" for name, value in own.items())
        lines.append(f"  {who(int(seat))}: {'; '.join(parts)}")
    return lines


def worded(value: Json) -> str:
    """A number, text, a truth value or cards, as people write them."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {worded(each)}" for name, each in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        # Cards stand side by side; rows and numbers need something between them.
        cards = all(isinstance(each, str) and len(each) == 2 for each in value)
        return (" " if cards else ", ").join(map(worded, value)) or "none"
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _anything(event: Json, who: Who) -> list[str]:
    """An event of a kind that has no words of its own."""
    parts = [
        who(value) if name == "seat" else f"{name} {worded(value)}"
        for name, value in event.items()
        if name not in {"event", "seats"}
    ]
    text = f"{event['event'].replace('_', ' ')}: {'; '.join(parts)}" if parts else event["event"]
    return [text]


def _deal(event: Json, who: Who) -> list[str]:
    if "pyramid" in event:
        rows = ["  " + worded(row) for row in event["pyramid"]]
        return [f"deal, rules {event['rules']}; {event['stock']} cards in the stock", *rows]
    passing = event.get("direction", "none")
    where = "" if passing == "none" else f"; cards are passed: {passing}"
    own = f"; hand {worded(event['hand'])}" if "hand" in event else ""
    return [f"deal {event['deal']}, {who(event['dealer'])} deals{where}{own}"]


def _by_seat(verb: str, *fields: str) -> Callable[[Json, Who], list[str]]:
    """Who does what, and to what."""

    def tell(event: Json, who: Who) -> list[str]:
        objects = [worded(event[name]) for name in fields if name in event]
        return [" ".join([who(event["seat"]), verb, *objects])]

    return tell


def _trick(event: Json, who: Who) -> list[str]:
    points = f", {worded(event['points'])} points" if "points" in event else ""
    return [f"{who(event['seat'])} takes the trick {worded(event['cards'])}{points}"]


def _bid(event: Json, who: Who) -> list[str]:
    blind = " blind" if event.get("blind") else ""
    bid = "passes" if event["bid"] == "pass" else f"bids {event['bid']}{blind}"
    return [f"{who(event['seat'])} {bid}"]


def _exchange(event: Json, who: Who) -> list[str]:
    if "received" not in event:
        return [f"the cards change hands: {event['direction']}"]
    received = f"received {worded(event['received'])} from {who(event['from'])}"
    return [f"given {worded(event['given'])}; {received}"]


def _score(event: Json, _: Who) -> list[str]:
    rest = {
        name: value
        for name, value in event.items()
        if name not in {"event", "deal", "points", "totals"}
    }
    how = "; ".join(f"{name} {worded(value)}" for name, value in rest.items())
    score = f"the score is {worded(event['totals'])}"
    return [f"deal {event['deal']} counts {worded(event['points'])}; {score}  ({how})"]


def _nil(event: Json, who: Who) -> list[str]:
    made = "makes" if event["made"] else "fails"
    return [f"{who(event['seat'])} {made} nil: {event['points']}"]


def _over(event: Json, who: Who) -> list[str]:
    winners = ", ".join(map(who, event["winners"])) or "nobody"
    return [f"game over ({event['reason']}): {winners} won; the score is {worded(event['scores'])}"]


#: Kind -> its words. A kind that several games have means the same in all of them.
_TOLD: dict[str, Callable[[Json, Who], list[str]]] = {
    "deal": _deal,
    "play": _by_seat("plays", "card"),
    "pass": _by_seat("passes cards", "cards"),
    "exchange": _exchange,
    "hearts_broken": _by_seat("breaks hearts"),
    "spades_broken": _by_seat("breaks spades"),
    "moon": _by_seat("has shot the moon, counted by", "way"),
    "moon_choice": _by_seat("lets the moon count by", "way"),
    "trick": _trick,
    "bid": _bid,
    "look": _by_seat("looks at the cards"),
    "hand": _by_seat("holds", "hand"),
    "trump": _by_seat("names trumps:", "suit"),
    "hand_decided": _by_seat("has decided about the hand", "decision"),
    "thrown_in": _by_seat("throws the hand in:", "hand"),
    "nil": _nil,
    "score": _score,
    "game_over": _over,
}
