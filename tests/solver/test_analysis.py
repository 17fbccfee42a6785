"""Verdicts, hints and reviews against the search and the referee."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, Position, parse_position, play, rules_from, solve
from solver.analysis import LOST, clear_most, hint, review, verdict
from solver.analysis.hints import BEST, LOSES, WINS
from solver.errors import BadPosition, IllegalMove
from solver.moves import DRAW, parse_moves
from solver.reference import reference_solve
from tests.solver.boards import small_board

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")

SMALL = "pyramid: QH / 5C -- | stock: 8D AD"


def small_boards(name: str, count: int) -> Iterator[Position]:
    """Boards of the whole family, none of them won."""
    rng = random.Random(f"analysis {name}")
    while count:
        board = small_board(rng)
        if not board.is_won:
            count -= 1
            yield board


@pytest.mark.parametrize("chunk", range(4))
def test_winnable_exactly_if_some_successor_is(chunk: int) -> None:
    """And the least number is one more than the least among the successors."""
    for position in small_boards(f"successors {chunk}", 60):
        here = verdict(position)
        after = [verdict(position.apply(move)) for move in position.legal_moves()]
        assert (here.status == "winnable") == any(v.status == "winnable" for v in after)
        if here.status == "winnable":
            least = min(v.moves for v in after if v.moves is not None)
            assert here.moves == least + 1
        assert verdict(position, least=False) == (here.status, None)


@pytest.mark.parametrize("chunk", range(2))
def test_lost_never_where_the_referee_wins(chunk: int) -> None:
    for position in small_boards(f"referee {chunk}", 100):
        truth = reference_solve(position, 12_000)
        if truth.complete:
            assert (verdict(position).status == LOST) == (truth.min_moves is None)


@pytest.mark.parametrize("chunk", range(4))
def test_grades(chunk: int) -> None:
    """Each is what the move's successor says; the best move never loses a won game."""
    for position in small_boards(f"grades {chunk}", 60):
        found = hint(position)
        assert tuple(grade.move for grade in found.grades) == position.legal_moves()
        for grade in found.grades:
            after = verdict(position.apply(grade.move))
            if grade.grade == LOSES:
                assert after.status == LOST
            else:
                assert grade.grade in (BEST, WINS)
                assert after.moves is not None
                assert found.moves is not None
                assert grade.more == after.moves + 1 - found.moves
                assert (grade.more == 0) == (grade.grade == BEST)
        if found.status == LOST:
            assert found.best is None
            assert found.clearing is not None
        else:
            assert found.best in [grade.move for grade in found.grades if grade.grade == BEST]
            assert found.clearing is None


def _agrees_with_its_successors(position: Position) -> str:
    """The verdict, which is ``winnable`` exactly if that of some successor is."""
    status = verdict(position, least=False).status
    after = [verdict(position.apply(m), least=False).status for m in position.legal_moves()]
    assert (status == "winnable") == ("winnable" in after)
    assert (status == LOST) == (set(after) <= {LOST})
    return status


def _follow(position: Position, limit: int) -> int:
    """Play the hints to the end; the number of moves."""
    for played in range(limit):
        if position.is_won:
            return played
        assert _agrees_with_its_successors(position) == "winnable"
        best = hint(position).best
        assert best is not None
        position = position.apply(best)
    raise AssertionError("the hints lead nowhere")


@pytest.mark.slow
@pytest.mark.parametrize(
    "chunk", [0, 1, *(pytest.param(at, marks=pytest.mark.extended) for at in range(2, 10))]
)
@pytest.mark.parametrize("rules", ["cardgames", "microsoft"])
def test_following_hints_wins_in_the_least_number_of_moves(rules: str, chunk: int) -> None:
    """On 100 deals that can be won under each rules; after every move the verdict fits."""
    followed = 0
    for number in range(1 + 1000 * chunk, 1000 * (1 + chunk)):
        position = Deal.seed(number).position(rules_from(rules))
        least = verdict(position).moves
        if least is not None:
            assert _follow(position, 200) == least
            followed += 1
        if followed == 10:
            return
    raise AssertionError("too few deals that can be won")


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(5))
@pytest.mark.parametrize("rules", ["cardgames", "microsoft"])
def test_a_lost_game_stays_lost(rules: str, chunk: int) -> None:
    """On 100 lost deals under each rules, after every one of 40 random moves."""
    rng = random.Random(f"lost {rules} {chunk}")
    played = 0
    for number in range(1 + 1000 * chunk, 1000 * (1 + chunk)):
        position = Deal.seed(number).position(rules_from(rules))
        if verdict(position, least=False).status != LOST:
            continue
        for _ in range(40):
            assert _agrees_with_its_successors(position) == LOST
            moves = position.legal_moves()
            if not moves:
                break
            position = position.apply(rng.choice(moves))
        played += 1
        if played == 20:
            return
    raise AssertionError("too few lost deals")


def test_the_most_that_can_be_cleared_by_hand() -> None:
    found = clear_most(parse_position("pyramid: QH / 5C 9D | stock: 8D 7D"))
    # 9D has no partner, so it stays, and QH beneath it.
    assert (found.left, found.proven, found.line[-1]) == (2, True, parse_moves("5C+8D")[0])
    nothing = clear_most(parse_position("pyramid: QH | stock: 8D 7D"))
    assert nothing == ((), 1, True)
    won = clear_most(parse_position(SMALL))
    assert won.left == 0


def _most_cleared(position: Position) -> int:
    """By brute force: the fewest pyramid cards in any position that can be reached."""
    seen, todo = (
        {position._replace(pass_number=1) if not position.rules.passes else position},
        [position],
    )
    fewest = 99
    for here in todo:
        fewest = min(fewest, sum(card is not None for card in here.pyramid))
        for move in here.legal_moves():
            after = here.apply(move)
            key = after if after.rules.passes else after._replace(pass_number=1)
            if key not in seen:
                assert len(seen) < 200_000
                seen.add(key)
                todo.append(after)
    return fewest


def test_the_most_that_can_be_cleared_by_brute_force() -> None:
    seen = 0
    for position in small_boards("clearing", 400):
        if position.rules.cells or verdict(position).status != LOST or seen == 80:
            continue
        seen += 1
        found = clear_most(position)
        assert found.proven
        assert found.left == _most_cleared(position), position
        end = play(position, found.line)
        assert sum(card is not None for card in end.pyramid) == found.left
    assert seen == 80


def test_a_lost_deal_says_how_far_it_goes() -> None:
    found = hint(Deal.seed(4).position(rules_from("microsoft")))
    assert (found.status, found.best, found.moves) == (LOST, None, None)
    assert {grade.grade for grade in found.grades} == {LOSES}
    assert found.clearing is not None
    assert found.clearing.proven
    assert found.clearing.left == 8


@pytest.mark.parametrize("nodes", [1, 2, 3, 5, 8, 13, 30])
def test_hints_at_a_limit_hold_together(nodes: int) -> None:
    """What they say is true, and what they know they use."""
    limits = Limits(nodes=nodes)
    for position in small_boards(f"limits {nodes}", 60):
        found = hint(position, limits=limits)
        truth = verdict(position)
        grades = {grade.move: grade for grade in found.grades}
        after = {move: verdict(position.apply(move)) for move in grades}
        if found.status != "unknown":
            assert found.status == truth.status
        if found.moves is not None:
            assert found.moves == truth.moves
        for move, grade in grades.items():
            if grade.grade == LOSES:
                assert after[move].status == LOST
            elif grade.grade in {BEST, WINS}:
                assert after[move].status == "winnable"
            if grade.more is not None:
                left, least = after[move].moves, truth.moves
                assert left is not None
                assert least is not None
                assert grade.more == left + 1 - least
            assert (grade.grade == BEST) == (grade.more == 0)
        kinds = {grade.grade for grade in found.grades}
        if kinds <= {LOSES}:
            assert (found.status, found.best) == (LOST, None)
            assert found.clearing is not None
        else:
            assert found.best is not None
            wanted = BEST if BEST in kinds else WINS if WINS in kinds else "unknown"
            assert grades[found.best].grade == wanted
            assert (found.status == "winnable") == (wanted != "unknown")
            # A win may be known before the shortest one is.
            if all(grade.grade == LOSES or grade.more is not None for grade in found.grades):
                assert found.moves is not None


def test_of_known_wins_the_shortest_is_named() -> None:
    """Also where no number of moves is proven."""
    named = 0
    for number in range(400, 410):
        position = Deal.seed(number).position()
        for nodes in (40, 300):
            limits = Limits(nodes=nodes)
            found = hint(position, limits=limits)
            known = {
                move: result.at_most + 1
                for move in position.legal_moves()
                if (result := solve(position.apply(move), limits=limits)).at_most is not None
            }
            whole = solve(position, limits=limits).at_most
            if known and found.best in known:
                assert known[found.best] == min([*known.values(), whole or 999])
                named += found.moves is None
    assert named


@pytest.mark.parametrize("nodes", [1, 4, 20])
def test_a_clearing_at_a_limit_is_proven_only_if_it_is(nodes: int) -> None:
    unproven = 0
    for position in small_boards(f"unproven {nodes}", 150):
        if position.rules.cells or verdict(position).status != LOST:
            continue
        found = clear_most(position, limits=Limits(nodes=nodes))
        end = play(position, found.line)
        assert sum(card is not None for card in end.pyramid) == found.left
        if found.proven:
            assert found.left == clear_most(position).left
        unproven += not found.proven
    assert unproven or nodes > 4


def test_the_time_for_a_clearing_is_for_all_of_it() -> None:
    """By a clock that goes on by itself; what was found by then is told."""
    ticks = itertools.count()
    position = Deal.seed(6016).position(rules_from("microsoft"))
    found = clear_most(position, limits=Limits(seconds=400), clock=lambda: float(next(ticks)))
    assert not found.proven
    assert next(ticks) < 1000
    assert 0 < found.left < 28
    assert found.line


def test_a_board_of_several_blocks_is_looked_at_no_longer() -> None:
    """Millions of sets of its cards could stay; no more are made than are looked at."""
    ticks = itertools.count()
    rules = rules_from("pharaohs")
    position = Deal.seed(1, rules).position(rules)
    found = hint(position, limits=Limits(nodes=500), clock=lambda: next(ticks) / 20)
    assert found.status == LOST
    assert found.clearing is not None
    assert not found.clearing.proven
    assert found.clearing.left < position.board.size
    assert next(ticks) < 1000


def test_limits_give_unknown_and_no_wrong_best_move() -> None:
    position = Deal.seed(1).position(rules_from("cheops"))
    found = hint(position, limits=Limits(nodes=3))
    assert (found.status, found.moves) == ("unknown", None)
    assert {grade.grade for grade in found.grades} == {"unknown"}
    assert found.best in position.legal_moves()
    assert verdict(position, limits=Limits(nodes=3)).status == "unknown"
    hurried = clear_most(Deal.seed(3).position(), limits=Limits(seconds=1e-9))
    assert (hurried.line, hurried.left, hurried.proven) == ((), 28, False)


def test_a_win_that_may_not_be_the_shortest_is_a_win() -> None:
    """Of two packs some win is found at once, the shortest hardly ever."""
    rules = rules_from("two-pyramids")
    position = Deal.seed(1, rules).position(rules)
    limits = Limits(nodes=20_000)
    assert verdict(position, limits=limits) == ("winnable", None)
    looked = review(position, parse_moves("KC' 3H+TD draw"), limits=limits)
    assert (looked.start.status, looked.certain, looked.lost_by) == ("winnable", True, None)
    assert [(step.status, step.left, step.cost) for step in looked.steps] == [
        ("winnable", None, None)
    ] * 3


def test_what_leads_to_a_win_could_be_won() -> None:
    """Whatever a limit hides of the positions before it."""
    rules = rules_from("cheops", ["draw=2", "passes=0", "rows=1", "goal=pyramid"])
    position = parse_position("pyramid: 6C | stock: 2H KD 2D 6H", rules)
    looked = review(position, parse_moves("draw draw 6C+6H"), limits=Limits(nodes=1))
    assert (looked.won, looked.certain, looked.start.status) == (True, True, "winnable")
    assert [step.status for step in looked.steps] == ["winnable"] * 3


def test_no_moment_of_a_game() -> None:
    odd = parse_position(SMALL)._replace(pass_number=0)
    for ask in (hint, verdict):
        with pytest.raises(BadPosition):
            ask(odd)
    for moves in ([], [DRAW], parse_moves("KC")):
        with pytest.raises(BadPosition):
            review(odd, moves)


def test_won_already() -> None:
    found = hint(parse_position("pyramid: -- | stock: 5C"))
    assert (found.status, found.moves, found.best, found.grades) == ("winnable", 0, None, ())


@pytest.mark.parametrize("chunk", range(5))
def test_review_finds_the_losing_move(chunk: int) -> None:
    """In 100 games: winning play up to a random point, then one losing move, then anything."""
    rng = random.Random(f"losing {chunk}")
    found = 0
    rules = rules_from("one-pass")
    number = 1 + 500 * chunk
    while found < 20:
        position = Deal.seed(number).position(rules)
        number += 1
        line = solve(position).solution
        if not line:
            continue
        cut = rng.randrange(len(line))
        for at in range(cut, len(line)):
            here = play(position, line[:at])
            losing = [g.move for g in hint(here).grades if g.grade == LOSES]
            if losing:
                break
        else:
            continue
        moves = [*line[:at], rng.choice(losing)]
        here = play(position, moves)
        for _ in range(rng.randrange(6)):
            legal = here.legal_moves()
            if legal:
                moves.append(rng.choice(legal))
                here = here.apply(moves[-1])
        looked = review(position, moves)
        assert looked.lost_by == at + 1
        assert (looked.certain, looked.won, looked.wasted) == (True, False, 0)
        assert [step.status for step in looked.steps[at:]] == [LOST] * (len(moves) - at)
        assert {step.cost for step in looked.steps[:at]} <= {0}
        found += 1


def test_review_of_a_win_with_waste() -> None:
    moves = parse_moves("draw draw recycle draw 5C+8D draw QH+AD")
    looked = review(parse_position(SMALL), moves)
    assert looked.start == ("winnable", 4)
    assert [step.cost for step in looked.steps] == [0, 3, 0, 0, 0, 0, 0]
    assert (looked.won, looked.lost_by, looked.certain, looked.wasted) == (True, None, True, 3)
    assert looked.steps[-1].left == 0


def test_review_names_the_illegal_move() -> None:
    with pytest.raises(IllegalMove, match=r"move 2: 6C\+7D"):
        review(parse_position(SMALL), [DRAW, *parse_moves("6C+7D")])


def test_review_under_a_limit_is_not_certain() -> None:
    position = Deal.seed(1).position(rules_from("cheops"))
    looked = review(position, [DRAW, DRAW], limits=Limits(nodes=3))
    assert (looked.certain, looked.lost_by) == (False, None)
    assert [step.cost for step in looked.steps] == [None, None]


def test_review_of_a_game_lost_from_the_start() -> None:
    looked = review(parse_position("pyramid: QH | stock: 8D 7D"), [DRAW])
    assert (looked.start.status, looked.lost_by, looked.certain) == (LOST, None, True)
