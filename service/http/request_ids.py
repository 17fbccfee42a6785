"""Ids of requests: the client's own, or ours."""

from __future__ import annotations

import secrets

__all__ = ["REQUEST_ID", "request_id"]

#: The header, as the server writes it.
REQUEST_ID = b"x-request-id"

_LONGEST = 64


def request_id(given: str) -> str:
    """The id that a client has given, if it is one; otherwise a new one."""
    fine = given.isascii() and given.replace("-", "").isalnum() and len(given) <= _LONGEST
    return given if fine else secrets.token_hex(8)
