"""Matches: games at tables that people and bots sit at, move by move."""

from __future__ import annotations

from dataclasses import dataclass

from service.dailies import Dailies
from service.matches.bots import BOTS_JOB, Bots
from service.matches.lists import Lists
from service.matches.logbook import Logbook, Page, commitment_of
from service.matches.playing import Playing
from service.matches.ranking import Ranking
from service.matches.seating import Asked, Seated, Seating, SeatToken
from service.matches.tables import PLAYER, Games, Table
from service.players import Players
from service.storage.matches import MatchStore
from service.storage.queue import JobQueue

__all__ = [
    "BOTS_JOB",
    "PLAYER",
    "Asked",
    "Matches",
    "Page",
    "SeatToken",
    "Seated",
    "Table",
    "commitment_of",
]


@dataclass(frozen=True)
class Matches:
    """The use cases of matches.

    Attributes:
        book: what is written down of them.
        lists: where they can be found.
        seating: making, finding and joining them.
        playing: what those do who sit there.
        bots: what bots do, and what is done for who is late.
        ranking: games of dailies.
    """

    book: Logbook
    lists: Lists
    seating: Seating
    playing: Playing
    bots: Bots
    ranking: Ranking

    @classmethod
    def made(
        cls,
        store: MatchStore,
        queue: JobQueue,
        games: Games,
        dailies: Dailies,
        players: Players,
    ) -> Matches:
        """All of them on one store."""
        book = Logbook(store, queue, games)
        lists = Lists(book, store)
        playing = Playing(book, lists)
        seating = Seating(book, dailies, players, playing)
        return cls(book, lists, seating, playing, Bots(book), Ranking(book, players))
