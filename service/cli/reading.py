"""Reading for commands that look at a deal or two rather than at a stream of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import BinaryIO

import click

from service.errors import BadInput
from service.inputs import STDIN, Inputs
from solver.batch import Entry
from solver.errors import PyramidError
from solver.notation import read
from solver.position import Position
from solver.rules import Rules

__all__ = ["read_all", "read_lines", "read_one", "read_text", "stdin_bytes", "typed_line"]

# An answer holds a deal and its moves; this is many times more.
_LONGEST_LINE = 1 << 20
_LONGEST_TEXT = 1 << 20
_LONGEST_TYPED = 1024


def stdin_bytes() -> BinaryIO | None:
    """Standard input, unless it is closed."""
    return sys.stdin.buffer if sys.stdin is not None else None


def typed_line() -> str | None:
    """What was typed, on one printable line; None at the end of the input."""
    typed = stdin_bytes()
    line = typed.readline(_LONGEST_TYPED) if typed is not None else b""
    if typed is None or not line:
        return None
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = typed.readline(_LONGEST_TYPED)
    word = " ".join(line.decode("utf-8", "replace").split())
    word = "".join(c if c.isprintable() else "?" for c in word)
    if not sys.stdin.isatty():
        # A script can't be seen on the screen, so that its echo makes a transcript.
        click.echo(word)
    return word


def read_all(inputs: Sequence[str], rules: Rules) -> Iterator[tuple[Entry, Position]]:
    """Every deal or position of the inputs.

    Raises:
        BadInput: an input can't be read, or holds nothing; the error names the place.
    """
    source = Inputs(inputs, stdin_bytes(), rules.pack_size)
    for entry in source:
        where = f"{entry.source}, line {entry.line}: " if entry.source else ""
        if entry.fault is not None:
            raise BadInput(f"{where}{entry.fault}")
        try:
            position = read(entry.text, rules)
        except PyramidError as error:
            raise BadInput(f"{where}{error}") from None
        yield entry, position
    if source.empty:
        raise BadInput(f"{source.empty[0]}: no deal in it")


def read_one(text: str, rules: Rules) -> Position:
    """The only deal or position of an input.

    Raises:
        BadInput: it can't be read, or holds none or several.
    """
    found = [position for _, (_, position) in zip(range(2), read_all([text], rules), strict=False)]
    if len(found) > 1:
        raise BadInput(f"{text}: more than one deal, but only one is wanted here")
    return found[0]


def read_lines(source: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a file, or of standard input for ``-``.

    Raises:
        BadInput: the file can't be read or isn't text, or a line is far too long.
    """
    name = "standard input" if source == STDIN else source
    with ExitStack() as opened:
        try:
            stream = stdin_bytes()
            if source != STDIN:
                stream = opened.enter_context(open(source, "rb"))  # noqa: PTH123
            if stream is None:
                raise BadInput("standard input is closed")
            number = 0
            while raw := stream.readline(_LONGEST_LINE):
                number += 1
                if len(raw) >= _LONGEST_LINE:
                    raise BadInput(f"{name}, line {number}: far too long")
                yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise BadInput(
                f"{name}, line {number}: byte {error.start + 1} "
                f"(0x{error.object[error.start]:02x}) is not UTF-8 text"
            ) from None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BadInput(f"{name} can't be read: {reason}") from None


def read_text(source: str) -> str:
    """A whole small file, or standard input for ``-``.

    Raises:
        BadInput: as for :func:`read_lines`, or the file is far too large.
    """
    lines, size = [], 0
    for _, line in read_lines(source):
        lines.append(line)
        size += len(line)
        if size > _LONGEST_TEXT:
            raise BadInput(f"{source}: far too long for a list of moves")
    return "".join(lines)
