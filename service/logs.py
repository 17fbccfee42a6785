"""What the service logs: a line for each event, for people or as JSON."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from service.settings import Settings

__all__ = ["complained", "job_context", "log_to_stderr", "request_context", "say"]

# These say what we say ourselves, or only what they are made of.
_LOUD = ("rq",)


def log_to_stderr(settings: Settings) -> None:
    """Let every logger write to stderr, in the form and from the level that are set.

    Lines of the standard library's loggers, and so of all libraries, come out in the same
    form, with the request or the job that they belong to.
    """
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if settings.log_format == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                pad_event_to=0,
                # The other one shows the values of variables: tokens, seeds, hidden cards.
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.WARNING)


def complained(sentence: str) -> bool:
    """Log why a command ends, if all that comes out has to be JSON; whether that is so."""
    is_json = any(
        isinstance(handler.formatter, structlog.stdlib.ProcessorFormatter)
        and isinstance(handler.formatter.processors[-1], structlog.processors.JSONRenderer)
        for handler in logging.getLogger().handlers
    )
    if is_json:
        logging.getLogger("pyramid").error(sentence)
    return is_json


def request_context(request_id: str) -> None:
    """What this thread logs from now on belongs to a request."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)


@contextmanager
def job_context(job_id: str) -> Iterator[None]:
    """What is logged meanwhile belongs to a job."""
    with structlog.contextvars.bound_contextvars(job_id=job_id):
        yield


def say(settings: Settings, sentence: str) -> None:
    """Tell a person what they should know; where logs are JSON, it is a line of them."""
    if settings.log_format == "json":
        logging.getLogger("pyramid").info(sentence)
    else:
        print(f"pyramid: {sentence}", file=sys.stderr, flush=True)  # noqa: T201 - for people
