# os.path, since the import of pathlib would add to every start.
# ruff: noqa: PTH110, PTH116, PTH123
"""Where answers go: standard output, or a file that never loses what is in it."""

from __future__ import annotations

import os
import stat
import sys
from io import FileIO
from typing import BinaryIO, Protocol

from service.errors import BadOutput

if sys.platform != "win32":
    import fcntl

__all__ = ["FileOutput", "Output", "StreamOutput"]


class Output(Protocol):
    """What takes answers; every piece is passed on at once."""

    def write(self, text: str) -> None:
        """Pass one answer on to whoever reads it."""

    def close(self) -> None:
        """Make sure that everything has arrived."""


class StreamOutput(Output):
    """Answers to a stream that is open already, such as standard output."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        self._pass_on(text.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        self._pass_on(b"")

    def _pass_on(self, data: bytes) -> None:
        try:
            self._stream.write(data)
            self._stream.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise BadOutput(f"standard output can't be written: {error.strerror}") from None


class FileOutput(Output):
    """Answers to a file.

    A file that holds something is refused unless it is to be resumed or overwritten,
    and one that another run is writing is always refused.

    Raises:
        BadOutput: the file can't be opened or written, or isn't ours to write.
    """

    def __init__(self, path: str, *, resume: bool = False, force: bool = False) -> None:
        self.path = path
        if not path:
            raise BadOutput("--output names no file: its value is empty")
        try:
            # Reading is for resuming; a pipe or a device can only be written.
            plain = not os.path.exists(path) or stat.S_ISREG(os.stat(path).st_mode)
            mode = (os.O_RDWR if plain else os.O_WRONLY) | os.O_CREAT
            # Without a buffer, what is written is on its way, and nothing is left to
            # fail a second time when a full disk has ended the run.
            stream = FileIO(os.open(path, mode, 0o666), "r+" if plain else "w")
        except (OSError, ValueError) as error:
            raise self._problem(error) from None
        self._file = stream
        self._plain = plain
        try:
            self._claim(resume, force)
        except BaseException:
            stream.close()
            raise

    def _claim(self, resume: bool, force: bool) -> None:
        if not self._plain:
            if resume:
                raise BadOutput(f"{self.path} is not a plain file, so it can't be resumed")
            return
        self._lock()
        if os.fstat(self._file.fileno()).st_size and not resume:
            if not force:
                raise BadOutput(
                    f"{self.path} is not empty: continue it with --resume, overwrite it "
                    "with --force, or name another file"
                )
            self._file.truncate(0)

    def _lock(self) -> None:
        if sys.platform == "win32":
            return  # No such locks there; the other checks still hold.
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOutput(f"{self.path} is being written by another run") from None
        except OSError:
            return  # Some network file systems have no locks.

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been written yet, by this run or an earlier one."""
        return os.fstat(self._file.fileno()).st_size == 0

    def read_back(self) -> BinaryIO:
        """Open the file for reading what it holds."""
        try:
            return open(self.path, "rb")
        except OSError as error:
            raise self._problem(error) from None

    def cut(self, length: int) -> None:
        """Drop what follows the first ``length`` bytes, and go on writing there."""
        try:
            self._file.seek(length)
            self._file.truncate(length)
        except OSError as error:
            raise self._problem(error) from None

    def write(self, text: str) -> None:
        try:
            rest = memoryview(text.encode("utf-8", "backslashreplace"))
            while rest:
                rest = rest[self._file.write(rest) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._problem(error) from None

    def close(self) -> None:
        try:
            with self._file:
                if self._plain:
                    os.fsync(self._file.fileno())
        except OSError as error:
            raise self._problem(error) from None

    def _problem(self, error: Exception) -> BadOutput:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return BadOutput(f"{self.path} can't be written: {reason}")
