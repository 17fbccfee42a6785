"""Bad deals, positions, rules and moves: one typed error each, one line, naming the place."""

from __future__ import annotations

import string
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import (
    Deal,
    Limits,
    Rules,
    parse_move,
    parse_moves,
    play,
    preset,
    read,
    rules_from,
    solve,
)
from solver.cards import parse_card
from solver.errors import (
    BadCard,
    BadDeal,
    BadMove,
    BadPosition,
    BadRules,
    IllegalMove,
    PyramidError,
)

GOOD = str(Deal.seed(1))
CARDS = GOOD.split()


def with_card(place: int, card: str) -> str:
    """The deal with one card, counted from 1, replaced."""
    return " ".join([*CARDS[: place - 1], card, *CARDS[place:]])


DEALS = [
    ("", "no cards: a deal has 52"),
    ("   \n\t ", "no cards: a deal has 52"),
    (" ".join(CARDS[:51]), "51 cards instead of 52; missing: " + CARDS[51]),
    (GOOD + " " + CARDS[0], f"53 cards instead of 52; duplicate: {CARDS[0]}"),
    (with_card(CARDS.index("QC") + 1, "QS"), "duplicate: QS; missing: QC"),
    (with_card(17, "1S"), "card 17: '1S' is not a card"),
    (with_card(52, "J"), "card 52: 'J' is not a card"),
    (with_card(3, "??") + " ??", "card 3: '??' is not a card; card 53: '??' is not a card"),
    ("hello world", "card 1: 'hello' is not a card; card 2: 'world' is not a card"),
    ("\x00\x01\x02\xff\xfe", "card 1: '\\x00\\x01\\x02"),
    (" ".join(["XX"] * 52), "card 52: "),
    ("KS" * 52, "duplicate: KS (52 times); missing: AC, 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, TC"),
    ("A" * 100_000_000, "100000000 characters are too many for a deal"),
    (GOOD + "\n" * 5000, "characters are too many for a deal"),
    ("{", "not valid JSON: "),
    ('{"deck": 7}', 'JSON must be {"deck": ["7D", "9C", ...]}: a list of card texts'),
    ('{"cards": []}', 'JSON must be {"deck": '),
    ('{"deck": [1, 2]}', "a list of card texts"),
    ('{"deck": ["", "KS"]}', "card 1: \"''\" is not a card"),
    ("[" * 2000, "not valid JSON: "),
    ("seed:", "seed:: the number must be 0 to 18446744073709551615"),
    ("seed:-1", "seed:-1: the number must be 0 to"),
    ("seed:1.5", "seed:1.5: the number must be 0 to"),
    ("seed:18446744073709551616", "seed:18446744073709551616: the number must be"),
    ("seed:" + "9" * 4000, "the number must be 0 to"),
    ("seed:\u0661", "the number must be 0 to"),
    ("ms:2147483648", "ms:2147483648: the number must be 0 to 2147483647"),
    ("pysol:100000000000000000001", "the number must be 0 to 100000000000000000000"),
    ("freecell:7", "card 1: 'freecell:7' is not a card"),
]

POSITIONS = [
    ("pyramid:", "", "pyramid: 0 rows; 1 to 9 are possible"),
    ("stock: 5C", "", "pyramid: missing; write pyramid: QH / 5C --"),
    ("pyramid: QH / 5C", "", "pyramid row 2: 1 cards instead of 2"),
    ("pyramid: QH 5C", "", "pyramid row 1: 2 cards instead of 1"),
    ("pyramid: QH / 5C XX", "", "pyramid row 2, card 2: 'XX' is not a card"),
    ("pyramid: -- / 5C --", "", "pyramid: card 1 has gone, but 5C still covers its place"),
    ("pyramid: " + " / ".join(["QH"] * 10), "", "pyramid: 10 rows; 1 to 9 are possible"),
    ("pyramid: QH | stock: 5C 1S", "", "stock, card 2: '1S' is not a card"),
    ("pyramid: QH | waste: ,, huh", "", "waste, card 1: 'huh' is not a card"),
    ("pyramid: QH | cells: 5C", "", "cells: 1 cards, but the rules have 0 cells"),
    ("pyramid: QH | stock: QH", "", "duplicate: QH stands 2 times"),
    ("pyramid: QH | waste: 5C 5C 5C", "", "duplicate: 5C stands 3 times"),
    ("pyramid: QH | reserve: 5C, 5C", "", "duplicate: 5C stands 2 times"),
    ("pyramid: QH | pass: 0", "", "pass: 0, but passes are counted from 1"),
    ("pyramid: QH | pass: two", "", "pass: 'two' is not a pass number such as 2 or 2/3"),
    ("pyramid: QH | pass: -1", "", "pass: '-1' is not a pass number"),
    ("pyramid: QH | pass: 4", "passes=3", "pass: 4, but the rules allow only 3"),
    ("pyramid: QH | pass: 1/2", "passes=3", "pass: 1/2, but the rules' passes are 3"),
    ("pyramid: QH | pass: 1\n/\n2", "passes=3", "pass: 1/2, but the rules' passes are 3"),
    ("pyramid: QH | pass: 1/2", "", "pass: 1/2, but the rules' passes are unlimited (0)"),
    ("pyramid: QH | stock: 5C | stock: 6C", "", "stock: given twice"),
    ("pyramid: QH | hand: 5C", "", "'hand: 5C' is no part of a position"),
    ("pyramid: QH | 5C", "", "'5C' is no part of a position"),
    ("pyramid: QH | " + " " * 5000, "", "characters are too many for a position"),
]

RULES = [
    ("passes=-1", "passes=-1: must be a whole number from 0 to 99"),
    ("passes=many", "passes='many': must be a whole number"),
    ("passes=", "passes='': must be a whole number"),
    ("passes=1.5", "passes='1.5': must be a whole number"),
    ("passes=100", "passes=100: must be a whole number from 0 to 99"),
    ("passes=9999999999", "passes=9999999999: must be a whole number from 0 to 99"),
    ("passes=\u00b2", "must be a whole number"),
    ("passes=--1", "passes='--1': must be a whole number"),
    ("passes=1-", "passes='1-': must be a whole number"),
    ("rows=0", "rows=0: must be a whole number from 1 to 13"),
    ("rows=14", "rows=14: must be a whole number from 1 to 13"),
    ("rows=10", "rows=10: pyramid of 10 rows has 55 cards, and one pack only 52"),
    ("shape=two-pyramids", "rows=7: two-pyramids of 7 rows has 56 cards, and one pack only 52"),
    ("shape=pharaohs rows=8", "rows=8: pharaohs of 8 rows has 67 cards, and one pack only 52"),
    ("shape=pharaohs rows=11 decks=2", "has 124 cards, and two packs only 104"),
    ("draw=0", "draw=0: must be a whole number from 1 to 104"),
    ("draw=25", "draw=25 makes no sense: the stock has only 24 cards"),
    ("cells=9", "cells=9: must be a whole number from 0 to 8"),
    ("stock_top=maybe", "stock_top='maybe': must be yes or no"),
    ("cover_pairs=", "cover_pairs='': must be yes or no"),
    ("goal=win", "goal='win': choose one of pyramid, board, all"),
    ("shape=square", "shape='square': choose one of pyramid, triangle, two-pyramids, pharaohs"),
    ("pairing=sum3", "pairing='sum3': with that sum some ranks could never go"),
    ("pairing=odd", "pairing='odd' is unknown; choose one of sum13"),
    ("reserve=3", "reserve='3': write COLUMNSxDEPTH, such as 8x3, or none"),
    ("reserve=axb", "reserve='axb': write COLUMNSxDEPTH"),
    ("reserve=0x3", "reserve=0x3: write COLUMNSxDEPTH"),
    ("reserve=9x3", "reserve=9x3 needs 27 cards, but 7 rows leave only 24 of the 52"),
    ("reserve=8x3 draw=3", "draw=3 makes no sense: there is no stock"),
    ("reserve=8x3 stock_top=yes", "stock_top=yes makes no sense: there is no stock"),
    ("reserve=8x3 keep_waste=no", "keep_waste=no makes no sense: there is no stock"),
    ("reserve=8x3 wastes=2 draw=2", "draw=2 makes no sense: there is no stock"),
    ("shape=pharaohs stock_top=yes", "stock_top=yes makes no sense: there is no stock"),
    ("reserve=9x3 decks=2 rows=12", "reserve=9x3 needs 27 cards, but 12 rows leave only 26 of"),
    ("decks=0", "decks=0: must be a whole number from 1 to 2"),
    ("decks=3", "decks=3: must be a whole number from 1 to 2"),
    ("wastes=0", "wastes=0: must be a whole number from 1 to 8"),
    ("wastes=9 draw=9", "wastes=9: must be a whole number from 1 to 8"),
    (
        "wastes=3",
        "wastes=3 makes no sense: a draw of 1 reaches only 1 of them; draw at least 3",
    ),
    ("wastes=3 draw=2", "a draw of 2 reaches only 2 of them; draw at least 3"),
    ("keep_waste=perhaps", "keep_waste='perhaps': must be yes or no"),
    ("colour=red", "parameter 'colour' is unknown; choose one of rows, shape"),
    ("passes", "'passes': write a setting as KEY=VALUE, such as passes=2"),
    ("passes=1 passes=2", "parameter passes is set twice"),
]

MOVES = [
    ("", "'' is not a move: write draw, recycle, KS, 4S+9H or cell 9H"),
    ("deal", "'deal' is not a move"),
    ("KS+", "'KS+' is not a move"),
    ("KS+1H", "'KS+1H' is not a move"),
    ("4S+9H+KS", "'4S+9H+KS' is not a move"),
    ("4S+4S", "'4S+4S' names one card twice"),
    ("cell", "'cell' is not a move"),
    ("cell X", "'cell X' is not a move"),
    ("x" * 1000, "is not a move"),
]


def _refused(call: Callable[[], object], kind: type[PyramidError], fragment: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    text = str(caught.value)
    assert fragment in text
    assert len(text.splitlines()) == 1
    assert len(text) < 3000


@pytest.mark.parametrize(("text", "fragment"), DEALS, ids=range(len(DEALS)))
def test_bad_deal(text: str, fragment: str) -> None:
    """A deal that can't be played is refused by the parser, the reader and `solve` alike."""
    _refused(lambda: Deal.parse(text), BadDeal, fragment)
    _refused(lambda: read(text), BadDeal, fragment)
    _refused(lambda: solve(text), BadDeal, fragment)


@pytest.mark.parametrize(("text", "settings", "fragment"), POSITIONS, ids=range(len(POSITIONS)))
def test_bad_position(text: str, settings: str, fragment: str) -> None:
    """A position that can't occur is refused."""
    rules = rules_from("cardgames", settings.split())
    _refused(lambda: read(text, rules), BadPosition, fragment)
    _refused(lambda: solve(text, rules), BadPosition, fragment)


def test_bad_position_in_json() -> None:
    """A position inside JSON is checked like one outside."""
    _refused(lambda: read('{"position": "pyramid: QQ"}'), BadPosition, "row 1, card 1: 'QQ'")


@pytest.mark.parametrize(("settings", "fragment"), RULES, ids=range(len(RULES)))
def test_bad_rules(settings: str, fragment: str) -> None:
    """A bad value and a combination that makes no sense are refused with the reason."""
    _refused(lambda: rules_from("cardgames", settings.split()), BadRules, fragment)


def test_bad_preset() -> None:
    """An unknown preset is refused with those that exist."""
    for call in (lambda: preset("solitaire"), lambda: solve("seed:1", "solitaire")):
        _refused(call, BadRules, "preset 'solitaire' is unknown; choose one of cardgames")


def test_rules_of_the_wrong_type() -> None:
    """Values of another type than the parameter's are refused, true and false as numbers too."""
    bad: list[dict[str, object]] = [
        {"rows": True},
        {"passes": "3"},
        {"draw": 1.0},
        {"stock_top": 1},
        {"cover_pairs": "yes"},
        {"keep_waste": 0},
        {"wastes": "1"},
        {"decks": 2.0},
        {"reserve": "8x3"},
        {"reserve": (8,)},
        {"goal": 3},
        {"pairing": None},
    ]
    for values in bad:
        (name,) = values
        _refused(lambda values=values: Rules(**values), BadRules, f"{name}=")  # type: ignore[misc]


@pytest.mark.parametrize(("text", "fragment"), MOVES, ids=range(len(MOVES)))
def test_bad_move(text: str, fragment: str) -> None:
    """A move that can't be read is refused."""
    _refused(lambda: parse_move(text), BadMove, fragment)


def test_bad_move_in_a_list() -> None:
    """In a list the refusal names the number of the move."""
    _refused(lambda: parse_moves("draw, KS\n4S+9H, jump"), BadMove, "move 4: 'jump' is not a move")
    _refused(lambda: parse_moves("draw cell"), BadMove, "move 2: 'cell' is not a move")


def test_illegal_move_in_a_list() -> None:
    """A line that the rules refuse names the number of the move and the rule."""
    start = Deal.seed(1).position()
    line = parse_moves("draw " * 24 + "recycle draw recycle")
    _refused(lambda: play(start, line), IllegalMove, "move 27: recycle: the stock still holds 23")


@pytest.mark.parametrize("limit", ["nodes", "seconds", "memory"])
def test_bad_limits(limit: str) -> None:
    """A limit must be more than nothing."""
    for value in (0, -1, float("nan")):
        _refused(
            lambda value=value: Limits(**{limit: value}),  # type: ignore[misc]
            BadRules,
            f"limit {limit}={value}: must be more than 0",
        )


def test_at_least_thirty_kinds() -> None:
    """The tables above stay as wide as they are meant to be."""
    assert len(DEALS) + len(POSITIONS) + len(RULES) + len(MOVES) >= 90


TYPED = (BadCard, BadDeal, BadPosition, BadRules, BadMove)
SCRAPS = st.lists(
    st.one_of(
        st.sampled_from(CARDS),
        st.sampled_from(
            [
                "--",
                "|",
                "/",
                "pyramid:",
                "stock:",
                "waste: ",
                "pass:",
                "seed:",
                "ms:",
                "{",
                "[",
                '"',
            ]
        ),
        st.text(alphabet=string.printable, max_size=4),
        st.text(max_size=3),
    ),
    max_size=70,
)


@given(SCRAPS)
def test_any_rubbish_is_refused_in_one_line(scraps: list[str]) -> None:
    """Whatever the text, readers give a value or a typed error of one line, nothing else."""
    for glue in ("", " "):
        text = glue.join(scraps)
        for reader in (read, parse_card, parse_move, parse_moves, Deal.parse):
            said = ["one line"]
            try:
                reader(text)
            except TYPED as error:
                said = str(error).splitlines()
            assert len(said) == 1
