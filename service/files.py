"""Whole texts into files, and what can go wrong with that."""

from __future__ import annotations

import os

from service.errors import BadOutput

__all__ = ["save", "save_whole"]


def save(path: str, text: str, *, option: str = "--output", new: bool = False) -> None:
    """Write a text to a file.

    Args:
        path: the file; what is in it is lost, unless it must be new.
        text: what to write.
        option: which option has named the file.
        new: refuse a file that is there already.

    Raises:
        BadOutput: it can't be written, or is there already.
    """
    if not path:
        raise BadOutput(f"{option} names no file: its value is empty")
    try:
        with open(path, "x" if new else "w", encoding="utf-8") as stream:  # noqa: PTH123 - pathlib would add to every start
            stream.write(text)
    except FileExistsError:
        raise BadOutput(f"{path} exists already; choose another name") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadOutput(f"{path} can't be written: {reason}") from None


def save_whole(path: str, text: str) -> None:
    """Write a text to a file that is never seen half written.

    Raises:
        BadOutput: it can't be written; what was there still is.
    """
    beside = f"{path}.new"
    save(beside, text)
    try:
        os.replace(beside, path)  # noqa: PTH105 - pathlib would add to every start
    except OSError as error:
        raise BadOutput(f"{path} can't be written: {error.strerror}") from None
