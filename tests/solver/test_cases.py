"""Positions on which programs of this kind have gone wrong, with the right answers.

Unless a case says otherwise: the stock's next card may be used, no cover pairs, one
pass, draw 1, goal pyramid. Each answer is asked of the search, of its winnable-only
form, and of the breadth-first referee.
"""

from __future__ import annotations

import pytest

import solver
from solver import Deal, Position, Rules, parse_move, play, read, solve
from solver.cards import parse_card
from solver.errors import BadCard, BadDeal, IllegalMove
from solver.reference import reference_solve
from solver.rules import rules_from

BASE = ["stock_top=yes", "cover_pairs=no", "passes=1"]

C4 = "pyramid: QC / JD 4C / 2D JC 2C | stock: 9C AC"
C4_RULES = "stock_top=no passes=0"


def position(text: str, settings: str = "") -> Position:
    """A position under the cases' usual rules with some parameters changed."""
    changed = settings.split()
    names = {item.partition("=")[0] for item in changed}
    kept = [item for item in BASE if item.partition("=")[0] not in names]
    return read(text, rules_from("cardgames", kept + changed))


def legal(at: Position) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in at.legal_moves()}


# (id, position, changed parameters, least number of moves or None when lost)
ANSWERS = [
    ("A1-no-ace", "pyramid: QH | stock: 5C | waste: 2D 9H | pass: 1/2", "passes=2", None),
    ("A2-stock-top", "pyramid: QH | stock: 5C AD", "", 2),
    ("A2-waste-only", "pyramid: QH | stock: 5C AD", "stock_top=no", 3),
    ("A3-dead-stock", "pyramid: QH | stock: 5C 7D", "passes=0", None),
    ("A5-one-pass", "pyramid: QH | waste: AD 5C", "passes=1", None),
    ("A5-first-of-two", "pyramid: QH | waste: AD 5C | pass: 1/2", "passes=2", 2),
    ("A5-last-of-three", "pyramid: QH | waste: AD 5C | pass: 3/3", "passes=3", None),
    ("A5-second-of-three", "pyramid: QH | waste: AD 5C | pass: 2/3", "passes=3", 2),
    ("A6-hidden", "pyramid: QH | stock: AC 2D 3S", "draw=3 passes=0 stock_top=no", None),
    ("A6-surfaces", "pyramid: QH | stock: 2D 3S AC", "draw=3 passes=0 stock_top=no", 2),
    ("A6-draw-one", "pyramid: QH | stock: AC 2D 3S", "draw=1 passes=0 stock_top=no", 2),
    ("A8-no-stock", "pyramid: QH | reserve: 3C AD", "", 1),
    ("B1-king-under-one", "pyramid: KS / -- 9H", "", None),
    ("B1-king-under-two", "pyramid: KS / 5C 9H", "", None),
    ("B3-second-cell", "pyramid: 5C | cells: QH 8D", "cells=2", 1),
    ("B4-strict", "pyramid: 5H / -- 8C", "", None),
    ("B4-cover-pair", "pyramid: 5H / -- 8C", "cover_pairs=yes", 1),
    ("B5-one-cover-left", "pyramid: AS / QH 5C | waste: 8D", "cover_pairs=yes", 2),
    ("B5-strict", "pyramid: AS / QH 5C | waste: 8D", "cover_pairs=no", None),
    ("B6-strict", "pyramid: 2S / JH 9C | stock: 4D", "passes=0", None),
    ("B6-cover-pair", "pyramid: 2S / JH 9C | stock: 4D", "passes=0 cover_pairs=yes", 2),
    (
        "B6-cover-pair-waste-only",
        "pyramid: 2S / JH 9C | stock: 4D",
        "passes=0 cover_pairs=yes stock_top=no",
        3,
    ),
    ("B8-all", "pyramid: KS | stock: 5C 8D", "goal=all", 3),
    ("B8-waste-only", "pyramid: KS | stock: 5C 8D", "goal=all stock_top=no passes=0", None),
    ("C1-pyramid", "pyramid: -- | cells: 5C", "cells=1", 0),
    ("C1-board", "pyramid: -- | cells: 5C", "cells=1 goal=board", None),
    ("C2-pyramid", "pyramid: -- | stock: 5C", "", 0),
    ("C2-all", "pyramid: -- | stock: 5C", "goal=all", None),
    ("C3-cards-on-the-board", "pyramid: 5H / -- 8C", "goal=all", None),
    ("C4", C4, C4_RULES, 6),
    ("C5-used-stock", "pyramid: JD / 2C 8C | stock: 5C 2D KC JC", "stock_top=no", 8),
]


@pytest.mark.parametrize(
    ("text", "settings", "least"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS]
)
def test_answer(text: str, settings: str, least: int | None) -> None:
    """Search, winnable-only search and referee give the right answer, and the line wins."""
    at = position(text, settings)
    result = solve(at)
    assert result.status == ("unwinnable" if least is None else "winnable")
    assert result.min_moves == least
    assert solve(at, winnable_only=True).status == result.status
    referee = reference_solve(at)
    assert referee.complete
    assert referee.min_moves == least
    if least is not None:
        assert len(result.solution) == least
        assert play(at, result.solution).is_won


# (id, position, changed parameters, all legal moves)
LEGAL = [
    ("A1", "pyramid: QH | stock: 5C | waste: 2D 9H | pass: 1/2", "passes=2", {"draw"}),
    ("A2", "pyramid: QH | stock: 5C AD", "", {"draw"}),
    ("A3", "pyramid: QH | stock: 5C 7D", "passes=0", {"draw"}),
    ("A5-last-pass", "pyramid: QH | waste: AD 5C | pass: 3/3", "passes=3", set()),
    ("A5-one-left", "pyramid: QH | waste: AD 5C | pass: 2/3", "passes=3", {"recycle"}),
    ("A8", "pyramid: QH | reserve: 3C AD", "", {"AD+QH"}),
    ("B1-one-cover", "pyramid: KS / -- 9H", "", set()),
    ("B1-two-covers", "pyramid: KS / 5C 9H", "", set()),
    ("B3", "pyramid: 5C | cells: QH 8D", "cells=2", {"5C+8D"}),
    ("B4-strict", "pyramid: 5H / -- 8C", "", set()),
    ("B4-cover-pair", "pyramid: 5H / -- 8C", "cover_pairs=yes", {"5H+8C"}),
    ("B5", "pyramid: AS / QH 5C | waste: 8D", "cover_pairs=yes", {"5C+8D"}),
    ("C2-won", "pyramid: -- | stock: 5C", "", set()),
    ("C2-not-won", "pyramid: -- | stock: 5C", "goal=all", {"draw"}),
    ("C4", C4, C4_RULES, {"2D+JC", "2C+JC", "draw"}),
]


@pytest.mark.parametrize(
    ("text", "settings", "moves"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL]
)
def test_legal_moves(text: str, settings: str, moves: set[str]) -> None:
    """The listed moves are the right ones, no more and no fewer."""
    assert legal(position(text, settings)) == moves


def test_a1_redeal() -> None:
    """A1: the redeal keeps the order, counts the pass, and the last pass ends in no move."""
    at = position("pyramid: QH | stock: 5C | waste: 2D 9H | pass: 1/2", "passes=2")
    at = at.apply(parse_move("draw"))
    assert at.stock == ()
    assert legal(at) == {"recycle"}
    at = at.apply(parse_move("recycle"))
    assert [str(card) for card in at.stock] == ["2D", "9H", "5C"]
    assert at.wastes == ((),)
    assert at.pass_number == 2
    for _ in range(3):
        assert legal(at) == {"draw"}
        at = at.apply(parse_move("draw"))
    assert legal(at) == set()


def test_a2_first_move_is_a_draw() -> None:
    """A2: the winning line starts with the draw that is still left."""
    line = solve(position("pyramid: QH | stock: 5C AD")).solution
    assert [str(move) for move in line] == ["draw", "AD+QH"]


def test_a3_moves_never_run_out() -> None:
    """A3: the position is lost although a legal move exists after any number of moves."""
    at = position("pyramid: QH | stock: 5C 7D", "passes=0")
    for _ in range(30):
        moves = at.legal_moves()
        assert len(moves) == 1
        at = at.apply(moves[0])


def test_a8_draw_is_refused() -> None:
    """A8: without a stock a draw is refused in words, not with a crash."""
    at = position("pyramid: QH | reserve: 3C AD")
    with pytest.raises(IllegalMove, match="draw: the stock is empty"):
        at.apply(parse_move("draw"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("pyramid: KS / -- 9H", "KS is covered by 9H"),
        ("pyramid: KS / 5C 9H", "KS is covered by 5C and 9H"),
    ],
)
def test_b1_covered_king_stays(text: str, reason: str) -> None:
    """B1: a covered king can't be removed, and the refusal names what lies on it."""
    with pytest.raises(IllegalMove, match=reason):
        position(text).apply(parse_move("KS"))


def test_b5_the_second_cover_counts() -> None:
    """B5: AS+QH is refused while 5C still covers AS, and is legal once it has gone."""
    at = position("pyramid: AS / QH 5C | waste: 8D", "cover_pairs=yes")
    with pytest.raises(IllegalMove, match="AS is covered by QH and 5C"):
        at.apply(parse_move("AS+QH"))
    assert play(at, [parse_move("5C+8D"), parse_move("AS+QH")]).is_won


@pytest.mark.parametrize("move", ["draw", "recycle", "5C+8D", "KS", "cell 5C"])
def test_c2_no_move_after_the_win(move: str) -> None:
    """C2: once the goal is reached every further move is refused."""
    at = position("pyramid: -- | stock: 5C")
    assert at.is_won
    with pytest.raises(IllegalMove, match="the game is won"):
        at.apply(parse_move(move))


def test_c3_cards_on_the_board_are_no_win() -> None:
    """C3: with cards on the board the game isn't won under any goal."""
    for goal in ("pyramid", "board", "all"):
        assert not position("pyramid: 5H / -- 8C", f"goal={goal}").is_won


def test_c4_greedy_move_loses() -> None:
    """C4: one of two matching pairs loses the game, and the solution takes the other."""
    at = position(C4, C4_RULES)
    assert solve(at.apply(parse_move("2C+JC"))).status == "unwinnable"
    assert solve(at.apply(parse_move("2D+JC"))).min_moves == 5
    assert "2D+JC" in {str(move) for move in solve(at).solution}


def test_c6_verdicts_agree_along_every_move() -> None:
    """C6: from C4 on, a state is winnable iff it is won or some successor is winnable."""
    start = position(C4, C4_RULES)
    seen = {start}
    frontier = [start]
    verdict: dict[Position, bool] = {}

    def winnable(at: Position) -> bool:
        if at not in verdict:
            verdict[at] = solve(at).status == "winnable"
        return verdict[at]

    # Passes are unlimited: their number is the one part of a state that grows for ever.
    while frontier:
        at = frontier.pop()
        following = [at.apply(move) for move in at.legal_moves()]
        assert winnable(at) == (at.is_won or any(map(winnable, following)))
        new = {nxt for nxt in following if nxt not in seen and nxt.pass_number <= 2}
        seen |= new
        frontier += new
    assert len(seen) > 20
    assert set(verdict.values()) == {True, False}


C7 = """Th 2h 4d 3h Qd 8h 9h 5d Jc Td 7c 4c Ts Ac 9c 8d 5s 2s 7h 6s 7s 2c 9d Qs 3d 5c 5h Ad
    8s Js 6c 9s 4h Kh Jd 4s 2d 6d Ks Qc 3s 3c Kc 7d Tc Ah 6h Qh Kd 8c As Jh"""
C8 = """4h Kd 3h 4c Tc 5s 7s 6c 8d Ah Js 7h 5d Kh 2s 6s Ts Jc 6d 9h 7d 5c Ac 2c 4d 3d 9d Ad
    8h 7c 8s Th 8c 2h Td 3c 3s Ks 4s Jd Qs 9s Qc 6h Jh 2d Qh 5h Qd 9c Kc As"""
C9 = """Th Js Jh 9c Qd 5c 2d 9h Td 4h Qs 9d 3s 8d Kh 6c 3h 6d 8c Kc Ah Qh Tc 9s Kd 8s 4s 2c
    4c Jc 7c Jd 8h 6s 5d 3c 4d 3d 6h Ts 5s Ks 7d Ac 7s 2s Qc 2h 5h As 7h Ad"""
C10 = """Kd Kc Qh Ah 7d 6d 8d 5d 9d 4d Td 3d Jd 2d Qd Ad 7c 6c 8c 5c 9c 4c Tc 3c Jc 2c Qc Ac
    6h 7h 5h 8h 4h 9h 3h Th 2h Jh Kh As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"""


def test_c7_large_lost_deal() -> None:
    """C7: a deal that took others 44 s and all memory is unwinnable, or unknown at a limit."""
    tight = solve(C7, "microsoft", limits=solver.Limits(nodes=10))
    assert tight.status in ("unknown", "unwinnable")
    if not solver.KERNEL_COMPILED:
        pytest.skip("the proof takes minutes when the kernel is interpreted")
    result = solve(C7, "microsoft")
    assert (result.status, result.min_moves, result.solution) == ("unwinnable", None, ())


@pytest.mark.parametrize("text", [C8, C9], ids=["C8", "C9"])
def test_c8_c9_whole_line_is_given(text: str) -> None:
    """C8, C9: 44 moves, every one of them in the answer."""
    if not solver.KERNEL_COMPILED:
        pytest.skip("takes minutes when the kernel is interpreted")
    result = solve(text, "microsoft")
    assert (result.status, result.min_moves, len(result.solution)) == ("winnable", 44, 44)
    assert play(Deal.parse(text).position(solver.preset("microsoft")), result.solution).is_won


def test_c10_no_draw_needed() -> None:
    """C10: 15 moves and not one draw."""
    if not solver.KERNEL_COMPILED:
        pytest.skip("takes minutes when the kernel is interpreted")
    result = solve(C10, "microsoft")
    assert (result.min_moves, result.draws, result.recycles, result.removals) == (15, 0, 0, 15)


PACK_TEXT = str(Deal.seed(7))


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (PACK_TEXT.replace("QC", "QS"), ["duplicate: QS", "missing: QC"]),
        (PACK_TEXT.replace("QC", ""), ["51 cards instead of 52", "missing: QC"]),
        (PACK_TEXT + " 4H", ["53 cards instead of 52", "duplicate: 4H"]),
        ("J " + PACK_TEXT, ["card 1: 'J' is not a card", "53 cards instead of 52"]),
        (PACK_TEXT.replace("AS", "1S"), ["'1S' is not a card", "missing: AS"]),
    ],
    ids=["two-queens-of-spades", "51-cards", "53-cards", "jack-without-suit", "one-of-spades"],
)
def test_d2_every_fault_is_named(text: str, faults: list[str]) -> None:
    """D2: a wrong pack is refused with all its faults in one error."""
    with pytest.raises(BadDeal) as caught:
        Deal.parse(text)
    for fault in faults:
        assert fault in str(caught.value)


def test_d2_single_tokens() -> None:
    """D2: a rank without a suit and a rank that doesn't exist are no cards."""
    for token in ("J", "1S"):
        with pytest.raises(BadCard, match=f"'{token}' is not a card"):
            parse_card(token)


def test_d3_one_card_many_spellings() -> None:
    """D3: TC, 10C, tc and the suit symbol are one card."""
    assert {parse_card(text) for text in ("TC", "10C", "tc", "10c", "10\u2663", "T\u2663")} == {
        parse_card("TC")
    }


def test_d3_spaces_do_not_matter() -> None:
    """D3: a deal with and without spaces, in either case, is one canonical deal."""
    glued = "".join(C7.split())
    deals = {Deal.parse(text) for text in (C7, glued, glued.upper(), C7.replace("T", "10"))}
    assert len(deals) == 1
    assert deals.pop().line().startswith("TH 2H 4D 3H QD")


@pytest.mark.parametrize(
    ("source", "start"), [("pysol:32000", "7S 4D JS 8D"), ("ms:32000", "QD 8D QS 4H")]
)
def test_d4_generators_are_kept_apart(source: str, start: str) -> None:
    """D4: one number under two prefixes is two deals, and both are the right ones."""
    assert Deal.parse(source).line().startswith(start)


def test_cases_are_the_usual_rules() -> None:
    """The parameters that the cases leave out are the ones stated at the top."""
    assert position("pyramid: QH").rules == Rules(
        rows=1, stock_top=True, cover_pairs=False, passes=1
    )
