"""Single cases at tables: what is written down is all there is, and a token is all it takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from games.shuffle import Stream
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.matches.logbook import Logbook
from service.storage.matches import MatchStore
from service.wiring import Parts, parts
from tests.service.serving.conftest import UNLIMITED
from tests.service.serving.tables import Sitting, first_legal, headers, seated

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("hearts", {"max_deals": 1}, 52),
    ("spades", {"max_deals": 1, "blind_nil": True}, 52),
    ("kaiser", {"max_deals": 2}, 32),
    ("kaiser", {"max_deals": 2, "kaiser_40": True, "misdeal": True}, 32),
]


@pytest.fixture
def limits() -> dict[str, Any]:
    """They ask more often than anybody may."""
    return UNLIMITED


def cards_of(state: Any) -> list[str]:
    """All cards of a deal: in hands, on the table, and in the tricks that were taken."""
    piles = [*state.hands, state.trick, *(trick.cards for trick in state.tricks)]
    return [str(card) for pile in piles for card in pile]


def read_afresh(made: Parts, match_id: str) -> Any:
    """A match as a process reads it that has just begun: by its log alone."""
    settings, book = made.settings, made.matches.book
    store = MatchStore(made.connection, settings.match_seconds, settings.matches)
    return Logbook(store, made.queue, book.games).table(match_id)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "size"), GAMES, ids=str)
def test_no_card_is_lost_between_processes(
    made: Parts,
    client: FlaskClient,
    server: EmbeddedServer,
    game: str,
    options: dict[str, Any],
    size: int,
) -> None:
    """Case G5: a hand that isn't at hand isn't taken for an empty one.

    Two processes take turns, so that each finds what the other has done, and after each action a
    third reads the match from its log: every card is somewhere, once, and all see the same.
    """
    second = parts(made.settings, server.url)
    sitting = seated(client, game, options)
    other = create_app(second).test_client()
    tables = [sitting, Sitting(other, sitting.path, sitting.tokens, sitting.players)]
    match_id = sitting.path.rpartition("/")[2]
    dice = Stream(f"{game} {options}", "cases")
    match = sitting.look(None)
    deals = set()
    while match["status"] != "over":
        table = read_afresh(made, match_id)
        cards = cards_of(table.state)
        assert len(cards) == len(set(cards)) == size
        assert set(cards) == set(map(str, table.state.options.pack))
        assert all(
            table.state == each.matches.book.table(match_id).state for each in (made, second)
        )
        for seat in (None, 0, 1, 2, 3):
            view = json.loads(
                json.dumps(table.game.view_to_json(table.game.view(table.state, seat)))
            )
            seen = [each.look(seat) for each in tables]
            assert seen[0] == seen[1]
            assert seen[0]["view"] == view
            shown = [*view["trick"], *(card for trick in view["tricks"] for card in trick["cards"])]
            assert sum(view["counts"]) + len(shown) == size
        deals.add(match["view"]["deal"])
        acting = tables[match["version"] % 2]
        seat = match["waiting"][0]
        match = acting.act(first_legal(acting.look(seat), dice.below(1000)), seat)
    assert deals == set(range(1, options["max_deals"] + 1))
    second.connection.close()


def test_a_token_is_all_that_a_seat_needs(client: FlaskClient, made: Parts) -> None:
    """Case G6: whoever comes back, from anywhere, with a seat's token finds its hand, and acts.

    Nobody has to be told of them, and whoever is still there as the same seat may go on, too.
    """
    sitting = seated(client, "hearts", {"max_deals": 1})
    for seat in range(4):
        sitting.act(first_legal(sitting.look(seat)), seat)
    seat, match = sitting.turn()
    elsewhere = create_app(made).test_client()
    for known in (sitting.tokens[seat], sitting.players[seat]):
        seen = elsewhere.get(sitting.path, headers=headers(known)).get_json()
        assert seen == match
        assert (seen["seat"], len(seen["view"]["hand"])) == (seat, 13)
    sent = headers(sitting.tokens[seat], match["version"])
    body = {"action": first_legal(match)}
    assert elsewhere.post(f"{sitting.path}/actions", json=body, headers=sent).status_code == 200
    after = sitting.look(seat)
    assert len(after["view"]["hand"]) == 12
    for other in set(range(4)) - {seat}:
        seen = elsewhere.get(sitting.path, headers=headers(sitting.tokens[other])).get_json()
        assert not set(seen["view"]["hand"]) & set(match["view"]["hand"])
