"""A client of the matches that a service offers; see its OpenAPI document for all of it.

    client = Client("http://127.0.0.1:8000")
    client.register("Ann")
    seat = client.create("hearts", seats=["you", "easy", "easy", "strong"])
    match = seat.look()
    while match["status"] != "over":
        if seat.number in match["waiting"]:
            match = seat.act(choose(match["view"]), match["version"])
        else:
            match = seat.look(since=match["version"], wait=25)

A request that got no answer is sent again, with the same idempotency key: it is done once.
A seat is taken again by its token, with no player's: ``Client(url).seat(token)``.
"""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Self
from urllib.parse import quote

import requests

__all__ = ["BadToken", "Client", "Refused", "Seat", "Unreachable"]

Json = Any

_TRIES = 5
_PAUSE_SECONDS = 0.2
_ANSWER_SECONDS = 20.0
_LONGEST_PAUSE = 60.0
#: Statuses after which the same request may be sent again.
_BUSY = frozenset({409, 429, 503})
_IN_PROGRESS = "/problems/in-progress"
# Anything else can't be sent, or might name another path.
_PRINTABLE = re.compile(r"[!-~]+", re.ASCII)
_OF_SEAT = re.compile(r"([0-9a-f]{32,40})\.\d\.[0-9a-f]+", re.ASCII)


class Refused(Exception):
    """The service has answered with a problem.

    Attributes:
        status: of HTTP.
        problem: the document of RFC 9457.
    """

    def __init__(self, status: int, problem: Mapping[str, Json]) -> None:
        super().__init__(str(problem.get("detail", f"status {status}")))
        self.status = status
        self.problem = problem

    @property
    def kind(self) -> str:
        """Such as ``illegal-action``."""
        return str(self.problem.get("type", "")).rpartition("/")[2]


class Unreachable(Exception):
    """The service doesn't answer."""


class BadToken(Exception):
    """What was given as a token can't be one, or does no more what it should; it isn't repeated."""


class Client:
    """A player at a service.

    Args:
        url: where it is.
        token: of a player; see :meth:`register`.

    Raises:
        BadToken: that can't be one.
    """

    def __init__(self, url: str, token: str | None = None) -> None:
        if token is not None and not _PRINTABLE.fullmatch(token):
            raise BadToken("that is no player's token, which looks like ID.SECRET")
        self._url = url.rstrip("/")
        self.token = token
        self._session = requests.Session()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection."""
        self._session.close()

    def register(self, name: str | None = None) -> str:
        """Become a new player; the token, which is told once only."""
        body = {} if name is None else {"name": name}
        self.token = str(_field(self.send("POST", "/v1/players", body, key=_new_key()), "token"))
        return self.token

    def create(self, game: str, **asked: Json) -> Seat:
        """Make a match and sit down at it; see ``POST /v1/matches`` for what may be asked."""
        found = self.send("POST", "/v1/matches", {"game": game, **asked}, key=_new_key())
        return Seat(self, found)

    def join(self, match_id: str, code: str | None = None) -> Seat:
        """Sit down at an open seat.

        Args:
            match_id: the match.
            code: that lets one sit down; public tables need none.
        """
        path = f"/v1/matches/{match_id}/seats"
        return Seat(self, self.send("POST", path, {"code": code}, key=_new_key()))

    def join_by_code(self, code: str) -> Seat:
        """Sit down at the table of a code."""
        return self.join(str(self.find(code)["id"]), code)

    def find(self, code: str) -> dict[str, Json]:
        """The match of a code, as those see it who watch."""
        found: dict[str, Json] = self.send("GET", f"/v1/matches/codes/{quote(code, safe='')}")
        return found

    def seat(self, token: str) -> Seat:
        """Take a seat again that one has already.

        Args:
            token: of the seat; the player's isn't needed.

        Raises:
            BadToken: that can't be one, or the seat was given up.
        """
        given = _OF_SEAT.fullmatch(token)
        if given is None:
            raise BadToken("that is no seat's token, which looks like MATCH.SEAT.SIGNATURE")
        match = self.send("GET", f"/v1/matches/{given[1]}", token=token)
        if match["seat"] is None:
            raise BadToken("the seat of that token was given up")
        return Seat(self, {"match": match, "seat": match["seat"], "token": token})

    def matches(self) -> Iterator[dict[str, Json]]:
        """One's own matches, the one with the latest change first."""
        return self._pages("/v1/matches")

    def open_matches(self) -> Iterator[dict[str, Json]]:
        """Tables that anybody may join."""
        return self._pages("/v1/matches/open")

    def _pages(self, path: str) -> Iterator[dict[str, Json]]:
        cursor = None
        while True:
            page = self.send("GET", path, query={"cursor": cursor} if cursor else None)
            yield from page["matches"]
            cursor = page["next"]
            if cursor is None:
                return

    def send(
        self,
        method: str,
        path: str,
        body: Json = None,
        *,
        token: str | None = None,
        query: Mapping[str, str] | None = None,
        key: str | None = None,
        version: int | None = None,
        seconds: float = _ANSWER_SECONDS,
        repeats: bool = False,
    ) -> Json:
        """Any request, sent again if that does no harm; what was answered.

        Args:
            method: of HTTP.
            path: with its slash.
            body: sent as JSON; None: nothing.
            token: of a seat; None: the player's.
            query: after the question mark.
            key: so that it is done once only.
            version: of the match that was seen.
            seconds: to wait for the answer.
            repeats: whether it may be done more than once, though it has no key.

        Raises:
            Refused: the service says why.
            Unreachable: it doesn't answer.
        """
        headers: dict[str, str] = {}
        given = token or self.token
        if given:
            headers["Authorization"] = f"Bearer {given}"
        if key is not None:
            headers["Idempotency-Key"] = key
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        harmless = repeats or method in {"GET", "DELETE"} or key is not None
        for tried in range(1, _TRIES + 1):
            try:
                response = self._session.request(
                    method, self._url + path, json=body, headers=headers, params=query,
                    timeout=seconds,
                )  # fmt: skip
            except requests.RequestException as error:
                if not harmless or tried == _TRIES:
                    raise Unreachable(f"{self._url} doesn't answer: {error}") from None
                time.sleep(_PAUSE_SECONDS * 2**tried)
                continue
            document = _read(response)
            if response.ok:
                # It would have waited, but there was no room for that.
                time.sleep(_seconds(response.headers.get("Retry-After"), 0))
                return document
            busy = response.status_code in _BUSY and (
                response.status_code != 409 or document.get("type") == _IN_PROGRESS
            )
            if not busy or not harmless or tried == _TRIES:
                raise Refused(response.status_code, document)
            time.sleep(_seconds(response.headers.get("Retry-After"), 1))
        raise AssertionError

    def lines(self, path: str, token: str | None, last: int | None) -> Iterator[str]:
        """The lines of a stream."""
        headers = {"Accept": "text/event-stream"}
        if token or self.token:
            headers["Authorization"] = f"Bearer {token or self.token}"
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        try:
            with self._session.get(
                self._url + path, headers=headers, stream=True, timeout=60
            ) as response:
                if not response.ok:
                    raise Refused(response.status_code, _read(response))
                yield from response.iter_lines(chunk_size=1, decode_unicode=True)
        except requests.RequestException as error:
            raise Unreachable(f"{self._url} doesn't answer: {error}") from None


class Seat:
    """A seat at a match.

    Attributes:
        match_id, number, token: the match, the seat, and what it needs to be taken again.
        first: the match as it was when the seat was taken.
    """

    def __init__(self, client: Client, taken: Mapping[str, Json]) -> None:
        self._client = client
        self.first: dict[str, Json] = _field(taken, "match")
        self.match_id: str = _field(self.first, "id")
        self.number: int = _field(taken, "seat")
        self.token: str = _field(taken, "token")

    @property
    def path(self) -> str:
        """Of the match."""
        return f"/v1/matches/{self.match_id}"

    def look(self, since: int | None = None, wait: float = 0) -> dict[str, Json]:
        """The match as the seat sees it.

        Args:
            since: a version that was seen: events after it are told.
            wait: seconds to wait until there is more than that.
        """
        query = {} if since is None else {"since": str(since), "wait": str(wait)}
        found: dict[str, Json] = self._client.send(
            "GET", self.path, token=self.token, query=query, seconds=_ANSWER_SECONDS + wait
        )
        return found

    def act(self, action: Json, version: int, key: str | None = None) -> dict[str, Json]:
        """Do something, if nothing has happened since a version; the match afterwards."""
        found: dict[str, Json] = self._client.send(
            "POST", f"{self.path}/actions", {"action": action}, token=self.token,
            key=key or _new_key(), version=version,
        )  # fmt: skip
        return found

    def resign(self) -> dict[str, Json]:
        """Give up; a bot plays on. Once more changes nothing."""
        found: dict[str, Json] = self._client.send(
            "POST", f"{self.path}/resign", token=self.token, repeats=True
        )
        return found

    def hint(self) -> dict[str, Json]:
        """A fair hint in a game for one, with the version that it has made.

        The seat counts as helped from then on.
        """
        found: dict[str, Json] = self._client.send("POST", f"{self.path}/hint", token=self.token)
        return found

    def history(self) -> dict[str, Json]:
        """All that has happened, as the seat may see it."""
        found: dict[str, Json] = self._client.send("GET", f"{self.path}/history", token=self.token)
        return found

    def fairness(self) -> dict[str, Json]:
        """What the cards come from."""
        found: dict[str, Json] = self._client.send("GET", f"{self.path}/fairness", token=self.token)
        return found

    def stream(self, last: int | None = None) -> Iterator[dict[str, Json]]:
        """The match each time that it has changed, until it is over.

        Args:
            last: a version that was seen; None: the present one comes first.
        """
        for line in self._client.lines(f"{self.path}/events", self.token, last):
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def _read(response: requests.Response) -> dict[str, Json]:
    try:
        found = response.json()
    except ValueError:
        found = {"detail": response.text[:200]}
    return found if isinstance(found, dict) else {"detail": str(found)}


def _field(found: Json, name: str) -> Json:
    """A field of an answer.

    Raises:
        Unreachable: it has none, as that of another kind of server.
    """
    if not isinstance(found, dict) or name not in found:
        raise Unreachable(f"the answer has no {name}: that is no service of this kind")
    return found[name]


def _seconds(given: str | None, default: float) -> float:
    """What Retry-After says in seconds; some servers tell a date."""
    return min(float(given), _LONGEST_PAUSE) if given and given.isdecimal() else default


def _new_key() -> str:
    return str(uuid.uuid4())
