"""Where the API may listen."""

from __future__ import annotations

import socket

from service.errors import BadSettings

__all__ = ["free_port"]


def free_port(host: str, port: int) -> int:
    """The port, or a free one for 0.

    The server shares ports with others of its kind, so it wouldn't notice that one is taken.

    Raises:
        BadSettings: nobody can listen there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as probe:
            return int(probe.getsockname()[1])
    except (OSError, OverflowError) as error:
        raise BadSettings(f"PYRAMID_HOST={host}, PYRAMID_PORT={port}: {error}") from None
