"""Exit statuses of the ``pyramid`` command."""

from __future__ import annotations

__all__ = ["BAD", "FAULT", "INTERRUPTED", "NO", "OK", "PIPE_CLOSED", "SOME_BAD"]

OK = 0
#: Part of the input was bad; the rest was answered.
SOME_BAD = 1
#: The answer to a yes-or-no command (``verify``) is no.
NO = 1
#: The command line or all of the input was bad, or a file can't be used.
BAD = 2
#: Our own fault: a wrong line from the search, or a worker that died.
FAULT = 3
#: Ctrl-C, as shells count it.
INTERRUPTED = 130
#: Whoever read our output has gone, as shells count it.
PIPE_CLOSED = 141
