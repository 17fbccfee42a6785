"""What the figures of docs/games.md are measured with.

    python benchmarks/games.py deals                    # deals a second through the engines
    python benchmarks/games.py playouts                 # deals a second by the bots' core
    python benchmarks/games.py moves --deals 40         # how long the strong players think

*deals*: whole random games through the engines in plain Python, states, events and all, on one
core: legal actions are listed and one is chosen by chance at each step; of the 286 ways to pass
three cards one is drawn without listing them. For scale: OpenSpiel, whose engines are C++, plays
6,000 deals of Hearts, and of Spades, a second on one core through Python. *playouts*: a deal
from its first card to its last by rule, as the strong players imagine it. *moves*: of one strong
player on all seats; the first move, with all that has to be loaded, is told apart.

How strong the players are is measured by ``pyramid arena``; docs/games.md has the commands.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from array import array
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.bots.kaiser_table import auction_of, unseen_by
from games.bots.registry import bot_named
from games.bots.words import NUMBER_OF, word_of
from games.cards import PACK
from games.hearts.state import Pass
from games.kernels.hearts import COMPILED, HeartsTable
from games.kernels.spades_auction import SpadesAuction
from games.match import Match
from games.registry import game_named
from games.shuffle import Stream, dealt

CARD_GAMES = ("hearts", "spades", "kaiser")


def random_deals(name: str, seconds: float) -> float:
    """Deals a second."""
    game = game_named(name)
    end = time.perf_counter() + seconds
    begun, deals, number = time.perf_counter(), 0, 0
    while time.perf_counter() < end:
        number += 1
        state = game.start(game.options({}), f"bench {number}")
        dice = Stream(f"bench {number}", "dice")
        while game.result(state) is None:
            seat = min(game.to_act(state))
            state = game.apply(state, seat, _by_chance(game, state, seat, dice))
        deals += getattr(state, "deal", 1)
    return deals / (time.perf_counter() - begun)


def _by_chance(game: Any, state: Any, seat: int, dice: Stream) -> Any:
    if state.phase != "pass":
        return dice.choose(game.legal(state, seat))
    hand = list(state.hands[seat])
    return Pass(frozenset(hand.pop(dice.below(len(hand))) for _ in range(3)))


def playouts(seconds: float) -> dict[str, float]:
    """Deals a second that the core plays out, by game; hands are dealt beforehand."""
    hands = array("Q")
    for number in range(500):
        words = [word_of(hand) for hand in dealt(PACK, 4, 0, "bench", number)]
        first = next(seat for seat in range(4) if words[seat] & 1)
        hands.extend(words[first:] + words[:first])
    found = {}
    table = HeartsTable(4)
    totals, done, begun = array("d", [0.0]), 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        table.try_out(0, array("i", [0]), hands, array("i", range(500)), totals)
        done += 500
    found["hearts"] = done / (time.perf_counter() - begun)
    spades = SpadesAuction()
    chosen = array("i", range(500))
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        spades.try_bids(0, array("i", [3]), hands, chosen, 1, totals)
        done += 500
    found["spades"] = done / (time.perf_counter() - begun)
    found["kaiser"] = kaiser_playouts(seconds)
    return found


def kaiser_playouts(seconds: float) -> float:
    """Deals a second, from the declarer's first lead on."""
    game: Any = game_named("kaiser")
    match, bot = Match(game, {}, "playouts"), bot_named("kaiser", "easy")
    while match.state.phase != "play":
        seat = min(game.to_act(match.state))
        match.act(seat, bot.choose(game.view(match.state, seat), 0).action)
    (seat,) = game.to_act(match.state)
    view = game.view(match.state, seat)
    table = auction_of(view)
    hands = unseen_by(view, table).worlds(1).deal(500)
    card = array("i", [NUMBER_OF[view.hand[0]]])
    totals, done, begun = array("d", [0.0]), 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        table.try_out(seat, card, hands, array("i", range(500)), totals)
        done += 500
    return done / (time.perf_counter() - begun)


def moves(name: str, deals: int) -> tuple[float, list[float]]:
    """Milliseconds of the first move, and of all the others."""
    game: Any = game_named(name)
    times: list[float] = []
    first = None
    for number in range(deals):
        match = Match(game, {"max_deals": 1}, f"moves {number}")
        bot = bot_named(name, "strong")
        while not match.is_over:
            seat = min(game.to_act(match.state))
            view = game.view(match.state, seat)
            begun = time.perf_counter()
            action = bot.choose(view, match.version).action
            spent = 1000 * (time.perf_counter() - begun)
            if first is None:
                first = spent
            else:
                times.append(spent)
            match.act(seat, action)
    assert first is not None
    return first, times


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=["deals", "playouts", "moves"])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--deals", type=int, default=40)
    options = parser.parse_args()
    print("compiled" if COMPILED else "interpreted")
    if options.what == "deals":
        for name in CARD_GAMES:
            print(f"{name}: {random_deals(name, options.seconds):,.0f} deals/s", flush=True)
    elif options.what == "playouts":
        for name, speed in playouts(options.seconds).items():
            print(f"{name}: {speed:,.0f} playouts/s", flush=True)
    else:
        for name in CARD_GAMES:
            first, times = moves(name, options.deals)
            times.sort()
            print(
                f"{name}: first {first:.0f} ms, then mean {statistics.mean(times):.1f} ms, "
                f"median {statistics.median(times):.1f}, p99 {times[len(times) * 99 // 100]:.0f}, "
                f"most {times[-1]:.0f} of {len(times)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
