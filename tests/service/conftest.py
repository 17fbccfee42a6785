"""Fixtures of the service's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.command import Pyramid


@pytest.fixture
def pyramid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiled_looks: None) -> Pyramid:
    """The command, run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Pyramid(monkeypatch)


@pytest.fixture
def compiled_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No notice about the kernel, whichever runs, so that messages can be compared."""
    monkeypatch.setattr("service.cli.solve.KERNEL_COMPILED", True)
