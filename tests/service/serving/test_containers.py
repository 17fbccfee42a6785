"""The files for containers: what they run is there, and every setting they make is known."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml

from service.settings import Settings
from tests.service.command import ROOT, Pyramid

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
OURS = [name for name in COMPOSE["services"] if name != "store"]


def command_lines() -> list[list[str]]:
    found = [COMPOSE["services"][name]["command"] for name in OURS]
    found += [json.loads(text) for text in re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)]
    return found


@pytest.mark.parametrize("line", command_lines(), ids=" ".join)
def test_every_command_line_is_one_of_ours(pyramid: Pyramid, line: list[str]) -> None:
    """Without a store each of them gets as far as to ask for one."""
    assert line[0] == "pyramid"
    ended = pyramid(*line[1:])
    assert (ended.status, ended.out) == (2, "")
    assert "REDIS_URL isn't set" in ended.err


def test_the_settings_are_known() -> None:
    environment = {
        **dict(re.findall(r"(PYRAMID_\w+)=(\S+)", DOCKERFILE)),
        **COMPOSE["services"]["api"]["environment"],
    }
    settings = Settings.from_environment(environment)
    assert (settings.host, settings.port) == ("0.0.0.0", 8000)
    assert settings.redis_url == "redis://store:6379/0"


def test_all_parts_are_there() -> None:
    """One of each, all from one image, as nobody in particular, with the store's data kept."""
    assert set(OURS) == {"api", "worker", "urgent", "bots", "scheduler"}
    for name in OURS:
        part = COMPOSE["services"][name]
        assert part["image"] == "pyramid-solitaire"
        assert ("build" in part) == (name == "api")
        assert part["depends_on"]["store"]["condition"] == "service_healthy"
    assert COMPOSE["services"]["store"]["volumes"] == ["store:/data"]
    last = DOCKERFILE.rpartition("FROM ")[2]
    assert "USER 10001:10001" in last
    assert "gcc" not in last
    assert last.index("USER 10001") < last.index("CMD [")


def test_all_sources_are_copied() -> None:
    """Into the image, and into what the build may see."""
    seen = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    for name in " ".join(copied).split():
        assert (ROOT / name).exists()
        assert f"!{name}" in seen
