"""The embedded server: it keeps what it was told, and ends when it should."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service import embedded
from service.embedded import EmbeddedServer, Program, find_program
from service.errors import NoStore
from service.storage.connection import connect, is_up
from tests.service.command import ROOT, environment


def test_it_keeps_what_it_was_told(folder: Path) -> None:
    """Over a stop and a start."""
    with EmbeddedServer(folder) as server:
        connect(server.url).set("a", "1")
        url = server.url
    assert not is_up(url)
    with EmbeddedServer(folder) as server:
        assert connect(server.url).get("a") == b"1"


def test_it_comes_back_after_kill_9(folder: Path) -> None:
    """With all that a client was promised more than a second ago."""
    with EmbeddedServer(folder) as server:
        connection = connect(server.url)
        connection.set("a", "1")
        time.sleep(1.2)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        server.restart()
        assert connection.get("a") == b"1"


def test_no_port_is_open(folder: Path) -> None:
    """It listens on its socket only, which only its owner may use."""
    with EmbeddedServer(folder) as server:
        config = connect(server.url).config_get("*")
        assert config["port"] == "0"
        assert config["appendonly"] == "yes"
        assert (folder / "store.sock").stat().st_mode & 0o777 == 0o700


def test_one_at_a_time(folder: Path) -> None:
    with EmbeddedServer(folder):
        with pytest.raises(NoStore, match="in use by another"):
            EmbeddedServer(folder).start()
        assert is_up(f"unix://{folder}/store.sock")
    with EmbeddedServer(folder):
        pass


def test_a_long_path(tmp_path: Path) -> None:
    """Longer than a socket's path may be: the socket is elsewhere, the data are not."""
    folder = tmp_path / ("deep/" * 30)
    with EmbeddedServer(folder) as server:
        connect(server.url).set("a", "1")
        assert "deep" not in server.url
    assert any(folder.rglob("*.aof"))


@pytest.mark.parametrize("written", ["valkey 99.0.1", "redis 7.2.4"])
def test_data_of_another_server(folder: Path, written: str) -> None:
    """They are left alone, and both versions are named."""
    folder.mkdir()
    (folder / "store.version").write_text(written + "\n")
    with pytest.raises(NoStore, match=f"was written by {written}, which valkey 9") as caught:
        EmbeddedServer(folder).start()
    assert "can't read" in str(caught.value)
    assert {path.name for path in folder.iterdir()} == {"store.version", "store.lock"}


def test_a_store_that_can_not_start(folder: Path) -> None:
    """It is said where to look."""
    folder.mkdir()
    (folder / "appendonlydir").write_text("in the way")
    with pytest.raises(NoStore, match=r"ended at its start; .*store\.log says why"):
        EmbeddedServer(folder).start()
    assert (folder / "store.log").read_text()


def test_a_folder_that_is_a_file(folder: Path) -> None:
    folder.write_text("x")
    with pytest.raises(NoStore, match="can't be used"):
        EmbeddedServer(folder).start()


def test_no_program(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said how to get one."""
    monkeypatch.setattr(embedded, "_candidates", list)
    with pytest.raises(NoStore, match=r"pip install .*or set REDIS_URL"):
        EmbeddedServer(folder).start()


def test_the_program_of_the_package() -> None:
    found = find_program()
    assert (found.kind, found.version[0] >= 9) == ("valkey", True)
    assert str(Program(found.path, "valkey", (9, 1, 2))) == "valkey 9.1.2"


def test_it_dies_with_its_parent(folder: Path) -> None:
    """However the parent ends."""
    program = (
        "import sys, time\nfrom pathlib import Path\n"
        "from service.embedded import EmbeddedServer\n"
        "server = EmbeddedServer(Path(sys.argv[1]))\nserver.start()\n"
        "print(server.url, flush=True)\ntime.sleep(60)\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    url = running.stdout.readline().strip()
    assert is_up(url)
    running.kill()
    running.wait()
    running.stdout.close()
    deadline = time.monotonic() + 5
    while is_up(url):
        assert time.monotonic() < deadline, "it has outlived its parent"
        time.sleep(0.02)
