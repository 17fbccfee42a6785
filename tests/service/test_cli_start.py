"""Starting: help, version, rules, and what is not imported."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module

import click
import pytest

from service.cli.app import COMMANDS
from service.version import version_line
from solver import KERNEL_COMPILED
from solver.rules import PARAMETERS, PRESETS
from tests.service.command import ROOT, WON_IN_4, Pyramid, environment

HEAVY = {
    "flask", "redis", "rq", "ortools", "numpy", "tqdm", "multiprocessing", "asyncio", "email",
    "importlib.metadata", "pathlib", "logging", "unittest",
}  # fmt: skip


def imported_by(*arguments: str) -> set[str]:
    """The modules that a run of the command has imported."""
    code = (
        "import json, sys\n"
        "from service.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    [["solve", WON_IN_4], ["solve", "seed:1", "--format", "json"], ["show", "seed:1"], ["--help"]],
)
def test_a_plain_run_imports_nothing_heavy(arguments: list[str]) -> None:
    """What takes long to import is imported by those who need it only."""
    assert not imported_by(*arguments) & HEAVY


def test_version_imports_not_even_click() -> None:
    """It answers before click would have been read."""
    assert "click" not in imported_by("--version")


def test_help_imports_no_command() -> None:
    """The table knows what every command does."""
    assert not {module for module, _ in COMMANDS.values()} & imported_by("--help")


def test_version_tells_the_kernel(pyramid: Pyramid) -> None:
    """Which version, which Python, compiled or not."""
    ended = pyramid("--version")
    assert ended == (0, version_line() + "\n", "")
    kernel = "kernel compiled" if KERNEL_COMPILED else "kernel interpreted"
    assert kernel in ended.out
    assert f"{sys.version_info.major}.{sys.version_info.minor}." in ended.out


def test_version_without_an_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A source tree that isn't installed says so."""
    monkeypatch.setattr("service.version._DISTRIBUTION", "no-such-package-anywhere")
    assert version_line().startswith("pyramid (not installed), ")


def test_version_of_an_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick way and the standard way find the same version."""
    from importlib.metadata import version

    monkeypatch.setattr("service.version._DISTRIBUTION", "pytest")
    assert version_line().startswith(f"pyramid {version('pytest')}, ")
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"{name} 7")
    assert version_line().startswith("pyramid pytest 7, ")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_table_is_there(pyramid: Pyramid, name: str) -> None:
    """Its module offers it under its name, and its help explains it."""
    command = import_module(COMMANDS[name][0]).command
    assert isinstance(command, click.Command)
    assert command.name == name
    for flag in ("-h", "--help"):
        ended = pyramid(name, flag)
        assert ended.status == 0
        assert ended.out.startswith(f"Usage: pyramid {name}")
    overview = pyramid("--help")
    assert overview.status == 0
    assert COMMANDS[name][1] in overview.out


def test_rules_lists_everything(pyramid: Pyramid) -> None:
    """Every rule set, every parameter, and no line too wide for a terminal."""
    ended = pyramid("rules")
    assert ended.status == 0
    words = ended.out.split()
    assert set(PRESETS) | set(PARAMETERS) <= set(words)
    assert max(map(len, ended.out.splitlines())) <= 88


@pytest.mark.parametrize("name", PRESETS)
def test_rules_explains_one(pyramid: Pyramid, name: str) -> None:
    """Each parameter with its value, as ``--set`` reads it."""
    ended = pyramid("rules", name)
    assert ended.status == 0
    for key, text in PRESETS[name].values().items():
        assert f"{key}={text} " in ended.out


def test_unknown_rules(pyramid: Pyramid) -> None:
    """Status 2, and the names that would do."""
    ended = pyramid("rules", "vegas")
    assert ended.status == 2
    assert "choose one of cardgames" in ended.err


def test_rules_that_are_changed_are_explained(pyramid: Pyramid) -> None:
    ended = pyramid("rules", "microsoft", "passes=2", "cells=1")
    assert (ended.status, ended.err) == (0, "")
    assert "turned over to be the stock again, in the" in ended.out
    assert "order, once." in ended.out
    assert "cells=1" in ended.out
    refused = pyramid("rules", "microsoft", "passes")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
