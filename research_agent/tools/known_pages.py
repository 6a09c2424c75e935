"""Which pages a run may read: those that a search found, a figure came from, or a person named.

A page can ask a model to open an address that carries what the run knows. Such an address was
never found or given, so it is not opened.
"""

import re
from collections.abc import Iterator

from research_agent.evidence.ledger import Ledger
from research_agent.search.page_url import normalised, page_key

__all__ = ["is_known_page"]

_ADDRESS = re.compile(r"https?://[^\s<>\"`{}|^\\]+", re.IGNORECASE)
_AFTER_ADDRESS = ".,;:!?'\"*_"


def is_known_page(url: str, ledger: Ledger) -> bool:
    """Say whether the run came by `url` otherwise than out of the model's head.

    Tracking parameters, a fragment and the letter case of the host make no difference; any other
    part of the address does.
    """
    wanted = _key(url)
    return wanted is not None and any(_key(known) == wanted for known in _known(ledger))


def _known(ledger: Ledger) -> Iterator[str]:
    yield from (page.url for page in ledger.web)
    yield from (fact.url for fact in ledger.facts() if fact.url)
    for text in ledger.asked:
        for found in _ADDRESS.finditer(text):
            yield from _readings(found.group())


def _readings(address: str) -> Iterator[str]:
    """Yield an address as it stands in a sentence, and without what ends the sentence."""
    yield address
    bare = address.rstrip(_AFTER_ADDRESS)
    yield bare
    if bare.endswith(")") and bare.count("(") < bare.count(")"):
        yield bare[:-1].rstrip(_AFTER_ADDRESS)


def _key(url: str) -> str | None:
    plain = normalised(url)
    return None if plain is None else page_key(plain)
