"""``pyramid show`` and the pictures it is made of."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.draw.svg import draw_svg
from service.draw.terminal import draw_position
from solver import Position, read
from solver.rules import PRESETS, preset, rules_from
from tests.service.command import WON_IN_4, Pyramid

MIDGAME = "pyramid: QH / 5C 7D / -- AC -- | stock: 8D AD | waste: 2C KS | cells: 3C | pass: 2/3"
MIDGAME_RULES = rules_from("microsoft", ["cells=2"])
PICTURE = """\
     QH
   5C  7D
 .  [AC] .

Cells     [3C] .
Stock  2  [8D] AD
Waste  2   2C [KS]
Pass       2 of 3"""
SVG = "{http://www.w3.org/2000/svg}"


def somewhere(seed: int, name: str, steps: list[int]) -> Position:
    """A position in the middle of some game."""
    position = read(f"seed:{seed}", preset(name))
    for step in steps:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.apply(moves[step % len(moves)])
    return position


positions = st.builds(
    somewhere,
    st.integers(0, 50),
    st.sampled_from(sorted(PRESETS)),
    st.lists(st.integers(0, 20), max_size=40),
)


def test_a_picture_in_text() -> None:
    """Rows are centred, available cards stand in brackets, gone ones leave a dot."""
    assert draw_position(read(MIDGAME, MIDGAME_RULES)) == PICTURE


@given(positions)
def test_every_card_is_shown_once_and_marked_right(position: Position) -> None:
    """Brackets stand around the available cards and no others."""
    text = draw_position(position)
    assert text.isascii()
    assert all(len(line) <= 79 and line == line.rstrip() for line in text.splitlines())
    shown = re.findall(r"\b[A2-9TJQK][CDHS]\b", text)
    assert sorted(shown) == sorted(map(str, position.cards()))
    marked = re.findall(r"\[(..)\]", text)
    assert sorted(marked) == sorted(map(str, position.available()))


@given(positions)
def test_colour_changes_nothing_else(position: Position) -> None:
    """Without its control sequences a coloured picture is the plain one."""
    coloured = re.sub(r"\x1b\[\d*m", "", draw_position(position, color=True))
    assert [line.rstrip() for line in coloured.splitlines()] == draw_position(position).splitlines()


@given(positions)
def test_the_svg_is_well_formed_and_stands_alone(position: Position) -> None:
    """Every card is drawn once, inside the picture, and nothing comes from outside."""
    text = draw_svg(position)
    root = ET.fromstring(text)
    titles = [group.findtext(f"{SVG}title") or "" for group in root.iter(f"{SVG}g")]
    assert sorted(title[:2] for title in titles) == sorted(map(str, position.cards()))
    free = [title for title in titles if not title.endswith("not available")]
    assert sorted(free) == sorted(map(str, position.available()))
    assert not re.search(r"href|url\(|@import|<script|<image|\bid=", text)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for group in root.iter(f"{SVG}g"):
        x, y = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
        assert 0 <= x <= width - 64
        assert 0 <= y <= height - 90


def test_show_draws(pyramid: Pyramid) -> None:
    """The picture, and nothing else; no colour into a pipe."""
    options = ("--rules", "microsoft", "--set", "cells=2")
    assert pyramid("show", MIDGAME, *options) == (0, PICTURE + "\n", "")


def test_show_reads_files_with_many_deals(pyramid: Pyramid) -> None:
    """One picture after the other."""
    Path("deals").write_text(f"{WON_IN_4}\nseed:1\n")
    out = pyramid("show", "deals").out
    assert out == pyramid("show", WON_IN_4).out + "\n" + pyramid("show", "seed:1").out


def test_show_writes_svg(pyramid: Pyramid) -> None:
    """To a file or to standard output."""
    assert pyramid("show", WON_IN_4, "--svg", "deal.svg") == (0, "", "")
    picture = Path("deal.svg").read_text(encoding="utf-8")
    assert picture == draw_svg(read(WON_IN_4))
    assert pyramid("show", WON_IN_4, "--svg", "-").out == picture


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["junk"], "'junk' is not a card"),
        (["two", "--svg", "-"], "two: more than one deal"),
        (["bad"], "bad, line 2: "),
        (["."], "is a folder"),
        (["none"], "none: no deal in it"),
        ([WON_IN_4, "--svg", "no/such/folder.svg"], "no/such/folder.svg can't be written"),
        ([WON_IN_4, "--rules", "vegas"], "preset 'vegas'"),
    ],
)
def test_bad_input(pyramid: Pyramid, arguments: list[str], said: str) -> None:
    """Status 2 and one sentence that names the place."""
    Path("two").write_text("seed:1\nseed:2\n")
    Path("bad").write_text("seed:1\n51 cards\n")
    Path("none").write_text("")
    ended = pyramid("show", *arguments)
    assert ended.status == 2
    assert said in ended.err
    assert ended.err.count("\n") == 1
