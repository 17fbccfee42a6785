"""Every error the solver raises, at a glance.

All of them derive from :class:`PyramidError`; their text is one sentence (or one
sentence per fault) that says what was wrong, where, and what would be right.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "BadCard",
    "BadCertificate",
    "BadDeal",
    "BadEngine",
    "BadMove",
    "BadPosition",
    "BadRules",
    "Fault",
    "IllegalMove",
    "KernelFault",
    "ModelFault",
    "PyramidError",
    "listed",
    "shorten",
]


def shorten(text: str, limit: int = 40) -> str:
    """Quote ``text`` for an error message, cut to ``limit`` characters."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")


def listed(things: Sequence[str]) -> str:
    """At least one thing in words: ``a, b and c``."""
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"


class PyramidError(Exception):
    """Base of everything that can go wrong with input given to the solver."""


class BadRules(PyramidError, ValueError):
    """A parameter, a preset name or a combination of parameters makes no sense."""


class BadCard(PyramidError, ValueError):
    """A token is not a playing card."""


class _Faults(PyramidError, ValueError):
    """An error that lists every fault found, not only the first."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults: tuple[str, ...] = tuple(faults)
        super().__init__("; ".join(self.faults))


class BadDeal(_Faults):
    """A deal that can't be played; ``faults`` holds one sentence for each fault."""


class BadPosition(_Faults):
    """A position that can't occur; ``faults`` holds one sentence for each fault."""


class BadMove(PyramidError, ValueError):
    """A move's text can't be read."""


class IllegalMove(PyramidError, ValueError):
    """A move that the rules don't allow in this position; the text names the rule."""


class Fault(PyramidError, RuntimeError):
    """A bug in the solver: never an answer, whatever the input."""


class KernelFault(Fault):
    """The search returned a line that the readable rules refuse."""


class ModelFault(Fault):
    """The constraint model gave a line that the readable rules refuse."""


class BadEngine(PyramidError, ValueError):
    """An engine isn't installed, or doesn't cover these rules."""


class BadCertificate(PyramidError, ValueError):
    """A document is no certificate, or nothing could be certified; the text says why."""
