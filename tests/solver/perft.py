"""Perft: how many positions there are by ply, and the script that writes the table down.

    python -m tests.solver.perft

writes ``tests/data/perft.txt`` again. It asks :class:`Position` and nothing else. What changes in
the table is what the rules mean otherwise than before: look at it before it is kept.
``docs/perft.md`` says what is counted; ``tests/solver/perft_cases.py`` lists the cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from solver.notation import format_position, parse_position
from solver.position import Position
from solver.rules import DEFAULT, PRESETS, Rules, rules_named
from tests.solver.perft_cases import cases

__all__ = ["COMMAND", "PATH", "Block", "counted", "key", "listed", "quick_plies", "read_blocks"]

PATH = Path(__file__).resolve().parent.parent / "data" / "perft.txt"
COMMAND = "python -m tests.solver.perft"

#: A case has as many plies as come to so many positions; the quick test looks at fewer.
_MOST = 6_000
_QUICK = 500

_HEAD = f"""\
# Distinct positions by ply. Written by `{COMMAND}`; docs/perft.md says what is counted.
# counts: the positions that need 1, 2, 3, ... moves from the one that is given. Where the last
# is 0 everything was reached; elsewhere it goes on.
"""


class Block(NamedTuple):
    """A case of the table: a position with its rules, and what was counted from there."""

    name: str
    position: Position
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"case: {self.name}\n"
            f"rules: {_written(self.position.rules)}\n"
            f"position: {format_position(self.position)}\n"
            f"counts: {' '.join(map(str, self.counts))}\n"
        )


def _written(rules: Rules) -> str:
    """The rules by their parameters, so that nobody needs to know the presets but the default."""
    default = PRESETS[DEFAULT].values()
    changed = [f"{key}={text}" for key, text in rules.values().items() if text != default[key]]
    return " ".join([DEFAULT, *changed])


def key(position: Position) -> Position:
    """The position as it is counted.

    Cells have no order. The number of a pass counts where passes are limited, and only there.
    """
    number = position.pass_number if position.rules.passes else 1
    return position._replace(cells=tuple(sorted(position.cells)), pass_number=number)


def counted(start: Position) -> Iterator[int]:
    """The number of positions that need 1, 2, 3, ... moves; ends after a 0."""
    seen = layer = {key(start)}
    while layer:
        layer = {
            key(position.apply(move)) for position in layer for move in position.legal_moves()
        } - seen
        seen = seen | layer
        yield len(layer)


def _block(name: str, position: Position) -> Block:
    counts: list[int] = []
    for number in counted(position):
        if sum(counts) + number > _MOST:
            break
        counts.append(number)
    return Block(name, position, tuple(counts))


def quick_plies(block: Block) -> int:
    """How many plies can be counted again in no time."""
    return next(
        (ply for ply in range(len(block.counts)) if sum(block.counts[: ply + 1]) > _QUICK),
        len(block.counts),
    )


def listed() -> dict[str, Position]:
    """The cases by name: what the table should have."""
    return dict(cases())


def read_blocks(text: str) -> list[Block]:
    """The table as it was written down."""
    blocks = []
    for part in text.removeprefix(_HEAD).strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in part.split("\n"))
        position = parse_position(fields["position"], rules_named(fields["rules"]))
        blocks.append(Block(fields["case"], position, tuple(map(int, fields["counts"].split()))))
    return blocks


def main() -> None:
    blocks = [_block(name, position) for name, position in listed().items()]
    PATH.write_text("\n".join([_HEAD, *map(str, blocks)]), encoding="ascii")


if __name__ == "__main__":
    main()
