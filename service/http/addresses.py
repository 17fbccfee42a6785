"""Addresses of clients, as they are counted."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

__all__ = ["network"]


def network(text: str) -> str:
    """An address; of IPv6 the network that one household has."""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return str(address)
