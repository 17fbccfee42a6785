"""Says at the top of a test run which kernel it tests."""

from __future__ import annotations

import solver


def pytest_report_header() -> str:
    """One line: compiled or interpreted, and which source tree is under test."""
    how = "compiled" if solver.KERNEL_COMPILED else "INTERPRETED (about 65 times slower)"
    return f"search kernels: {how}, package: {solver.__path__[0]}"
