"""Where the deal comes from, and how it is laid out."""

from __future__ import annotations

import pytest

from games.cards import PACK, cards
from games.errors import BadOptions, BadRecord, BadSetup
from games.match import Match
from games.protocol import Setup
from games.pyramid import PYRAMID
from games.shuffle import shuffled
from solver.cards import pack_of, told_apart
from solver.deal import Deal
from solver.rules import PRESETS, Rules, rules_named
from tests.games import test_conformance as conformance
from tests.games.pyramid.boards import packed


def test_the_seed_deals_the_pack_as_it_lies() -> None:
    """The deal of a seed is the shuffled pack of deal 1, from the pyramid's top to the stock."""
    state = PYRAMID.start(PYRAMID.options({}), "some seed", Setup())
    assert list(state.dealt) == shuffled(PACK, "some seed", 1)
    assert state.pyramid == state.dealt[:28]
    assert state.stock == state.dealt[28:]
    assert state.position == Deal(state.dealt).position()


@pytest.mark.parametrize(
    "text",
    [
        "seed:42",
        "ms:42",
        "pysol:42",
        Deal.seed(42).line(),
        Deal.seed(42).line().lower(),
        Deal.seed(42).triangle(),
        Deal.seed(42).json(),
    ],
)
def test_the_option_deal_is_read_in_every_notation(text: str) -> None:
    """The option ``deal`` goes before the seed, however it is written."""
    for seed in ("a", "b"):
        state = PYRAMID.start(PYRAMID.options({"deal": text}), seed)
        assert state.dealt == Deal.parse(text).cards


def test_pysol_deals_the_reserve_first() -> None:
    """A deal of PySolFC's is laid out for the rules in force: with a reserve it differs."""
    rules = rules_named("giza")
    state = PYRAMID.start(PYRAMID.options({"deal": "pysol:5", "rules": "giza"}), "")
    assert state.position == Deal.parse("pysol:5", rules).position(rules)
    assert state.dealt != Deal.parse("pysol:5").cards


def test_no_deal_is_the_seed_s() -> None:
    for none in ("none", None):
        state = PYRAMID.start(PYRAMID.options({"deal": none}), "s")
        assert list(state.dealt) == shuffled(PACK, "s", 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no cards"),
        ("7D 9C", "2 cards instead of 52"),
        ("seed:x", "the number must be"),
        (Deal.seed(1).line().replace("7D", "9C"), "duplicate: 9C"),
        ("x" * 5000, "too many"),
        (7, "give all cards"),
        (["7D"], "give all cards"),
        (Deal.seed(1, Rules(decks=2)).line(), "104 cards instead of 52"),
    ],
)
def test_bad_deals_are_refused(text: object, fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        PYRAMID.options({"deal": text})


def test_a_setup_gives_the_pack_in_the_order_of_the_deal() -> None:
    dealt = packed("QS KS", "2C")
    state = PYRAMID.start(PYRAMID.options({}), "", Setup(((dealt,),), 0))
    assert state.dealt == dealt


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (Deal.seed(1).line(), "52 cards instead of 104"),
        ("ms:5", "ms:5 is one pack, and these rules have 2: use seed:N"),
        (Deal.seed(1, Rules(decks=2)).line() + " 7D", "105 cards instead of 104"),
    ],
)
def test_bad_deals_of_two_packs(text: str, fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        PYRAMID.options({"rules": "two-pyramids", "deal": text})


def test_deals_of_two_packs() -> None:
    """From the options, from the seed and from a setup; the second of a kind has the mark."""
    rules = rules_named("double-pyramid")
    asked = PYRAMID.options({"rules": "double-pyramid", "deal": "seed:3"})
    assert PYRAMID.start(asked, "").dealt == Deal.parse("seed:3", rules).cards
    options = PYRAMID.options({"rules": "double-pyramid"})
    state = PYRAMID.start(options, "s")
    shuffle = shuffled(pack_of(2), "s", 1)
    assert list(state.dealt) == told_apart(shuffle) != shuffle
    assert state.position == Deal(state.dealt).position(rules)
    given = PYRAMID.start(options, "", Setup(((tuple(shuffle),),)))
    assert given.dealt == state.dealt
    for wrong in (state.dealt[:52], (*state.dealt[1:], state.dealt[1])):
        with pytest.raises(BadSetup, match="missing"):
            PYRAMID.start(options, "", Setup(((wrong,),)))
    with pytest.raises(BadSetup, match="not in the pack"):
        PYRAMID.start(PYRAMID.options({}), "", Setup(((state.dealt,),)))


def test_states_of_another_number_of_packs_arent_read() -> None:
    """Nor those whose marks aren't where the order of the deal puts them."""
    two = PYRAMID.state_to_json(Match(PYRAMID, {"rules": "two-pyramids"}, "s").state)
    one = PYRAMID.state_to_json(Match(PYRAMID, {}, "s").state)
    marks = {True: "", False: "'"}
    swapped = [card.rstrip("'") + marks[card.endswith("'")] for card in two["dealt"]]
    for told, fault in (
        ({**two, "dealt": one["dealt"]}, "dealt: 52 cards instead of the 104"),
        ({**one, "dealt": two["dealt"]}, "dealt: 104 cards instead of the 52"),
        ({**two, "dealt": swapped}, "dealt: of two cards of a kind"),
    ):
        with pytest.raises(BadRecord, match=fault):
            PYRAMID.state_from_json(told)


def test_setups_that_cant_be_had() -> None:
    """There is one hand of 52 cards, no score sheet, one seat, and one deal from one place."""
    dealt = packed("QS")
    options = PYRAMID.options({})
    for setup, fault in (
        (Setup(((dealt[1:],),)), "missing: QS"),
        (Setup(((dealt[:26], dealt[26:]),)), "2 hands for 1 seats"),
        (Setup(((dealt,), (dealt,))), "has one"),
        (Setup(dealer=1), "dealer 1"),
        (Setup(scores=(0,)), "1 scores"),
    ):
        with pytest.raises(BadSetup, match=fault):
            PYRAMID.start(options, "", setup)
    with pytest.raises(BadSetup, match="already"):
        PYRAMID.start(PYRAMID.options({"deal": "seed:1"}), "", Setup(((dealt,),)))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played(name: str) -> None:
    """Random games of every preset hold against the conformance suite."""
    options = {"rules": name, "max_actions": 40}
    state = Match(PYRAMID, options, "s").state
    assert state.position == Deal(state.dealt).position(PRESETS[name])
    conformance.check_games(PYRAMID, options, range(3))
    conformance.test_changed_lines(PYRAMID, options)


def test_listed_is_accepted_with_a_reserve() -> None:
    """Giza, where nothing is hidden and the reserve takes what others have as a stock."""
    conformance.test_listed_is_accepted(PYRAMID, {"rules": "giza", "max_actions": 30})


def test_the_deal_is_told() -> None:
    """Its event shows what lies face up, and how many cards don't."""
    match = Match(PYRAMID, {"rules": "pyramid-dozen rows=2 stock_top=yes"}, "s")
    (told,) = match.events()
    dealt = tuple(map(str, match.state.dealt))
    assert told.seen_by(None) == told.seen_by(0) == told.seen_by_all()
    assert told.seen_by(0) == {
        "event": "deal",
        "rules": "pyramid-dozen rows=2 stock_top=yes",
        "pyramid": [[dealt[0]], list(dealt[1:3])],
        "reserve": [list(dealt[at : at + 4]) for at in range(3, 27, 4)],
        "stock": 25,
        "next_card": dealt[27],
    }


def test_packed_is_a_pack() -> None:
    """The helper of these tests puts cards where they are wanted."""
    pack = packed("QS KD", "2C", {10: "AH"})
    assert sorted(pack) == sorted(PACK)
    assert pack[:2] == cards("QS KD")
    assert (pack[10], pack[-1]) == cards("AH 2C")
