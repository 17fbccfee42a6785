"""What holds for all tests; says at the top of a test run which kernel it tests."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Generator

import pytest
from hypothesis import settings

import solver

# Examples are limited in number: a time limit for each would only test how busy the machine is.
settings.register_profile("pyramid", deadline=None)
settings.load_profile("pyramid")


if threading.current_thread() is threading.main_thread():
    # A run in the background of a script inherits SIGINT as ignored, and so would the commands
    # that tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: looking through all of it for garbage, again and again,
    would take a sixth of the tests' time.
    """  # noqa: D205 - one sentence
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Extended tests are slow as well: another ``-m`` on the command line takes the place of
    that of the settings, and `not slow` must leave them out.
    """  # noqa: D205 - one sentence
    for item in items:
        if item.get_closest_marker("extended"):
            item.add_marker("slow")


def pytest_report_header() -> str:
    """One line: compiled or interpreted, and which source tree is under test."""
    how = "compiled" if solver.KERNEL_COMPILED else "INTERPRETED (about 65 times slower)"
    return f"search kernels: {how}, package: {solver.__path__[0]}"
