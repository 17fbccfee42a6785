"""What holds for every game of the registry, and for a toy: random games, looked at all the way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.cards import PACK
from games.errors import BadAction, BadOptions, BadRecord, GameIsOver, IllegalAction
from games.match import Match, replay
from games.protocol import Game
from games.registry import GAMES
from games.shuffle import Stream
from tests.games.playing import cards_of, face_down, hand_of, permuted, play_on, steps
from tests.games.tables import KNOWN, NAMES, TABLES, universe

each_table = pytest.mark.parametrize(("game", "options"), TABLES, ids=NAMES)


def is_taken(game: Game[Any, Any, Any], state: Any, seat: int, action: Any) -> bool:
    """Whether an action is accepted; a refused one says why."""
    try:
        after = game.apply(state, seat, action)
    except IllegalAction:
        return False
    assert after != state
    return True


def test_every_game_is_here() -> None:
    assert {game.name for game, _ in TABLES} == {*GAMES, "toy"}


@each_table
def test_listed_is_accepted(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """What is legal can be done, and nothing else, by any seat at any time."""
    for number in range(2):
        match = Match(game, options, f"legal {number}")
        dice = Stream(f"legal {number}", "dice")
        for _ in steps(match, dice):
            if dice.below(8):
                continue
            for seat in range(game.seats(match.options)):
                legal = game.legal(match.state, seat)
                assert len(set(legal)) == len(legal)
                assert bool(legal) == (seat in game.to_act(match.state))
                hand = hand_of(match.state, seat)
                tried = set(universe(game, hand, match.options.pack))
                assert set(legal) <= tried
                taken = {each for each in tried if is_taken(game, match.state, seat, each)}
                assert taken == set(legal)
        assert game.to_act(match.state) == frozenset()
        for seat in range(game.seats(match.options)):
            with pytest.raises(GameIsOver):
                game.apply(match.state, seat, next(universe(game, PACK[:3])))


def check_games(
    game: Game[Any, Any, Any], options: dict[str, object], games: range, written: int = 10
) -> None:
    """Cards stay, states and actions can be written down, replays lead to the same state.

    Of ``written`` states one is: to read it is as much work as many actions.
    """
    for number in games:
        match = Match(game, options, f"game {number}")
        pack = sorted(match.options.pack)
        dice = Stream(f"game {number}", "dice")
        for seat, action in steps(match, dice):
            state = match.state
            assert sorted(cards_of(state)) == pack
            hash(action)
            told = json.loads(json.dumps(game.action_to_json(action)))
            assert game.action_from_json(told) == action
            if not dice.below(written):
                text = json.dumps(game.state_to_json(state))
                assert game.state_from_json(json.loads(text)) == state
                json.dumps(game.view_to_json(game.view(state, seat)))
        result = game.result(match.state)
        assert result is not None
        assert len(result.scores) == game.sides(match.options)
        lines = list(match.lines())
        again = Match.from_lines(lines, KNOWN)
        assert again.state == match.state
        assert list(again.events()) == list(match.events())
        assert list(again.lines()) == lines


@each_table
def test_games(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    check_games(game, options, range(5))


@pytest.mark.extended
@each_table
def test_a_thousand_games(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    tables = sum(other is game for other, _ in TABLES)
    check_games(game, options, range(5, 5 + 1000 // tables + 1), 40)


@each_table
def test_what_is_hidden(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """Nothing that a seat sees or may do depends on the cards that it can't see."""
    for number in range(2):
        match = Match(game, options, f"hidden {number}")
        dice = Stream(f"hidden {number}", "dice")
        seats = (None, *range(game.seats(match.options)))
        differed = 0
        for _ in steps(match, dice):
            state = match.state
            for seat in seats:
                other = permuted(state, seat, dice)
                differed += other._replace(seed=state.seed) != state
                assert game.view(other, seat) == game.view(state, seat)
                assert game.to_act(other) == game.to_act(state)
                if seat is not None:
                    assert game.legal(other, seat) == game.legal(state, seat)
        assert differed > 1


@each_table
def test_events_tell_only_their_own(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """Before a card is shown, its name occurs in no view and no event but its holder's."""
    match = Match(game, options, "events")
    dice = Stream("events", "dice")
    seats = range(game.seats(match.options))
    happened = list(game.events(match.begun))
    for _ in steps(match, dice):
        state = match.state
        if match.version:
            happened = list(match.steps[-1].events)
        shown = set(map(str, cards_of(state))) - set(map(str, face_down(state)))
        if match.version and any(each.kind == "deal" for each in happened):
            happened = []  # They still tell of the deal before.
        for seat in (None, *seats):
            text = json.dumps(
                [
                    game.view_to_json(game.view(state, seat)),
                    [each.seen_by(seat) for each in happened],
                ]
            )
            assert match.seed not in text.replace('"events"', "")
            own = set() if seat is None else set(map(str, hand_of(state, seat)))
            own |= known_to(state, seat)
            for card in map(str, match.options.pack):
                if card not in shown | own:
                    assert f'"{card}"' not in text, (seat, card)


def known_to(state: Any, seat: int | None) -> set[str]:
    """Cards that a seat has passed on: it knows them still."""
    passes = getattr(state, "passes", None)
    if seat is None or passes is None or passes[seat] is None:
        return set()
    return set(map(str, passes[seat]))


@each_table
def test_the_same_seed_gives_the_same_game(
    game: Game[Any, Any, Any], options: dict[str, object]
) -> None:
    first, second = (play_on(Match(game, options, "a"), Stream("b", "dice")) for _ in range(2))
    assert first.state == second.state
    assert Match(game, options, "a").state != Match(game, options, "c").state


@each_table
def test_odd_actions(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """What can't be read is no action; a seat that isn't there is refused."""
    state = Match(game, options, "odd").state
    oddities: tuple[Any, ...] = (
        None, 1, "play", [], {}, {"play": "QS", "pass": []}, {"": 1}, {"play": None},
        {"play": "ZZ"}, {"play": "qs"}, {"play": "Q S"}, {"play": ""}, {"play": 3},
        {"play": ["QS"]}, {"play": "10S"}, {"play": "A" * 10_000}, {"fly": "QS"},
    )  # fmt: skip
    for given in oddities:
        with pytest.raises(BadAction):
            game.action_from_json(given)
    action = next(iter(game.legal(state, min(game.to_act(state)))))
    for seat in (-1, 7, 100):
        with pytest.raises(IllegalAction):
            game.apply(state, seat, action)


@each_table
def test_odd_options(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    assert game.options(options) == game.options({name: str(value).lower().replace("true", "yes")
                                                  for name, value in options.items()})  # fmt: skip
    for given in ({"fly": 1}, {"players": 99}, {"players": True}, {"players": 2.0}, {"": ""}):
        with pytest.raises(BadOptions):
            game.options(given)


@each_table
def test_odd_states(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """A state that was written down is read exactly, or not at all."""
    told = game.state_to_json(Match(game, options, "odd").state)
    oddities: tuple[Any, ...] = ("x", 1.5, {}, [[["ZZ"]]], [1.0])
    for name in told:
        for wrong in oddities:
            if (name, wrong) in [("seed", "x"), ("options", {})]:
                continue
            with pytest.raises(BadRecord):
                game.state_from_json({**told, name: wrong})
    with pytest.raises(BadRecord):
        game.state_from_json({**told, "more": 1})
    nothings: tuple[Any, ...] = (None, [], "x", {})
    for given in nothings:
        with pytest.raises(BadRecord):
            game.state_from_json(given)


@each_table
def test_changed_lines(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """A record in which a line was changed, left out or put in doesn't pass."""
    match = play_on(Match(game, options, "lines"), Stream("lines", "dice"))
    lines = list(match.lines())
    *_, (again, count) = replay(lines, KNOWN)
    assert (again.state, count) == (match.state, len(lines))
    actions = [at for at, line in enumerate(lines) if "action" in json.loads(line)]
    events = [at for at, line in enumerate(lines) if "event" in json.loads(line)]
    without = [line for at, line in enumerate(lines) if at not in set(events)]
    *_, (again, _) = replay(without, KNOWN)
    assert again.state == match.state
    for at in (actions[0], actions[len(actions) // 2], actions[-2]):
        with pytest.raises(BadRecord, match=r"^line \d+: "):
            list(replay([*lines[:at], *lines[at + 1 :]], KNOWN))
    for at in (events[0], events[len(events) // 2], events[-1]):
        changed = json.dumps({**json.loads(lines[at]), "seat": 9})
        with pytest.raises(BadRecord, match=rf"^line {at + 1}: "):
            list(replay([*lines[:at], changed, *lines[at + 1 :]], KNOWN))
