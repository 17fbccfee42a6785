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


APOPHIS = "pyramid: QH / 5C 7D | stock: 8D AD | waste: 2C KS, --, 5D | pass: 2/3"


def test_piles_have_numbers() -> None:
    """Each waste pile has a line of its own, and the top of each is available."""
    assert draw_position(read(APOPHIS, preset("apophis"))).splitlines()[3:] == [
        "Stock    2   8D  AD",
        "Waste 1  2   2C [KS]",
        "Waste 2  0   none",
        "Waste 3  1  [5D]",
        "Pass         2 of 3",
    ]
    picture = draw_svg(read(APOPHIS, preset("apophis")))
    labels = re.findall(r">([^<>]*)</text>", picture)
    assert [label for label in labels if label.startswith("Waste")] == [
        "Waste 1: 2, top card last",
        "Waste 2: empty",
        "Waste 3: 1",
    ]
    free = re.findall(r"<title>(\w\w)</title>", picture)
    assert free == ["5C", "7D", "KS", "5D"]


PHARAOHS = "pyramid: QH 9C / 5C -- 7D 8D / 3D -- 2C / AC / 4C 4D"
TWO_PYRAMIDS = "pyramid: QH QH / 5C -- 7D 5C | stock: 8D 8D | waste: KS"


def test_blocks_lie_side_by_side_and_under_each_other() -> None:
    """Each card where it belongs; of two packs each takes a column more, for its mark."""
    assert draw_position(read(PHARAOHS, preset("pharaohs"))).splitlines()[:5] == [
        "   QH        9C",
        "[5C] .     7D  8D",
        "        [3D] .  [2C]",
        "         AC",
        "      [4C][4D]",
    ]
    assert draw_position(read(TWO_PYRAMIDS, preset("two-pyramids"))).splitlines() == [
        "   QH        QH'",
        "[5C]  .   [7D] [5C']",
        "",
        "Stock  2  [8D]  8D'",
        "Waste  1  [KS]",
        "Pass       1 of 3",
    ]


def _corners(text: str) -> dict[str, tuple[float, float]]:
    """Where the cards of a picture lie."""
    found = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)"[^>]*><title>([^<,]+)', text)
    return {card: (float(x), float(y)) for x, y, card in found}


@pytest.mark.parametrize(
    ("text", "name", "rows"),
    [
        (PHARAOHS, "pharaohs", ["QH 9C", "5C 7D 8D", "3D 2C", "AC", "4C 4D"]),
        (TWO_PYRAMIDS, "two-pyramids", ["QH QH'", "5C 7D 5C'"]),
    ],
)
def test_blocks_in_svg(text: str, name: str, rows: list[str]) -> None:
    """Rows lie one below the other, and a covered card half a card from those that cover it."""
    position = read(text, preset(name))
    at = _corners(draw_svg(position))
    heights = [{at[card][1] for card in row.split()} for row in rows]
    assert [len(each) for each in heights] == [1] * len(rows)
    assert sorted(map(min, heights)) == list(map(min, heights))
    board, pyramid = position.board, position.pyramid
    for index, covers in enumerate(board.covers):
        for cover in covers:
            if pyramid[index] is not None and pyramid[cover] is not None:
                right = (board.across[cover] - board.across[index]) * 37
                assert at[str(pyramid[cover])][0] - at[str(pyramid[index])][0] == right
                assert abs(right) == 37


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_shown(pyramid: Pyramid, name: str) -> None:
    """A deal and its picture, as wide as a terminal at most."""
    drawn = pyramid("show", "seed:1", "--rules", name)
    assert (drawn.status, drawn.err) == (0, "")
    assert drawn.out == draw_position(read("seed:1", preset(name))) + "\n"
    assert max(map(len, drawn.out.splitlines())) <= 79


@given(positions)
def test_every_card_is_shown_once_and_marked_right(position: Position) -> None:
    """Brackets stand around the available cards and no others."""
    text = draw_position(position)
    assert text.isascii()
    assert all(len(line) <= 79 and line == line.rstrip() for line in text.splitlines())
    shown = re.findall(r"\b[A2-9TJQK][CDHS]\b'?", text)
    assert sorted(shown) == sorted(map(str, position.cards()))
    marked = re.findall(r"\[(..'?)\]", text)
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
    drawn = [title.removesuffix(", not available") for title in titles]
    assert sorted(drawn) == sorted(map(str, position.cards()))
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
