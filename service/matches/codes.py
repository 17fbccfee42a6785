"""Join codes: short enough to be told over the telephone, without letters that look alike."""

from __future__ import annotations

import re
import secrets

__all__ = ["is_code", "new_code"]

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LENGTH = 8
_CODE = re.compile(f"[{_LETTERS}]{{{_LENGTH}}}", re.ASCII)


def new_code() -> str:
    """A code that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text is one, as they are written."""
    return _CODE.fullmatch(text) is not None
