"""The one place where the service's parts are put together. Nothing runs at import."""

from __future__ import annotations

from dataclasses import dataclass

from games.pyramid import PYRAMID, Pyramid
from games.registry import GAMES
from service.batches import BATCH_JOB, Batches
from service.dailies import DAILY_JOB, Dailies
from service.judging import SealedJudge
from service.matches import BOTS_JOB, Matches
from service.players import Players
from service.seal import Seal
from service.settings import Settings
from service.solving import SOLVE_JOB, Solving
from service.storage.batches import BatchStore
from service.storage.connection import Connection, connect
from service.storage.counts import Counts
from service.storage.dailies import DailyStore
from service.storage.matches import MatchStore
from service.storage.players import PlayerStore
from service.storage.queue import JobQueue, register
from service.storage.replies import Replies
from service.storage.solves import SolveStore

__all__ = ["Parts", "lost", "parts"]


@dataclass(frozen=True)
class Parts:
    """The service's parts on one store."""

    settings: Settings
    url: str
    connection: Connection
    queue: JobQueue
    solving: Solving
    dailies: Dailies
    batches: Batches
    players: Players
    counts: Counts
    replies: Replies
    seal: Seal
    matches: Matches


def parts(settings: Settings, url: str) -> Parts:
    """Put the parts together on the store at an address, and let jobs find them."""
    connection = connect(url)
    queue = JobQueue(connection)
    counts = Counts(connection)
    dailies = Dailies(DailyStore(connection), queue, settings)
    seal = Seal(dailies)
    solves = SolveStore(connection, settings.keep_seconds)
    solving = Solving(solves, queue, counts, seal, settings)
    register(SOLVE_JOB, solving.work)
    register(DAILY_JOB, dailies.work)
    kept = BatchStore(connection, settings.keep_seconds)
    batches = Batches(kept, queue, counts, seal, settings)
    register(BATCH_JOB, batches.work)
    players = Players(PlayerStore(connection), dailies)
    replies = Replies(connection)
    tables = MatchStore(connection, settings.match_seconds, settings.matches)
    # The one game that is told how its positions stand.
    games = GAMES | {PYRAMID.name: Pyramid(SealedJudge(seal))}
    matches = Matches.made(tables, queue, games, dailies, players)
    register(BOTS_JOB, matches.bots.play)
    return Parts(
        settings, url, connection, queue, solving, dailies, batches, players, counts, replies, seal,
        matches,
    )  # fmt: skip


def lost(made: Parts, function: str, arguments: list[str], reason: str) -> None:
    """A job was tried for the last time: tell whoever waits for it."""
    if function == SOLVE_JOB:
        solve_id, run = arguments
        made.solving.lost(solve_id, run, reason)
    elif function == BATCH_JOB:
        batch_id, chunk = arguments
        made.batches.lost(batch_id, chunk, reason)
