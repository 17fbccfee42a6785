"""Players, their best wins, and the boards of dailies."""

from __future__ import annotations

import json
import time
from typing import Any, NamedTuple, cast

from service.storage.connection import Connection
from service.storage.keys import best_key, board_key, player_key

__all__ = ["Best", "Place", "Player", "PlayerStore"]

# A board's scores order by moves first, then by tenths of seconds; this is more than a day has.
_PER_MOVE = 1_000_000

# KEYS: player, board, best. ARGV: player id, score, slot, win as JSON.
# Keeps a win if it beats the player's last best one; nothing if the player is gone.
_WIN = """
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local before = redis.call('ZSCORE', KEYS[2], ARGV[1])
if before and tonumber(before) <= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[3], ARGV[3], ARGV[4])
return 1
"""


class Player(NamedTuple):
    """A player; ``token_digest`` is SHA-256 of the secret, which nobody keeps."""

    id: str
    name: str
    token_digest: str
    since: float


class Best(NamedTuple):
    """A player's best win of a daily: moves, seconds, and when it was (seconds since 1970)."""

    moves: int
    seconds: float
    at: float

    @property
    def score(self) -> int:
        """Smaller is better."""
        return self.moves * _PER_MOVE + round(self.seconds * 10)


class Place(NamedTuple):
    """A line of a board; equals share a rank."""

    rank: int
    player: str
    moves: int
    seconds: float


class PlayerStore:
    """Players in the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._win = connection.register_script(_WIN)

    def create(self, player: Player) -> None:
        """Keep a new player."""
        fields: dict[Any, Any] = {
            "name": player.name,
            "token": player.token_digest,
            "since": str(player.since),
        }
        self._connection.hset(player_key(player.id), mapping=fields)

    def read(self, player_id: str) -> Player | None:
        """A player, None if there is none of that id."""
        found = cast("dict[bytes, bytes]", self._connection.hgetall(player_key(player_id)))
        if len(found) < 3:
            return None
        name, token, since = (found[field].decode() for field in (b"name", b"token", b"since"))
        return Player(player_id, name, token, float(since))

    def rename(self, player_id: str, name: str) -> None:
        """Give a player another name."""
        self._connection.hset(player_key(player_id), "name", name)

    def names(self, players: list[str]) -> list[str]:
        """The names of players; of those who have gone an empty one."""
        with self._connection.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.hget(player_key(player), "name")
            found = cast("list[bytes | None]", pipe.execute())
        return ["" if name is None else name.decode() for name in found]

    def delete(self, player_id: str) -> None:
        """Remove a player and all that is known of them, from every board too."""
        slots = list(self.bests(player_id))
        with self._connection.pipeline(transaction=True) as pipe:
            # First the player, so that no win of theirs is kept from now on.
            pipe.delete(player_key(player_id), best_key(player_id))
            for slot in slots:
                pipe.zrem(board_key(slot), player_id)
            pipe.execute()

    def bests(self, player_id: str) -> dict[str, Best]:
        """A player's best wins, by slot."""
        found = cast("dict[bytes, bytes]", self._connection.hgetall(best_key(player_id)))
        return {slot.decode(): Best(**json.loads(text)) for slot, text in found.items()}

    def win(self, player_id: str, slot: str, moves: int, seconds: float) -> bool | None:
        """Keep a win if it is the player's best of the slot; whether it is. None: no player."""
        best = Best(moves, seconds, time.time())
        keys = [player_key(player_id), board_key(slot), best_key(player_id)]
        values = [player_id, str(best.score), slot, json.dumps(best._asdict())]
        done = int(cast("int", self._win(keys, values)))
        return None if done < 0 else done == 1

    def rank(self, slot: str, best: Best) -> tuple[int, int]:
        """The rank that a win has, and how many are on the board."""
        key = board_key(slot)
        better = self._connection.zcount(key, "-inf", f"({best.score}")
        return better + 1, self._connection.zcard(key)

    def board(self, slot: str, start: int, most: int) -> list[Place]:
        """Some lines of a board, from a place on that counts from 0."""
        key = board_key(slot)
        found = cast(
            "list[tuple[bytes, float]]",
            self._connection.zrange(key, start, start + most - 1, withscores=True),
        )
        places = []
        for player, score in found:
            moves, tenths = divmod(int(score), _PER_MOVE)
            better = self._connection.zcount(key, "-inf", f"({int(score)}")
            places.append(Place(better + 1, player.decode(), moves, tenths / 10))
        return places
