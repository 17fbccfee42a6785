"""Reading deals from files and pipes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import BadInput
from service.inputs import MAX_LINE, Inputs
from solver import Deal, read
from solver.batch import Entry
from solver.board import LAYOUTS, MAX_ROWS, board_for
from solver.rules import PRESETS, Rules, preset
from tests.service.command import LOST, WON_IN_4


def entries(data: bytes | str, pack_size: int = 52) -> list[Entry]:
    raw = data.encode() if isinstance(data, str) else data
    return list(Inputs(["-"], io.BufferedReader(io.BytesIO(raw)), pack_size))


def deals(data: bytes | str, pack_size: int = 52) -> list[Deal]:
    return [Deal.parse(entry.text) for entry in entries(data, pack_size)]


ONE, TWO, THREE = Deal.seed(1), Deal.seed(2), Deal.seed(3)


def test_one_deal_on_a_line() -> None:
    """Lines are numbered from 1; blank lines and comments count, but hold nothing."""
    found = entries(f"# a list\n{ONE.line()}\n\n  # more\n{TWO.line()}\nseed:3")
    assert [(entry.number, entry.line) for entry in found] == [(1, 2), (2, 5), (3, 6)]
    assert [Deal.parse(entry.text) for entry in found] == [ONE, TWO, THREE]


@pytest.mark.parametrize("name", PRESETS)
def test_triangles(name: str) -> None:
    """Triangles of every shape are put together again, with or without blank lines."""
    rules = preset(name)
    three = [Deal.seed(number, rules) for number in (1, 2, 3)]
    for between in ("\n\n", "\n"):
        text = between.join(deal.triangle(rules) for deal in three)
        assert deals(text, rules.pack_size) == three


@pytest.mark.parametrize("shape", LAYOUTS)
def test_triangles_of_every_size_of_two_packs(shape: str) -> None:
    """Also the largest that two packs are enough for, with a first row of more than nine cards."""
    rows = max(r for r in range(1, MAX_ROWS + 1) if board_for(shape, r).size <= 104)
    for number in range(1, rows + 1):
        rules = Rules(decks=2, shape=shape, rows=number)
        two = [Deal.seed(seed, rules) for seed in (1, 2)]
        text = "\n".join(deal.triangle(rules) for deal in two)
        assert deals(text, rules.pack_size) == two


@pytest.mark.parametrize("rows", range(1, 10))
def test_triangles_of_every_size(rows: int) -> None:
    """The row count of the writer doesn't matter to the reader."""
    rules = preset("cardgames").with_rows(rows)
    assert deals(f"{ONE.triangle(rules)}\n\n{TWO.triangle(rules)}\n") == [ONE, TWO]


def test_the_rest_of_a_triangle_may_take_many_lines() -> None:
    """Glued cards, ten for T, suit symbols and short lines are all read."""
    cards = str(ONE).replace("T", "10").replace("D", "\u2666").split()
    lines: list[str] = []
    at = 0
    while at < 52:
        lines.append("".join(cards[at : at + 1 + len(lines)]))
        at += len(lines)
    assert deals("\n".join(lines)) == [ONE]


def test_a_file_may_mix() -> None:
    """Lines, triangles, JSON on one line or on many, positions and seeds in one file."""
    pretty = json.dumps({"deck": [str(card) for card in THREE.cards]}, indent=1)
    pieces = [ONE.triangle(), TWO.line(), ONE.json(), pretty, WON_IN_4, "seed:2"]
    found = entries("\n".join([*pieces, THREE.triangle()]))
    assert [entry.line for entry in found] == [1, 9, 10, 11, 67, 68, 69]
    assert [read(entry.text) for entry in found] == [
        *(deal.position() for deal in (ONE, TWO, ONE, THREE)),
        read(WON_IN_4),
        TWO.position(),
        THREE.position(),
    ]


def test_bad_lines_do_not_swallow_good_ones() -> None:
    """Rubbish, a short deal, an open brace: the deals around them are all read."""
    short = " ".join(ONE.line().split()[:51])
    bad = ["junk", short, '{"deck": ["7D",', "7D", "hello there, world", "QH QH"]
    for rubbish in bad:
        found = entries(f"{ONE.line()}\n{rubbish}\n{TWO.line()}\n{rubbish}\nseed:3\n")
        texts = [entry.text for entry in found]
        assert texts == [ONE.line(), rubbish, TWO.line(), rubbish, "seed:3"]


@given(st.lists(st.sampled_from(["line", "triangle", "json", "seed"]), max_size=6), st.data())
def test_any_mixture_is_read_back(forms: list[str], data: st.DataObject) -> None:
    """However a list of deals is written, the same deals are read."""
    pieces, wanted = [], []
    for form in forms:
        number = data.draw(st.integers(0, 99))
        deal = Deal.seed(number)
        wanted.append(deal)
        pieces.append(f"seed:{number}" if form == "seed" else getattr(deal, form)())
        pieces.append(data.draw(st.sampled_from(["\n", "\r\n", "\n\n", "\n# note\n", "\n \n"])))
    assert deals("".join(pieces)) == wanted


def test_very_long_line_is_reported_and_skipped() -> None:
    """Its end is found without holding it; the next line is read."""
    found = entries(b"A" * 3_000_000 + b"\nseed:1\n" + b"B" * (MAX_LINE + 1))
    assert [entry.line for entry in found] == [1, 2, 3]
    assert found[0].fault == "3000001 bytes are too many for a deal on one line"
    assert len(found[0].text) <= 1024
    assert found[1].fault is None
    assert found[2].fault is not None


def test_the_stream_is_read_in_pieces() -> None:
    """No single read asks for more than a bounded piece."""

    class Watched(io.BytesIO):
        largest = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= 1 << 16
            return super().readline(size)

        def read(self, *_: object) -> bytes:
            raise AssertionError("read as a whole")

    found = list(Inputs(["-"], Watched(b"A" * 1_000_000 + b"\nseed:1\n")))
    assert len(found) == 2


def test_undecodable_byte_spoils_its_line_only() -> None:
    """The fault names the byte and its place."""
    found = entries(b"seed:1\nseed:\xff2\nseed:3\n")
    assert [entry.fault for entry in found] == [None, "byte 6 (0xff) is not UTF-8 text", None]


def test_byte_order_mark_is_no_card() -> None:
    """Windows editors put one before the first line."""
    assert deals(b"\xef\xbb\xbf" + ONE.line().encode()) == [ONE]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (bytes(range(256)) * 8, "binary"),
        (b"\x00" * 100, "binary"),
        (ONE.line().encode("utf-16"), "UTF-16"),
        (b"\x7fELF\x02\x01\x01" + b"\x00" * 9, "binary"),
    ],
)
def test_binary_data_is_refused_once(data: bytes, why: str) -> None:
    """One sentence for the file, not one for each of its lines."""
    with pytest.raises(BadInput, match=why):
        entries(data)


def test_empty_inputs_are_remembered(tmp_path: Path) -> None:
    """A file without a deal is named, and the others are read."""
    empty, full = tmp_path / "empty", tmp_path / "full"
    empty.write_text("# nothing here\n\n")
    full.write_text("seed:1\n")
    inputs = Inputs([str(empty), str(full)], None)
    assert [entry.source for entry in inputs] == [str(full)]
    assert inputs.empty == [str(empty)]


def test_entries_are_numbered_across_inputs(tmp_path: Path) -> None:
    """Arguments and files make one list."""
    file = tmp_path / "deals"
    file.write_text(f"seed:1\n{LOST}\n")
    found = list(Inputs(["seed:7", str(file), WON_IN_4], None))
    assert [(entry.number, entry.line) for entry in found] == [(1, None), (2, 1), (3, 2), (4, None)]


def test_total_bytes_only_of_plain_files(tmp_path: Path) -> None:
    """The size of a pipe isn't known."""
    file = tmp_path / "deals"
    file.write_text("seed:1\n")
    assert Inputs([str(file), "seed:3"], None).total_bytes() == 7
    assert Inputs([str(file), "-"], None).total_bytes() is None
    assert Inputs(["/dev/null"], None).total_bytes() is None
