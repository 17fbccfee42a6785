"""Where news of matches is put up, and those stand who wait for it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import NamedTuple

from service.errors import NoMatch
from service.http.tickets import Ticket, Told
from service.storage.connection import STORE_ERRORS
from service.storage.news import News

__all__ = ["Board", "Room"]

_log = logging.getLogger(__name__)

_REMEMBERED = 100_000
_TELLERS = 2


class Room(NamedTuple):
    """How many may wait.

    Attributes:
        most: in all.
        of_match: at the seats of one match, and as many who watch it.
        of_address: from one address; None: as many as there is room for.
    """

    most: int = 3000
    of_match: int = 64
    of_address: int | None = None


class _Waiting(NamedTuple):
    ticket: Ticket
    answer: asyncio.Future[Told | None]


class Board:
    """Tells everybody who waits for a match of its news, all of them by one look at it.

    Args:
        source: what makes news, in a thread of its own.
        teller: tells of a match what each ticket is to be told, in a thread; None: what only
            the application can.
        room: for those who wait.
    """

    def __init__(
        self,
        source: Callable[[], Iterator[News | None]],
        teller: Callable[[str, Sequence[Ticket]], Sequence[Told | None]],
        room: Room = Room(),  # noqa: B008 - it never changes
    ) -> None:
        self._source = source
        self._teller = teller
        self._room = room
        self._threads = ThreadPoolExecutor(_TELLERS, "telling of matches")
        self._latest: OrderedDict[str, News] = OrderedDict()
        self._waiting: dict[str, set[_Waiting]] = {}
        self._total = 0
        self._of: Counter[tuple[str, ...]] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._telling: set[asyncio.Task[None]] = set()
        self._epoch = 0

    async def news(self, ticket: Ticket) -> Told | None:
        """News for a ticket, once there is any; None: ask the application.

        That is so after the ticket's seconds, too. Who waits has a place; see :meth:`take`.
        """
        self.begin()
        heard = self._latest.get(ticket.match_id)
        if heard is not None and heard.version > ticket.version:
            return None
        waiting = _Waiting(ticket, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(ticket.match_id, set()).add(waiting)
        try:
            return await asyncio.wait_for(waiting.answer, ticket.seconds)
        except TimeoutError:
            return None
        finally:
            those = self._waiting.get(ticket.match_id, set())
            those.discard(waiting)
            if not those:
                self._waiting.pop(ticket.match_id, None)

    def take(self, ticket: Ticket) -> bool:
        """Take a place, if there is one; it must be given back."""
        of_match, of_address = _kinds(ticket)
        room = self._room
        has = (
            self._total < room.most
            and self._of[of_match] < room.of_match
            and (room.of_address is None or self._of[of_address] < room.of_address)
        )
        if has:
            self._count(ticket, 1)
        return has

    def give_back(self, ticket: Ticket) -> None:
        """The place of a ticket is free again."""
        self._count(ticket, -1)

    def _count(self, ticket: Ticket, change: int) -> None:
        self._total += change
        for kind in _kinds(ticket):
            self._of[kind] += change
            if not self._of[kind]:
                del self._of[kind]

    @property
    def epoch(self) -> int:
        """Another one whenever news may have been missed, or is no longer remembered."""
        return self._epoch

    def latest(self, match_id: str) -> News | None:
        """The last that was heard of a match in this epoch."""
        return self._latest.get(match_id)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return self._total

    def begin(self) -> None:
        """Listen, from the first request on: what was said before is never heard."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            Thread(target=self._hear, name="news of matches", daemon=True).start()

    def _hear(self) -> None:
        assert self._loop is not None
        for each in self._source():
            try:
                self._loop.call_soon_threadsafe(self._put_up, each)
            except RuntimeError:
                return  # The server has ended.

    def _put_up(self, each: News | None) -> None:
        if each is None:
            # Something may have been missed, and the store may have lost its last second.
            self._latest.clear()
            self._epoch += 1
            for those in self._waiting.values():
                _answer_all(those, [None] * len(those))
            return
        self._latest[each.match_id] = each
        self._latest.move_to_end(each.match_id)
        while len(self._latest) > _REMEMBERED:
            self._latest.popitem(last=False)
            self._epoch += 1
        those = self._waiting.get(each.match_id, set())
        called = [waiting for waiting in those if waiting.ticket.version < each.version]
        if called:
            # Whoever was called isn't called once more meanwhile.
            those.difference_update(called)
            task = asyncio.get_running_loop().create_task(self._tell(each.match_id, called))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell(self, match_id: str, called: list[_Waiting]) -> None:
        tickets = [waiting.ticket for waiting in called]
        answers: Sequence[Told | None] = [None] * len(called)
        try:
            answers = await asyncio.get_running_loop().run_in_executor(
                self._threads, self._teller, match_id, tickets
            )
        except (*STORE_ERRORS, NoMatch) as error:
            # The application is asked instead, and knows how to say what is wrong.
            _log.warning("nobody can be told of a match: %s", error)
        finally:
            _answer_all(called, answers)


def _answer_all(those: Sequence[_Waiting] | set[_Waiting], answers: Sequence[Told | None]) -> None:
    for waiting, answer in zip(those, answers, strict=True):
        if not waiting.answer.done():  # Whoever has gone needs none.
            waiting.answer.set_result(answer)


def _kinds(ticket: Ticket) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What those are counted by who wait."""
    who = "watches" if ticket.seat is None else "sits"
    return (ticket.match_id, who), (ticket.address,)
