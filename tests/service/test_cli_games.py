"""``pyramid play hearts``, ``spades`` and ``kaiser``: at the table, driven by scripts."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from games.match import Match
from games.registry import GAMES
from service.cli.typed import action_typed
from service.draw.help import help_text
from tests.service.command import WON_IN_4, Pyramid

ONE_DEAL = ("--seed", "1", "--option", "max_deals=1")
#: What is first in the list each time, and a bid where one is asked for.
FIRST = "pass\n1\n" * 20
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
    assert out.startswith(f"{game}, seed 1: you have given it, so that the cards are no secret")
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
    out = play(pyramid, "hearts", "why\npass AH KH JH\nac\nwhy\nquit\n")
    first, second = out.split("> why\n")[1:]
    assert first.startswith("Since your last turn the bots have done nothing whose reason")
    assert re.match(r"seat [123] \(easy\) play \w\w: ", second)
    out = play(pyramid, "spades", "why\nquit\n")
    assert "> why\nSince your last turn" in out


def test_why_a_hand_is_kept(pyramid: Pyramid) -> None:
    """Nobody learns what others have decided about their hands while there is a choice left."""
    arguments = ("play", "kaiser", "--seed", "194", "--option", "misdeal=yes")
    ended = pyramid(*arguments, stdin="why\nq\n")
    assert "seat 1 (easy) has decided about the hand\n" in ended.out
    assert "> why\nSince your last turn the bots have done nothing" in ended.out
    assert "poor hand" not in ended.out


@pytest.mark.parametrize("game", ["hearts", "spades", "kaiser"])
@pytest.mark.parametrize("level", ["easy", "strong"])
def test_why_not_more_than_may_be_known(pyramid: Pyramid, game: str, level: str) -> None:
    """That a bot had no choice tells what it doesn't hold."""
    script = "why\npass AH KH JH\nwhy\npass\nwhy\n" + "why\n1\n" * 40
    out = play(pyramid, game, script, "--bots", level, "--worlds", "20")
    assert out.count("> why\nseat ") > 5
    assert "the only card" not in out
    # Every card is told of, or its absence would tell the same.
    told = out[: out.rindex("> why")]
    plays = re.findall(rf"^seat \d \({level}\) (?:plays|leads) ", told, re.MULTILINE)
    reasons = re.findall(rf"^seat \d \({level}\) play \w\w: ", out, re.MULTILINE)
    assert len(reasons) >= len(plays) > 5


def test_chance_has_always_the_same_reason(pyramid: Pyramid) -> None:
    """Were it left out where a bot had no choice, just that would tell it."""
    out = play(pyramid, "hearts", "pass AH KH JH\n" + "why\n1\n" * 13, "--bots", "random")
    assert all(
        ": by chance" in line
        for line in out.splitlines()
        if re.match(r"seat . \(\w+\) play ", line)
    )
    assert out.count(": by chance") >= 3 * 12


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
        ("help", "HEARTS. Everybody plays alone"),
        ("?", "HEARTS. Everybody plays alone"),
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
        ("spades", "4", {"bid": 4}),
        ("spades", "0", {"bid": 0}),
        ("spades", "13", {"bid": 13}),
        ("spades", "BID 0", {"bid": 0}),
        ("kaiser", "bid 8 no", {"bid": "8 no"}),
        ("kaiser", "8 NO", {"bid": "8 no"}),
        ("kaiser", "8", {"bid": "8"}),
        ("kaiser", "7", {"bid": "7"}),
        ("kaiser", "6", {"bid": "6"}),
        ("kaiser", "40", {"bid": "40"}),
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


def test_bids_are_asked_for_without_numbers_of_a_list(pyramid: Pyramid) -> None:
    """A number is a bid; what can't be bid is told as that."""
    out = play(pyramid, "spades", "14\n4\nquit\n")
    assert "\nYou may bid 0, 1, 2, 3, 4," in out
    assert "1) bid" not in out
    assert "what is 'bid 14': give a whole number from 0 to 13, not 14." in out
    assert "seat 0 (you) bids 4\n" in out
    out = play(pyramid, "kaiser", "1\n6\n9 no\nquit\n")
    assert "\nYou may bid pass, 7, 7 no, 8," in out
    assert "what is 'bid 1': say one of pass, " in out
    assert "the lowest bid is 7: you may say pass, 7, " in out
    assert "seat 0 (you) bids 9 no\n" in out


def test_bidding_blind(pyramid: Pyramid) -> None:
    """Who hasn't looked yet gets no list with numbers either."""
    out = play(pyramid, "spades", "1\nlook\n1\nquit\n", "--option", "blind_nil=yes")
    assert "\nYou may look; bid blind_nil\n" in out
    assert "look at your cards first, or bid blind nil." in out
    assert "seat 0 (you) bids 1\n" in out


@pytest.mark.parametrize(
    ("game", "script", "said"),
    [
        ("hearts", "help\n", ("the queen of spades 13", "Now you may pass 3 of 5C", "QS AH KH")),
        ("hearts", HEARTS + "help\n", ()),
        ("spades", "help\n", ("Spades are trumps", "Now you may bid 0, 1, ", "8 bids 8")),
        ("spades", "4\nhelp\n", ("Now you may play ", "its number in the list")),
        ("kaiser", "help\n", ("five of hearts brings", "Now you may bid pass, 7", "8 bids 8")),
    ],
)
def test_help(pyramid: Pyramid, game: str, script: str, said: tuple[str, ...]) -> None:
    """Of each game its own: the rules in short, the options, what may be typed now."""
    out = play(pyramid, game, script)
    text = out.partition("> help\n")[2]
    for each in said:
        assert each in text
    if said:
        assert text.startswith(f"{game.upper()}. ")
        assert "Options of this game, which go before that: max_deals=1." in text


def test_every_game_of_cards_has_help() -> None:
    """In lines that fit a terminal."""
    for game in GAMES.keys() - {"pyramid"}:
        text = help_text(game, {}, [])
        assert "It isn't your turn." in text
        assert 8 <= text.count("\n") <= 16
        assert max(map(len, text.splitlines())) <= 100


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


COMMITTED = re.compile(r"^(\w+), commitment ([0-9a-f]{64})\n")


@pytest.mark.parametrize("game", ["hearts", "spades", "kaiser"])
def test_cards_that_are_fixed_before_the_deal(pyramid: Pyramid, game: str) -> None:
    """Nothing of the seed is told before the end; then the command that is told opens it."""
    bids = "" if game == "hearts" else "--bots random"
    ended = pyramid("play", game, "--option", "max_deals=1", *bids.split(), "--save", "new",
                    stdin="quit\n")  # fmt: skip
    begun = COMMITTED.match(ended.out)
    assert begun is not None
    other = COMMITTED.match(pyramid("play", game, stdin="quit\n").out)
    assert other is not None
    assert other[2] != begun[2]
    kept = (Path("new")).read_text()
    seed, salt = json.loads(kept.splitlines()[1])["seed"], json.loads(kept.splitlines()[0])["salt"]
    assert seed not in ended.out
    assert salt not in ended.out
    hand = re.search(r"; hand (\S+ \S+ \S+)", ended.out)
    assert hand is not None
    ended = pyramid(
        "play", game, "--resume", "new", stdin=f"pass {hand[1]}\n13\npass\n12 no\n{FIRST * 3}"
    )
    assert COMMITTED.match(ended.out)[2] == begun[2]  # type: ignore[index]
    *_, told, command = ended.out.splitlines()
    assert told == f"The seed was {seed}, the salt {salt}; this checks them and shows the hands:"
    assert command.startswith("  pyramid fair ")
    assert command.endswith(begun[2])
    checked = pyramid(*shlex.split(command)[1:])
    assert (checked.status, checked.err) == (0, "")
    assert f"hand {hand[1]}" in checked.out


def test_who_gives_the_seed_is_promised_nothing(pyramid: Pyramid) -> None:
    """They know the cards, also when they go on with the game."""
    out = play(pyramid, "spades", FIRST, "--bots", "random", "--save", "kept")
    assert "commitment" not in out
    assert "salt" not in out
    assert pyramid("play", "spades", "--resume", "kept").out.startswith("spades, seed 1: you have")


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
        *(
            (
                KEPT.replace("5", worlds) + '{"match": 1, "game": "spades", "seed": "1"}\n',
                f"kept: line 1: worlds {told}: give a whole number from 1 to 1000000",
            )
            for worlds, told in (
                ("0", "0"),
                ("-5", "-5"),
                ("1000001", "1000001"),
                ("1" + 26 * "0", f"'1{26 * '0'}'"),
                ("1e26", "'1e+26'"),
                ("true", "'True'"),
                ("null", "'None'"),
            )
        ),
        (
            KEPT.replace("5", '5, "salt": 7') + '{"match": 1, "game": "spades", "seed": "1"}\n',
            "kept: line 1: salt 7: give text without a |, or null",
        ),
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
