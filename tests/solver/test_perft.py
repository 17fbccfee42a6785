"""The perft table is what the rules give, counted twice; all that can happen is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from solver.moves import Move
from solver.position import Position
from solver.rules import PRESETS
from tests.solver.perft import COMMAND, PATH, Block, counted, key, listed, quick_plies, read_blocks
from tests.solver.recount import recounted

TEXT = PATH.read_text(encoding="ascii")
BLOCKS = read_blocks(TEXT)

HAPPENS = {
    "a king goes alone",
    "a pair of stock and waste",
    "a pair of two wastes",
    "a cover pair",
    "a card of the reserve",
    "a cell move",
    "a card from a cell",
    "a marked card",
    "a recycle",
    "a redeal of three piles",
    "a waste is thrown away",
    "the last pass",
    "a win",
}


def named(block: Block) -> str:
    return block.name


def recounts(block: Block) -> Iterator[int]:
    """The counts of a block by the second program, from what the table says and nothing else."""
    _, rules, position, _ = str(block).rstrip("\n").split("\n")
    return recounted(rules.removeprefix("rules: "), position.removeprefix("position: "))


def test_all_cases_are_there() -> None:
    """The table has the listed cases, in order, and each is written as the script writes it."""
    assert [(block.name, block.position) for block in BLOCKS] == list(listed().items()), COMMAND
    assert TEXT.endswith("\n\n" + "\n".join(map(str, BLOCKS))), COMMAND


def test_every_preset_is_there() -> None:
    """No preset is left out."""
    missing = set(PRESETS.values()) - {block.position.rules for block in BLOCKS}
    assert not missing, f"no counts of {', '.join(map(str, missing))}: run {COMMAND}"


@pytest.mark.slow  # for those without a compiler, which it has nothing to do with
@pytest.mark.parametrize("block", BLOCKS, ids=named)
def test_first_plies_are_what_they_were(block: Block) -> None:
    """Counted again, and by another program that was written after the rules in words."""
    plies = quick_plies(block)
    assert plies > 0
    assert tuple(islice(counted(block.position), plies)) == block.counts[:plies]
    assert tuple(islice(recounts(block), plies)) == block.counts[:plies]


@pytest.mark.extended
@pytest.mark.parametrize("block", BLOCKS, ids=named)
def test_all_plies_are_what_they_were(block: Block) -> None:
    """The same to the last ply; a 0 means that there is nothing after it."""
    plies = len(block.counts)
    assert tuple(islice(counted(block.position), plies)) == block.counts
    # The second program has counted all first plies already.
    if BLOCKS.index(block) % 3 == 0:
        assert tuple(islice(recounts(block), plies)) == block.counts
    assert 0 not in block.counts[:-1]


def what_happens(position: Position, move: Move) -> Iterator[str]:
    """What of ``HAPPENS`` this move is."""
    rules, wastes = position.rules, position.wastes
    tops = [pile[-1] for pile in wastes if pile]
    if move.kind == "draw" and tops and not rules.keep_waste:
        yield "a waste is thrown away"
    if move.kind == "recycle":
        yield "a recycle"
        if sum(map(bool, wastes)) >= 3:
            yield "a redeal of three piles"
    if move.kind == "cell":
        yield "a cell move"
    if rules.passes and position.pass_number == rules.passes:
        yield "the last pass"
    if position.apply(move).is_won:
        yield "a win"
    if move.kind == "remove":
        yield from what_goes(position, move)


def what_goes(position: Position, move: Move) -> Iterator[str]:
    """What of ``HAPPENS`` this removal is."""
    on_waste = [card for card in move.cards if any(card in pile for pile in position.wastes)]
    if len(move.cards) == 1:
        yield "a king goes alone"
    if len(on_waste) == 2:
        yield "a pair of two wastes"
    if len(on_waste) == 1 and set(move.cards) & set(position.stock):
        yield "a pair of stock and waste"
    if set(move.cards) - set(position.available()):
        yield "a cover pair"
    if any(set(column) & set(move.cards) for column in position.reserve):
        yield "a card of the reserve"
    if set(position.cells) & set(move.cards):
        yield "a card from a cell"
    if any(card.copy for card in move.cards):
        yield "a marked card"


def test_all_that_can_happen_is_counted() -> None:
    """In the plies that are counted by default each kind of thing is done at least once."""
    found: set[str] = set()
    for block in BLOCKS:
        seen = layer = {key(block.position)}
        # No more than a part of what the quick test visits: nothing is rare.
        for _ in range(quick_plies(block) // 2):
            steps = [(each, move) for each in layer for move in each.legal_moves()]
            found.update(thing for each, move in steps for thing in what_happens(each, move))
            layer = {key(each.apply(move)) for each, move in steps} - seen
            seen = seen | layer
        if found == HAPPENS:
            return
    assert found == HAPPENS


def test_what_the_page_shows() -> None:
    """The page's table shows counts of the file, and its block is one of the file."""
    page = (PATH.parents[2] / "docs" / "perft.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]*) \| ([0-9 ]+?)( \.\.\.)? \|$", page, re.MULTILINE)
    counts = {block.name: block.counts for block in BLOCKS}
    assert len(rows) >= 5
    for name, shown, more in rows:
        numbers = tuple(map(int, shown.split()))
        assert numbers == counts[name][: len(numbers)], name
        assert bool(more) == (len(numbers) < len(counts[name])), name
    (block,) = re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert block in map(str, BLOCKS)


@pytest.mark.parametrize(
    ("rules", "position", "counts"),
    [
        # The draw, then the pair; nothing more can be drawn.
        ("cardgames rows=1 passes=1", "pyramid: 6H | stock: 7C | pass: 1/1", [1, 1, 0]),
        # Recycled for ever, it is the position from which play began.
        ("cardgames rows=1", "pyramid: 6H | stock: 8C | pass: 1", [1, 0]),
        # On the second pass it is another one.
        ("cardgames rows=1 passes=2", "pyramid: 6H | stock: 8C | pass: 1/2", [1, 1, 1, 0]),
        # Either card to the one cell; the other may not follow.
        (
            "cardgames rows=1 cells=1 passes=1 reserve=1x1",
            "pyramid: 6H | reserve: 8C | pass: 1/1",
            [2, 0],
        ),
        # Both to cells, in either order: one position after two moves.
        (
            "cardgames rows=1 cells=2 passes=1 reserve=2x1 goal=all",
            "pyramid: -- | reserve: 8C, 9C | pass: 1/1",
            [2, 1, 0],
        ),
    ],
)
def test_by_hand(rules: str, position: str, counts: list[int]) -> None:
    """What is a position, and a new one: counted without a program."""
    (block,) = read_blocks(f"case: it\nrules: {rules}\nposition: {position}\ncounts: 0\n")
    assert list(counted(block.position)) == counts
    assert list(recounted(rules, position)) == counts
