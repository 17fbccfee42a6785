"""Running the arena: who plays, with which cards, in how many processes."""

from __future__ import annotations

import math
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from time import perf_counter
from typing import NamedTuple

from games.arena import BadChoice, Board, Follower, Played, play_board
from games.bots.player import THINKING, Bot, Thinking
from games.bots.registry import bot_named
from games.registry import game_named
from service.errors import BadPlayer
from service.groups import end_with_groups
from service.programs import Program

__all__ = ["Plan", "play_all"]

#: The number of a board and of a seating.
Task = tuple[int, int]


class Plan(NamedTuple):
    """What is to be played; processes are sent it whole.

    Attributes:
        game, options: by name.
        bots: the levels of the players, as they stand in the list.
        programs: commands that hold the places of bots.
        seconds: within which a program must answer.
        worlds: deals that strong bots imagine for a choice.
        boards: with which cards.
        with_logs: whether logs are wanted.
    """

    game: str
    options: Mapping[str, object]
    bots: tuple[str, ...]
    programs: Mapping[int, str]
    seconds: float
    boards: tuple[Board, ...]
    worlds: int = THINKING.worlds
    with_logs: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players."""
        return tuple(self.programs.get(at, bot) for at, bot in enumerate(self.bots))

    @property
    def tasks(self) -> list[Task]:
        """All games, in order."""
        game = game_named(self.game)
        sides = game.sides(game.options(self.options))
        return [(board, seating) for board in range(len(self.boards)) for seating in range(sides)]


def play_all(plan: Plan, jobs: int) -> Generator[Played, None, None]:
    """All games of a plan, in the order in which they end; with a bar on a terminal.

    Raises:
        BadPlayer: a program doesn't do its part.
        WorkerDied: a process was killed.
    """
    from tqdm import tqdm  # noqa: PLC0415 - slow to import

    tasks = plan.tasks
    shown = sys.stderr is not None and sys.stderr.isatty()
    with tqdm(
        total=len(tasks), unit=" games", file=sys.stderr, leave=False, disable=not shown
    ) as bar:
        for each in _outcomes(plan, tasks, jobs):
            if isinstance(each, str):
                raise BadPlayer(each)
            yield each
            bar.update()


def _outcomes(plan: Plan, tasks: Sequence[Task], jobs: int) -> Iterator[Played | str]:
    if jobs == 1:
        yield from (_outcome(task, plan) for task in tasks)
        return
    # Processes are slow to import, and short runs need none.
    from service.pool import ProcessCrew  # noqa: PLC0415

    left = list(reversed(tasks))
    due = len(left)
    with ProcessCrew(min(jobs, due), partial(_in_worker, plan=plan)) as crew:
        while due:
            while left and crew.has_room():
                crew.give([left.pop()])
            done = crew.take(None)
            due -= len(done)
            yield from done


def _in_worker(task: Task, plan: Plan) -> Played | str:
    """The same as :func:`_outcome`, in a process that ends its programs when it is ended."""
    end_with_groups()
    return _outcome(task, plan)


def _outcome(task: Task, plan: Plan) -> Played | str:
    """A game, or what a player has done wrong: exceptions don't come through pipes whole."""
    board = plan.boards[task[0]]
    game = game_named(plan.game)
    # By the number of worlds alone: results must not depend on how fast a machine is.
    thinking = Thinking(plan.worlds, math.inf)
    with ExitStack() as opened:
        bots: list[Bot] = []
        followers: dict[int, Follower] = {}
        try:
            for at, level in enumerate(plan.bots):
                if at in plan.programs:
                    program = Program(plan.programs[at], game, plan.seconds)
                    opened.callback(program.close)
                    bots.append(program)
                    followers[at] = program
                else:
                    bots.append(bot_named(plan.game, level, thinking))
            return play_board(
                game,
                plan.options,
                board,
                task,
                bots,
                perf_counter,
                followers=followers,
                with_log=plan.with_logs,
            )
        except BadPlayer as error:
            return f"game {board.seed}: {error}"
        except BadChoice as error:
            return f"game {board.seed}: {plan.names[error.player]}: {error}"
