"""Programs that hold a seat: JSON lines to their standard input and from their standard output.

``docs/games.md`` tells what the lines say. Each game has a process of its own, in a group of its
own, that ends with the game.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any

from games.bots.player import Choice
from games.errors import BadAction
from games.events import Json
from games.protocol import Game, Seat
from service.errors import BadPlayer
from service.groups import end_group, start_group
from service.lifeline import die_with_parent_on_exec
from solver.errors import shorten

__all__ = ["Program"]

# Bytes of a line, with its end.
_LONGEST = 1 << 16
# Lines that wait to be looked at: from the second on, they weren't asked for.
_AHEAD = 2
_SHOWN = 120
# Seconds in which a program may end by itself once the game is over.
_PARTING = 2.0


class Program:
    """A player of one game that is a program; also a :class:`games.arena.Follower`.

    Args:
        command: the program and its arguments, as in a shell but without one.
        game: what it plays.
        seconds: within which it must answer.

    Raises:
        BadPlayer: it can't be started; later, from ``choose``, it doesn't do its part.
    """

    def __init__(self, command: str, game: Game[Any, Any, Any], seconds: float) -> None:
        self._game = game
        self._command = command
        self._seconds = seconds
        self._version = 0
        try:
            self._process = start_group(
                shlex.split(command) or [""],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                preexec_fn=die_with_parent_on_exec if sys.platform == "linux" else None,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise self._wrong(f"can't be started: {reason}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to_write: SimpleQueue[str | None] = SimpleQueue()
        self._written: SimpleQueue[bytes] = SimpleQueue()
        self._closed = threading.Event()
        # Threads, so that a program that doesn't read, or doesn't write, blocks nothing else.
        for target, arguments in (
            (_write, (self._to_write, self._process.stdin)),
            (_read, (self._process.stdout, self._written, self._closed)),
        ):
            threading.Thread(target=target, args=arguments, daemon=True).start()

    def hear(self, seat: Seat, version: int, events: Sequence[Json]) -> None:  # noqa: ARG002 - the arena's
        """Tell the program what has happened."""
        self._version = version
        for each in events:
            self._send(each)

    def end(self, result: Json) -> None:
        """Tell it how the game has ended, and wait until it goes."""
        self._send({"over": result})
        self._to_write.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PARTING)

    def close(self) -> None:
        """End it, and what it has started, if it hasn't gone."""
        self._to_write.put(None)
        self._closed.set()
        end_group(self._process)

    def choose(self, view: Any, seed: int) -> Choice:  # noqa: ARG002 - programs have their own
        """Ask the program."""
        seat = view.seat
        with suppress(Empty):
            line = self._written.get_nowait()
            if line:
                raise self._wrong(f"seat {seat} wrote {_shown(line)} without being asked")
            raise self._wrong(f"seat {seat}{self._how_it_ended()}")
        told = self._game.view_to_json(view)
        self._send(
            {
                "view": told,
                "legal": told["legal"],
                "seat": seat,
                "game": self._game.name,
                "version": self._version,
            }
        )
        try:
            line = self._written.get(timeout=self._seconds)
        except Empty:
            raise self._wrong(
                f"seat {seat} gave no answer within {self._seconds:g} seconds"
            ) from None
        if not line:
            raise self._wrong(f"seat {seat}{self._how_it_ended()}")
        return Choice(self._action(seat, line), "as the program says")

    @property
    def lines_ahead(self) -> int:
        """How many lines it has written that nobody has looked at."""
        return self._written.qsize()

    def _wrong(self, what: str) -> BadPlayer:
        return BadPlayer(f"{self._command}: {what}")

    def _send(self, line: Json) -> None:
        self._to_write.put(json.dumps(line) + "\n")

    def _action(self, seat: Seat, line: bytes) -> Any:
        if len(line) > _LONGEST:
            raise self._wrong(
                f"seat {seat} wrote {_shown(line)} and so on: a line has {_LONGEST:,} bytes at most"
            )
        try:
            answer = json.loads(line)
            return self._game.action_from_json(answer["action"])
        except BadAction as error:
            raise self._wrong(f"seat {seat} wrote {_shown(line)}: {error}") from None
        except (ValueError, RecursionError, TypeError, KeyError):
            raise self._wrong(
                f'seat {seat} wrote {_shown(line)} instead of {{"action": {{...}}}}'
            ) from None

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(_PARTING)
            how = f"was killed by signal {-status}" if status < 0 else f"status {status}"
            return f" has ended instead of answering ({how})"
        return " has closed its standard output instead of answering"


def _shown(line: bytes) -> str:
    return shorten(line.decode("utf-8", "replace").strip(), _SHOWN)


def _write(lines: SimpleQueue[str | None], stream: IO[bytes]) -> None:
    """The life of the thread that writes; a program that doesn't listen is found out later."""
    with suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line.encode())
            stream.flush()


def _read(stream: IO[bytes], lines: SimpleQueue[bytes], closed: threading.Event) -> None:
    """The life of the thread that reads; the last line is empty.

    Of what wasn't asked for, and of a line without end, it reads no more than shows the fault:
    a program that never stops writing must wait then, and fills no memory.
    """
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST + 1):
            lines.put(line)
            if len(line) > _LONGEST or lines.qsize() >= _AHEAD:
                closed.wait()
                return
    lines.put(b"")
