"""One page, one address: search providers find the same page under many."""

import re
from urllib.parse import SplitResult, parse_qsl, quote, urlencode, urlsplit

__all__ = ["normalised", "page_key"]

_DEFAULT_PORTS = {"http": 80, "https": 443}
_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|__hs\w+|_hs\w+|mc_[ce]id|ga_\w+|_gl|gclid|gclsrc|dclid|wbraid"
    r"|gbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|srsltid|mkt_tok|vero_id"
    r"|oly_(?:enc|anon)_id|wickedid|cmpid|cmp|icid|ncid|ocid|guccounter|guce_\w+|ref_src|ref_url"
    r"|soc_src|soc_trk|smid|trk|s_cid",
    re.IGNORECASE,
)
_NEVER_IN_A_URL = re.compile(r"[\x00-\x20\x7f\\<>\"`{}|^]")


def normalised(url: object) -> str | None:
    """Return a page's address in its plainest form that still opens it.

    Scheme and host in lower case, no default port, no fragment, no tracking parameters; the
    other parameters keep their order, because some sites read it.

    Returns:
        `None` when it is not the http(s) address of a page, or has a user name in it.
    """
    parts = _split(url)
    if parts is None:
        return None
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    port = parts.port
    if port is not None and port != _DEFAULT_PORTS[parts.scheme]:
        host = f"{host}:{port}"
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = _without_tracking(parts.query)
    return f"{parts.scheme}://{host}{path}" + (f"?{query}" if query else "")


def page_key(url: str) -> str:
    """Return what two addresses of one page share, for finding repeats; not an address itself.

    Args:
        url: Normalised.
    """
    parts = urlsplit(url)
    host = parts.netloc.removeprefix("www.").removeprefix("m.").removeprefix("amp.")
    path = re.sub(r"/(?:index\.html?|amp)?$", "", parts.path)
    return f"{host}{path}?{urlencode(sorted(parse_qsl(parts.query, keep_blank_values=True)))}"


def _split(url: object) -> SplitResult | None:
    if not isinstance(url, str):
        return None
    text = url.strip()
    if _NEVER_IN_A_URL.search(text):
        return None
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    return parts


def _without_tracking(query: str) -> str:
    kept = [
        pair for pair in query.split("&") if pair and not _TRACKING.fullmatch(pair.split("=")[0])
    ]
    return quote("&".join(kept), safe="/%:@!$&'()*+,;=~-._?[]")
