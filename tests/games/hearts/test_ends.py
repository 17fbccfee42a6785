"""Hearts, rule 8: when a game ends, who has won, and that every game ends."""

from __future__ import annotations

from typing import Any

import pytest

from games.cards import PACK, Hand, by_suit, cards
from games.errors import GameIsOver
from games.hearts import HEARTS
from games.hearts.state import ChooseMoon
from games.match import Match
from games.protocol import Setup
from games.shuffle import Stream, dealt
from games.tricks import Play
from tests.games.hearts.deals import (
    NO_MOON,
    after_pass,
    hands_of,
    last,
    moon_without,
    of_tricks,
    pass_to,
    play,
    play_out,
    sweep,
)
from tests.games.playing import cards_of, play_on, steps

TAKEN, ORDER = of_tricks(NO_MOON, 2)


def after_one(scores: tuple[int, ...], *more: tuple[Hand, ...], **options: Any) -> Match:
    """A match after a deal that counted 0, 9, 16, 1; hands of the deals after it may follow."""
    match = after_pass(TAKEN, *more, scores=scores, **options)
    play(match, ORDER)
    return match


def test_the_game_goes_on_below_the_target() -> None:
    """Rule 8: 99 aren't enough."""
    match = after_one((0, 0, 83, 0))
    assert match.state.totals == (0, 9, 99, 1)
    assert (match.is_over, match.state.deal, match.state.result) == (False, 2, None)
    assert HEARTS.to_act(match.state) == {0, 1, 2, 3}


def test_the_game_ends_at_the_target() -> None:
    """Rules 1 and 8: with 100 it ends, and who has the fewest points has won."""
    match = after_one((10, 0, 84, 0))
    assert match.state.totals == (10, 9, 100, 1)
    assert match.is_over
    assert HEARTS.result(match.state) == ((3,), (10, 9, 100, 1), "target")
    assert last(match, "game_over") == {
        "event": "game_over", "winners": [3], "scores": [10, 9, 100, 1], "reason": "target",
    }  # fmt: skip
    assert [each.kind for each in match.steps[-1].events][-2:] == ["score", "game_over"]


def test_nothing_after_the_end() -> None:
    """Rule 8: once it is over nobody may do anything."""
    match = after_one((10, 0, 84, 0))
    assert HEARTS.to_act(match.state) == frozenset()
    for seat in range(4):
        assert HEARTS.legal(match.state, seat) == ()
        assert HEARTS.view(match.state, seat).legal == ()
        with pytest.raises(GameIsOver, match="the game is over"):
            match.act(seat, Play(PACK[0]))
        with pytest.raises(GameIsOver):
            match.act(seat, ChooseMoon("others_plus"))
    view = HEARTS.view(match.state, None)
    assert (view.phase, view.waiting, view.result) == ("over", (), match.state.result)


def test_shooter_minus_can_end_below() -> None:
    """Rule 8: it is after the deal that somebody must have 100, not within."""
    match = after_pass(sweep(1), scores=(99, 99, 99, 99), moon="shooter_minus")
    play_out(match)
    assert match.state.totals == (99, 73, 99, 99)
    assert not match.is_over


@pytest.mark.parametrize(("target", "over"), [(15, True), (16, True), (17, False), (1, True)])
def test_target(target: int, over: bool) -> None:
    """Option target: the points that end the game."""
    match = after_one((), target=target)
    assert match.state.totals == (0, 9, 16, 1)
    assert match.is_over is over


TIED = (10, 1, 90, 30)


def test_tie_play_on() -> None:
    """Rule 8: when the least is shared, deals follow until one has it alone; passing goes on."""
    match = after_one(TIED, TAKEN, sweep(0))
    assert match.state.totals == (10, 10, 106, 31)
    assert (match.is_over, match.state.deal, match.state.reached) == (False, 2, True)
    assert HEARTS.view(match.state, None).direction == "right"
    assert HEARTS.view(match.state, None).reached
    assert HEARTS.result(match.state) is None
    pass_to(match, TAKEN)
    play(match, ORDER)
    assert match.state.totals == (10, 19, 122, 32)
    assert match.state.result == ((0,), (10, 19, 122, 32), "target")


def test_tie_play_on_and_on() -> None:
    """Rule 8: a second shared least gives a third deal."""
    match = after_one(TIED, sweep(2), TAKEN)
    pass_to(match, sweep(2))
    play_out(match)
    assert match.state.totals == (36, 36, 106, 57)
    assert (match.is_over, match.state.deal) == (False, 3)
    assert HEARTS.view(match.state, 0).direction == "across"
    pass_to(match, TAKEN)
    play(match, ORDER)
    assert match.state.result == ((0,), (36, 45, 122, 58), "target")


def test_tie_share() -> None:
    """Option tie=share: who share the least have won together."""
    match = after_one(TIED, tie="share")
    assert match.state.result == ((0, 1), (10, 10, 106, 31), "target")
    assert not after_one((10, 1, 80, 30), tie="share").is_over


def test_the_target_stays_reached() -> None:
    """Rule 8: after a shared least the first to have it alone wins, even if all are below again."""
    hands, wishes = moon_without("JD", shooter=1, other=2)
    options: dict[str, Any] = {"jack_of_diamonds": "jack", "moon": "shooter_minus"}
    match = after_one((20, 11, 84, 9), hands, **options)
    assert match.state.totals == (20, 10, 100, 10)
    assert not match.is_over
    pass_to(match, hands)
    play_out(match, wishes)
    assert match.state.totals == (20, -16, 90, 10)
    assert match.state.result == ((1,), (20, -16, 90, 10), "target")
    # Had it not been reached before, the game would go on.
    match = after_pass(hands, scores=(20, 10, 99, 10), **options)
    play_out(match, wishes)
    assert match.state.totals == (20, -16, 89, 10)
    assert not match.is_over


def test_cap() -> None:
    """Option max_deals: after that many deals the fewest points win, and ties are shared."""
    match = after_one((), max_deals=1)
    assert match.state.result == ((0,), (0, 9, 16, 1), "cap")
    match = after_one((), TAKEN, max_deals=2)
    assert not match.is_over
    pass_to(match, TAKEN)
    play(match, ORDER)
    assert match.state.result == ((0,), (0, 18, 32, 2), "cap")
    match = after_one((1, 0, 0, 0), max_deals=1)
    assert match.state.result == ((0, 3), (1, 9, 16, 1), "cap")
    # It ends a play-off as well.
    match = after_one(TIED, max_deals=1)
    assert match.state.result == ((0, 1), (10, 10, 106, 31), "cap")
    # At the same time as the target it is the target that ends the game.
    assert after_one((10, 0, 84, 0), max_deals=1).state.result.reason == "target"


def test_a_hundred_deals() -> None:
    """Every game ends: by default after a hundred deals, however few points are made."""
    match = Match(HEARTS, {"target": 10_000}, "long")
    deals = set()
    dice = Stream("long", "dice")
    for _ in range(20_000):
        if match.is_over:
            break
        deals.add(match.state.deal)
        if match.state.phase == "pass":
            seat = min(HEARTS.to_act(match.state))
            match.act(seat, HEARTS.legal(match.state, seat)[0])
        else:
            match.act(match.state.turn, dice.choose(HEARTS.legal(match.state, match.state.turn)))
    assert deals == set(range(1, 101))
    assert match.state.result is not None
    assert match.state.result.reason == "cap"
    assert sum(match.state.totals) % 26 == 0


def test_broken_hearts_mend() -> None:
    """Rule 5: each deal begins with hearts unbroken, and with nothing passed or taken."""
    match = after_one(())
    state = match.state
    assert [each.kind for each in match.events()].count("hearts_broken") == 1
    assert (state.broken, state.tricks, state.trick) == (False, (), ())
    assert state.passes == (None,) * 4
    assert len(state.hands[0]) == 13


def test_the_deal_goes_round() -> None:
    """The dealer's left deals next; the first dealer is the seed's, or given."""
    match = after_one((), dealer=3)
    assert match.state.dealer == 0
    assert last(match, "deal")["dealer"] == 0
    first = {Match(HEARTS, {}, f"dealer {number}").state.dealer for number in range(40)}
    assert first == {0, 1, 2, 3}


def stacked(players: int) -> list[tuple[Hand, ...]]:
    """Deals that are as one-sided as can be."""
    pack = by_suit(HEARTS.options({"players": players}).pack)
    size = len(pack) // players
    worst = [card for suit in "HSDC" for card in pack if card.suit == suit]
    hearts = " ".join(str(card) for card in pack if card.suit == "H")
    spades = [str(card) for card in pack if card.suit == "S"]
    first = [
        " ".join(hearts.split()[:size]),
        " ".join((["QS", *hearts.split()])[:size]),
        " ".join((["QS", *hearts.split()[::-1]])[:size]),
        " ".join(spades[:size]),
        " ".join(spades[::-1][:size]),
        " ".join((spades[::-1] + hearts.split())[:size]),
    ]
    deals = [
        hands_of(*[""] * seat, text, players=players) for text in first for seat in (0, players - 1)
    ]
    deals.append(tuple(by_suit(worst[at : at + size]) for at in range(0, len(worst), size)))
    deals.append(tuple(by_suit(worst[at::players]) for at in range(players)))
    deals += [sweep(seat, players) for seat in range(players)]
    return deals


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first_trick_points": "free", "queen_breaks_hearts": True},
        {"queen_lead_needs_broken": True, "lead_hearts_if_only_queen_else": True},
        {"queen_lead_needs_broken": True, "moon": "choice", "jack_of_diamonds": "ten"},
        {"style": "hoyle1913"},
    ],
    ids=range(5),
)
def test_case_i2(players: int, options: dict[str, object]) -> None:
    """Case I2: with all hearts, spades or penalty cards in one hand there is always a move."""
    for number, hands in enumerate(stacked(players)):
        given: dict[str, Any] = {"players": players, "max_deals": 1, **options}
        for how in ("dealt", "played"):
            if how == "dealt":
                match = Match(HEARTS, given, "i2", Setup((hands,), number % players))
            else:
                match = after_pass(hands, **given)
            for _ in steps(match, Stream(f"i2 {number} {how}", "dice")):
                assert HEARTS.to_act(match.state)
                for seat in HEARTS.to_act(match.state):
                    assert HEARTS.legal(match.state, seat)
            assert match.is_over
            assert sorted(cards_of(match.state)) == sorted(match.options.pack)
            assert sum(last(match, "score")["taken"]) == match.options.all_points


@pytest.mark.parametrize("style", ["modern", "hoyle1913"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whole_games(players: int, style: str) -> None:
    """Rule 8, options players and style: games end by themselves, at the target or shared."""
    for number in range(2):
        given = {"players": players, "style": style, "target": 50}
        match = play_on(Match(HEARTS, given, f"whole {number}"), Stream(f"whole {number}", "dice"))
        assert match.state.result is not None
        winners, scores, reason = match.state.result
        assert reason == "target"
        assert max(scores) >= 50
        assert [seat for seat in range(players) if scores[seat] == min(scores)] == list(winners)
        assert len(winners) == 1


def test_seeded_deals() -> None:
    """Hands come from the seed, the number of the deal and the dealer; given ones come first."""
    match = Match(HEARTS, {}, "seeded", Setup((TAKEN,), 2))
    assert match.state.hands == TAKEN
    for seat, hand in enumerate(TAKEN):
        match.act(seat, HEARTS.action_from_json({"pass": [str(card) for card in hand[:3]]}))
    play_out(match)
    assert match.state.hands == dealt(PACK, 4, 3, "seeded", 2)
    assert cards(" ".join(last(match, "deal")["seats"]["0"]["hand"])) == match.state.hands[0]
