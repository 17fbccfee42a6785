"""A deal a day: everybody gets the same, nobody knows tomorrow's, and its answer is proven.

The seed of a day's deal comes from the date and a secret by HMAC, in two steps: the secret
and the date give the *key of the day*; that key, the rules, the difficulty and a number, which
counts the candidates, give a seed. When the day is over its key is published with the
solution, so that everybody can follow how the deal was found, and still nobody knows the
next.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable, Container, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from service.errors import NoDaily, NotMade, NotYet
from service.settings import DAILY_PRESETS, Settings
from service.storage.dailies import DailyStore
from service.storage.queue import JobQueue
from service.version import versions
from solver.analysis import difficulty
from solver.analysis.bands import BAND_LABELS, BAND_LIMITS, band
from solver.certification import certify
from solver.deal import Deal
from solver.engines import BOTH, SEARCH
from solver.errors import BadCertificate, BadEngine
from solver.position import Position
from solver.result import Limits
from solver.rules import rules_from

__all__ = [
    "DAILY_JOB",
    "FIRST_DAY",
    "LABELS",
    "Dailies",
    "Slot",
    "day_key",
    "seed_of",
    "usual_difficulty",
]

_log = logging.getLogger(__name__)

DAILY_JOB = "daily"
LABELS = BAND_LABELS
#: The first daily has number 1.
FIRST_DAY = date(2026, 1, 1)
# Monday to Sunday.
_WEEK = ("easy", "easy", "medium", "medium", "hard", "medium", "hard")

_TRIES = 5000
_PROOF = Limits(seconds=60.0)
_JOB_SECONDS = 600
_AT_ONCE = 4
_ARCHIVE = "archive"
_FAILED_SECONDS = 300
_WAIT_SECONDS = 20.0
_WAIT_FOR_PAST_SECONDS = 10.0
_PAUSE_SECONDS = 0.1


class Slot(NamedTuple):
    """Which daily: there is one for each day, rules and difficulty."""

    day: date
    rules: str
    difficulty: str

    def __str__(self) -> str:
        return f"{self.day.isoformat()}:{self.rules}:{self.difficulty}"

    @classmethod
    def parse(cls, text: str) -> Slot:
        """The slot that a text names.

        Raises:
            ValueError: it is none.
        """
        day, rules, label = text.split(":")
        if rules not in DAILY_PRESETS or label not in LABELS:
            raise ValueError(f"{text!r} is no daily")
        return cls(date.fromisoformat(day), rules, label)

    @property
    def number(self) -> int:
        """The number of its day."""
        return (self.day - FIRST_DAY).days + 1


def usual_difficulty(day: date) -> str:
    """What a day's daily is like for those who don't choose."""
    return _WEEK[day.weekday()]


def day_key(secret: bytes, day: date) -> bytes:
    """The key of a day, 32 bytes."""
    return hmac.digest(secret, day.isoformat().encode(), "sha256")


def seed_of(key: bytes, slot: Slot, candidate: int) -> int:
    """The seed of a slot's candidate, from the key of its day."""
    text = f"{slot.rules}|{slot.difficulty}|{candidate}"
    return int.from_bytes(hmac.digest(key, text.encode(), "sha256")[:8], "big")


def _now() -> datetime:
    return datetime.now(UTC)


class Dailies:
    """The use cases of dailies; ``now`` gives the time."""

    def __init__(
        self,
        store: DailyStore,
        queue: JobQueue,
        settings: Settings,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._store = store
        self._queue = queue
        self._settings = settings
        self._now = now

    @property
    def today(self) -> date:
        """The day that it is, in UTC."""
        return self._now().date()

    def seconds_left_of(self, day: date) -> int:
        """Until a day is over; 0 from then on."""
        midnight = datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC)
        return max(0, int((midnight - self._now()).total_seconds()))

    def get(self, slot: Slot, waits: bool = True) -> dict[str, object]:
        """What everybody may see of a daily; it is made now if it isn't there.

        Args:
            slot: which one.
            waits: whether to wait for it to be made.

        Raises:
            NotYet: its day hasn't come.
            NoDaily: there was none on that day.
            NotMade: it isn't there, and is in the making.
        """
        if slot.day < FIRST_DAY:
            raise NoDaily(f"the first daily was that of {FIRST_DAY}")
        if slot.day > self.today:
            raise NotYet(f"there is no daily of {slot.day} yet")
        deadline = time.monotonic() + (_WAIT_SECONDS if waits else 0)
        asked = False
        while True:
            (found,) = self._store.read([str(slot)])
            if found is not None:
                return found
            if not asked:
                asked = True
                self._ask_for(slot)
                if slot.day != self.today:
                    # Whoever looks through all days holds up nobody else for long.
                    deadline = min(deadline, time.monotonic() + _WAIT_FOR_PAST_SECONDS)
            if time.monotonic() >= deadline:
                raise NotMade(f"the daily of {slot.day} is in the making")
            time.sleep(_PAUSE_SECONDS)

    def _ask_for(self, slot: Slot) -> None:
        """See that a daily is made that somebody wants to see."""
        if slot.day == self.today:
            # Those of other rules may take minutes, and would keep all solves waiting.
            self._put("dailies" if slot.rules in self._settings.daily_rules else "ahead", slot)
        # The others can wait until there is nothing else to do, a few at a time.
        elif self._queue.length(_ARCHIVE) < _AT_ONCE:
            self._put(_ARCHIVE, slot)

    def after(self, slot: Slot, waits: bool = True) -> dict[str, object]:
        """The solution, the certificate and the key of a day that is over.

        Raises:
            NotYet: it isn't over.
            NotMade: there is no such daily.
        """
        if slot.day >= self.today:
            raise NotYet(f"the solution of {slot.day} is published when that day is over, in UTC")
        self.get(slot, waits)
        found = self._store.read_after(str(slot))
        if found is None:
            raise NotMade(f"there is no daily of {slot.day}")
        return found

    def between(
        self, first: date, last: date, rules: str, label: str | None
    ) -> list[dict[str, object]]:
        """The dailies of some days that are there, as far as they may be seen."""
        last = min(last, self.today)
        days = [first + timedelta(days=at) for at in range((last - first).days + 1)]
        slots = [str(Slot(day, rules, label or usual_difficulty(day))) for day in days]
        return [found for found in self._store.read(slots) if found is not None]

    def of_today(self, known: Container[str]) -> dict[str, dict[str, object]]:
        """Today's dailies that are there, by slot, but for those that are known already."""
        each = (Slot(self.today, rules, label) for rules in DAILY_PRESETS for label in LABELS)
        slots = [slot for slot in map(str, each) if slot not in known]
        pairs = zip(slots, self._store.read(slots), strict=True)
        return {slot: daily for slot, daily in pairs if daily is not None}

    def prepare(self) -> int:
        """Queue what is missing of today and the days ahead; how many that is.

        Only a few at a time, the next days first: a batch that comes meanwhile gets its turn.
        """
        slots = list(self._ahead())
        found = self._store.read([str(slot) for slot in slots])
        missing = [slot for slot, daily in zip(slots, found, strict=True) if daily is None]
        for slot in missing[: max(0, _AT_ONCE - self._queue.length("ahead"))]:
            self._put("ahead", slot)
        return len(missing)

    def _ahead(self) -> Iterator[Slot]:
        for ahead in range(self._settings.daily_ahead + 1):
            for rules in self._settings.daily_rules:
                for label in LABELS:
                    yield Slot(self.today + timedelta(days=ahead), rules, label)

    def _put(self, queue: str, slot: Slot) -> None:
        job_id = f"{queue}-daily-{slot}".replace(":", "-")
        self._queue.put(
            queue,
            DAILY_JOB,
            [str(slot)],
            job_id=job_id,
            seconds=_JOB_SECONDS,
            failed_seconds=_FAILED_SECONDS,
        )

    def work(self, text: str) -> None:
        """Make a daily, unless it is there or somebody else makes it; a job of the queue."""
        slot = Slot.parse(text)
        if self._store.read([text])[0] is not None or not self._store.claim(text):
            return
        try:
            is_first = self._store.write(text, *self._make(slot))
            _log.info("daily made" if is_first else "daily was there", extra={"slot": text})
        finally:
            self._store.release(text)

    def secret(self) -> bytes:
        """What all that can't be guessed is derived from."""
        return self._store.secret(self._settings.secret)

    def _make(self, slot: Slot) -> tuple[dict[str, object], dict[str, object]]:
        """The public part, and what is for after the day."""
        key = day_key(self.secret(), slot.day)
        rules = rules_from(slot.rules)
        within = band(slot.rules, slot.difficulty)
        for candidate in range(_TRIES):
            self._store.claim_on(str(slot))
            seed = seed_of(key, slot, candidate)
            position = Deal.seed(seed, rules).position(rules)
            rated = difficulty(position, limits=BAND_LIMITS, within=within)
            if rated is not None:
                break
        else:
            raise NotMade(f"none of {_TRIES} candidates fits {slot}")
        certificate, confirmed = _certificate(position)
        moves = certificate["moves"]
        assert isinstance(moves, list)
        public: dict[str, object] = {
            "date": slot.day.isoformat(),
            "number": slot.number,
            "rules": slot.rules,
            "difficulty": slot.difficulty,
            "score": rated.score,
            "deal": Deal.seed(seed, rules).line(),
            "min_moves": rated.min_moves,
            "passes": rated.passes,
            "solution_digest": hashlib.sha256("\n".join(moves).encode()).hexdigest(),
            "confirmed": confirmed,
        }
        after: dict[str, object] = {
            **public,
            "seed": str(seed),
            "candidate": candidate,
            "day_key": key.hex(),
            "solution": moves,
            "certificate": certificate,
        }
        return public, after


def _certificate(position: Position) -> tuple[dict[str, object], bool]:
    """The answer with its proofs, and whether the second engine is among them."""
    for engine in (BOTH, SEARCH):
        try:
            made = certify(position, engine=engine, limits=_PROOF, made_by=versions(engine == BOTH))
        except (BadEngine, BadCertificate):
            if engine == SEARCH:
                raise
            continue
        return json.loads(made.to_json()), engine == BOTH
    raise AssertionError
