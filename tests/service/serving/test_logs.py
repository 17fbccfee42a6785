"""What is logged: in one form, with the request or the job, and without secrets."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from service.cli import exits
from service.cli.app import run
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.logs import job_context, log_to_stderr
from service.settings import Settings
from service.wiring import parts
from tests.service.serving.test_http import SMALL

Client = Any


@pytest.fixture
def stderr(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What goes to stderr; afterwards logging is as it was."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    structlog.contextvars.clear_contextvars()
    yield lambda: capsys.readouterr().err
    root.handlers[:] = before
    root.setLevel(level)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_line_for_each_request(server: EmbeddedServer, stderr: Callable[[], str]) -> None:
    """With its id, and no token, body or query in it."""
    settings = Settings(log_format="json", inline_seconds=0)
    log_to_stderr(settings)
    made = parts(settings, server.url)
    client: Client = create_app(made).test_client()
    token = client.post("/v1/players", json={"name": "Ann"}).json["token"]
    headers = {"Authorization": f"Bearer {token}", "X-Request-Id": "mine-1"}
    assert client.get("/v1/players/me?x=secret", headers=headers).status_code == 200
    client.post("/v1/solves", json={"deal": SMALL})
    client.get("/nowhere\n{}")
    text = stderr()
    found = lines(text)
    assert [line["status"] for line in found] == [201, 200, 202, 404]
    assert {line["event"] for line in found} == {"request"}
    mine = found[1]
    assert (mine["method"], mine["path"], mine["request_id"]) == ("GET", "/v1/players/me", "mine-1")
    assert mine["ms"] > 0
    for secret in (token, token.partition(".")[2], "secret", "Ann", "QH"):
        assert secret not in text


def test_what_ends_a_command_is_json_too(
    stderr: Callable[[], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PYRAMID_DATA", str(tmp_path / "file"))
    monkeypatch.setenv("PYRAMID_LOG_FORMAT", "json")
    assert run(["serve"]) == exits.BAD
    (line,) = lines(stderr())
    assert line["level"] == "error"
    assert str(tmp_path / "file") in line["event"]


def test_other_loggers_and_exceptions(stderr: Callable[[], str]) -> None:
    """A library's line, one with a traceback, and one of a job: each is one line of JSON."""
    log_to_stderr(Settings(log_format="json", log_level="warning"))
    other = logging.getLogger("some.library")
    other.info("not this one")
    with job_context("job-7"):
        other.warning("with %s", 'a "quote"\nand a line')
    try:
        raise ZeroDivisionError("oops")
    except ZeroDivisionError:
        other.exception("failed")
    first, second = lines(stderr())
    assert (first["event"], first["level"], first["job_id"]) == (
        'with a "quote"\nand a line', "warning", "job-7",
    )  # fmt: skip
    assert first["logger"] == "some.library"
    assert "ZeroDivisionError: oops" in second["exception"]
    assert "job_id" not in second


def test_text(stderr: Callable[[], str]) -> None:
    """For people, without colours where nobody sees them."""
    log_to_stderr(Settings())
    logging.getLogger("pyramid").info("hello", extra={"place": 3})
    (line,) = stderr().splitlines()
    assert "hello" in line
    assert "place=3" in line
    assert "\x1b" not in line
