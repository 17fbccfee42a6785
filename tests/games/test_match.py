"""Matches, and their records as JSON lines."""

from __future__ import annotations

import json

import pytest

from games.cards import PACK, cards
from games.errors import BadOptions, BadRecord, BadSetup, NotYourTurn
from games.events import Event
from games.hearts import HEARTS
from games.match import Match, replay
from games.protocol import Setup
from games.shuffle import Stream, dealt
from games.tricks import Play
from tests.games.playing import play_on, steps
from tests.games.records import read, toy, without_events
from tests.games.toy import TOY, Show, State, Toy

HANDS = dealt(PACK, 4, 1, "given", 1)
SETUP = Setup((HANDS, dealt(PACK, 4, 2, "given", 2)), 1, (5, 6, 7, 8))


def test_lines() -> None:
    """A record is a header, the first deal, and each action with what has come of it."""
    setup = Setup((tuple(map(cards, ("AC 4C", "2C 3C"))),), 1, (3, 0))
    match = Match(TOY, {"deals": 1, "low": "no"}, "seed", setup)
    for seat, card in [(1, "2C"), (0, "AC"), (0, "4C"), (1, "3C")]:
        match.act(seat, Show(cards(card)[0]))
    assert [json.loads(line) for line in match.lines()] == [
        {
            "match": 1,
            "game": "toy",
            "options": {"deals": 1, "low": "no"},
            "seed": "seed",
            "dealer": 1,
            "scores": [3, 0],
            "deals": [[["AC", "4C"], ["2C", "3C"]]],
        },
        {
            "event": "deal",
            "deal": 1,
            "dealer": 1,
            "seats": {"0": {"hand": ["4C", "AC"]}, "1": {"hand": ["2C", "3C"]}},
        },
        {"seat": 1, "action": {"show": "2C"}},
        {"event": "choice", "seat": 1, "seats": {"1": {"card": "2C"}}},
        {"seat": 0, "action": {"show": "AC"}},
        {"event": "choice", "seat": 0, "seats": {"0": {"card": "AC"}}},
        {"event": "shown", "cards": ["AC", "2C"], "seat": 0},
        {"seat": 0, "action": {"show": "4C"}},
        {"event": "choice", "seat": 0, "seats": {"0": {"card": "4C"}}},
        {"seat": 1, "action": {"show": "3C"}},
        {"event": "choice", "seat": 1, "seats": {"1": {"card": "3C"}}},
        {"event": "shown", "cards": ["4C", "3C"], "seat": 0},
        {"event": "game_over", "winners": [0], "scores": [5, 0]},
    ]
    assert all("\n" not in line for line in match.lines())
    assert read(*match.lines()).state == match.state


def test_version() -> None:
    """A match counts what was done; what is refused changes nothing."""
    match = Match(HEARTS, {"style": "hoyle1913"}, "version")
    assert (match.version, match.is_over) == (0, False)
    turn = match.state.turn
    before = match.state
    with pytest.raises(NotYourTurn):
        match.act((turn + 1) % 4, Play(before.hands[(turn + 1) % 4][0]))
    assert (match.version, match.steps, match.state) == (0, [], before)
    events = match.act(turn, Play(before.hands[turn][0]))
    assert match.version == 1
    assert match.steps == [(turn, Play(before.hands[turn][0]), events)]
    assert [each.kind for each in match.events()] == ["deal", "play"]


def test_legal_lists_step_by_step() -> None:
    """A replay stands before each action, with the lists and views that there were then."""
    match = Match(HEARTS, {"max_deals": 1}, "steps")
    expected = []
    for _ in steps(match, Stream("steps", "dice")):
        state = match.state
        expected.append([(HEARTS.legal(state, s), HEARTS.view(state, s)) for s in range(4)])
    lines = list(match.lines())
    found, numbers = [], []
    for again, number in replay(lines):
        numbers.append(number)
        state = again.state
        found.append([(HEARTS.legal(state, s), HEARTS.view(state, s)) for s in range(4)])
        assert again.version == len(found) - 1
    assert found[:-1] == expected
    assert len(found) == match.version + 1
    assert numbers[:-1] == [at for at, line in enumerate(lines, 1) if "action" in line]
    assert numbers[-1] == len(lines)


def test_every_beginning_is_a_record() -> None:
    """Wherever the lines end, they tell of a match up to there."""
    lines = toy()
    for end in range(1, len(lines) + 1):
        match = read(*lines[:end])
        assert match.version == sum("action" in line for line in lines[1:end])


def test_lines_between_and_spaces() -> None:
    """Empty lines don't count, but are counted."""
    lines = toy()
    spaced = [each for line in lines for each in ("", f"  {line}\n")]
    assert read(*spaced).state == read(*lines).state
    with pytest.raises(BadRecord, match=r"^line 4: "):
        read("", lines[0], "\n", "x")


def test_events_may_be_left_out_but_not_exchanged() -> None:
    """With a seed the actions are enough; events that are told are told once and in order."""
    lines = toy()
    state = read(*lines).state
    assert read(*without_events(lines)).state == state
    events = [at for at, line in enumerate(lines) if "event" in json.loads(line)]
    for at in events:
        assert read(*lines[:at], *lines[at + 1 :]).state == state
        with pytest.raises(BadRecord, match=rf"^line {at + 2}: nothing of the kind"):
            read(*lines[: at + 1], *lines[at:])
    shown = next(at for at in events if "shown" in lines[at])
    with pytest.raises(BadRecord, match=rf"^line {shown + 1}: nothing of the kind"):
        read(*lines[: shown - 1], lines[shown], lines[shown - 1], *lines[shown + 1 :])


def test_hands_without_a_seed() -> None:
    """Without a seed the hands, and the first dealer, come from the lines of deals."""
    match = Match(HEARTS, {"max_deals": 3}, "hidden", Setup(scores=(1, 2, 3, 4)))
    play_on(match, Stream("hidden", "dice"))
    header, *lines = match.lines()
    for seed in ({}, {"seed": None}):
        told = {"match": 1, "game": "hearts", "options": {"max_deals": 3}, "scores": [1, 2, 3, 4]}
        again = read(json.dumps({**told, **seed}), *lines)
        assert again.state == match.state._replace(seed="")
        assert list(again.events()) == list(match.events())
        assert again.seed == ""
        assert len(again.setup.deals) == 3
        assert again.setup.dealer == json.loads(lines[0])["dealer"]
        assert read(*again.lines()).state == again.state
    assert json.loads(header)["seed"] == "hidden"


def test_a_header_without_a_seed_is_believed() -> None:
    """What a header tells of dealer and deals counts, and the lines must fit."""
    lines = toy()
    deals = [json.loads(line) for line in lines if '"deal"' in line]
    hands = [[own["hand"] for own in told["seats"].values()] for told in deals]
    for given in ([], hands[:1], hands):
        header = {"match": 1, "game": "toy", "dealer": deals[0]["dealer"], "deals": given}
        again = read(json.dumps(header), *lines[1:])
        assert again.state == read(*lines).state._replace(seed="")
        assert len(again.setup.deals) == 2
        assert read(json.dumps(header), *(lines[1:] if given != hands else lines[2:])).is_over
    wrong = {"match": 1, "game": "toy", "dealer": 1 - deals[0]["dealer"]}
    with pytest.raises(BadRecord, match=r"^line 2: it should read"):
        read(json.dumps(wrong), *lines[1:])
    with pytest.raises(BadRecord, match=r"^line 2: it should read"):
        read(json.dumps({"match": 1, "game": "toy", "deals": hands[::-1]}), *lines[1:])


def test_deals_that_nobody_tells() -> None:
    """Without a seed no deal may be missing: its hands can't be known."""
    match = play_on(Match(TOY, {}, "lines"), Stream("lines", "dice"))
    header = json.dumps({"match": 1, "game": "toy"})
    lines = list(match.lines())[1:]
    second = next(at for at, line in enumerate(lines) if '"deal": 2' in line)
    assert read(header, *lines).state == match.state._replace(seed="")
    with pytest.raises(BadRecord, match=r"^line 1: without a seed, deal 1 must be told$"):
        read(header)
    with pytest.raises(BadRecord, match=r"^line 1: without a seed, deal 1 must be told$"):
        read(header, *without_events(lines))
    # The action with which the first deal ends is the line before the events of that.
    ends = max(at for at in range(second) if "action" in lines[at])
    with pytest.raises(BadRecord, match=rf"^line {ends + 2}: without a seed, deal 2 must be told$"):
        read(header, *lines[:second])


def test_hands_without_a_seed_are_counted_once() -> None:
    """A game of many deals is read in time that grows as its lines do: each event is told once."""
    told = 0

    class Counting(Toy):
        def events(self, state: State) -> tuple[Event, ...]:
            nonlocal told
            told += 1
            return super().events(state)

    game = Counting()
    header = json.dumps({"match": 1, "game": "toy", "options": {"deals": 10}})
    lines = list(play_on(Match(TOY, {"deals": 10}, "lines"), Stream("lines", "dice")).lines())
    *_, (match, _) = replay([header, *lines[1:]], {"toy": game})
    # Once to keep it; of the first deal, once more to check it.
    assert match.is_over
    assert told == match.version + 1


def test_a_seed_that_does_not_fit() -> None:
    """With a seed its hands count: lines that tell of others are refused."""
    for seed in ("lines ", "", "Lines"):
        with pytest.raises(BadRecord, match=r"^line 2: it should read"):
            read(*toy(seed=seed))
    match = play_on(Match(HEARTS, {"max_deals": 2}, "fits"), Stream("fits", "dice"))
    header, *lines = match.lines()
    wrong = json.dumps({**json.loads(header), "seed": "doesn't"})
    with pytest.raises(BadRecord, match=r"^line 2: it should read"):
        read(wrong, *lines)
    # Without the lines of deals the first card that the seed hasn't given there is refused.
    with pytest.raises(BadRecord, match=r"^line \d+: seat \d: "):
        read(wrong, *without_events(lines))


def test_given_deals_are_kept() -> None:
    """A match that was begun with given hands can be had again at any time, and goes on alike."""
    match = Match(HEARTS, {"max_deals": 4}, "later", SETUP)
    assert match.state.hands == HANDS
    for _ in steps(match, Stream("given", "dice")):
        if match.version % 20:
            continue
        again = read(*match.lines())
        assert again.state == match.state
        assert again.setup == match.setup
        assert list(again.lines()) == list(match.lines())
    again = read(*match.lines())
    assert again.state == match.state
    third = [each for each in again.events() if each.kind == "deal"][2]
    assert tuple(cards(" ".join(dict(own)["hand"])) for _, own in third.private) == (
        dealt(PACK, 4, 3, "later", 3)
    )


def test_a_wrong_start() -> None:
    """What a match can't be begun with is refused as such."""
    with pytest.raises(BadOptions, match="there is no option 'fly'"):
        Match(HEARTS, {"fly": 1})
    for seed in ("\ud800", "a\udfffb"):
        with pytest.raises(BadSetup, match="surrogate"):
            Match(HEARTS, {}, seed)
    with pytest.raises(BadSetup, match="a seed is text, not 7"):
        Match(HEARTS, {}, 7)  # type: ignore[arg-type]
    assert Match(HEARTS, {}, "\U0001f600 caf\u00e9").seed == "\U0001f600 caf\u00e9"
