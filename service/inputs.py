# os.stat, since the import of pathlib would add to every start.
# ruff: noqa: PTH116, PTH123
"""Deals from files, pipes and arguments, read as a stream in bounded memory.

A file may mix: a deal or position on a line, JSON on a line, a triangle on several
lines (its first row has at most as many cards as a board may have rows). Blank lines
separate, lines that start with ``#`` are skipped. A line that can't be read becomes an
entry with a fault, so that it is reported in its turn and the rest goes on.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import BinaryIO

from service.errors import BadInput
from service.sources import Source
from solver.batch import Entry
from solver.board import MAX_ROWS
from solver.cards import PACK, split_cards
from solver.errors import shorten

__all__ = ["MAX_LINE", "STDIN", "Inputs", "names_file"]

#: Longest line that is read; a deal takes at most a quarter of it.
MAX_LINE = 8192
STDIN = "-"

_SKIP_BLOCK = 1 << 16
_SNIFFED = 1024
# Text of a line that can't be the first row of a triangle, without counting its cards.
_LONG_ROW = 60
_ALONE = re.compile(
    r"\s*(?:[\[{]|(?:seed|ms|pysol|pyramid|stock|waste|reserve|cells?|pass)\s*:)", re.IGNORECASE
)
# What nobody would write for a deal.
_FILE_NAME = re.compile(r"[^\s:|{\[]*[./\\][^\s:|{\[]*")
_GOES_ON = ('"', "[", "]", "}", ",", ":")
_JSON_CHARACTERS = 4096
_CONTROL = frozenset(range(32)) - {9, 10, 12, 13}


def names_file(text: str) -> bool:
    """Whether an argument names something that exists, so that it is to be read.

    A link that leads nowhere was meant as a file too; reading it tells what is wrong.
    """
    if text == STDIN:
        return True
    try:
        return bool(text) and os.path.lexists(text)
    except ValueError:
        return False


class Inputs(Source):
    """The entries of all inputs of a command, in order.

    ``pack_size`` says after how many cards a triangle ends.

    Attributes:
        count: entries handed out so far.
        bytes_read: bytes taken from files so far.
        empty: names of files that held no deal.
    """

    def __init__(
        self, inputs: Sequence[str], stdin: BinaryIO | None, pack_size: int = len(PACK)
    ) -> None:
        self._inputs = tuple(inputs)
        self._stdin = stdin
        self._pack_size = pack_size
        self.count = 0
        self.bytes_read = 0
        self.empty: list[str] = []
        for text in self._inputs:
            if text != STDIN and names_file(text):
                _refuse_unreadable(text)
        self._total = self.total_bytes()

    @property
    def is_single_argument(self) -> bool:
        """Whether there is just one deal, given as an argument."""
        return len(self._inputs) == 1 and not names_file(self._inputs[0])

    @property
    def file_names(self) -> list[str]:
        """The files among the inputs."""
        return [text for text in self._inputs if text != STDIN and names_file(text)]

    @property
    def may_pause(self) -> bool:
        # A plain file never keeps us waiting; a pipe may.
        return self._total is None

    def expected(self) -> int | None:
        """Entries of all inputs, judged by the part of the files that has been read."""
        if not self._total or not self.bytes_read:
            return None
        return round(self.count / min(1.0, self.bytes_read / self._total))

    def total_bytes(self) -> int | None:
        """Size of all inputs, or None if one of them isn't a plain file."""
        total = 0
        for text in self._inputs:
            if not names_file(text):
                continue
            if text == STDIN:
                return None
            try:
                info = os.stat(text)
            except OSError:
                return None
            if not stat.S_ISREG(info.st_mode):
                return None
            total += info.st_size
        return total

    def __iter__(self) -> Iterator[Entry]:
        for text in self._inputs:
            if not names_file(text):
                fault = None
                if _FILE_NAME.fullmatch(text):
                    fault = f"{shorten(text)} is no deal, and there is no file of that name"
                yield self._entry(text, None, None, fault)
                continue
            before = self.count
            if text == STDIN:
                if self._stdin is None:
                    raise BadInput("standard input is closed")
                yield from self._read(self._stdin, "standard input")
            else:
                yield from self._read_file(text)
            if self.count == before:
                self.empty.append("standard input" if text == STDIN else text)

    def _entry(
        self, text: str, line: int | None, source: str | None, fault: str | None = None
    ) -> Entry:
        self.count += 1
        return Entry(self.count, text, line, source, fault)

    def _read_file(self, path: str) -> Iterator[Entry]:
        with ExitStack() as opened:
            try:
                stream = opened.enter_context(open(path, "rb"))
            except OSError as error:
                raise BadInput(f"{path} can't be read: {error.strerror}") from None
            yield from self._read(stream, path)

    def _read(self, stream: BinaryIO, source: str) -> Iterator[Entry]:
        try:
            _refuse_binary(stream, source)
            yield from self._assemble(stream, source)
        except OSError as error:
            raise BadInput(f"{source} can't be read: {error.strerror or error}") from None

    def _assemble(self, stream: BinaryIO, source: str) -> Iterator[Entry]:
        block = _Block(self._pack_size)
        for number, text, fault in self._lines(stream):
            bare = text.strip()
            if fault is None and bare.startswith("#"):
                continue
            if block.lines and (fault is not None or not block.takes(bare)):
                yield self._entry(block.text, block.start, source)
                block = _Block(self._pack_size)
            if fault is not None:
                yield self._entry(text, number, source, fault)
            elif block.lines or (bare and block.opens(bare)):
                block.add(number, bare)
                if block.is_full:
                    yield self._entry(block.text, block.start, source)
                    block = _Block(self._pack_size)
            elif bare:
                yield self._entry(bare, number, source)
        if block.lines:
            yield self._entry(block.text, block.start, source)

    def _lines(self, stream: BinaryIO) -> Iterator[tuple[int, str, str | None]]:
        """Number, text and fault of each line; never more than a bounded piece in memory."""
        number = 0
        while raw := stream.readline(MAX_LINE + 1):
            number += 1
            self.bytes_read += len(raw)
            if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
                length = len(raw)
                while rest := stream.readline(_SKIP_BLOCK):
                    self.bytes_read += len(rest)
                    length += len(rest)
                    if rest.endswith(b"\n"):
                        break
                text = raw[:_SNIFFED].decode("utf-8", "backslashreplace")
                yield number, text, f"{length} bytes are too many for a deal on one line"
                continue
            if number == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            try:
                yield number, raw.decode("utf-8"), None
            except UnicodeDecodeError as error:
                text = raw.decode("utf-8", "backslashreplace")
                fault = f"byte {error.start + 1} (0x{raw[error.start]:02x}) is not UTF-8 text"
                yield number, text, fault


class _Block:
    """Lines that together make one entry: a triangle, or JSON written over several lines."""

    def __init__(self, pack_size: int) -> None:
        self._pack_size = pack_size
        self.lines: list[str] = []
        self.start = 0
        self.is_full = False
        self._is_json = False
        self._cards = 0
        self._depth = 0
        self._characters = 0

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def opens(self, line: str) -> bool:
        """Whether a line is the beginning of something that goes on."""
        if _ALONE.match(line):
            self._is_json = line[0] in "{[" and _depth(line) > 0
            return self._is_json
        cards = _card_count(line) if len(line) <= _LONG_ROW else None
        return cards is not None and cards <= MAX_ROWS

    def takes(self, line: str) -> bool:
        """Whether the next line still belongs to this block."""
        if not line:
            return False
        if self._is_json:
            return line.startswith(_GOES_ON) and self._characters <= _JSON_CHARACTERS
        if _ALONE.match(line):
            return False
        cards = _card_count(line)
        return cards is not None and self._cards + cards <= self._pack_size

    def add(self, number: int, line: str) -> None:
        self.start = self.start or number
        self.lines.append(line)
        self._characters += len(line)
        if self._is_json:
            self._depth += _depth(line)
            self.is_full = self._depth <= 0
        else:
            self._cards += _card_count(line) or 0
            self.is_full = self._cards >= self._pack_size


def _depth(line: str) -> int:
    return sum((c in "{[") - (c in "}]") for c in line)


def _card_count(line: str) -> int | None:
    """Cards on a line, unreadable ones too; None if it doesn't look like cards at all."""
    cards, unreadable = split_cards(line)
    if any(len(token) > 3 for _, token in unreadable):
        return None
    return len(cards) + len(unreadable)


def _refuse_unreadable(path: str) -> None:
    """Say before anything is done that a file won't be there when its turn comes."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        raise BadInput(f"{path} can't be read: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise BadInput(f"{path} is a folder, not a file of deals")
    if not os.access(path, os.R_OK):
        raise BadInput(f"{path} can't be read: permission denied")


def _refuse_binary(stream: BinaryIO, source: str) -> None:
    """Say once that a file isn't text, instead of once for each of its lines.

    A stray byte is left to the line that holds it.
    """
    peek = getattr(stream, "peek", None)
    if peek is None:
        return
    start: bytes = peek(_SNIFFED)[:_SNIFFED]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"{source} is UTF-16 text: save it as UTF-8")
    text = start.decode("utf-8", "surrogateescape")
    odd = [at for at, c in enumerate(text) if "\udc80" <= c <= "\udcff" or ord(c) in _CONTROL]
    if len(odd) * 4 > len(text):
        line = text.count("\n", 0, odd[0]) + 1
        raise BadInput(f"{source}, line {line}: binary data, not a text file of deals")
