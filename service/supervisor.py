"""Everything on one machine: the store, the workers and the API as processes of one parent.

A process that ends by itself is started again, unless it keeps ending. On the way out the
API stops first, so that nothing new comes in, then the workers, and the store last. None
of them outlives this process, however it ends.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import FrameType

from service.embedded import EmbeddedServer
from service.errors import PartFailed

__all__ = ["PARENT", "Supervisor"]

#: The variable that tells a part whose child it is.
PARENT = "PYRAMID_PARENT"

_LOOK_SECONDS = 0.2
# A part that has ended so often within so many seconds isn't started again.
_ENDS, _WITHIN = 5, 60.0
_STOP_SECONDS = 10.0


class _Part:
    """A process that is to run all the time."""

    def __init__(self, name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self._arguments = arguments
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._ends: deque[float] = deque(maxlen=_ENDS)

    def start(self) -> None:
        # A session of its own keeps the terminal's Ctrl-C away; we say when it is to end.
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "service.cli", *self._arguments],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def ended(self) -> int | None:
        """The status with which it has ended, None while it runs."""
        return None if self._process is None else self._process.poll()

    def keeps_ending(self) -> bool:
        """Note that it has ended, and see whether it makes sense to start it again."""
        self._ends.append(time.monotonic())
        return len(self._ends) == _ENDS and self._ends[-1] - self._ends[0] < _WITHIN

    def ask_to_stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def stop(self, deadline: float) -> None:
        """Wait for its end; past the deadline it is ended."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Supervisor:
    """Runs the parts until a signal comes.

    Args:
        server: the embedded store, if it is ours to run.
        url: of the store.
        api: arguments of the command that runs the API.
        workers: the same for each process that works behind it.
        say: takes what a person should know.
    """

    def __init__(
        self,
        server: EmbeddedServer | None,
        url: str,
        api: Sequence[str],
        workers: Sequence[Sequence[str]],
        say: Callable[[str], None],
    ) -> None:
        self._server = server
        self._say = say
        environment = {**os.environ, "REDIS_URL": url, PARENT: str(os.getpid())}
        self._api = _Part("api", api, environment)
        self._workers = [
            _Part(f"{arguments[0]} {number}", arguments, environment)
            for number, arguments in enumerate(workers, start=1)
        ]
        self._stopping = False

    def run(self) -> None:
        """Start everything, keep it running, and stop it when SIGINT or SIGTERM comes.

        Raises:
            PartFailed: a part keeps ending; everything else was stopped.
            NoStore: the store can't be started again.
        """
        before = {
            number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            for part in (*self._workers, self._api):
                part.start()
            while not self._stopping:
                time.sleep(_LOOK_SECONDS)
                self._look()
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _look(self) -> None:
        if self._server is not None and not self._server.is_alive():
            self._say("the store has ended; it is started again")
            self._server.restart()
        for part in (*self._workers, self._api):
            status = part.ended()
            if status is None or self._stopping:
                continue
            how = f"was killed by {signal.Signals(-status).name}" if status < 0 else "has ended"
            if part.keeps_ending():
                raise PartFailed(f"{part.name} keeps ending (it {how}, status {status})")
            self._say(f"{part.name} {how}; it is started again")
            part.start()

    def _stop(self) -> None:
        for group in ([self._api], self._workers):
            for part in group:
                part.ask_to_stop()
            deadline = time.monotonic() + _STOP_SECONDS
            for part in group:
                part.stop(deadline)
