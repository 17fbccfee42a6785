"""Hearts: the table of options, and the packs."""

from __future__ import annotations

import pytest

from games.cards import PACK, cards
from games.errors import BadOptions
from games.hearts import HEARTS
from games.hearts.options import Options
from games.options import describe

#: What may be given, the default first; each is tested where it makes a difference.
TABLE: dict[str, list[object]] = {
    "queen_breaks_hearts": ["no", "yes"],
    "lead_hearts_if_only_queen_else": ["no", "yes"],
    "first_trick_points": ["never", "if_void", "free"],
    "moon": ["others_plus", "shooter_minus", "choice"],
    "jack_of_diamonds": ["no", "jack", "ten"],
    "moon_needs_jack": ["no", "yes"],
    "queen_lead_needs_broken": ["no", "yes"],
    "tie": ["play_on", "share"],
    "target": [100, 1, 10_000],
    "players": [4, 2, 3, 5, 6],
    "style": ["modern", "hoyle1913"],
    "max_deals": [100, 1, 1000],
}


def test_table() -> None:
    """Each option of the table is there, with its default first."""
    told = {name: (values, default) for name, values, default, _ in describe(Options)}
    assert told.keys() == TABLE.keys()
    for name, values in TABLE.items():
        assert told[name][1] == str(values[0])
        if isinstance(values[0], str):
            assert sorted(told[name][0].split(", ")) == sorted(map(str, values))
        plain = HEARTS.options({})
        for value in values:
            given = {name: value}
            if (name, value) == ("moon_needs_jack", "yes"):
                given["jack_of_diamonds"] = "jack"
            assert (HEARTS.options(given) == plain) is (value == values[0])
    assert all(about for *_, about in describe(Options))


@pytest.mark.parametrize(
    "given",
    [
        {"players": 1}, {"players": 7}, {"target": 0}, {"target": 10_001}, {"max_deals": 0},
        {"max_deals": 1001}, {"moon": "yes"}, {"moon": True}, {"tie": "no"}, {"style": "1913"},
        {"jack_of_diamonds": "yes"}, {"jack_of_diamonds": True}, {"first_trick_points": "void"},
        {"queen_breaks_hearts": "maybe"}, {"passing": "left"},
    ],
    ids=str,
)  # fmt: skip
def test_no_such_option(given: dict[str, object]) -> None:
    """Each option has its values, and no others."""
    with pytest.raises(BadOptions):
        HEARTS.options(given)


def test_moon_needs_jack_needs_one() -> None:
    """Option moon_needs_jack: it goes with a diamond that counts."""
    with pytest.raises(
        BadOptions, match=r"^moon_needs_jack=yes needs jack_of_diamonds=jack or ten$"
    ):
        HEARTS.options({"moon_needs_jack": True})
    for option in ("jack", "ten"):
        given = {"moon_needs_jack": "yes", "jack_of_diamonds": option}
        assert HEARTS.options(given).moon_needs_jack


@pytest.mark.parametrize(
    ("players", "left_out", "size"),
    [(2, "", 26), (3, "2S", 17), (4, "", 13), (5, "2S 2C", 10), (6, "2S 2C 2D 2H", 8)],
)
@pytest.mark.parametrize("style", ["modern", "hoyle1913"])
def test_packs(players: int, left_out: str, size: int, style: str) -> None:
    """Option players: twos are left out so that all have as many cards."""
    options = HEARTS.options({"players": players, "style": style})
    assert HEARTS.seats(options) == players
    assert set(PACK) - set(options.pack) == set(cards(left_out))
    state = HEARTS.start(options, "packs")
    assert [len(hand) for hand in state.hands] == [size] * players
    assert sorted(card for hand in state.hands for card in hand) == sorted(options.pack)
    assert HEARTS.view(state, None).counts == (size,) * players
