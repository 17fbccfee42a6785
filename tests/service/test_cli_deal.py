"""``pyramid deal``: seeds in, deals out."""

from __future__ import annotations

import json
import re

import pytest

from solver import KERNEL_COMPILED, Deal, rules_from, solve
from solver.analysis import difficulty
from tests.service.command import Pyramid


def test_a_seed_is_a_deal(pyramid: Pyramid) -> None:
    """The same number, the same deal, and nothing else on either stream."""
    assert pyramid("deal", "--seed", "1") == (0, Deal.seed(1).line() + "\n", "")


@pytest.mark.parametrize("generator", ["seed", "ms", "pysol"])
def test_count_goes_upward(pyramid: Pyramid, generator: str) -> None:
    """Three deals from 7 on are 7, 8 and 9 of that generator."""
    options = ("--seed", "7", "--count", "3", "--generator", generator)
    lines = pyramid("deal", *options).out.splitlines()
    assert lines == [Deal.generate(generator, number).line() for number in (7, 8, 9)]
    names = pyramid("deal", *options, "--format", "name").out.split()
    assert names == [f"{generator}:{number}" for number in (7, 8, 9)]


def test_pinned_deals_of_others(pyramid: Pyramid) -> None:
    """One number is two deals, and the prefixes keep them apart."""
    ms = pyramid("deal", "--generator", "ms", "--seed", "32000").out
    pysol = pyramid("deal", "--generator", "pysol", "--seed", "32000").out
    assert ms.startswith("QD 8D QS 4H")
    assert pysol.startswith("7S 4D JS 8D")


@pytest.mark.parametrize("form", ["line", "triangle", "json", "position", "name"])
@pytest.mark.parametrize("rules", ["cardgames", "giza", "triangle", "pharaohs", "two-pyramids"])
def test_solve_reads_what_deal_writes(pyramid: Pyramid, form: str, rules: str) -> None:
    """Every form is an input of the other commands."""
    options = ("--rules", rules)
    text = pyramid("deal", "--seed", "3", "--count", "2", "--format", form, *options).out
    shown = pyramid("show", "-", *options, stdin=text).out
    wanted = [pyramid("show", f"seed:{number}", *options).out for number in (3, 4)]
    assert shown == "\n".join(wanted)


def test_json_names_the_deal(pyramid: Pyramid) -> None:
    """So that a list of deals can be looked up again."""
    record = json.loads(pyramid("deal", "--seed", "5", "--format", "json").out)
    assert record["name"] == "seed:5"
    assert Deal.parse(json.dumps(record)) == Deal.seed(5)


def test_winnable_passes_over_lost_deals(pyramid: Pyramid) -> None:
    """All deals given can be won, none in between could, and the tries are told."""
    options = ("--seed", "1", "--count", "3", "--winnable")
    ended = pyramid("deal", *options, "--format", "name")
    assert ended.status == 0
    numbers = [int(name.removeprefix("seed:")) for name in ended.out.split()]
    for number in range(1, numbers[-1] + 1):
        won = solve(f"seed:{number}", winnable_only=True).status == "winnable"
        assert won == (number in numbers)
    assert numbers[-1] > 3
    assert ended.err == f"{numbers[-1]} deals tried, 3 can be won\n"


def test_a_limit_leaves_deals_undecided(pyramid: Pyramid) -> None:
    """They are passed over, and counted."""
    options = ("--seed", "1", "--winnable", "--max-nodes", "50", "--rules", "microsoft")
    ended = pyramid("deal", *options, "--format", "name")
    assert ended.status == 0
    assert re.fullmatch(r"\d+ deals tried, 1 can be won, \d+ not decided\n", ended.err)


def test_a_made_up_seed_is_told(pyramid: Pyramid) -> None:
    """So that the deal can be had again."""
    ended = pyramid("deal")
    assert re.fullmatch(r"seed:\d+\n", ended.err)
    assert Deal.parse(ended.err).line() + "\n" == ended.out
    assert pyramid("deal").out != ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seed", "-1"], "seed:-1"),
        (["--seed", "x"], "seed:x"),
        (["--seed", "18446744073709551616"], "must be 0 to"),
        (["--seed", "2147483648", "--generator", "ms"], "must be 0 to 2147483647"),
        (["--count", "0"], "--count"),
        (["--generator", "dice"], "'dice'"),
        (["--seed", "1", "--rules", "vegas"], "preset 'vegas'"),
    ],
)
def test_bad_input(pyramid: Pyramid, arguments: list[str], said: str) -> None:
    """Status 2 and one sentence."""
    ended = pyramid("deal", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1


def test_the_last_number_of_a_generator(pyramid: Pyramid) -> None:
    """What there is is given; then it is said that there are no more."""
    options = ("--generator", "ms", "--seed", "2147483647", "--count", "2", "--format", "name")
    ended = pyramid("deal", *options)
    assert ended.status == 2
    assert ended.out == "ms:2147483647\n"
    assert "no deals are left" in ended.err


compiled = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes minutes when interpreted")


@compiled
def test_made_to_order(pyramid: Pyramid) -> None:
    """Every wish holds for what is found, and nothing before it has met them all."""
    wishes = ("--min-moves", "60:70", "--passes-needed", "3", "--difficulty", "hard")
    options = ("deal", "--seed", "1", "--format", "name")
    ended = pyramid(*options, *wishes)
    assert ended == (0, "seed:8\n", "8 deals tried, 1 as wanted\n")
    assert pyramid(*options, *wishes) == ended
    found = difficulty(Deal.seed(8).position(rules_from("cardgames")))
    assert found is not None
    assert (found.label, found.passes) == ("hard", 3)
    assert 60 <= found.min_moves <= 70


@compiled
@pytest.mark.parametrize(
    ("wish", "name"),
    [
        (("--min-moves", "49"), "seed:2"),
        (("--min-moves", ":50"), "seed:2"),
        (("--min-moves", "70:"), "seed:4"),
        (("--passes-needed", "2"), "seed:1"),
        (("--difficulty", "expert"), "seed:4"),
        (("--difficulty", "60:70"), "seed:8"),
    ],
)
def test_one_wish(pyramid: Pyramid, wish: tuple[str, str], name: str) -> None:
    ended = pyramid("deal", "--seed", "1", "--format", "name", *wish)
    assert (ended.status, ended.out) == (0, f"{name}\n")


@compiled
def test_what_cannot_be_met_names_the_closest(pyramid: Pyramid) -> None:
    ended = pyramid("deal", "--seed", "1", "--min-moves", "10:20", "--max-tries", "40")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == (
        "40 deals tried, 0 as wanted; the closest is seed:32: can be won in 35 moves\n"
    )
    ended = pyramid("deal", "--seed", "3", "--winnable", "--max-tries", "1")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == ("1 deal tried, 0 can be won; the closest is seed:3: can't be won\n")
    some = pyramid("deal", "--seed", "1", "--count", "3", "--min-moves", "55", "--max-tries", "5")
    assert (some.status, some.out.count("\n")) == (1, 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--min-moves", "50:40"), "the first number is larger than the second"),
        (("--min-moves", ":"), "write a number, or two with a colon"),
        (("--min-moves", "-4"), "write a number, or two with a colon"),
        (("--min-moves", "4:5:6"), "write a number, or two with a colon"),
        (("--difficulty", "fiendish"), "'fiendish' is no difficulty; choose one of easy, medium"),
        (("--passes-needed", "0"), "0 is not in the range"),
        (("--max-tries", "0"), "0 is not in the range"),
    ],
)
def test_wishes_that_make_no_sense(pyramid: Pyramid, arguments: tuple[str, str], said: str) -> None:
    ended = pyramid("deal", "--seed", "1", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert len(ended.err.splitlines()) == 1
