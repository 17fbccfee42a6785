"""Tickets: what an answer of the application waits for, told in a header that nobody else sees."""

from __future__ import annotations

import json
from typing import NamedTuple, Self

__all__ = ["TICKET_HEADER", "Ticket", "Told"]

#: The header that a ticket is in; it is taken off before an answer goes out.
TICKET_HEADER = "X-Pyramid-Ticket"


class Ticket(NamedTuple):
    """What an answer waits for, and who for.

    Attributes:
        match_id: the match.
        version: that is known; there is news once it has a later one.
        seconds: after which the answer comes without news.
        seat: of who waits; None: they watch.
        player: who waits, by id; empty for those who watch without a token.
        address: that the request came from.
        is_stream: whether it goes on after the first news.
        encoding: that the client understands: ``gzip``, or empty.
    """

    match_id: str
    version: int
    seconds: float
    seat: int | None
    player: str
    address: str
    is_stream: bool = False
    encoding: str = ""

    def to_header(self) -> str:
        """As the value of a header."""
        return json.dumps(self)

    @classmethod
    def from_header(cls, value: bytes) -> Self:
        """The other way round."""
        return cls(*json.loads(value))


class Told(NamedTuple):
    """News for one who waits: the version that it is of, and the body, encoded as was asked."""

    version: int
    body: bytes
    encoding: str = ""
