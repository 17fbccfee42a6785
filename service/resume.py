"""Going on with an output that an earlier run has left unfinished.

Every record of the file is held against the input again: the same deal in the same
place, the same rules, the same question. Only then is the file touched, and only to
drop a last record that was cut off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from service.errors import BadOutput
from service.outputs import FileOutput
from service.records import FORMS, Form
from solver.batch import Entry, Question

__all__ = ["resume"]

# Far more than any record: text that goes on for longer is no record.
_LONGEST = 1 << 20


def resume(
    output: FileOutput, entries: Iterator[Entry], question: Question, form: str
) -> tuple[Counter[str], str]:
    """Pass over the entries that the output has answers for.

    Args:
        output: opened for resuming; writing goes on after its last whole record.
        entries: the input from its beginning; left at the first entry to be answered.
        question: what is asked now, which must be what was asked then.
        form: one of :data:`service.records.FORMS`.

    Returns:
        How many finished records have each status, and the form in which the file goes on:
        the same, or the one that it had in an earlier version.

    Raises:
        BadOutput: the file isn't the beginning of the answers to this question about
            this input. It is left as it is.
    """
    with output.read_back() as stream:
        form = _form_of(stream, form)
        done, end = _pass_over(stream, output.path, entries, question, FORMS[form])
    output.cut(end)
    return done, form


def _form_of(stream: BinaryIO, form: str) -> str:
    """The form's name, or that of its former one if the file begins like that."""
    former = FORMS[form].former
    first = stream.readline(_LONGEST)
    stream.seek(0)
    return former if former and first == FORMS[former].heading.encode() else form


def _pass_over(
    stream: BinaryIO, path: str, entries: Iterator[Entry], question: Question, form: Form
) -> tuple[Counter[str], int]:
    """Statuses of the whole records, and where they end."""
    done: Counter[str] = Counter()
    end = 0
    if form.heading:
        first = stream.readline(_LONGEST)
        header = form.heading.encode()
        if first == header:
            end = len(first)
        elif not header.startswith(first):
            raise BadOutput(f"{path}, line 1: not the heading of our CSV answers")
        # A heading that was cut off is written anew by whoever sees an empty file.
    for number, record, after in _records(stream, form, path):
        entry = next(entries, None)
        if entry is None:
            raise BadOutput(f"{path} holds more answers than the input has deals ({number - 1})")
        mismatch = form.mismatch(record, entry, question)
        if mismatch is not None:
            raise BadOutput(f"{path}, answer {number}: {mismatch}")
        done[str(record["status"])] += 1
        end = after
    return done, end


def _records(
    stream: BinaryIO, form: Form, path: str
) -> Iterator[tuple[int, Mapping[str, object], int]]:
    """Number and content of each whole record, and the place in the file after it."""
    number = 0
    line = stream.readline(_LONGEST)
    while line.endswith(b"\n"):
        number += 1
        following = stream.readline(_LONGEST)
        try:
            record = form.parse(line.decode("utf-8"))
        except (ValueError, RecursionError):
            if not following:
                return  # The last line: cut off by whatever ended the earlier run.
            raise BadOutput(f"{path}, answer {number}: not a record of ours") from None
        after = stream.tell() - len(following)
        yield number, record, after
        line = following
    if len(line) >= _LONGEST:
        raise BadOutput(f"{path}, answer {number + 1}: not a record of ours")
