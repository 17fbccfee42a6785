"""Answers that wait for news: who is called, who goes, and who finds no room."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from service.errors import NoMatch
from service.http.board import Board, Room
from service.http.holding import AGAIN, Holding
from service.http.metrics import Metrics
from service.http.tickets import TICKET_HEADER, Ticket, Told
from service.storage.news import News
from service.wiring import Parts
from tests.service.serving.waiting import TICKET, App, Client, Source, Teller, run


def test_an_answer_comes_with_the_news() -> None:
    """It is asked for again, without the wait, and isn't counted twice."""

    async def go() -> None:
        source, app = Source(), App()
        client = Client(Holding(app, Board(source, Teller())))
        await asyncio.sleep(0.05)
        assert client.sent == []
        app.version = 4
        source.queue.put(News("other", 9))
        source.queue.put(News("m", 4))
        await client.task
        assert client.body == b"4"
        assert TICKET_HEADER.encode() not in dict(client.sent[0]["headers"])
        assert app.asked[1]["query_string"] == b"since=3"
        assert AGAIN in app.asked[1]
        assert AGAIN not in app.asked[0]

    run(go)


def test_news_between_the_look_and_the_wait() -> None:
    """What was told while the answer was made is not missed."""

    async def go() -> None:
        source, app = Source(), App()
        holding = Holding(app, Board(source, Teller()))
        first = Client(holding)
        await asyncio.sleep(0.05)
        app.version = 4
        source.queue.put(News("m", 4))
        await first.task
        app.version = 3  # As somebody has seen it who looked a moment ago.
        late = Client(holding)
        await late.task
        assert late.body != b""

    run(go)


def test_after_a_connection_all_look_again() -> None:
    """The first one, too: what was told before it was made was missed."""

    async def go() -> None:
        source, app = Source(), App()
        holding = Holding(app, Board(source, Teller(4)))
        for number in (1, 2):
            client = Client(holding)
            await asyncio.sleep(0.05)
            assert client.sent == []
            source.queue.put(None)
            await client.task
            assert len(app.asked) == 2 * number  # Nobody is known from before.

    run(go)


def test_who_goes_is_forgotten() -> None:
    """Nothing is sent to them, and their place is free."""

    async def go() -> None:
        board = Board(Source(), Teller(), Room(of_match=1))
        client = Client(Holding(App(), board))
        await asyncio.sleep(0.05)
        assert not board.take(TICKET)
        for other in (TICKET._replace(seat=None), TICKET._replace(match_id="n")):
            assert board.take(other)
            board.give_back(other)
        client.leave()
        await client.task
        assert client.sent == []
        await asyncio.sleep(0.01)
        assert board.take(TICKET)

    run(go)


def test_who_finds_no_room_is_answered_at_once() -> None:
    """With the advice to come again."""

    async def go() -> None:
        holding = Holding(App(), Board(Source(), Teller(), Room(of_match=1)))
        first = Client(holding)
        await asyncio.sleep(0.05)
        second = Client(holding)
        await second.task
        assert dict(second.sent[0]["headers"])[b"retry-after"] == b"1"
        first.leave()
        await first.task

    run(go)


def test_a_stream_goes_on_to_the_end() -> None:
    """Each version is sent as it comes; the last answer ends it."""

    async def go() -> None:
        source, app = Source(), App(streams=True)
        client = Client(Holding(app, Board(source, Teller())), b"")
        for version in (4, 5, 6):
            await asyncio.sleep(0.05)
            app.version = version
            source.queue.put(News("m", version))
        await client.task
        assert client.body == b"456"
        assert client.sent[-1]["more_body"] is False
        assert b"content-length" not in dict(client.sent[0]["headers"])

    run(go)


def test_a_stream_whose_reader_goes() -> None:
    async def go() -> None:
        board = Board(Source(), Teller(), Room(of_match=1))
        client = Client(Holding(App(streams=True), board), b"")
        await asyncio.sleep(0.05)
        client.leave()
        await client.task
        await asyncio.sleep(0.01)
        assert board.take(TICKET)

    run(go)


def test_all_are_told_by_one_look() -> None:
    """The application isn't asked again; each gets the headers of the answer that was kept."""

    async def go() -> None:
        source, app, teller = Source(), App(), Teller(4)
        board = Board(source, teller)
        clients = [Client(Holding(app, board)) for _ in range(5)]
        await asyncio.sleep(0.05)
        source.queue.put(News("m", 4))
        await asyncio.gather(*(client.task for client in clients))
        assert {client.body for client in clients} == {b"told"}
        assert [len(tickets) for tickets in teller.called] == [5]
        assert len(app.asked) == 5
        for client in clients:
            assert client.sent[0]["headers"] == [(b"content-length", b"4")]
            assert client.sent[0]["status"] == 200

    run(go)


def test_a_compressed_answer_says_so() -> None:
    async def go() -> None:
        source = Source()
        board = Board(source, Teller(4))
        waiting = asyncio.create_task(board.news(TICKET._replace(encoding="gzip")))
        await asyncio.sleep(0.05)
        source.queue.put(News("m", 4))
        assert await waiting == Told(4, b"told", "gzip")

    run(go)


def test_old_news_calls_nobody() -> None:
    """Such as those of the version that was seen, when they come after the look."""

    async def go() -> None:
        source, teller = Source(), Teller(4)
        board = Board(source, teller)
        waiting = asyncio.create_task(board.news(TICKET))
        await asyncio.sleep(0.05)
        source.queue.put(News("m", 3))
        await asyncio.sleep(0.05)
        assert teller.called == []
        source.queue.put(News("m", 4))
        assert await waiting == Told(4, b"told")

    run(go)


def test_a_stream_is_told_without_the_application() -> None:
    async def go() -> None:
        source, app, teller = Source(), App(streams=True), Teller(4)
        client = Client(Holding(app, Board(source, teller)), b"")
        for version in (4, 5):
            await asyncio.sleep(0.05)
            teller.version = version
            source.queue.put(News("m", version))
        await asyncio.sleep(0.05)
        assert len(app.asked) == 1
        assert client.body == b"toldtold"
        teller.version, app.version = None, 6  # The end is for the application to tell.
        source.queue.put(News("m", 6))
        await client.task
        assert client.body == b"toldtold6"

    run(go)


def test_no_more_than_there_is_room_for() -> None:
    """However many come at the same moment, known or not."""

    async def go() -> None:
        source, app = Source(), App()
        holding = Holding(app, Board(source, Teller(4), Room(of_match=3)))
        for version in (4, 5):
            query = b"since=%d&wait=5" % (version - 1)
            clients = [Client(holding, query) for _ in range(20)]
            await asyncio.sleep(0.1)
            assert sum(client.sent == [] for client in clients) == 3
            app.version = version
            source.queue.put(News("m", version))
            await asyncio.gather(*(client.task for client in clients))

    run(go)


def test_a_teller_that_fails() -> None:
    """The application is asked instead."""

    async def go() -> None:
        def fails(match_id: str, tickets: Sequence[Ticket]) -> list[Told | None]:
            raise NoMatch(f"{match_id} has gone")

        source, app = Source(), App()
        client = Client(Holding(app, Board(source, fails)))
        await asyncio.sleep(0.05)
        app.version = 4
        source.queue.put(News("m", 4))
        await client.task
        assert client.body == b"4"

    run(go)


def test_an_address_has_so_many_places() -> None:
    async def go() -> None:
        board = Board(Source(), Teller(), Room(of_address=1))
        client = Client(Holding(App(), board))
        await asyncio.sleep(0.05)
        assert not board.take(TICKET._replace(match_id="n"))
        assert board.take(TICKET._replace(address="1.2.3.5"))
        client.leave()
        await client.task

    run(go)


@pytest.mark.parametrize("number", [500])
def test_many_wait_on_no_threads(number: int) -> None:
    """All are called by the one piece of news."""

    async def go() -> None:
        source, app = Source(), App()
        holding = Holding(app, Board(source, Teller(), Room(of_match=1000)))
        before = threading.active_count()
        clients = [Client(holding) for _ in range(number)]
        await asyncio.sleep(0.2)
        assert threading.active_count() <= before + 1  # The one that hears the news.
        app.version = 4
        source.queue.put(News("m", 4))
        await asyncio.gather(*(client.task for client in clients))
        assert {client.body for client in clients} == {b"4"}

    run(go)


def test_operators_see_how_many_wait(made: Parts) -> None:
    metrics = Metrics(made)

    async def go() -> None:
        board = Board(Source(), Teller())
        metrics.watch(board)
        clients = [Client(Holding(App(), board)) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert b"\npyramid_waiting 3.0\n" in metrics.text()
        for client in clients:
            client.leave()
            await client.task
        await asyncio.sleep(0.01)
        assert b"\npyramid_waiting 0.0\n" in metrics.text()

    run(go)
