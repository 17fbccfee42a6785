"""Matches by where they stand: with a code, of a player, or open to anybody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from service.errors import NoMatch
from service.matches.logbook import Logbook, Page
from service.matches.tables import Table
from service.storage.matches import MatchStore, Place

__all__ = ["Listing", "Lists"]

# More than anybody sits at.
_ALL = 1000


class Listing(NamedTuple):
    """A page of a list: matches, and when they have changed; ``end``: where the next one begins."""

    tables: list[tuple[Table, int]]
    end: Place | None


class Lists:
    """The lists of a store's matches.

    Args:
        book: of the matches.
        store: where the lists are kept.
    """

    def __init__(self, book: Logbook, store: MatchStore) -> None:
        self._book = book
        self._store = store

    def with_code(self, code: str) -> Page:
        """The match that a join code leads to.

        Raises:
            NoMatch: it leads to none.
        """
        found = self._store.with_code(code.upper()) if code.isascii() else None
        if found is None:
            raise NoMatch("that code leads to no table, or to one that has gone")
        return self._book.read(found)

    def of_player(self, player: str, before: Place | None, most: int) -> Listing:
        """A player's matches, the one that a player has changed last first."""
        return self._listing(partial(self._store.of_player, player), before, most, player)

    def running_of(self, player: str) -> list[Table]:
        """Those of a player that aren't over."""
        found = self._listing(partial(self._store.running_of, player), None, _ALL, player)
        return [table for table, _ in found.tables]

    def forget(self, player: str) -> None:
        """Keep no list of a player's matches."""
        self._store.forget(player)

    def open_tables(self, before: Place | None, most: int) -> Listing:
        """Matches that anybody may join, the newest first."""
        return self._listing(self._store.open_tables, before, most, None)

    def _listing(
        self,
        page: Callable[[Place | None, int], list[Place]],
        before: Place | None,
        most: int,
        player: str | None,
    ) -> Listing:
        """A page of matches that are still there; the others are struck off the list."""
        tables: list[tuple[Table, int]] = []
        while True:
            wanted = most - len(tables)
            some = page(before, wanted)
            for when, match_id in some:
                try:
                    tables.append((self._book.table(match_id), when))
                except NoMatch:
                    self._store.strike(match_id, player)
            if len(some) < wanted:
                return Listing(tables, None)
            before = some[-1]
            if len(tables) == most:
                return Listing(tables, before)
