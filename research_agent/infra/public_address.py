"""Which network addresses belong to the public internet."""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

__all__ = ["WEB_PORTS", "AddressPolicy", "is_public"]

WEB_PORTS = frozenset({80, 443})

_REFUSED = tuple(
    ip_network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "100.64.0.0/10",  # carrier-grade NAT; also a cloud's metadata service
        "168.63.129.16/32",  # a public number that a cloud answers from inside the machine
        "192.0.0.0/24",  # protocol assignments; also a cloud's metadata service
        "192.88.99.0/24",  # 6to4 relays
        "198.18.0.0/15",  # benchmarks
        "240.0.0.0/4",  # reserved, with the broadcast address
        "::/96",  # IPv4-compatible, deprecated: holds an IPv4 address
        "::ffff:0:0/96",  # IPv4-mapped: the same host under a second name
        "::ffff:0:0:0/96",  # IPv4-translated
        "64:ff9b:1::/48",  # local NAT64
        "100::/64",  # discard
        "2001::/23",  # protocol assignments, with Teredo: holds an IPv4 address
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: holds an IPv4 address
        "3fff::/20",  # documentation
        "5f00::/16",  # segment routing
        "fc00::/7",  # private
        "fe80::/10",  # this link
        "fec0::/10",  # this site, deprecated
    )
)
_NAT64 = ip_network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Say whether an IP address is a host of the public internet.

    Loopback, private, link-local (with the metadata service of clouds), multicast, reserved and
    documentation addresses are not; nor are IPv6 forms that hold an IPv4 address, whatever it
    is, except that of NAT64 when the address inside is public.

    Source:
        IANA's registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890).
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.scope_id:
        return False
    if ip in _NAT64:
        return is_public(str(IPv4Address(int(ip) & 0xFFFFFFFF)))
    if any(ip.version == block.version and ip in block for block in _REFUSED):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """Where a fetch of a page may connect to: the public internet's web ports.

    Args:
        also: Address and port pairs that are let in besides, each exactly as written. Empty in
            a product; a test names its own server here, so that the check itself stays on.
    """

    also: frozenset[tuple[str, int]] = frozenset()

    def admits(self, address: str, port: int) -> bool:
        """Say whether a connection to this address and port may be made."""
        return (address, port) in self.also or (port in WEB_PORTS and is_public(address))

    def admits_port(self, port: int) -> bool:
        """Say whether any address can be admitted at this port."""
        return port in WEB_PORTS or any(port == other for _, other in self.also)
