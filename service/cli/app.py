"""The table of commands, and the one place where errors become exit statuses."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from service.cli import exits
from service.errors import ServiceError, WorkerDied

__all__ = ["COMMANDS", "app", "run"]

#: Command -> its module and what it does. A module is imported only when its command
#: runs, and offers the command as ``command``. To add a command is to add a row.
COMMANDS: dict[str, tuple[str, str]] = {
    "solve": ("service.cli.solve", "Can it be won, and in how few moves?"),
    "verify": ("service.cli.verify", "Check moves, answers or a certificate."),
    "certify": ("service.cli.certify", "Write an answer down with what proves it."),
    "hint": ("service.cli.hint", "The best next move, and what the others are worth."),
    "review": ("service.cli.review", "Look back on a game: where was it lost?"),
    "rate": ("service.cli.rate", "How hard are deals?"),
    "survey": ("service.cli.survey", "How are random deals distributed?"),
    "deal": ("service.cli.deal", "Make deals from seeds."),
    "show": ("service.cli.show", "Draw a deal or position, also as SVG."),
    "play": ("service.cli.play", "Play in the terminal, Pyramid or a game of cards."),
    "arena": ("service.cli.arena", "Let bots and programs play each other."),
    "replay": ("service.cli.replay", "Check the log of a match, and tell what happened."),
    "fair": ("service.cli.fair", "Check that a deal was chosen by nobody."),
    "serve": ("service.cli.serve", "Run the service on this machine."),
    "api": ("service.cli.api", "Run the HTTP side of the service."),
    "worker": ("service.cli.worker", "Run a worker of the service."),
    "scheduler": ("service.cli.scheduler", "Have dailies made ahead, and lost jobs queued again."),
    "match": ("service.cli.match", "Take matches out of the service, and put them in again."),
    "rules": ("service.cli.rules", "List rule sets and parameters."),
}

_UNWRITABLE = {errno.ENOSPC, errno.EIO, errno.EFBIG}


class _Commands(click.Group):
    """A group that knows its commands from the table and imports them late."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, does) for name, (_, does) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _Quit(exits.INTERRUPTED) from None
        except BrokenPipeError:
            raise _Quit(exits.PIPE_CLOSED) from None


class _Quit(Exception):
    """End with a status; what had to be said has been said."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from service.version import version_line  # noqa: PLC0415 - seldom wanted

        click.echo(version_line())
        ctx.exit()


@click.group(
    cls=_Commands, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show version, Python and kernel, and exit.",
)
def app() -> None:
    """Pyramid Solitaire: solve, check, make, draw and play deals.

    `pyramid COMMAND --help` explains a command.
    """


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit status."""
    try:
        status = app.main(args=list(arguments), prog_name="pyramid", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        return _complain(_usage_text(error), exits.BAD)
    except click.Abort:
        return exits.INTERRUPTED
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed()
    except _Quit as quit_:
        return _pipe_closed() if quit_.status == exits.PIPE_CLOSED else quit_.status
    except Exception as error:  # noqa: BLE001 - what is not known here is raised again
        return _explain(error)
    return status if isinstance(status, int) else exits.OK


def _explain(error: Exception) -> int:
    # By now the command that failed has imported these; help and usage errors need none.
    from games.errors import GameError  # noqa: PLC0415
    from solver.errors import Fault, PyramidError  # noqa: PLC0415

    if isinstance(error, Fault):
        return _complain(f"FAULT OF THE SOLVER, please report it: {error}", exits.FAULT)
    if isinstance(error, WorkerDied):
        return _complain(str(error), exits.FAULT)
    if isinstance(error, (GameError, PyramidError, ServiceError)):
        return _complain(str(error), exits.BAD)
    if isinstance(error, OSError):
        return _complain(_problem(error), exits.BAD)
    if isinstance(error, MemoryError):
        return _complain("out of memory: lower --max-memory", exits.BAD)
    raise error


def _problem(error: OSError) -> str:
    reason = error.strerror or str(error)
    if error.filename:
        return f"{error.filename}: {reason}"
    # Files are named by those who write them; what has no name is what commands print.
    return f"standard output can't be written: {reason}" if error.errno in _UNWRITABLE else reason


def _complain(message: str, status: int) -> int:
    text = " ".join(message.split())
    logs = sys.modules.get("service.logs")
    if logs is not None and logs.complained(text):
        return status
    # If nobody can be told, the status still says it.
    with suppress(OSError):
        click.echo(f"pyramid: {text}", err=True)
    return status


def _usage_text(error: click.ClickException) -> str:
    text = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        text = f"{text.rstrip('.')} (see {error.ctx.command_path} --help)"
    return text


def _pipe_closed() -> int:
    # What is still buffered has nowhere to go; the exit of Python must not complain.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    return exits.PIPE_CLOSED
