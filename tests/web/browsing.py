"""Debian's chromium, as tests and pictures use it."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

__all__ = ["CHROMIUM", "launched"]

CHROMIUM = shutil.which("chromium")
_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def launched(play: Playwright) -> Browser:
    """A browser without a window."""
    return play.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
