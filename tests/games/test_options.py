"""Options: what may be written, what is kept, and how they are told."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.errors import BadOptions
from games.options import Choice, Number, check_options, describe, flag, option, options_from


@dataclass(frozen=True)
class Options:
    length: int = option(3, Number(-2, 10), "how long")
    limit: int | None = option(None, Number(1, 5, none=True), "how far at most")
    colour: str = option("no", Choice(("no", "red", "green")), "which colour")
    strict: bool = flag("no exceptions")
    open: bool = flag("for all", default=True)

    def __post_init__(self) -> None:
        if self.strict and self.length > 5:
            raise ValueError("strict=yes needs length up to 5")


def test_defaults() -> None:
    """What isn't given has its default."""
    assert options_from(Options, {}) == Options(3, None, "no", False, True)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("length", 5, 5),
        ("length", "5", 5),
        ("length", "-2", -2),
        ("length", -2, -2),
        ("length", "10", 10),
        ("limit", "none", None),
        ("limit", None, None),
        ("limit", "5", 5),
        ("limit", 1, 1),
        ("colour", "red", "red"),
        ("colour", "no", "no"),
        ("colour", False, "no"),
        ("strict", True, True),
        ("strict", "yes", True),
        ("open", "no", False),
        ("open", False, False),
    ],
)
def test_values(name: str, given: object, value: object) -> None:
    """Values are read from text and from JSON, and kept as one type."""
    found = getattr(options_from(Options, {name: given}), name)
    assert found == value
    assert type(found) is type(value)


HUGE = 10**5000
DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("length", 11, "give a whole number from -2 to 10"),
        ("length", -3, "from -2 to 10"),
        ("length", "11", "from -2 to 10"),
        ("length", "--1", "from -2 to 10"),
        ("length", "+1", "from -2 to 10"),
        ("length", "1.0", "from -2 to 10"),
        ("length", " 1", "from -2 to 10"),
        ("length", "1_0", "from -2 to 10"),
        ("length", "-", "from -2 to 10"),
        ("length", "", "from -2 to 10"),
        ("length", "\u0665", "from -2 to 10"),
        ("length", "\u00b2", "from -2 to 10"),
        ("length", "0" * 5000, "from -2 to 10"),
        ("length", "9" * 5000, "from -2 to 10"),
        ("length", HUGE, "from -2 to 10"),
        ("length", 3.0, "from -2 to 10"),
        ("length", float("nan"), "from -2 to 10"),
        ("length", True, "from -2 to 10"),
        ("length", None, "from -2 to 10"),
        ("length", "none", "from -2 to 10"),
        ("length", [3], "from -2 to 10"),
        ("length", DEEP, "from -2 to 10"),
        ("limit", 0, "from 1 to 5 or none"),
        ("limit", "no", "from 1 to 5 or none"),
        ("limit", False, "from 1 to 5 or none"),
        ("colour", "blue", "choose one of no, red, green"),
        ("colour", "RED", "choose one of"),
        ("colour", "", "choose one of"),
        ("colour", True, "choose one of"),
        ("colour", None, "choose one of"),
        ("colour", 0, "choose one of"),
        ("colour", {"red": 1}, "choose one of"),
        ("colour", ["red"], "choose one of"),
        ("strict", 1, "say yes or no"),
        ("strict", 0, "say yes or no"),
        ("strict", "true", "say yes or no"),
        ("strict", "YES", "say yes or no"),
        ("strict", None, "say yes or no"),
        ("strict", DEEP, "say yes or no"),
    ],
    ids=lambda value: repr(value)[:20] if isinstance(value, str | float) else type(value).__name__,
)  # fmt: skip
def test_no_values(name: str, given: object, reason: str) -> None:
    """A refusal names the option, says what would be right, and stays short."""
    with pytest.raises(BadOptions, match=rf"^{name}=.*: .*{reason}") as caught:
        options_from(Options, {name: given})
    assert len(str(caught.value)) < 200


def test_no_option() -> None:
    """A refusal names those that there are."""
    for name in ("fly", "", "LENGTH", "__class__", "\ud800", "x" * 10_000):
        with pytest.raises(BadOptions, match=r"there are length, .*, open$") as caught:
            options_from(Options, {name: 1})
        assert len(str(caught.value)) < 150


def test_options_that_do_not_go_together() -> None:
    """What a class says itself is told as a refusal."""
    assert options_from(Options, {"strict": True, "length": 5}).strict
    with pytest.raises(BadOptions, match=r"^strict=yes needs length up to 5$"):
        options_from(Options, {"strict": "yes", "length": 6})


def test_check_options() -> None:
    """Options that were made in another way are seen through."""
    check_options(Options(-2, 5, "red"))
    wrong = [Options(11), Options(3, 0), Options(3, 6), Options(3, 1, "blue")]
    for options in wrong:
        with pytest.raises(ValueError, match=r"give|choose"):
            check_options(options)
    with pytest.raises(ValueError, match="isn't how it is kept"):
        check_options(Options("3"))  # type: ignore[arg-type]


def test_describe() -> None:
    """Each option is told with what may be written, its default, and what it does."""
    assert describe(Options) == [
        ("length", "-2 to 10", "3", "how long"),
        ("limit", "1 to 5, none", "none", "how far at most"),
        ("colour", "no, red, green", "no", "which colour"),
        ("strict", "no, yes", "no", "no exceptions"),
        ("open", "no, yes", "yes", "for all"),
    ]
