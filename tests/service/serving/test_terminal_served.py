"""Seats at tables of a service in the terminal, against the real server with its workers."""

from __future__ import annotations

import re
import signal
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from games.match import Match
from games.shuffle import Stream
from service.client import Client
from service.settings import Settings
from service.wiring import parts
from tests.service.command import Pyramid, process, start
from tests.service.serving.days import LINE, publish
from tests.service.serving.test_matches_served import play
from tests.service.serving.test_serve import Service

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]


@pytest.fixture
def service(served: Service) -> Service:
    return served


def test_play_in_the_terminal(service: Service, tmp_path: Path) -> None:
    """A whole deal by what the lists offer; what is refused is explained."""
    done = process(
        "play", "spades", "--server", service.url, "--bots", "easy", "--option", "max_deals=1",
        cwd=tmp_path, stdin=b"nonsense\nhelp\n3\n" + b"99\n" + b"1\n" * 40,
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    assert "99 is not a number of the list" in done.out
    assert "You have won." in done.out or "You haven't won." in done.out
    assert "The seed was" in done.out


def test_join_from_the_terminal(service: Service, tmp_path: Path) -> None:
    """By the code of a table that somebody else has made; going away leaves the seat its own."""
    host = Client(service.url)
    host.register("Host")
    seats = ["you", "open", "easy", "easy"]
    seat = host.create("kaiser", seats=seats, options={"max_deals": 1, "min_bid": 5})
    ended: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: ended.append(play(seat, Stream("host", "dice"))))
    thread.start()
    code = seat.first["code"]
    done = process(
        "play", "kaiser", "--server", service.url, "--join", code,
        cwd=tmp_path, stdin=b"table\npass\n" + b"12\n7\n5\n1\n" * 12,
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    thread.join(60)
    assert ended[0]["status"] == "over"
    assert "The seed was" in done.out
    again = process("play", "kaiser", "--server", service.url, "--join", code, cwd=tmp_path)
    assert (again.status, again.err.count("\n")) == (2, 1)
    nowhere = process("play", "kaiser", "--server", "http://127.0.0.1:9", cwd=tmp_path)
    assert (nowhere.status, nowhere.err.count("\n")) == (2, 1)


#: With two rows it is won by draw, draw, AD+QD, 4H+9S.
SMALL = ("play", "pyramid", "seed:35", "--rules", "one-pass", "--set", "rows=2")


def again(told: str) -> tuple[str, list[str]]:
    """What takes a seat again, as it is told to who gets up: its token, and the command."""
    line = told.rstrip("\n").rpartition("\n")[2]
    variable, name, *words = line.split()
    assert (variable.partition("=")[0], name) == ("PYRAMID_SEAT_TOKEN", "pyramid")
    return variable.partition("=")[2], words


def test_a_seat_is_taken_again(service: Service, tmp_path: Path) -> None:
    """With what was told when it was left: the same hand, and the game goes on to its end."""
    left = process(
        "play", "spades", "--server", service.url, "--option", "max_deals=1",
        cwd=tmp_path, stdin=b"3\n1\nquit\n",
    )  # fmt: skip
    assert (left.status, left.err) == (0, "")
    token, words = again(left.out)
    seat = Client(service.url).seat(token)
    before = seat.look()
    assert (seat.number, before["view"]["bids"][0], len(before["view"]["hand"])) == (0, 3, 12)
    done = process(*words, cwd=tmp_path, stdin=b"1\n" * 40, PYRAMID_SEAT_TOKEN=token)
    assert (done.status, done.err) == (0, "")
    assert before["commitment"] in done.out
    assert "The seed was" in done.out
    assert "takes your seat again" not in done.out
    assert seat.look()["status"] == "over"
    over = process(*words, cwd=tmp_path, PYRAMID_SEAT_TOKEN=token)
    assert "The seed was" in over.out
    assert over.out.splitlines()[-1] == done.out.splitlines()[-1]


def test_a_seat_is_told_however_it_is_left(service: Service, tmp_path: Path) -> None:
    """Ctrl-C while others have to sit down."""
    running = start("play", "kaiser", "--server", service.url, "--bots", "open", cwd=tmp_path)
    assert running.stdout is not None
    told = b""
    while b"--join" not in told:
        told = running.stdout.readline()
        assert told
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=30)
    assert running.returncode == 130
    seat = Client(service.url).seat(again(out.decode())[0])
    assert seat.first["status"] == "waiting"


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("abc", "that is no seat's token"),
        ("1234567890abcdef.f00d", "that is no seat's token"),
        ("../../../v1/players.0.ab", "that is no seat's token"),
        ("a\u20ac", "that is no seat's token"),
        ("a\nb", "that is no seat's token"),
        (f"{'0' * 32}.0.{'0' * 40}", "there is no such match"),
    ],
)
def test_wrong_tokens(
    service: Service, pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch, token: str, said: str
) -> None:
    """One line, which doesn't repeat what may be secret."""
    monkeypatch.setenv("PYRAMID_SEAT_TOKEN", token)
    done = pyramid("play", "hearts", "--server", service.url)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"pyramid: PYRAMID_SEAT_TOKEN: {said}")
    assert token not in done.err


def test_tokens_that_are_nobodys(
    service: Service, pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat's with the signature of another's, or that was given up; and players'."""
    client = Client(service.url)
    client.register()
    seat, other = (client.create("hearts", seats=["you", *["easy"] * 3]) for _ in range(2))
    seat.resign()
    mixed = f"{seat.match_id}.0.{other.token.rpartition('.')[2]}"
    for name, token, said in (
        ("PYRAMID_SEAT_TOKEN", mixed, "PYRAMID_SEAT_TOKEN: that token is nobody's"),
        ("PYRAMID_SEAT_TOKEN", seat.token, "PYRAMID_SEAT_TOKEN: the seat of that token was given"),
        (
            "PYRAMID_PLAYER_TOKEN",
            "n\u00f6\u20ac",
            "PYRAMID_PLAYER_TOKEN: that is no player's token",
        ),
        ("PYRAMID_PLAYER_TOKEN", "a.b", f"{service.url}: that token is nobody's"),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, token)
            done = pyramid("play", "hearts", "--server", service.url)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert done.err.startswith(f"pyramid: {said}")


def test_another_game(
    service: Service, pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is refused, by token and by code, before anybody sits down; so is what is asked anew."""
    client = Client(service.url)
    client.register()
    seat = client.create("kaiser", seats=["you", "open", "easy", "easy"])
    code = seat.first["code"]
    # As a process: who sat down here by mistake would wait for ever.
    joined = process("play", "hearts", "--server", service.url, "--join", code, cwd=tmp_path)
    assert (joined.status, joined.err) == (
        2, "pyramid: --join: that table plays kaiser, not hearts\n",
    )  # fmt: skip
    assert [each["kind"] for each in seat.look()["seats"]].count("open") == 1
    monkeypatch.setenv("PYRAMID_SEAT_TOKEN", seat.token)
    for name in ("hearts", "pyramid"):
        done = pyramid("play", name, "--server", service.url)
        assert (done.status, done.out, done.err) == (
            2, "", f"pyramid: PYRAMID_SEAT_TOKEN: that table plays kaiser, not {name}\n",
        )  # fmt: skip
    for asked in (("--join", code), ("--bots", "easy"), ("--option", "min_bid=5")):
        done = pyramid("play", "kaiser", "--server", service.url, *asked)
        assert done.status == 2
        assert f"{asked[0]} is for another table: unset PYRAMID_SEAT_TOKEN" in done.err


def test_pyramid_in_the_terminal(service: Service, tmp_path: Path) -> None:
    """A whole game, with undo, redo and hints, left and gone on with; errors are explained."""
    left = process(
        *SMALL, "--server", service.url, cwd=tmp_path,
        stdin=b"u\nr\ndraw\nu\nr\nrecycle\nfold\n99\nh\nf\ndraw\nb\nq\n",
    )  # fmt: skip
    assert (left.status, left.err) == (0, "")
    assert re.findall(r"^Stock +(\d+)", left.out, re.MULTILINE) == [
        "49", "48", "49", "48", "47", "47",
    ]  # fmt: skip
    for said in (
        "rules one-pass rows=2", "there is no move to take back", "There is nothing to redo.",
        "recycle: the stock still holds 48 cards", "'fold' is not a move", "99 is not the number",
    ):  # fmt: skip
        assert left.out.count(said) == 1, said
    assert left.out.count("A fair hint: ") == 2
    assert left.out.count("Now you have been given a hint") == 1
    assert left.out.count("This can still be won.") == 6
    token, words = again(left.out)
    seat = Client(service.url).seat(token)
    assert seat.first["view"]["moves"] == ["draw", "draw"]
    assert (seat.first["view"]["undone"], seat.first["helped"]) == (1, [0])
    # After an undo both cards that were drawn are known, and none that follow.
    known = seat.first["view"]["seen"]
    won = process(*words, cwd=tmp_path, stdin=b"u\n1\nQD+AD\n9S+4H\nq\n", PYRAMID_SEAT_TOKEN=token)
    assert (won.status, won.err) == (0, "")
    assert re.search(rf"^Stock 48 +{known[1]}  47 face down$", won.out, re.MULTILINE)
    assert "Won in 4 moves.\n" in won.out
    assert "takes your seat again" not in won.out
    assert seat.look()["view"]["ending"]["won"]
    log = Match.from_lines(seat.history()["log"]).state
    assert (log.moves, log.undone) == (("draw", "draw", "AD+QD", "4H+9S"), 2)


def test_pyramid_by_its_options(service: Service, tmp_path: Path) -> None:
    """Without undo and notice, from the seed of the match; given up."""
    done = process(
        "play", "--server", service.url, "--option", "undo=no", "--option", "notice=no",
        cwd=tmp_path, stdin=b"draw\nundo\nresign\n",
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    assert "commitment" in done.out
    assert "u undo" not in done.out
    assert "moves can't be taken back in this game" in done.out
    assert "be won" not in done.out.partition("haven't")[0]
    assert "You haven't won: you have given up." in done.out
    assert "The seed was" in done.out


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (LINE, "It doesn't go to the board of its day: nobody is as fast as that."),
        ([*LINE[:-1], "h", LINE[-1]], "It doesn't go to the board of its day: a hint was given."),
    ],
)
def test_a_daily_in_the_terminal(
    service: Service, tmp_path: Path, script: list[str], said: str
) -> None:
    """The deal of a day, and what becomes of a win."""
    today = datetime.now(UTC).date()
    publish(parts(Settings(), service.store), today)
    done = process(
        "play", "--server", service.url, "--daily", f"{today}:easy",
        cwd=tmp_path, stdin="\n".join(script).encode(),
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    assert f"daily {today}:cardgames:easy" in done.out
    assert f"Won in {len(LINE)} moves.\n" in done.out
    assert said in done.out
    assert ("a win doesn't go to the board of its day.\n> " in done.out) == ("h" in script)
