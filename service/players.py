"""Players: anonymous accounts, their attempts at dailies, and the boards.

A player is an id and a secret; whoever has both in one *token* is that player. Of the secret
only a digest is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from service.dailies import FIRST_DAY, Dailies, Slot
from service.errors import BadAttempt, BadName
from service.storage.players import Best, Place, Player, PlayerStore
from solver.deal import Deal
from solver.moves import Move
from solver.position import play
from solver.rules import rules_from

__all__ = ["LONGEST_NAME", "Attempt", "Players", "clean_name"]

LONGEST_NAME = 24
# Nobody makes moves faster than that, over a whole game.
_SECONDS_A_MOVE = 0.1
_DAY_SECONDS = 86_400
_ANONYMOUS = "Somebody"


class Attempt(NamedTuple):
    """A win of a daily that was checked.

    Attributes:
        moves, seconds: what it took.
        excess: moves more than the least.
        is_best: whether it is the player's best win of that daily.
        best: that best win.
        rank: of the best win; equals share a rank.
        players: how many are on the board.
        streak: days in a row, up to this one, on which the player has won.
    """

    moves: int
    seconds: float
    excess: int
    is_best: bool
    best: Best
    rank: int
    players: int
    streak: int

    @property
    def percentile(self) -> float:
        """The share of players on the board that aren't better, in percent."""
        return round(100 * (self.players - self.rank + 1) / self.players, 1)


# Letters and symbols that show nothing.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def clean_name(text: str) -> str:
    """A display name in one form.

    Raises:
        BadName: it is empty, too long, or has characters that can't be seen or that turn
            the text around them.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadName(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    for character in name:
        if unicodedata.category(character)[0] == "C" or character in _BLANK:
            raise BadName(f"the character U+{ord(character):04X} can't be part of a name")
    if all(unicodedata.category(character)[0] in "MZP" for character in name):
        raise BadName("a name has a letter, a digit or a symbol")
    return name


class Players:
    """The use cases of players."""

    def __init__(self, store: PlayerStore, dailies: Dailies) -> None:
        self._store = store
        self._dailies = dailies

    def create(self, name: str | None) -> tuple[Player, str]:
        """A new player, and the token, which nobody can tell again.

        Raises:
            BadName: the name won't do.
        """
        player_id, secret = secrets.token_hex(8), secrets.token_hex(24)
        shown = _ANONYMOUS if name is None else clean_name(name)
        player = Player(player_id, shown, _digest(secret), time.time())
        self._store.create(player)
        return player, f"{player_id}.{secret}"

    def who(self, token: str) -> Player | None:
        """Whose token it is; None if nobody's."""
        player_id, _, secret = token.partition(".")
        if not (player_id.isascii() and player_id.isalnum()):
            return None
        player = self._store.read(player_id)
        # The same work whether there is such a player or not.
        kept = player.token_digest if player is not None else _digest("nobody")
        fits = hmac.compare_digest(kept, _digest(secret))
        if player is None or not fits or not (player.used or self._store.use(player)):
            return None
        return player

    def again(self, player_id: str) -> tuple[Player, str | None] | None:
        """A new player whose token may have been lost, and another one; None if they have gone.

        Once a token was used there is no other. Until then the lost one is worth nothing from
        now on.
        """
        secret = secrets.token_hex(24)
        renewed = self._store.renew(player_id, _digest(secret))
        found = self._store.read(player_id)
        if found is None:
            return None
        return found, f"{player_id}.{secret}" if renewed else None

    def rename(self, player: Player, name: str) -> Player:
        """Give a player another name.

        Raises:
            BadName: it won't do.
            BadAttempt: the player has gone.
        """
        shown = clean_name(name)
        if not self._store.rename(player.id, shown):
            raise BadAttempt("no-player", "the account was deleted meanwhile")
        return player._replace(name=shown)

    def with_id(self, player_id: str) -> Player | None:
        """A player, None if they have gone."""
        return self._store.read(player_id)

    def names(self, players: list[str]) -> list[str]:
        """The names of players, by their ids; of those who have gone an empty one."""
        return self._store.names(players) if any(players) else [""] * len(players)

    def delete(self, player: Player) -> None:
        """Forget a player, on every board too."""
        self._store.delete(player.id)

    def bests(self, player: Player) -> dict[str, Best]:
        """All that is kept of what a player has done: best wins by slot."""
        return dict(sorted(self._store.bests(player.id).items()))

    def streak(self, bests: dict[str, Best], last: date) -> int:
        """Days in a row, up to a day or the day before it, on which dailies were won."""
        days = {date.fromisoformat(slot.partition(":")[0]) for slot in bests}
        day = last if last in days else last - timedelta(days=1)
        found = 0
        while day in days:
            found += 1
            day -= timedelta(days=1)
        return found

    def attempt(self, player: Player, slot: Slot, moves: Sequence[Move], seconds: float) -> Attempt:
        """Check a game of a daily, and keep it if it is the player's best.

        Raises:
            BadAttempt: the day is over, the game isn't won, it can't have been so fast, or
                the player has gone; the reason says which.
            IllegalMove: a move is illegal; the error names its number.
            NotYet: the day hasn't come.
        """
        self._refuse_if_over(slot)
        daily = self._dailies.get(slot)
        self._refuse_if_over(slot)  # It may have been midnight meanwhile.
        least = daily["min_moves"]
        assert isinstance(least, int)
        deal = Deal.parse(str(daily["deal"])).position(rules_from(slot.rules))
        if not play(deal, moves).is_won:
            raise BadAttempt("not-won", "the game isn't won at the end of these moves")
        # Nobody can have begun before the day has.
        most = _DAY_SECONDS - self._dailies.seconds_left_of(slot.day)
        if not _SECONDS_A_MOVE * len(moves) <= seconds <= most:
            raise BadAttempt("impossible-time", f"{len(moves)} moves in {seconds:g} s can't be")
        is_best = self._store.win(player.id, str(slot), len(moves), seconds)
        bests = self._store.bests(player.id)
        if is_best is None or str(slot) not in bests:
            raise BadAttempt("no-player", "the account was deleted meanwhile")
        best = bests[str(slot)]
        rank, players = self._store.rank(str(slot), best)
        return Attempt(
            moves=len(moves),
            seconds=seconds,
            excess=len(moves) - least,
            is_best=is_best,
            best=best,
            rank=rank,
            players=players,
            streak=self.streak(bests, slot.day),
        )

    def _refuse_if_over(self, slot: Slot) -> None:
        if FIRST_DAY <= slot.day < self._dailies.today:
            raise BadAttempt("day-over", f"{slot.day} is over, and its solution is published")

    def board(
        self, slot: Slot, after: tuple[int, str] | None, most: int
    ) -> list[tuple[Place, str]]:
        """Some lines of a board with the players' names: the first, or those behind a place.

        Raises:
            NotYet: the day hasn't come.
        """
        self._dailies.get(slot)
        places = self._store.board(str(slot), after, most)
        names = self._store.names([place.player for place in places])
        return list(zip(places, names, strict=True))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
