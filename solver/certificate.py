"""Certificates: an answer as a document that anyone can check again.

A certificate is a JSON object:

* ``format``: ``pyramid certificate 1``;
* ``deal``, ``rules`` (a name) and ``parameters`` (all of them, as text);
* ``answer`` (``winnable`` or ``unwinnable``), ``min_moves`` and ``moves``;
* ``at_most``: the number of moves, shown by replaying them; null if unwinnable;
* ``at_least``: one entry for each engine that has proven that no win takes fewer moves
  (``moves``; null: that there is no win): ``engine``, ``by`` (``exhaustion`` or
  ``infeasibility``), ``effort`` (nodes or branches) and ``seconds``;
* ``made_by``: versions;
* ``digest``: SHA-256 of all the rest, as JSON with sorted keys and no spaces.

The digest shows damage, it is no signature: whoever changes a certificate can make a new
one. So :func:`solver.certification.check_certificate` holds every part against the rules as well.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from solver.errors import BadCertificate, PyramidError, shorten
from solver.moves import Move, parse_each
from solver.notation import read
from solver.position import Position
from solver.result import UNWINNABLE, WINNABLE
from solver.rules import DEFAULT, Rules, rules_from

__all__ = ["FORMAT", "Certificate", "Proof", "looks_like_one"]

FORMAT = "pyramid certificate 1"
EXHAUSTION, INFEASIBILITY = "exhaustion", "infeasibility"
_BY = {"search": EXHAUSTION, "cpsat": INFEASIBILITY}
_LONGEST = 1 << 16
# No number in a certificate is near this.
_LARGE = 10**15


@dataclass(frozen=True, slots=True)
class Proof:
    """That no win takes fewer moves than ``moves``; None: that there is none.

    Attributes:
        engine: ``search`` or ``cpsat``.
        by: ``exhaustion`` (the search has looked at everything cheaper) or
            ``infeasibility`` (the constraint model of fewer moves has no solution).
        moves: the number that is proven to be the least.
        effort: nodes expanded, or branches.
        seconds: time taken.
    """

    engine: str
    by: str
    moves: int | None
    effort: int
    seconds: float

    @classmethod
    def made(cls, engine: str, moves: int | None, effort: int, seconds: float) -> Proof:
        """The proof by an engine."""
        return cls(engine, _BY[engine], moves, effort, round(seconds, 6))


@dataclass(frozen=True, slots=True)
class Certificate:
    """An answer and what proves it; see the module.

    Attributes:
        deal: the line of a deal, or a position text.
        rules: the rules, every parameter of them.
        moves: a shortest win; empty if ``answer`` is ``unwinnable``.
        proofs: one for each engine that has confirmed that no win is shorter.
        made_by: versions by name.
    """

    deal: str
    rules: Rules
    answer: str
    min_moves: int | None
    moves: tuple[str, ...]
    at_most: int | None
    proofs: tuple[Proof, ...]
    made_by: Mapping[str, str]
    digest: str = ""

    def position(self) -> Position:
        """The position that it is about.

        Raises:
            BadDeal, BadPosition: the deal is not one.
        """
        return read(self.deal, self.rules)

    def line(self) -> list[Move]:
        """The moves.

        Raises:
            BadMove: one can't be read.
        """
        return parse_each(self.moves)

    def document(self) -> dict[str, object]:
        """Everything but the digest, as plain values."""
        return {
            "format": FORMAT,
            "deal": self.deal,
            "rules": self.rules.name,
            "parameters": self.rules.values(),
            "answer": self.answer,
            "min_moves": self.min_moves,
            "moves": list(self.moves),
            "at_most": None if self.at_most is None else {"moves": self.at_most, "by": "replay"},
            "at_least": [asdict(proof) for proof in self.proofs],
            "made_by": dict(self.made_by),
        }

    def true_digest(self) -> str:
        """What the digest should be."""
        text = json.dumps(self.document(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def to_json(self) -> str:
        """The certificate as a text of several lines, with its true digest."""
        return json.dumps({**self.document(), "digest": self.true_digest()}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Certificate:
        """Read a certificate; :func:`solver.certification.check_certificate` checks what it says.

        Raises:
            BadCertificate: it is none; the text says what is missing or of the wrong kind.
        """
        if len(text) > _LONGEST:
            raise BadCertificate(f"{len(text)} characters are too many for a certificate")
        try:
            data: object = json.loads(text, object_pairs_hook=_no_key_twice)
        except (ValueError, RecursionError) as error:
            raise BadCertificate(f"not valid JSON: {error}") from None
        reader = _Reader(data)
        if reader.text("format") != FORMAT:
            raise BadCertificate(
                f"format is {shorten(reader.text('format'))}, but should be {FORMAT!r}"
            )
        answer = reader.text("answer")
        if answer not in (WINNABLE, UNWINNABLE):
            raise BadCertificate(f"answer is {shorten(answer)}: must be winnable or unwinnable")
        most = reader.part("at_most", may_be_null=True)
        if most is not None and most.text("by") != "replay":
            raise BadCertificate("at_most.by must be 'replay'")
        if most is not None:
            most.nothing_else({"moves", "by"})
        certificate = cls(
            deal=reader.text("deal"),
            rules=_rules(reader),
            answer=answer,
            min_moves=reader.whole("min_moves", may_be_null=True),
            moves=tuple(reader.texts("moves")),
            at_most=None if most is None else most.whole("moves"),
            proofs=tuple(_proof(part) for part in reader.parts("at_least")),
            made_by=reader.versions("made_by"),
            digest=reader.text("digest"),
        )
        reader.nothing_else({*certificate.document(), "digest"})
        return certificate


def looks_like_one(text: str) -> bool:
    """Whether a text is meant as a certificate, be it a good one or not."""
    start = text.lstrip()[:1]
    return start == "{" and ('"pyramid certificate' in text or '"digest"' in text)


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        # Readers differ in which one they take.
        raise ValueError("a key stands twice in one object")
    return found


def _rules(reader: _Reader) -> Rules:
    try:
        rules = rules_from(DEFAULT, reader.versions("parameters"))
    except PyramidError as error:
        raise BadCertificate(f"parameters: {error}") from None
    if reader.versions("parameters") != rules.values():
        raise BadCertificate("parameters: not all of them, or not in their usual form")
    if reader.text("rules") != rules.name:
        raise BadCertificate(
            f"rules is {shorten(reader.text('rules'))}, but the parameters are those of "
            f"{rules.name}"
        )
    return rules


def _proof(part: _Reader) -> Proof:
    engine, by = part.text("engine"), part.text("by")
    if _BY.get(engine) != by:
        raise BadCertificate(
            f"{part.where}: a proof is by search (exhaustion) or by cpsat (infeasibility)"
        )
    part.nothing_else({"engine", "by", "moves", "effort", "seconds"})
    return Proof(
        engine,
        by,
        part.whole("moves", may_be_null=True),
        part.whole("effort") or 0,
        part.seconds("seconds"),
    )


class _Reader:
    """The fields of a JSON object, taken out with their kinds checked."""

    def __init__(self, data: object, where: str = "") -> None:
        if not isinstance(data, dict):
            raise BadCertificate(f"{where or 'the certificate'} must be a JSON object")
        self._data: dict[str, object] = data
        self.where = where

    def _get(self, name: str) -> object:
        if name not in self._data:
            raise BadCertificate(f"{self._path(name)} is missing")
        return self._data[name]

    def _path(self, name: str) -> str:
        return f"{self.where}.{name}" if self.where else name

    def _wrong(self, name: str, right: str) -> BadCertificate:
        return BadCertificate(f"{self._path(name)} must be {right}")

    def text(self, name: str) -> str:
        value = self._get(name)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return value

    def whole(self, name: str, may_be_null: bool = False) -> int | None:
        value = self._get(name)
        if value is None and may_be_null:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _LARGE:
            raise self._wrong(name, "a whole number from 0 on" + " or null" * may_be_null)
        return value

    def seconds(self, name: str) -> float:
        value = self._get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e12:
            raise self._wrong(name, "a number of seconds")
        return float(value)

    def texts(self, name: str) -> list[str]:
        value = self._get(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(name, "a list of texts")
        return value

    def versions(self, name: str) -> dict[str, str]:
        value = self._get(name)
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            raise self._wrong(name, "an object of texts")
        return value

    def part(self, name: str, may_be_null: bool = False) -> _Reader | None:
        value = self._get(name)
        if value is None and may_be_null:
            return None
        return _Reader(value, self._path(name))

    def parts(self, name: str) -> list[_Reader]:
        value = self._get(name)
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return [_Reader(item, f"{self._path(name)}[{at}]") for at, item in enumerate(value)]

    def nothing_else(self, names: set[str]) -> None:
        extra = sorted(set(self._data) - names)
        if extra:
            raise BadCertificate(f"{self._path(shorten(extra[0]))} doesn't belong in a certificate")
