"""The pure core of batches: outcomes, order, windows and pace."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from solver import Deal, Limits, preset, read
from solver.batch import (
    WINDOW,
    Entry,
    Pace,
    Question,
    deal_text,
    in_order,
    shown,
    solve_entries,
    solve_entry,
)
from solver.errors import KernelFault
from solver.rules import PRESETS, rules_from
from tests.service.command import EASY, FORK, LOST, WON_IN_4


class Reply(NamedTuple):
    number: int
    seconds: float


class FakeCrew:
    """Answers in a random order, any number at a time, and checks how it is treated."""

    def __init__(self, seed: int, chunks: int = 4, stuck: int = 0) -> None:
        self._random = random.Random(seed)
        self._chunks = chunks
        self._stuck = stuck
        self._given: list[Entry] = []
        self.sizes: list[int] = []
        self.most = 0

    def has_room(self) -> bool:
        return len(self._given) < self._chunks * 64

    def give(self, chunk: list[Entry]) -> None:
        assert chunk
        self.sizes.append(len(chunk))
        self._given += chunk
        self.most = max(self.most, len(self._given))

    def take(self, seconds: float | None) -> list[Reply]:
        assert seconds is None or 0 < seconds < 1
        assert self._given, "asked for answers that nobody owes"
        self._random.shuffle(self._given)
        # The stuck entry is answered only when nothing else is left to do.
        ready = [entry for entry in self._given if entry.number != self._stuck] or self._given
        done = ready[: self._random.randint(1, len(ready))]
        self._given = [entry for entry in self._given if entry not in done]
        return [Reply(entry.number, 0.001) for entry in done]


def entries(count: int, first: int = 1) -> Iterator[Entry]:
    return (Entry(number, "seed:1") for number in range(first, first + count))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("first", [1, 501])
def test_answers_come_in_order(seed: int, first: int) -> None:
    """Whatever the crew does, every entry is answered once, in its turn."""
    numbers = [reply.number for reply in in_order(entries(300, first), FakeCrew(seed))]
    assert numbers == list(range(first, first + 300))


def test_no_entries_no_answers() -> None:
    """An empty batch ends at once."""
    assert list(in_order([], FakeCrew(0))) == []


def test_input_is_taken_no_faster_than_it_is_worked_on() -> None:
    """A batch without an end gives its first answers all the same."""
    taken = 0

    def endless() -> Iterator[Entry]:
        nonlocal taken
        while True:
            taken += 1
            yield Entry(taken, "seed:1")

    answers = in_order(endless(), FakeCrew(1))
    assert [next(answers).number for _ in range(100)] == list(range(1, 101))
    assert taken <= 100 + WINDOW


def test_one_hard_deal_holds_up_a_bounded_number_of_answers() -> None:
    """While the first answer is missing, no more than a window is handed out."""
    taken = 0

    def counted() -> Iterator[Entry]:
        nonlocal taken
        for entry in entries(3 * WINDOW):
            taken += 1
            yield entry

    answers = in_order(counted(), FakeCrew(1, stuck=1))
    assert next(answers).number == 1
    assert WINDOW <= taken <= WINDOW + 64
    assert sum(1 for _ in answers) == 3 * WINDOW - 1


def test_answers_go_on_while_the_input_pauses() -> None:
    """An iterator that says "nothing yet" is asked again, and ends only when it ends."""

    def slow() -> Iterator[Entry | None]:
        for entry in entries(50):
            yield from (None, entry, None, None)

    answers = in_order(slow(), FakeCrew(5))
    assert [answer.number for answer in answers] == list(range(1, 51))


def test_chunks_grow_with_fast_deals_only() -> None:
    """The first chunk holds one deal, later ones as many as a twentieth of a second."""
    pace = Pace()
    assert pace.entries == 1
    pace.note(0.002)
    assert pace.entries == 25
    for _ in range(200):
        pace.note(0.00001)
    assert pace.entries == 64
    for _ in range(200):
        pace.note(3.0)
    assert pace.entries == 1


def test_long_texts_make_short_chunks() -> None:
    """What is handed out at once is bounded in characters, not only in entries."""
    crew = FakeCrew(3)
    long = (Entry(number, "x" * 8000) for number in range(1, 60))
    assert len(list(in_order(long, crew))) == 59
    assert max(crew.sizes) <= 3


def test_outcomes_of_easy_positions() -> None:
    """Known answers come out under the right names."""
    texts = [Entry(number, text) for number, text in enumerate(EASY, start=1)]
    for outcome in solve_entries(texts, Question()):
        record = outcome.record()
        least = EASY[outcome.entry.text]
        assert record["min_moves"] == least
        assert record["status"] == ("unwinnable" if least is None else "winnable")
        solution = record["solution"]
        assert isinstance(solution, list)
        assert len(solution) == (least or 0)
        if least is not None:
            kinds = ("draws", "recycles", "removals", "cell_moves")
            counts = [record[name] for name in kinds]
            assert all(isinstance(number, int) for number in counts)
            assert sum(number for number in counts if isinstance(number, int)) == least
            assert record["at_least"] == record["at_most"] == least


def test_a_limit_leaves_an_entry_undecided() -> None:
    """``unknown`` names the limit and has no least number of moves."""
    record = solve_entry(Entry(1, FORK), Question(limits=Limits(nodes=1))).record()
    assert (record["status"], record["limit"], record["min_moves"]) == ("unknown", "nodes", None)
    assert isinstance(record["at_least"], int)


def test_winnable_only_claims_no_least_number() -> None:
    """The cheaper question gives a win or the mere fact, but not a shortest win."""
    for rules in ("cardgames", "microsoft", "classic"):
        question = Question(preset(rules), winnable_only=True)
        record = solve_entry(Entry(1, WON_IN_4), question).record()
        assert (record["status"], record["min_moves"]) == ("winnable", None)
        assert record["question"] == "winnable"
        # Counts are those of a line; without a line there are none.
        assert (record["draws"] is None) == (not record["solution"])


@pytest.mark.parametrize("text", ["", "junk", "7D 9C", '{"deck": [1]}', "pyramid:", "seed:-1"])
def test_bad_text_becomes_an_error_on_one_line(text: str) -> None:
    """An entry that can't be read has an outcome, and the record says why."""
    record = solve_entry(Entry(1, text, 7, "deals.txt"), Question()).record()
    assert (record["status"], record["deal"], record["line"]) == ("error", None, 7)
    error = record["error"]
    assert isinstance(error, str)
    assert error
    assert "\n" not in error


def test_a_fault_of_the_solver_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong line is our bug, never an answer and never blamed on the input."""

    def broken(*_: object, **__: object) -> None:
        raise KernelFault("the search's line is illegal")

    monkeypatch.setattr("solver.batch.solve", broken)
    outcome = solve_entry(Entry(1, WON_IN_4), Question())
    assert outcome.is_bug
    assert outcome.status == "error"


def test_running_out_of_memory_is_an_error_of_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the batch goes on."""

    def greedy(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("solver.batch.solve", greedy)
    outcome = solve_entry(Entry(1, WON_IN_4), Question())
    assert outcome.error is not None
    assert "memory" in outcome.error
    assert not outcome.is_bug


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("text", ["seed:3", "ms:11982", "pysol:123456"])
def test_a_deal_has_one_spelling(name: str, text: str) -> None:
    """The canonical line of a deal gives the very same game again."""
    rules = preset(name)
    if rules.decks == 2:
        # Numbers of other programs are one pack.
        text = f"seed:{text.partition(':')[2]}"
    position = read(text, rules)
    line = deal_text(position, rules)
    assert len(line.split()) == rules.pack_size
    assert read(line, rules) == position
    assert deal_text(read(line, rules), rules) == line


def test_a_position_is_spelt_as_a_position() -> None:
    """What isn't the start of a whole deal keeps all that matters."""
    rules = rules_from("microsoft")
    for text in (LOST, "pyramid: QH | waste: AD 5C | pass: 2/3"):
        position = read(text, rules)
        assert read(deal_text(position, rules), rules) == position
        assert deal_text(position, rules).startswith("pyramid: ")
    start = Deal.seed(1).position(rules)
    drawn = start.apply(start.legal_moves()[-1])
    assert deal_text(drawn, rules).startswith("pyramid: ")


def test_shown_input_is_short_and_printable() -> None:
    """Whatever stood in the input, a record shows one harmless line of it."""
    assert shown("seed:5\n") == "seed:5"
    assert shown("a\x00b\x1b[31m\udc80") == "a\\x00b\\x1b[31m\\udc80"
    assert len(shown("x" * 5000) or "") == 200
    assert shown(" \n ") is None
