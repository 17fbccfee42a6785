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


# KEYS: player, best. ARGV: player id, beginning of the boards' keys.
# Removes a player, whose best wins name the boards that they are on.
_DELETE = """
local slots = redis.call('HKEYS', KEYS[2])
redis.call('DEL', KEYS[1], KEYS[2])
for _, slot in ipairs(slots) do redis.call('ZREM', ARGV[2] .. slot, ARGV[1]) end
"""

# KEYS: player. ARGV: name. Renames a player, unless they have gone.
_RENAME = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
"""

# KEYS: player. ARGV: digest. Gives another token to a player who has never used theirs.
_RENEW = """
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'used') == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'token', ARGV[1])
return 1
"""

# KEYS: player. ARGV: digest. Notes that a token is used; 0 if it is no longer the player's.
_USE = """
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'used', '1')
return 1
"""

# KEYS: board. ARGV: score and player before the first line or '', how many lines.
_BOARD = """
local start = 0
if ARGV[2] ~= '' then
  start = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[1])
  for _, player in ipairs(redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[1], 'BYSCORE')) do
    if player <= ARGV[2] then start = start + 1 end
  end
end
return redis.call('ZRANGE', KEYS[1], start, start + ARGV[3] - 1, 'WITHSCORES')
"""


class Player(NamedTuple):
    """A player; ``token_digest`` is SHA-256 of the secret, which nobody keeps.

    ``used`` tells whether they have ever shown their token.
    """

    id: str
    name: str
    token_digest: str
    since: float
    used: bool = False


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
    score: int


class PlayerStore:
    """Players in the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._win = connection.register_script(_WIN)
        self._delete = connection.register_script(_DELETE)
        self._rename = connection.register_script(_RENAME)
        self._renew = connection.register_script(_RENEW)
        self._use = connection.register_script(_USE)
        self._board = connection.register_script(_BOARD)

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
        return Player(player_id, name, token, float(since), b"used" in found)

    def use(self, player: Player) -> bool:
        """Note that a player's token is in use; False if it is theirs no more."""
        return bool(self._use([player_key(player.id)], [player.token_digest]))

    def renew(self, player_id: str, token_digest: str) -> bool:
        """Give a player another token, if the old one was never used."""
        return bool(self._renew([player_key(player_id)], [token_digest]))

    def rename(self, player_id: str, name: str) -> bool:
        """Give a player another name; False if there is no such player."""
        return bool(self._rename([player_key(player_id)], [name]))

    def names(self, players: list[str]) -> list[str]:
        """The names of players; of those who have gone an empty one."""
        with self._connection.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.hget(player_key(player), "name")
            found = cast("list[bytes | None]", pipe.execute())
        return ["" if name is None else name.decode() for name in found]

    def delete(self, player_id: str) -> None:
        """Remove a player and all that is known of them, from every board too."""
        self._delete([player_key(player_id), best_key(player_id)], [player_id, board_key("")])

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

    def board(self, slot: str, after: tuple[int, str] | None, most: int) -> list[Place]:
        """Some lines of a board: the first, or those behind a score and its player."""
        key = board_key(slot)
        score, player = after or (0, "")
        found = cast("list[bytes]", self._board([key], [score, player, most]))
        places = []
        for name, text in zip(found[::2], found[1::2], strict=True):
            score = int(float(text))
            moves, tenths = divmod(score, _PER_MOVE)
            better = self._connection.zcount(key, "-inf", f"({score}")
            places.append(Place(better + 1, name.decode(), moves, tenths / 10, score))
        return places
