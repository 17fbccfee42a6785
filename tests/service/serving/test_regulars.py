"""Polls that go on from the one before: whose wait begins at once, and whose doesn't."""

from __future__ import annotations

import asyncio

import pytest

from service.http.board import Board
from service.http.holding import AGAIN, Holding
from service.storage.news import News
from tests.service.serving.waiting import App, Client, Source, Teller, run


async def known() -> tuple[Source, App, Holding]:
    """A client has been told of version 4, and of nothing by the application."""
    source, app = Source(), App()
    holding = Holding(app, Board(source, Teller(4)))
    first = Client(holding)
    await asyncio.sleep(0.05)
    source.queue.put(News("m", 4))
    await first.task
    return source, app, holding


def test_who_waits_again_is_known() -> None:
    """The application isn't asked, as long as it would let them wait."""

    async def go() -> None:
        source, app, holding = await known()
        again = Client(holding, b"since=4&wait=5.5")
        again.scope["headers"].append((b"x-request-id", b"mine"))
        await asyncio.sleep(0.05)
        assert (again.sent, len(app.asked)) == ([], 1)
        source.queue.put(News("m", 5))
        await again.task
        assert again.body == b"told"
        assert dict(again.sent[0]["headers"])[b"x-request-id"] == b"mine"
        assert len(app.asked) == 1

    run(go)


@pytest.mark.parametrize(
    ("query", "token"),
    [
        (b"since=3&wait=5", b"Bearer a"),  # Has seen less than there is.
        (b"since=5&wait=5", b"Bearer a"),  # More than is known here.
        (b"since=4&wait=26", b"Bearer a"),
        (b"since=4&wait=0", b"Bearer a"),
        (b"since=4&wait=0.5", b"Bearer a"),
        (b"since=4&wait=25.5", b"Bearer a"),
        (b"since=4", b"Bearer a"),
        (b"since=4&wait=5&since=3", b"Bearer a"),
        (b"since=4&wait=5", b"Bearer b"),
    ],
)
def test_others_are_looked_up(query: bytes, token: bytes) -> None:
    async def go() -> None:
        _, app, holding = await known()
        other = Client(holding, query, token)
        await asyncio.sleep(0.05)
        assert len(app.asked) >= 2
        assert app.asked[1]["query_string"] == query
        other.leave()
        await other.task

    run(go)


def test_nobody_waits_for_more_of_what_is_over() -> None:
    """Nor is anybody known whom the application has told something since."""

    async def go() -> None:
        source, app, holding = await known()
        source.queue.put(News("m", 5, is_over=True))
        await asyncio.sleep(0.05)
        last = Client(holding, b"since=5&wait=5")
        await asyncio.sleep(0.05)
        assert len(app.asked) > 1
        last.leave()
        await last.task

    run(go)


def test_a_known_one_is_counted_when_nothing_happens() -> None:
    """Then the application is asked as for the first time."""

    async def go() -> None:
        _, app, holding = await known()
        again = Client(holding, b"since=4&wait=1")
        await again.task
        assert len(app.asked) == 2
        assert AGAIN not in app.asked[1]
        assert app.asked[1]["query_string"] == b"since=4"

    run(go)
