"""A player for `pyramid arena`: it does anything that is legal, each as likely.

    pyramid arena hearts --bots easy --seat 0='python3 examples/random_player.py'

The arena starts this program once for each game. Each line that it writes to our standard
input is a JSON object:

    {"event": "play", "seat": 1, "card": "2C"}      something has happened
    {"view": ..., "legal": [...], "seat": 0, ...}   it is our turn
    {"over": {"winners": [2], ...}}                 the game has ended

Only the second kind wants an answer, one line: {"action": ...}, one of those in "legal". Where
there are too many to list, "legal" says how many of which to choose: in hearts
{"pass": {"choose": 3, "of": ["2C", ...]}} is answered by {"pass": ["2C", "QS", "KH"]}.

Standard error is the place for what a person may want to read. docs/games.md tells the rest.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

Json = Any


def choose(legal: list[Json], dice: random.Random) -> Json:
    """One of the actions that are legal."""
    action = dice.choice(legal)
    ((name, value),) = action.items()
    if isinstance(value, dict):
        return {name: dice.sample(value["of"], value["choose"])}
    return action


def main() -> None:
    """Answer until the input ends; a number as argument makes the choices repeatable."""
    dice = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else None)
    for line in sys.stdin:
        told = json.loads(line)
        if "legal" in told:
            print(json.dumps({"action": choose(told["legal"], dice)}), flush=True)


main()
