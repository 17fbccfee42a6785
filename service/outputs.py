# os.path, since the import of pathlib would add to every start.
# ruff: noqa: PTH110, PTH116
"""Where answers go: standard output, or a file that never loses what is in it."""

from __future__ import annotations

import os
import stat
import sys
from typing import BinaryIO

from service.errors import BadOutput

if sys.platform != "win32":
    import fcntl

__all__ = ["FileOutput", "Output"]


class Output:
    """Answers to an open stream; every piece is passed on at once."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write one answer through to whoever reads it."""
        self._stream.write(text.encode("utf-8", "backslashreplace"))
        self._stream.flush()

    def close(self) -> None:
        """Make sure that everything has arrived."""
        self._stream.flush()


class FileOutput(Output):
    """Answers to a file.

    A file that holds something is refused unless it is to be resumed or overwritten,
    and one that another run is writing is always refused.

    Raises:
        BadOutput: the file can't be opened or written, or isn't ours to write.
    """

    def __init__(self, path: str, *, resume: bool = False, force: bool = False) -> None:
        self.path = path
        try:
            # Reading is for resuming; a pipe or a device can only be written.
            plain = not os.path.exists(path) or stat.S_ISREG(os.stat(path).st_mode)
            mode = (os.O_RDWR if plain else os.O_WRONLY) | os.O_CREAT
            stream = os.fdopen(os.open(path, mode, 0o666), "rb+" if plain else "wb")
        except (OSError, ValueError) as error:
            raise self._problem(error) from None
        super().__init__(stream)
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
        if os.fstat(self._stream.fileno()).st_size and not resume:
            if not force:
                raise BadOutput(
                    f"{self.path} is not empty: continue it with --resume, overwrite it "
                    "with --force, or name another file"
                )
            self._stream.truncate(0)

    def _lock(self) -> None:
        if sys.platform == "win32":
            return  # No such locks there; the other checks still hold.
        try:
            fcntl.flock(self._stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOutput(f"{self.path} is being written by another run") from None
        except OSError:
            return  # Some network file systems have no locks.

    @property
    def stream(self) -> BinaryIO:
        """The open file, for reading back what it holds."""
        return self._stream

    def cut(self, length: int) -> None:
        """Drop what follows the first ``length`` bytes, and go on writing there."""
        try:
            self._stream.seek(length)
            self._stream.truncate(length)
        except OSError as error:
            raise self._problem(error) from None

    def write(self, text: str) -> None:
        try:
            super().write(text)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._problem(error) from None

    def close(self) -> None:
        try:
            self._stream.flush()
            if self._plain:
                os.fsync(self._stream.fileno())
            self._stream.close()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._problem(error) from None

    def _problem(self, error: Exception) -> BadOutput:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return BadOutput(f"{self.path} can't be written: {reason}")
