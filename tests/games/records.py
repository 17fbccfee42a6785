"""Records of the toy's games, whole or changed."""

from __future__ import annotations

import json
from typing import Any

from games.match import Match
from games.shuffle import Stream
from tests.games.playing import play_on
from tests.games.tables import KNOWN
from tests.games.toy import TOY

__all__ = ["read", "toy", "without_events"]


def toy(**header: Any) -> list[str]:
    """The lines of a whole game of the toy, with another header."""
    lines = list(play_on(Match(TOY, {}, "lines"), Stream("lines", "dice")).lines())
    return [json.dumps({**json.loads(lines[0]), **header}), *lines[1:]]


def read(*lines: str) -> Match:
    return Match.from_lines(lines, KNOWN)


def without_events(lines: list[str]) -> list[str]:
    return [line for line in lines if "event" not in json.loads(line)]
