"""Outcomes as lines of text: one JSON object a line, or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping

from solver.batch import Entry, Outcome, Question

__all__ = ["COLUMNS", "csv_header", "parse_csv_line", "to_csv", "to_json"]

#: The names of all fields, in order; the same in JSON and CSV.
COLUMNS: tuple[str, ...] = tuple(Outcome(Entry(1, ""), Question(), error="").record())

_MOVES_BETWEEN = ", "


def to_json(record: Mapping[str, object]) -> str:
    """A record as one line of JSON, with its line end."""
    return json.dumps(record, allow_nan=False) + "\n"


def _csv_line(values: list[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def csv_header() -> str:
    """The first line of a CSV output."""
    return _csv_line(list(COLUMNS))


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return _MOVES_BETWEEN.join(value)
    return value


def to_csv(record: Mapping[str, object]) -> str:
    """A record as one line of CSV: moves are separated by ``, ``, null is empty.

    No field holds a line end, so a record is always exactly one line.
    """
    return _csv_line([_cell(record[name]) for name in COLUMNS])


def parse_csv_line(line: str) -> dict[str, str | None]:
    """The fields of a CSV line as text; empty ones are None.

    Raises:
        ValueError: the line doesn't have the right number of fields.
    """
    (fields,) = csv.reader([line], strict=True)
    if len(fields) != len(COLUMNS):
        raise ValueError(f"{len(fields)} fields instead of {len(COLUMNS)}")
    return {name: text or None for name, text in zip(COLUMNS, fields, strict=True)}
