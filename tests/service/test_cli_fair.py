"""``pyramid fair``: commitments that hold or don't, and the hands of a seed."""

from __future__ import annotations

import json

import pytest

from games.bots.registry import RandomMover
from games.events import Json
from games.match import Match
from games.registry import GAMES
from games.shuffle import commitment
from tests.service.command import Pyramid


def opened(game: str, seed: str = "s", salt: str = "x") -> tuple[str, ...]:
    """What is told at the end of a game."""
    told = commitment(game, seed, salt)
    return ("fair", "--game", game, "--seed", seed, "--salt", salt, "--commitment", told)


@pytest.mark.parametrize("game", GAMES)
def test_what_holds(pyramid: Pyramid, game: str) -> None:
    ended = pyramid(*opened(game))
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("The commitment is that of seed s and salt x.\ndeal")


@pytest.mark.parametrize("game", GAMES)
def test_a_commitment_is_made(pyramid: Pyramid, game: str) -> None:
    """Without one it is printed, and holds when it is given the next time; the hands are shown."""
    (*arguments, _, told) = opened(game)
    ended = pyramid(*arguments)
    first, _, hands = ended.out.partition("\n")
    assert (ended.status, first) == (0, f"The commitment to seed s and salt x is {told}.")
    again = pyramid(*arguments, "--commitment", first[-65:-1])
    assert (again.status, again.out.partition("\n")[2]) == (0, hands)


@pytest.mark.parametrize("wrong", ["--game", "--seed", "--salt", "--commitment"])
def test_what_does_not(pyramid: Pyramid, wrong: str) -> None:
    """Each of the four matters; status 1."""
    arguments = list(opened("hearts"))
    at = arguments.index(wrong) + 1
    arguments[at] = {"--game": "spades", "--commitment": "0" * 64}.get(wrong, "other")
    ended = pyramid(*arguments)
    assert ended.status == 1
    assert ended.out.startswith("The commitment is another: seed and salt belong to ")


def deals_of(game: str, options: dict[str, object]) -> list[Json]:
    """The deals of a game of random movers."""
    rules = GAMES[game]
    match, mover = Match(rules, options, "s"), RandomMover(rules)
    while not match.is_over:
        seat = min(rules.to_act(match.state))
        match.act(seat, mover.choose(rules.view(match.state, seat), match.version).action)
    return [json.loads(line) for line in match.lines() if '"event": "deal"' in line]


@pytest.mark.parametrize(
    ("game", "options", "named"),
    [
        ("hearts", {}, ()),
        ("hearts", {"players": "5"}, ("--players", "5")),
        ("hearts", {"players": "2"}, ("--option", "players=2")),
        ("spades", {"floor": "none"}, ()),
        ("kaiser", {}, ()),
    ],
)
def test_hands(
    pyramid: Pyramid, game: str, options: dict[str, object], named: tuple[str, ...]
) -> None:
    """Deal by deal they are those that a game of the seed deals, by the same dealer."""
    deals = deals_of(game, options)
    assert len(deals) > 2
    for number, told in enumerate(deals, 1):
        lines = pyramid(*opened(game), *named, "--deal", str(number)).out.splitlines()[1:]
        assert lines[0].startswith(f"deal {number}, seat {told['dealer']} deals")
        assert lines[1:] == [
            f"  seat {seat}: hand {' '.join(own['hand'])}" for seat, own in told["seats"].items()
        ]


def test_who_has_dealt_can_be_said(pyramid: Pyramid) -> None:
    """As it must where hands were thrown in: the deal hasn't gone round."""
    match = Match(GAMES["kaiser"], {"misdeal": True}, "s")
    dealer = match.begun.dealer
    usual = pyramid(*opened("kaiser"), "--deal", "2").out
    assert f"deal 2, seat {(dealer + 1) % 4} deals" in usual
    again = pyramid(*opened("kaiser"), "--deal", "2", "--dealer", str(dealer)).out
    assert f"deal 2, seat {dealer} deals" in again
    hands = [[line[16:] for line in out.splitlines()[2:]] for out in (usual, again)]
    assert hands[0] == hands[1][-1:] + hands[1][:-1] or hands[0] == hands[1][1:] + hands[1][:1]


def test_pyramid_shows_its_pack(pyramid: Pyramid) -> None:
    """All 52 cards, the pyramid's first."""
    lines = pyramid(*opened("pyramid")).out.splitlines()
    pack = lines[-1].removeprefix("the pack: ").split()
    assert len(set(pack)) == 52
    assert [card for line in lines[2:9] for card in line.split()] == pack[:28]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*opened("hearts")[:-1], "abc"), "a commitment has 64 hexadecimal digits"),
        (("fair", "--game", "bridge", *opened("hearts")[3:]), "there is no game 'bridge'"),
        ((*opened("spades"), "--players", "5"), "there is no option 'players'"),
        ((*opened("hearts"), "--deal", "2", "--dealer", "4"), "--dealer '4': the seats are 0 to 3"),
        ((*opened("hearts"), "--dealer", "4"), "dealer 4: the seats are 0 to 3"),
        ((*opened("pyramid"), "--deal", "2"), "a game of pyramid has one deal"),
        (("fair", "--game", "hearts"), "Missing option"),
        (("fair", "--game", "hearts", "--seed", "1", "--salt", "a|b"), "no | in a salt"),
    ],
)
def test_bad_questions(pyramid: Pyramid, arguments: tuple[str, ...], said: str) -> None:
    ended = pyramid(*arguments)
    assert ended.status == 2
    assert said in ended.err
