"""Outcomes as lines of text: one JSON object a line, CSV, or the short rows of a survey.

Every form can be read back, so that a run which was stopped goes on where it was.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from solver.batch import ERROR, Entry, Outcome, Question, deal_text, shown
from solver.errors import PyramidError
from solver.notation import read
from solver.rows import ROW_COLUMNS, Row
from solver.score import Scores

__all__ = [
    "COLUMNS",
    "CSV_COLUMNS",
    "FORMS",
    "Form",
    "csv_line",
    "parse_csv_line",
    "to_csv",
    "to_json",
]

#: The names of all fields in JSON, in order.
COLUMNS: tuple[str, ...] = tuple(Outcome(Entry(1, ""), Question(), error="").record())

_SCORES = tuple(f"score_{name}" for name in Scores._fields)

#: The same in CSV, where each score is a field of its own.
CSV_COLUMNS: tuple[str, ...] = tuple(
    column for name in COLUMNS for column in (_SCORES if name == "score" else (name,))
)
# Those of files from before there were scores.
_UNSCORED = tuple(name for name in COLUMNS if name != "score")

_MOVES_BETWEEN = ", "


def to_json(record: Mapping[str, object]) -> str:
    """A record as one line of JSON, with its line end."""
    return json.dumps(record, allow_nan=False) + "\n"


def csv_line(values: Iterable[object]) -> str:
    """Values as one line of CSV, with its line end."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return _MOVES_BETWEEN.join(value)
    return value


def to_csv(record: Mapping[str, object], columns: Sequence[str] = CSV_COLUMNS) -> str:
    """A record as one line of CSV: moves are separated by ``, ``, null is empty.

    No field holds a line end, so a record is always exactly one line.
    """
    found = record["score"]
    score = found if isinstance(found, dict) else {}
    flat = {**record, **{f"score_{name}": score.get(name) for name in Scores._fields}}
    return csv_line([_cell(flat[name]) for name in columns])


def parse_csv_line(line: str, columns: Sequence[str] = CSV_COLUMNS) -> dict[str, str | None]:
    """The fields of a CSV line as text; empty ones are None.

    Raises:
        ValueError: the line doesn't have the right number of fields.
    """
    (fields,) = csv.reader([line], strict=True)
    if len(fields) != len(columns):
        raise ValueError(f"{len(fields)} fields instead of {len(columns)}")
    return {name: text or None for name, text in zip(columns, fields, strict=True)}


def _parse_full(line: str, parse: Callable[[str], object]) -> dict[str, object]:
    record = parse(line)
    if not isinstance(record, dict) or not {"deal", "rules", "question", "status"} <= set(record):
        raise ValueError("fields are missing")
    return record


def _full_mismatch(record: Mapping[str, object], entry: Entry, question: Question) -> str | None:
    if record["rules"] != question.rules.name:
        return f"made with the rules {record['rules']}, not {question.rules.name}"
    if record["question"] != question.name:
        return f"answers the question {record['question']!r}, not {question.name!r}"
    engine = record.get("engine", question.engine)
    if engine != question.engine:
        return f"answered by engine {engine}, not {question.engine}"
    if entry.fault is not None or record["deal"] is None:
        same = record["status"] == ERROR and record.get("input") == shown(entry.text)
    else:
        same = record["deal"] == entry.text or record["deal"] == _canonical(entry, question)
    if same:
        return None
    where = f"line {entry.line} of {entry.source}" if entry.line else f"input {entry.number}"
    return f"belongs to another deal than {where}"


def _canonical(entry: Entry, question: Question) -> str | None:
    try:
        return deal_text(read(entry.text, question.rules), question.rules)
    except PyramidError:
        return None


_SEED = "seed:"


def _row(outcome: Outcome) -> str:
    return Row.of(int(outcome.entry.text.removeprefix(_SEED)), outcome.result).line() + "\n"


def _row_mismatch(record: Mapping[str, object], entry: Entry, question: Question) -> str | None:  # noqa: ARG001 - a row tells no more than its deal
    deal = f"{_SEED}{record['seed']}"
    return None if deal == entry.text else f"belongs to the deal {deal}, not {entry.text}"


class Form(NamedTuple):
    """One way to write outcomes down that can be resumed.

    Attributes:
        heading: the first line, empty if there is none.
        write: an outcome as one line.
        parse: the fields of a line, ``status`` among them; ValueError if it is none of ours.
        mismatch: why a record can't be the answer to the question about an entry, or None.
        former: the form that files of an earlier version have, which go on as they began.
    """

    heading: str
    write: Callable[[Outcome], str]
    parse: Callable[[str], Mapping[str, object]]
    mismatch: Callable[[Mapping[str, object], Entry, Question], str | None]
    former: str | None = None


def _csv_form(columns: Sequence[str], former: str | None = None) -> Form:
    return Form(
        csv_line(columns),
        lambda outcome: to_csv(outcome.record(), columns),
        lambda line: _parse_full(line, partial(parse_csv_line, columns=columns)),
        _full_mismatch,
        former,
    )


#: All forms by name. ``row`` is what surveys keep of a deal.
FORMS: dict[str, Form] = {
    "json": Form(
        "",
        lambda outcome: to_json(outcome.record()),
        lambda line: _parse_full(line, json.loads),
        _full_mismatch,
    ),
    "csv": _csv_form(CSV_COLUMNS, former="csv-unscored"),
    "csv-unscored": _csv_form(_UNSCORED),
    "row": Form(csv_line(ROW_COLUMNS), _row, lambda line: Row.parse(line)._asdict(), _row_mismatch),
}
