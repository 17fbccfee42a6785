"""The constraint model against the search and the referee."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, Position, play, read, rules_from, solve
from solver.confirm import decide, refute
from solver.cpsat import CONSTRAINTS, Answer, Model, refuses
from solver.engines import conflict
from solver.errors import BadEngine, ModelFault
from solver.moves import parse_moves
from solver.reference import reference_solve
from tests.solver.boards import random_position, random_rules, small_board

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")

BOARDS = 50
#: It only says to which number of passes a win belongs.
WITHOUT_LOSS = "every_further_pass_has_a_use"


def _some_of(chunks: int, now: int = 1) -> list[object]:
    """A chunk or so for every run of the tests; the others are extended tests."""
    return [
        chunk if chunk < now else pytest.param(chunk, marks=pytest.mark.extended)
        for chunk in range(chunks)
    ]


def modelled_boards(name: str, count: int = BOARDS) -> list[Position]:
    """Small boards of the whole family that the model covers; half of them can be won."""
    rng = random.Random(f"cpsat {name}")
    found: dict[str, list[Position]] = {"winnable": [], "unwinnable": []}
    while min(map(len, found.values())) < count // 2:
        board = small_board(rng)
        if refuses(board.rules) is None and not board.is_won:
            found[solve(board, winnable_only=True).status].append(board)
    return [board for boards in found.values() for board in boards[: count // 2]]


@pytest.mark.parametrize("chunk", _some_of(10, 5))
def test_model_search_and_referee_agree_on_small_boards(chunk: int) -> None:
    """On 500 boards over all parameters that the model covers."""
    seen: Counter[str] = Counter()
    for position in modelled_boards(str(chunk)):
        by_search, by_model = solve(position), decide(position)
        assert conflict(by_search, by_model) is None, position
        assert by_model.status == by_search.status, position
        assert by_model.min_moves == by_search.min_moves, position
        truth = reference_solve(position, 12_000)
        if truth.complete:
            assert by_model.min_moves == truth.min_moves, position
        if by_model.min_moves is not None:
            assert len(by_model.solution) == by_model.at_least == by_model.min_moves
            assert play(position, by_model.solution).is_won
        if by_model.min_moves is not None:
            found = refute(position, None).line
            assert found is not None
            assert len(found) >= by_model.min_moves
        any_win = decide(position, winnable_only=True)
        assert any_win.status == by_model.status
        assert any_win.min_moves is None
        assert bool(any_win.solution) == (any_win.status == "winnable")
        seen[by_model.status] += 1
    assert seen == {"winnable": BOARDS // 2, "unwinnable": BOARDS // 2}


def test_two_packs_on_small_boards() -> None:
    """On 200 boards, of which a third or so can be won."""
    rng = random.Random("cpsat of two packs")
    seen: Counter[str] = Counter()
    for _ in range(200):
        rules = replace(
            random_rules(rng, rng.choice([2, 2, 3])),
            decks=2, wastes=1, keep_waste=True, draw=1, cells=0,
        )  # fmt: skip
        position = random_position(rng, rules, rng.randint(0, 6), rng.choice([0, 0, 1, 2]))
        for winnable_only in (False, True):
            result = solve(position, winnable_only=winnable_only, engine="both")
            assert result.confirmed, position
        seen[result.status] += 1
    assert min(seen["winnable"], seen["unwinnable"]) >= 40


def _agree_on_deals(rules: str, first: int, count: int) -> None:
    for number in range(first, first + count):
        result = solve(Deal.seed(number), rules, engine="both", limits=Limits(seconds=120))
        assert result.second is not None
        assert result.confirmed, (rules, number)
        assert result.second.min_moves == result.min_moves


@pytest.mark.slow
@pytest.mark.parametrize("chunk", _some_of(10))
def test_one_pass_deals(chunk: int) -> None:
    """500 full deals, all of which the model must decide."""
    for number in range(1 + 50 * chunk, 51 + 50 * chunk):
        result = solve(Deal.seed(number), "one-pass", engine="both")
        assert result.confirmed


@pytest.mark.slow
@pytest.mark.parametrize("chunk", _some_of(12))
def test_cardgames_deals(chunk: int) -> None:
    """120 full deals."""
    _agree_on_deals("cardgames", 1 + 10 * chunk, 10)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", _some_of(12))
def test_microsoft_deals(chunk: int) -> None:
    """36 full deals."""
    _agree_on_deals("microsoft", 1 + 3 * chunk, 3)


@pytest.mark.parametrize("rules", ["giza", "pyramid-dozen", "classic", "cheops", "triangle"])
def test_other_presets(rules: str) -> None:
    """Reserves, other pairings, goal all. Some deals are too hard for the model."""
    for number in range(1, 4):
        position = Deal.seed(number).position(rules_from(rules))
        searched = solve(position)
        modelled = decide(position, limits=Limits(seconds=3))
        assert conflict(searched, modelled) is None


def test_middle_of_a_game() -> None:
    """From each of some positions along a shortest line the rest is shortest."""
    result = solve("seed:1", "microsoft")
    position = Deal.seed(1).position(rules_from("microsoft"))
    assert result.min_moves == 52
    for done, move in enumerate(result.solution):
        # Before that it is nearly a whole deal, which others ask for.
        if done > 14 and done % 5 == 2:
            assert decide(position).min_moves == 52 - done
        position = position.apply(move)


@pytest.mark.parametrize(
    ("text", "rules", "least"),
    [
        ("pyramid: QH / 5C -- | stock: 8D AD", "cardgames", 4),
        ("pyramid: QH | stock: 5C 7D", "cardgames", None),
        ("pyramid: KH", "cardgames", 1),
        # Two cards of the run that go together: one drawn, the next in place.
        ("pyramid: KH | stock: 5C 8D", "classic", 3),
        ("pyramid: KH | stock: 5C 8D", "classic stock_top=no", None),
        ("pyramid: KH | stock: 5C 7D 8D", "classic", None),
        # 2C lies on 5D when it is needed, until the waste is turned over.
        ("pyramid: 8H / -- 9H | stock: 5D 2C 4D", "cardgames", 7),
        ("pyramid: 8H / -- 9H | stock: 5D 2C 4D", "one-pass", None),
        # The kings of the reserve lie on what is needed.
        ("pyramid: QH | reserve: AD KD KC", "giza reserve=1x3", 3),
        ("pyramid: QH | reserve: KD AD", "giza reserve=1x2 goal=pyramid", 1),
        ("pyramid: QH | reserve: KD AD", "giza reserve=1x2", 2),
    ],
)
def test_by_hand(text: str, rules: str, least: int | None) -> None:
    result = solve(text, rules, engine="both")
    assert result.min_moves == least
    assert result.confirmed


def _caught(position: Position, omit: str) -> bool:
    """Whether a model without one group gives itself away on a board."""
    truth = solve(position)
    passes = 1 + sum(move.kind == "recycle" for move in truth.solution)
    for tried in range(1, passes + 1):
        answer = Model(position, tried, omit={omit}).ask(least=True)
        if answer.cost is not None and (truth.min_moves is None or answer.cost < truth.min_moves):
            return True
        if answer.line is not None:
            try:
                if not play(position, answer.line).is_won:
                    return True
            except ValueError:
                return True
    return False


@pytest.mark.parametrize("omit", sorted(set(CONSTRAINTS) - {WITHOUT_LOSS}))
def test_a_model_without_one_group_is_caught(omit: str) -> None:
    """Each group is needed: without it some small board has a line that isn't one."""
    boards = modelled_boards("broken", 150)
    assert any(_caught(position, omit) for position in boards)


def test_a_pass_without_a_use_is_no_better() -> None:
    """The least is the same if passes without a use are allowed."""
    for position in modelled_boards("without loss", 60):
        truth = solve(position)
        if truth.min_moves is None:
            continue
        passes = 1 + sum(move.kind == "recycle" for move in truth.solution)
        answer = Model(position, passes, omit={WITHOUT_LOSS}).ask(least=True)
        assert answer.cost == truth.min_moves


def _relaxations_hold(position: Position) -> int:
    """Hold each relaxation against the best line; returns how many there were."""
    truth = solve(position)
    if truth.min_moves is None:
        return 0
    passes = 1 + sum(move.kind == "recycle" for move in truth.solution)
    for fewest in range(1, passes + 1):
        model = Model(position, fewest, open_ended=True)
        answer = model.ask(least=True)
        assert answer.status == "solved", (position, fewest)
        assert answer.cost is not None
        assert answer.at_least == answer.cost <= truth.min_moves, (position, fewest)
        at_optimum = Model(position, fewest, open_ended=True).ask(
            least=False, below=truth.min_moves + 1
        )
        assert at_optimum.status == "solved"
    return passes


@pytest.mark.parametrize("chunk", range(4))
def test_each_relaxation_allows_the_true_optimum(chunk: int) -> None:
    """Bounds that are too high would still give right answers most of the time."""
    assert sum(map(_relaxations_hold, modelled_boards(f"relaxed {chunk}"))) >= 20


@pytest.mark.parametrize(
    ("rules", "number"), [("cardgames", 4), ("cardgames", 1), ("microsoft", 1)]
)
def test_relaxations_of_full_deals(rules: str, number: int) -> None:
    assert _relaxations_hold(Deal.seed(number).position(rules_from(rules))) >= 2


def test_the_relaxation_is_charged_no_draw_for_a_use_in_place() -> None:
    """It once was: two uses in place, in two passes that the relaxation takes for one."""
    position = _read("pyramid: QH / JH TH | stock: 2D 3D AD", "microsoft")
    truth = solve(position)
    assert truth.min_moves == 3
    assert _relaxations_hold(position) == 1


def _read(text: str, rules: str) -> Position:
    name, *settings = rules.split()
    return read(text, rules_from(name, settings))


def test_refute() -> None:
    position = Deal.seed(12).position(rules_from("cardgames"))
    assert refute(position, 48).holds is True
    wrong = refute(position, 49)
    assert wrong.holds is False
    assert wrong.line is not None
    assert len(wrong.line) == 48
    assert play(position, wrong.line).is_won
    assert refute(position, None).holds is False
    lost = Deal.seed(3).position(rules_from("cardgames"))
    assert refute(lost, None).holds is True
    won = _read("pyramid: -- | stock: 8D", "cardgames")
    assert refute(won, 0).holds is True
    assert refute(won, 3).holds is False
    hurried = refute(position, 48, limits=Limits(seconds=0.001))
    assert (hurried.holds, hurried.limit) == (None, "seconds")


def test_a_limit_gives_unknown_with_true_bounds() -> None:
    position = Deal.seed(5).position(rules_from("microsoft"))
    for seconds in (0.0001, 0.05, 0.3, 1.0):
        result = decide(position, limits=Limits(seconds=seconds))
        assert result.at_least <= 46
        if result.status == "unknown":
            assert result.limit == "seconds"
            assert result.min_moves is None
            assert result.at_most is None or result.at_most >= 46


def _scripted(monkeypatch: pytest.MonkeyPatch, answers: dict[int, Answer]) -> list[int]:
    """Let some of the model's answers (by their number) be others; returns what was asked."""
    honest = Model.ask
    asked: list[int] = []

    def ask(model: Model, **arguments: Any) -> Answer:
        asked.append(model.passes)
        return answers.get(len(asked) - 1) or honest(model, **arguments)

    monkeypatch.setattr(Model, "ask", ask)
    return asked


TWO_PASSES = "pyramid: 8H / -- 9H | stock: 5D 2C 4D"
GAVE_UP = Answer("unknown", 0, None, None, 0)


@pytest.mark.parametrize("number", range(6))
def test_unknown_is_never_taken_for_infeasible(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Whichever of its questions CP-SAT gives up on, nothing is proven then."""
    position = _read(TWO_PASSES, "cardgames")
    limits = Limits(seconds=600)
    with monkeypatch.context() as patch:
        asked = _scripted(patch, {number: GAVE_UP})
        result = decide(position, limits=limits)
        if number < len(asked):
            assert (result.status, result.limit, result.min_moves) == ("unknown", "seconds", None)
            assert result.at_least <= 7
        else:
            assert result.min_moves == 7
    for claim in (7, None) if number < 3 else ():
        with monkeypatch.context() as patch:
            asked = _scripted(patch, {number: GAVE_UP})
            shown = refute(position, claim, limits=limits)
            if number < len(asked):
                assert (shown.holds, shown.limit) == (None, "seconds")


def test_giving_up_without_a_limit_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    _scripted(monkeypatch, {0: GAVE_UP})
    with pytest.raises(ModelFault, match="given up without a limit"):
        decide(_read(TWO_PASSES, "cardgames"))


def test_a_win_just_above_the_bound_is_not_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is 6 and one pass gives 7; only a second pass shows that 4 is the least."""
    position = _read("pyramid: QH / 5C -- | stock: 8D AD", "cardgames")
    longer = tuple(parse_moves("draw draw recycle draw 5C+8D draw QH+AD"))
    shortest = solve(position).solution
    _scripted(
        monkeypatch,
        {
            0: Answer("solved", 6, None, 6, 0),
            1: Answer("solved", 7, longer, 7, 0),
            2: Answer("solved", 0, None, 4, 0),
            3: Answer("solved", 4, shortest, 4, 0),
        },
    )
    assert decide(position).min_moves == 4


def test_a_line_that_is_not_as_long_as_claimed_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    position = _read("pyramid: QH / 5C -- | stock: 8D AD", "cardgames")
    shortest = solve(position).solution
    _scripted(monkeypatch, {1: Answer("solved", 5, shortest, 5, 0)})
    with pytest.raises(ModelFault, match=r"line of 4 moves \(claimed: 5\)"):
        decide(position)


@pytest.mark.parametrize("rules", ["cardgames stock_top=yes", "cardgames", "pysol", "classic"])
def test_removals_that_nothing_needs(rules: str) -> None:
    """Kings that could go at the very moment of the win, when the least isn't asked for."""
    for text in (
        "pyramid: KC | stock: TD | waste: 3C KH KS KD | reserve: TC",
        "pyramid: QH / 5C -- | stock: KH 8D KD AD KS | waste: KC",
    ):
        position = _read(text, rules)
        truth = solve(position, winnable_only=True)
        assert decide(position, winnable_only=True).status == truth.status
        assert refute(position, None).holds is (truth.status == "unwinnable")


def test_same_question_same_answer() -> None:
    lines = {decide(Deal.seed(2).position(rules_from("microsoft"))).solution for _ in range(2)}
    assert len(lines) == 1


def test_what_the_model_does_not_cover() -> None:
    for rules in (
        "king-tut",
        "tuts-tomb",
        "cardgames cells=1",
        "apophis",
        "cardgames keep_waste=no",
    ):
        for engine in ("cpsat", "both"):
            with pytest.raises(BadEngine, match="can't take these rules"):
                solve("seed:1", rules, engine=engine)
    with pytest.raises(BadEngine, match="counts no positions"):
        solve("seed:1", engine="cpsat", limits=Limits(nodes=5))
    with pytest.raises(BadEngine, match="choose one of search, cpsat, both"):
        solve("seed:1", engine="oracle")


def test_a_line_that_the_rules_refuse_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(CONSTRAINTS, "covers_go_first")
    with pytest.raises(ModelFault, match="the model's line is illegal"):
        decide(Deal.seed(1).position(rules_from("cardgames")))
