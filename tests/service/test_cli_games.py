"""``pyramid play hearts``, ``spades`` and ``kaiser``: at the table, driven by scripts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.match import Match
from games.registry import GAMES
from service.cli.typed import action_typed
from tests.service.command import WON_IN_4, Pyramid

ONE_DEAL = ("--seed", "1", "--option", "max_deals=1")
FIRST = "1\n" * 20
#: Passes three cards that seat 0 holds with seed 1, then always plays the first of the list.
HEARTS = "pass AH KH JH\n" + FIRST


def play(pyramid: Pyramid, game: str, script: str, *more: str) -> str:
    """What was printed in a game of one deal."""
    ended = pyramid("play", game, *ONE_DEAL, *more, stdin=script)
    assert (ended.status, ended.err) == (0, "")
    return ended.out


@pytest.mark.parametrize("game", ["hearts", "spades", "kaiser"])
def test_a_whole_game(pyramid: Pyramid, game: str) -> None:
    """To its end, which is told; the input that is left isn't asked for."""
    out = play(pyramid, game, HEARTS if game == "hearts" else FIRST, "--bots", "random")
    assert out.startswith(f"{game}, seed 1\n")
    assert re.search(r"\ngame over \(cap\): .* won; the score is .*\nYou have(n't)? won\.\n$", out)


def test_the_table(pyramid: Pyramid) -> None:
    """Scores, the hand by suits, the trick and who has played what, numbered choices."""
    out = play(pyramid, "hearts", "pass AH KH JH\nquit\n")
    assert "deal 1, seat 3 (easy) deals; cards are passed: left; hand 5C 7C KC AC" in out
    assert "Score      seat 0 (you) 0, seat 1 (easy) 0, seat 2 (easy) 0, seat 3 (easy) 0" in out
    assert "  clubs    5C 7C KC AC\n  diamonds TD JD\n  hearts   2H 3H TH JH KH AH\n" in out
    assert "You may pass 3 of 5C 7C" in out
    assert re.search(r"given JH KH AH; received (\w\w ){3}from seat 3 \(easy\)", out)
    table = out.rpartition("\nTable ")[2]
    assert re.match(r" +seat 3 \(easy\) 2C$", table, re.MULTILINE)
    assert "1) play 5C   2) play 7C   3) play TC   4) play KC   5) play AC" in table


def test_teams_and_auctions(pyramid: Pyramid) -> None:
    """Scores stand by team, bids by speaker, the contract once there is one."""
    out = play(pyramid, "kaiser", "pass\n1\nquit\n", "--bots", "random")
    assert "Score      seat 0 (you) and seat 2 (random) 0, seat 1 (random) and seat 3" in out
    assert "seat 0 (you) passes\n" in out
    assert "Bids       seat 0 (you) pass, seat 1 (random) " in out
    assert re.search(r"Declarer +seat \d", out)
    assert re.search(r"Contract +\d+", out)


def test_why(pyramid: Pyramid) -> None:
    """What the bots had in mind since one's last turn; what they hide stays hidden."""
    out = play(pyramid, "hearts", "why\npass AH KH JH\nwhy\nquit\n")
    first, second = out.split("> why\n")[1:]
    assert first.startswith("seat 1 (easy): passing what is dangerous\n")
    assert second.startswith("seat 3 (easy) play 2C: ")
    out = play(pyramid, "spades", "why\nquit\n")
    assert "> why\nThe bots haven't done anything." in out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("fold", "what is 'fold'? Say it as in pass 5C 7C KC; help explains."),
        ("1", "1 is not a number of the list."),
        ("99999999999999", "999999 is not a number of the list."),
        ("pass QS AH KH", "you don't hold QS: you hold 5C"),
        ("pass AH", "pass 3 cards, not 1."),
        ("pass 4X", "what is 'pass 4X': give a list of cards"),
        ("pass AH AH KH", "the same card can't be passed twice"),
        ("play AH", "choose cards to pass first."),
        ("moon others_plus", "choose cards to pass first."),
        ("help", "A number of the list plays it"),
        ("?", "A number of the list plays it"),
        ("table", "You may pass 3 of 5C"),
        ("", "> "),
        ("\x1b[A", "what is '?[A'?"),
        ("9" * 5000, "is not a number of the list."),
    ],
)
def test_what_is_typed_wrong(pyramid: Pyramid, typed: str, said: str) -> None:
    """It is told what would be right, and the game goes on."""
    out = play(pyramid, "hearts", f"{typed}\nah, kh, jh\nquit\n")
    assert said in out.partition("> ")[2]
    assert "given JH KH AH; received" in out


def test_wrong_cards(pyramid: Pyramid) -> None:
    """By the rule that forbids them."""
    out = play(pyramid, "hearts", "AH KH JH\nTD\n9\nac\nquit\n")
    assert "must follow clubs: you hold 5C, 7C, TC, KC, AC" in out
    assert "9 is not a number of the list." in out
    assert "seat 0 (you) plays AC" in out


@pytest.mark.parametrize(
    ("game", "typed", "action"),
    [
        ("spades", "bid 4", {"bid": 4}),
        ("spades", "5", {"bid": 4}),
        ("spades", "BID 0", {"bid": 0}),
        ("kaiser", "bid 8 no", {"bid": "8 no"}),
        ("kaiser", "8 NO", {"bid": "8 no"}),
        ("kaiser", "pass", {"bid": "pass"}),
        ("kaiser", "bid 6", {"bid": "6"}),
        ("kaiser", "trump h", {"trump": "H"}),
        ("kaiser", "play qs", {"play": "QS"}),
        ("kaiser", "qs", {"play": "QS"}),
        ("kaiser", "hand keep", {"hand": "keep"}),
        ("hearts", "ah kh jh", {"pass": ["JH", "KH", "AH"]}),
        ("hearts", "QS", {"pass": ["QS"]}),
    ],
)
def test_words(game: str, typed: str, action: object) -> None:
    """Each way to say it at the beginning of a game, legal or not."""
    rules = GAMES[game]
    match = Match(rules, {}, "1")
    view = rules.view(match.state, 0)
    found = action_typed(rules, view.legal, typed)  # type: ignore[attr-defined]
    assert rules.action_to_json(found) == action


def test_the_end_of_the_input(pyramid: Pyramid) -> None:
    """Ends the game without a word; the same for an input without any line."""
    for script in ("", "pass AH KH JH\n", "pass AH"):
        assert play(pyramid, "hearts", script).endswith("\n")


def test_saving_and_going_on(pyramid: Pyramid, tmp_path: Path) -> None:
    """A game that was left goes on as if it hadn't been: same cards, same bots, same end."""
    whole = play(pyramid, "hearts", HEARTS, "--bots", "easy,random,easy", "--save", "whole")
    lines = HEARTS.splitlines(keepends=True)
    for at in (0, 1, 5, 9):
        name = f"part{at}"
        play(pyramid, "hearts", "".join(lines[:at]), "--bots", "easy,random,easy", "--save", name)
        ended = pyramid("play", "hearts", "--resume", name, stdin="".join(lines[at:]))
        assert (ended.status, ended.err) == (0, "")
        assert ended.out.splitlines()[-2:] == whole.splitlines()[-2:]
        assert (tmp_path / name).read_text() == (tmp_path / "whole").read_text()
    again = pyramid("play", "hearts", "--resume", "whole").out
    assert again.splitlines()[-2:] == whole.splitlines()[-2:]
    assert not list(tmp_path.glob("*.new"))


def test_what_is_saved(pyramid: Pyramid, tmp_path: Path) -> None:
    """After each action, a log with one line before it."""
    play(pyramid, "spades", "bid 4\n", "--seat", "2", "--bots", "random", "--save", "kept")
    head, *lines = (tmp_path / "kept").read_text().splitlines()
    assert json.loads(head)["seat"] == 2
    match = Match.from_lines(lines)
    assert {"bid": 4} in [match.game.action_to_json(step.action) for step in match.steps]
    assert match.game.to_act(match.state) == {2}


def test_going_on_elsewhere(pyramid: Pyramid, tmp_path: Path) -> None:
    """--save with --resume leaves the first file as it was."""
    play(pyramid, "kaiser", "pass\n", "--bots", "random", "--save", "one")
    before = (tmp_path / "one").read_text()
    ended = pyramid("play", "kaiser", "--resume", "one", "--save", "two", stdin=FIRST)
    assert ended.status == 0
    assert (tmp_path / "one").read_text() == before
    assert len((tmp_path / "two").read_text()) > len(before)


KEPT = '{"play": 1, "seat": 0, "bots": ["", "random", "random", "random"], "worlds": 5}\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a game that `pyramid play` has kept"),
        ("queen\n", "not a game that `pyramid play` has kept"),
        ('{"match": 1}\n', "not a game that `pyramid play` has kept"),
        (KEPT.replace("0", '"0"', 1), "not a game that `pyramid play` has kept"),
        (KEPT, "there are no lines"),
        (KEPT + "{}\n", "line 2: a match begins with"),
        (KEPT + '{"match": 1, "game": "hearts", "seed": "1"}\n', "a game of hearts, not of spades"),
        (KEPT.replace("0", "4", 1) + '{"match": 1, "game": "spades", "seed": "1"}\n', "4 seats"),
        (
            KEPT.replace("random", "genius") + '{"match": 1, "game": "spades", "seed": "1"}\n',
            "spades has no bot 'genius'",
        ),
    ],
)
def test_what_cannot_be_resumed(pyramid: Pyramid, tmp_path: Path, text: str, said: str) -> None:
    """And stays as it is."""
    (tmp_path / "kept").write_text(text)
    ended = pyramid("play", "spades", "--resume", "kept", stdin=FIRST)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert (tmp_path / "kept").read_text() == text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hearts", "--bots", "easy,random"), "--bots: 2 names for 3 others"),
        (("hearts", "--bots", "genius"), "hearts has no bot 'genius'"),
        (("hearts", "--seat", "4"), "--seat 4: the seats are 0 to 3"),
        (("hearts", "--option", "players=9"), "give a whole number from 2 to 6"),
        (("hearts", "seed:1"), "a game of hearts has no INPUT"),
        (("hearts", "--rules", "classic"), "--rules goes with Pyramid, not with hearts"),
        (("spades", "--set", "draw=3"), "--set goes with Pyramid, not with spades"),
        (("seed:1", "--bots", "easy"), "--bots goes with games of cards"),
        (("--save", "x"), "--save goes with games of cards"),
        (("seed:1", "seed:2"), "unexpected extra argument (seed:2)"),
        (("hearts", "--resume", "x", "--seed", "1"), "--resume brings seed, seats and options"),
        (("hearts", "--resume", "missing"), "missing can't be read"),
        (("hearts", "--save", "no/such/folder"), "can't be written"),
        (("hearts", "--save", "there"), "there exists already"),
    ],
)
def test_bad_commands(
    pyramid: Pyramid, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "there").write_text("mine")
    ended = pyramid("play", *arguments, stdin=HEARTS)
    assert ended.status == 2
    assert said in ended.err
    assert (tmp_path / "there").read_text() == "mine"


def test_pyramid_by_name(pyramid: Pyramid) -> None:
    """The same as without the name, with an input or a deal that is made up."""
    script = "1\n5C+8D\n1\nAD+QH\n"
    assert pyramid("play", "pyramid", WON_IN_4, stdin=script) == pyramid(
        "play", WON_IN_4, stdin=script
    )
    assert pyramid("play", "pyramid").out.startswith("Deal seed:")


def test_more_players(pyramid: Pyramid) -> None:
    """Bots are named from one's left on."""
    out = play(pyramid, "hearts", "quit\n", "--option", "players=3", "--seat", "1", "--bots",
               "random,easy")  # fmt: skip
    assert "seat 0 (easy) 0, seat 1 (you) 0, seat 2 (random) 0" in out


def test_cards_have_colours_on_a_terminal() -> None:
    """Red suits; without them the text is the same."""
    from service.draw.table import draw_table

    rules = GAMES["hearts"]
    view = rules.view(Match(rules, {}, "1").state, 0)
    plain, coloured = draw_table(view, str), draw_table(view, str, color=True)
    assert plain.isascii()
    assert "\x1b[31mAH\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
