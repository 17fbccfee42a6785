"""The arena: seatings, what players are told, and statistics worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from games.arena import BadChoice, Board, Played, Stint, play_board, seatings
from games.bots.hearts import EasyHearts
from games.bots.player import Bot, Choice
from games.bots.registry import RandomMover, bot_named
from games.cards import PACK, by_suit
from games.events import Json
from games.hearts import HEARTS
from games.kaiser import KAISER
from games.match import Match
from games.protocol import Game, Setup
from games.spades import SPADES
from games.standings import share_of, summarize
from games.tricks import Play
from solver.analysis.statistics import wilson
from tests.games.toy import TOY

SHORT: dict[str, object] = {"max_deals": 2}


def ticking() -> Any:
    """A clock that goes on by a second whenever somebody looks."""
    seconds = count()
    return lambda: next(seconds)


def board_of(
    game: Game[Any, Any, Any], bots: Sequence[Bot], options: dict[str, object], seed: str = "1"
) -> list[Played]:
    """All games of a board, with their logs."""
    sides = game.sides(game.options(options))
    return [
        play_board(game, options, Board(seed), (0, by), bots, ticking(), with_log=True)
        for by in range(sides)
    ]


def test_everybody_sits_everywhere_once() -> None:
    """Alone: each player has each seat once, and the same neighbours throughout."""
    found = seatings(4, 4)
    assert found[0] == (0, 1, 2, 3)
    for player in range(4):
        assert sorted(seating.index(player) for seating in found) == [0, 1, 2, 3]
        for seating in found:
            left = seating[(seating.index(player) + 1) % 4]
            assert left == (player + 1) % 4


def test_teams_change_places_once() -> None:
    """Two against two: partners stay partners, and hold the other team's cards the next time."""
    first, second = seatings(4, 2)
    assert (first[0], first[2]) == (0, 2)
    assert (second[1], second[3]) == (0, 2)
    assert {second[0], second[2]} == {1, 3}


@pytest.mark.parametrize("game", [HEARTS, SPADES, KAISER], ids=lambda game: game.name)
def test_the_cards_are_the_same_for_all_seatings(game: Game[Any, Any, Any]) -> None:
    """Seat by seat, in the first deal and as far as all games of a board go."""
    bots = [RandomMover(game)] * 4
    deals = []
    for played in board_of(game, bots, {"max_deals": 2}):
        lines = [json.loads(line) for line in played.lines]
        deals.append([line for line in lines if line.get("event") == "deal"])
        assert len(deals[-1]) == played.deals
    assert all(each[0] == deals[0][0] for each in deals)
    assert all(each[1] == deals[0][1] for each in deals if len(each) > 1 < len(deals[0]))


def test_luck_cancels() -> None:
    """Four players that are the same make the same of each board, to the point."""
    played = [
        play_board(HEARTS, SHORT, Board(str(seed)), (seed, by), [EasyHearts()] * 4, ticking())
        for seed in range(3)
        for by in range(4)
    ]
    summary = summarize("abcd", played, teams=False)
    assert len({standing.points for standing in summary.players}) == 1
    for standing in summary.players:
        assert standing.margin is not None
        assert standing.margin.mean == pytest.approx(0)
        assert standing.margin.low == pytest.approx(0)


def test_games_can_be_repeated() -> None:
    """Chance comes from seeds alone; another seed brings another game."""
    bots = [RandomMover(HEARTS)] * 4
    first, again = (board_of(HEARTS, bots, SHORT) for _ in range(2))
    assert first == again
    assert board_of(HEARTS, bots, SHORT, "2") != first
    assert len({played.lines for played in first}) == 4


def test_logs_can_be_replayed() -> None:
    for played in board_of(HEARTS, [EasyHearts()] * 4, SHORT):
        match = Match.from_lines(played.lines)
        assert match.is_over
        assert list(match.lines()) == list(played.lines)


def test_moves_are_counted_and_timed() -> None:
    """Thirteen cards and three to pass, a second each by this clock."""
    (played, *_) = board_of(HEARTS, [EasyHearts()] * 4, {"max_deals": 1})
    for stint in played.stints:
        assert (stint.moves, stint.seconds, stint.slowest) == (14, 14, 1)


def test_hands_that_are_given() -> None:
    """They are dealt, by the dealer that is given."""
    hands = tuple(by_suit(PACK[at::4]) for at in range(4))
    board = Board("1", Setup((hands,), 2))
    played = play_board(
        SPADES, SHORT, board, (0, 0), [RandomMover(SPADES)] * 4, ticking(), with_log=True
    )
    told = json.loads(played.lines[1])
    assert told["dealer"] == 2
    assert told["seats"]["3"]["hand"] == [str(card) for card in hands[3]]


class Cheat:
    """Plays the queen of spades when nobody may yet."""

    def choose(self, view: Any, seed: int) -> Choice:  # noqa: ARG002 - whatever it sees
        return Choice(Play(PACK[-2]), "it is mine")


def test_what_is_illegal_ends_the_game() -> None:
    """And names the seat, the action and the rule; the player by its place in the list."""
    bots: list[Bot] = [EasyHearts(), EasyHearts(), Cheat(), EasyHearts()]
    with pytest.raises(BadChoice) as raised:
        play_board(HEARTS, SHORT, Board("1"), (0, 1), bots, ticking())
    assert str(raised.value).startswith('seat 3 wrote {"play": "QS"}: NotNow: choose cards')
    assert raised.value.player == 2


class Ear:
    """Writes down all that it is told."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, int, Json]] = []
        self.ended: list[Json] = []

    def hear(self, seat: int, version: int, events: Sequence[Json]) -> None:
        self.heard += [(seat, version, each) for each in events]

    def end(self, result: Json) -> None:
        self.ended.append(result)


def test_followers_hear_what_their_seat_sees() -> None:
    """All events in order, with the number of actions before; the own hand and no other."""
    ear = Ear()
    played = play_board(
        HEARTS,
        {"max_deals": 1},
        Board("1"),
        (0, 1),
        [EasyHearts()] * 4,
        ticking(),
        followers={0: ear},
        with_log=True,
    )
    match = Match.from_lines(played.lines)
    assert {seat for seat, _, _ in ear.heard} == {1}
    assert [each for _, _, each in ear.heard] == [each.seen_by(1) for each in match.events()]
    assert ear.heard[0][1] == 0
    assert ear.heard[-1][1] == match.version
    assert ear.heard[0][2]["hand"] == [str(card) for card in match.begun.hands[1]]
    assert "seats" not in ear.heard[0][2]
    result = HEARTS.result(match.state)
    assert result is not None
    assert ear.ended == [result._asdict()]


def test_a_game_of_no_registry() -> None:
    """The arena needs the protocol alone."""
    played = board_of(TOY, [RandomMover(TOY)] * 2, {})
    assert [each.deals for each in played] == [2, 2]
    assert sum(stint.score for stint in played[0].stints) == 4


def test_statistics() -> None:
    """Of two boards of two games, worked out by hand."""

    def game(board: int, seating: int, deals: int, scores: tuple[int, int]) -> Played:
        stints = tuple(
            Stint(score == max(scores), score, score - other, 10, 2.0 + at, 1.0 + at)
            for at, (score, other) in enumerate(zip(scores, reversed(scores), strict=True))
        )
        return Played(board, seating, deals, stints, ())

    games = [
        game(1, 1, 1, (3, 2)), game(0, 0, 2, (8, 4)), game(0, 1, 3, (2, 6)), game(1, 0, 1, (9, 0)),
    ]  # fmt: skip
    summary = summarize(["a", "b"], games, teams=False)
    assert (summary.boards, summary.games, summary.deals) == (2, 4, 7)
    assert summary.first_team is None
    first, second = summary.players
    assert (first.name, first.games, first.moves) == ("a", 4, 40)
    # One board is worth 1, the other 1/2: variance 1/8, of the mean 1/16; 3/16 by 1/16.
    assert first.wins == (0.75, *wilson(0.75 * 3, 3))
    # A board's deals count together: (8 + 2) / 5 and (9 + 3) / 2.
    assert first.points.mean == pytest.approx((2 + 6) / 2)
    assert second.points.mean == pytest.approx((2 + 1) / 2)
    assert first.margin is not None
    assert first.margin.mean == pytest.approx((0 + 5) / 2)
    assert (first.seconds, first.slowest) == (0.2, 1)
    assert second.seconds == pytest.approx(0.3)
    assert second.slowest == 2
    assert summary.names == summary.players
    shuffled = summarize(["a", "b"], list(reversed(games)), teams=False)
    assert shuffled == summary


def test_those_of_one_name_count_together() -> None:
    """Each of them as a player of its own."""
    stints = tuple(Stint(at == 0, at, None, 1, 1.0, 1.0) for at in range(4))
    summary = summarize("abbb", [Played(0, 0, 1, stints, ())], teams=False)
    assert [each.name for each in summary.names] == ["a", "b"]
    assert summary.names[1].games == 3
    assert summary.names[1].points.mean == 2
    assert summary.names[1].wins.mean == 0
    assert [each.name for each in summary.players] == list("abbb")


def test_the_first_team() -> None:
    """Its share of wins is taken over pairs of games."""
    won, lost = (
        tuple(Stint((at % 2 == 0) == first, 0, 0, 1, 1.0, 1.0) for at in range(4))
        for first in (True, False)
    )
    games = [Played(0, 0, 1, won, ()), Played(0, 1, 1, won, ())]
    games += [Played(1, 0, 1, won, ()), Played(1, 1, 1, lost, ())]
    summary = summarize("abab", games, teams=True)
    assert summary.first_team is not None
    assert summary.first_team == (0.75, *wilson(0.75 * 3, 3))
    assert summary.first_team == summary.players[0].wins


@pytest.mark.parametrize(
    ("boards", "share", "worth"),
    [
        ([[1, 1], [1, 1], [0, 0]], 2 / 3, 3),  # the games of a board are one: 2/9 by (1/3)/3 is 2
        ([[1, 1], [1, 1], [1, 1]], 1, 3),
        ([[1, 0], [1, 0], [0, 1]], 0.5, 3),
        ([[1, 1]], 1, 1),
        ([[1, 0]], 0.5, 1),
        ([[1, 0]] * 9 + [[1, 1]], 0.55, 20),  # 99/400 by 1/400 is 99, and there are 20
        ([[1, 0]] * 4 + [[1, 1], [0, 0]], 0.5, 12),  # 1/4 by (1/10)/6 is 15, and there are 12
        ([[1, 1], [1, 0], [0, 0], [0, 1]], 0.5, 6),  # 1/4 by (1/6)/4
    ],
)
def test_intervals_of_shares(boards: list[list[int]], share: float, worth: float) -> None:
    """Wilson's, for as many games as they are worth: between the boards and the games."""
    found = share_of(boards)
    assert found.mean == pytest.approx(share)
    low, high = wilson(share * worth, worth)
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)
    assert 0 <= low < high <= 1


def test_easy_beats_random() -> None:
    """In hearts, where less is better: the arena sees that clearly after ten boards."""
    bots = [bot_named("hearts", level) for level in ("easy", "random", "random", "random")]
    played = [
        play_board(HEARTS, SHORT, Board(str(seed)), (seed, by), bots, ticking())
        for seed in range(10)
        for by in range(4)
    ]
    easy = summarize(["easy", "random", "random", "random"], played, teams=False).names[0]
    assert easy.margin is not None
    assert easy.margin.high is not None
    assert easy.margin.high < -3
