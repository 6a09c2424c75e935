"""The address of a page on the public web, read once and strictly."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote, urljoin, urlsplit

import idna

from research_agent.errors import InvalidRequest
from research_agent.infra.public_address import AddressPolicy, is_public

__all__ = ["MAX_URL_LENGTH", "WebAddress", "web_address"]

MAX_URL_LENGTH = 2_000

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NEVER_IN_A_URL = re.compile(r"[\x00-\x20\x7f\\]")
_NUMBER_LABEL = re.compile(r"(?:0[xX][0-9a-fA-F]*|[0-9]+)")
_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*")
_LOCAL_SUFFIXES = ("localhost", "local", "internal", "lan", "home.arpa", "localdomain", "onion")


@dataclass(frozen=True, slots=True)
class WebAddress:
    """Where to connect and what to ask for; no other reading of the text is used.

    Args:
        scheme: `"http"` or `"https"`.
        host: A name in ASCII, or an IP address without brackets.
        port: Of the server.
        target: Path and query, percent-encoded: `"/a?b=c"`.
    """

    scheme: str
    host: str
    port: int
    target: str

    @property
    def origin(self) -> str:
        """Scheme, host and port as a URL: `"https://example.com"`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        standard = _DEFAULT_PORTS[self.scheme] == self.port
        return f"{self.scheme}://{host}" if standard else f"{self.scheme}://{host}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address."""
        return self.origin + self.target

    def joined(self, location: str, policy: AddressPolicy) -> "WebAddress":
        """Return where a redirect from here to `location` leads; raises like `web_address`."""
        return web_address(urljoin(self.url, location), policy)


def web_address(url: str, policy: AddressPolicy) -> WebAddress:
    """Read a URL that a model, a page or a person gave.

    Refused are: schemes other than http and https, user names, ports beside the web's, names of
    this machine and its network, IP addresses that are not public, and IPv4 addresses written
    in decimal, octal, hexadecimal or short form, which resolvers read in ways of their own.
    What a name resolves to is checked when the connection is made.

    Raises:
        InvalidRequest: Says what is wrong with it.
    """
    if len(url) > MAX_URL_LENGTH:
        raise InvalidRequest(f"The address is longer than {MAX_URL_LENGTH:,} characters.")
    if _NEVER_IN_A_URL.search(url):
        raise InvalidRequest("The address has a blank, a backslash or a control character in it.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise InvalidRequest(
            "That is not a web address such as https://example.com/page."
        ) from None
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise InvalidRequest("Only pages at http:// and https:// addresses can be read.")
    if "@" in parts.netloc:
        raise InvalidRequest("An address with a user name or password in it is not read.")
    port = _DEFAULT_PORTS[scheme] if port is None else port
    if not policy.admits_port(port):
        raise InvalidRequest(f"Port {port} is not one of the web's (80 and 443).")
    host = _host(parts.hostname, port, policy)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?[]")
    return WebAddress(scheme, host, port, f"{path}?{query}" if query else path)


def _host(text: str, port: int, policy: AddressPolicy) -> str:
    """Return a host in its only form.

    Raises:
        InvalidRequest: It is no host of the public web, or not written as one.
    """
    if ":" in text:
        return _literal(IPv6Address, text, port, policy)
    try:
        name = idna.encode(text.rstrip("."), uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        name = text.rstrip(".").lower()  # underscores and the like; the pattern below decides
    if _NUMBER_LABEL.fullmatch(name.rpartition(".")[2]):
        return _literal(IPv4Address, name, port, policy)
    if not _NAME.fullmatch(name) or len(name) > 253:
        raise InvalidRequest("The address has no host name that the web uses.")
    if "." not in name or name.endswith(tuple(f".{suffix}" for suffix in _LOCAL_SUFFIXES)):
        raise InvalidRequest("That host is not on the public web; give a public page.")
    return name


def _literal(
    kind: type[IPv4Address] | type[IPv6Address], text: str, port: int, policy: AddressPolicy
) -> str:
    try:
        address = kind(text)
    except AddressValueError:
        raise InvalidRequest(
            "An IP address must be written in its usual form; give the page's host name."
        ) from None
    if not ((str(address), port) in policy.also or is_public(str(address))):
        raise InvalidRequest("That address is not on the public web; give a public page.")
    return str(address)
