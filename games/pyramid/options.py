"""The options of Pyramid, and what follows from them before a card is dealt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from games.cards import Card
from games.options import Number, Text, flag, option
from solver.cards import pack_of
from solver.deal import Deal
from solver.rules import DEFAULT, Rules, rules_named

__all__ = ["MOST_ACTIONS", "Options"]

#: A game has no more actions than this, whatever the options say.
MOST_ACTIONS = 10_000


def _tidy_rules(text: str) -> str:
    """Small letters and single blanks; what can't be read is a BadRules, which is a ValueError."""
    rules_named(text)
    return " ".join(text.lower().split())


def _tidy_deal(text: str) -> str:
    """The same text, if it is a deal; a BadDeal is a ValueError."""
    Deal.parse(text)
    return text.strip()


@dataclass(frozen=True)
class Options:
    """How Pyramid is played; the defaults are the default game of the solver."""

    rules: str = option(
        DEFAULT,
        Text("a preset, with settings after it such as passes=2", _tidy_rules),
        "the rules: a preset of the solver, with parameters changed",
    )
    deal: str | None = option(
        None,
        Text("all cards, seed:N, ms:N or pysol:N", _tidy_deal, none=True),
        "the deal, in any notation of the solver; none: it comes from the game's seed",
    )
    undo: bool = flag("moves may be taken back", default=True)
    notice: bool = flag("the player is told when the game can't be won any more", default=True)
    max_actions: int = option(
        MOST_ACTIONS, Number(1, MOST_ACTIONS), "actions after which the game ends in any case"
    )

    def __post_init__(self) -> None:
        # States are read without the kinds of the fields: both texts are tried here again.
        _tidy_rules(self.rules)
        if self.deal is not None:
            Deal.parse(self.deal, self.in_force)

    @cached_property
    def in_force(self) -> Rules:
        """The rules, as the solver knows them."""
        return rules_named(self.rules)

    @cached_property
    def given(self) -> Deal | None:
        """The deal that is asked for, laid out as the rules have it."""
        return None if self.deal is None else Deal.parse(self.deal, self.in_force)

    @cached_property
    def told(self) -> Options:
        """What a player may know before the end: all but the deal."""
        return replace(self, deal=None)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are played with."""
        return pack_of(self.in_force.decks)
