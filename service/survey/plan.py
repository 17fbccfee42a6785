"""What a survey asks, kept beside its answers so that it can go on later."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, Self

from service.errors import BadOutput
from service.files import save_whole
from solver.errors import BadRules, PyramidError
from solver.result import Limits
from solver.rules import Rules, rules_from
from solver.shuffle import MAX_SEED

__all__ = ["PLAN_FILE", "Plan", "Variant", "parse_variants"]

PLAN_FILE = "survey.json"

_VERSION = 1


class Variant(NamedTuple):
    """Rules, and how they were called: a preset and perhaps settings."""

    name: str
    rules: Rules

    @property
    def file_name(self) -> str:
        """The name, without an ending, of the files about these rules."""
        return re.sub(r"[^a-z0-9]+", "-", self.name).strip("-")


def parse_variants(text: str) -> tuple[Variant, ...]:
    """Rules separated by commas, such as ``cardgames,classic passes=2``.

    Raises:
        BadRules: one of them is no rules, or stands there twice.
    """
    found: list[Variant] = []
    for part in text.split(","):
        words = part.lower().split()
        if not words:
            raise BadRules(f"{text!r}: a name is missing; write names with commas between them")
        variant = Variant(" ".join(words), rules_from(words[0], words[1:]))
        for other in found:
            if other.rules == variant.rules:
                both = {other.name: None, variant.name: None}
                raise BadRules(f"{' and '.join(both)}: these rules stand there twice")
        found.append(variant)
    return tuple(found)


@dataclass(frozen=True)
class Plan:
    """The deals ``seed:first`` to ``seed:first + count - 1`` under each of the rules.

    ``winnable_only``: it isn't asked in how few moves they can be won.
    """

    variants: tuple[Variant, ...]
    first: int
    count: int
    limits: Limits = field(default_factory=Limits)
    winnable_only: bool = False

    @property
    def question(self) -> str:
        """What is asked of each deal."""
        return "winnable or not" if self.winnable_only else "least moves"

    def write(self, folder: Path) -> None:
        """Keep the plan in a folder."""
        record: dict[str, object] = {
            "survey": _VERSION,
            "rules": [variant.name for variant in self.variants],
            "seed": self.first,
            "count": self.count,
            "limits": asdict(self.limits),
        }
        if self.winnable_only:
            record["winnable_only"] = True
        save_whole(str(folder / PLAN_FILE), json.dumps(record, indent=2) + "\n")

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """The plan that a folder holds, None if there is none.

        Raises:
            BadOutput: there is one that can't be read.
        """
        path = folder / PLAN_FILE
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise BadOutput(f"{path} can't be read: {error}") from None
        try:
            record = json.loads(text)
            if record["survey"] != _VERSION:
                raise ValueError(f"survey is {record['survey']!r}, not {_VERSION}")
            return cls(
                parse_variants(",".join(record["rules"])),
                _whole(record, "seed", 0),
                _whole(record, "count", 1),
                _limits(record["limits"]),
                record.get("winnable_only", False) is True,
            )
        except (ValueError, TypeError, KeyError, RecursionError, PyramidError) as error:
            raise BadOutput(
                f"{path} is no plan of a survey, or was changed by hand ({error})"
            ) from None

    def extended_by(self, wish: Self, folder: Path) -> Self:
        """This plan with the rules and the deals that a wish adds.

        Raises:
            BadOutput: the wish is for other deals, fewer deals, or other limits.
        """
        for name, ours, theirs in (
            ("seed", str(self.first), str(wish.first)),
            ("limits", _shown(self.limits), _shown(wish.limits)),
            ("question", self.question, wish.question),
        ):
            if ours != theirs:
                raise BadOutput(
                    f"{folder} holds a survey with {name} {ours}, not {theirs}: leave it out, "
                    "or name another folder"
                )
        if wish.count < self.count:
            raise BadOutput(
                f"{folder} holds a survey of {self.count} deals: --count {wish.count} would "
                "take some away"
            )
        known = {variant.rules for variant in self.variants}
        new = tuple(variant for variant in wish.variants if variant.rules not in known)
        return replace(self, variants=self.variants + new, count=wish.count)


def _shown(limits: Limits) -> str:
    return ", ".join(
        f"{name}={value}" for name, value in asdict(limits).items() if value is not None
    )


def _whole(record: Mapping[str, object], name: str, least: int) -> int:
    value = record[name]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_SEED:
        raise ValueError(f"{name} is {value!r}")
    return value


def _limits(record: Mapping[str, object]) -> Limits:
    seconds = record["seconds"]
    if seconds is not None and not isinstance(seconds, (int, float)):
        raise ValueError(f"seconds is {seconds!r}")
    nodes = None if record["nodes"] is None else _whole(record, "nodes", 1)
    return Limits(nodes, seconds, _whole(record, "memory", 1))
