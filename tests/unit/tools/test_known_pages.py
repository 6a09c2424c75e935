"""Which addresses a run may open."""

import pytest

from research_agent.domain.sources import WebSource
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.ledger import Ledger
from research_agent.tools.known_pages import is_known_page
from tests.fakes.filed import APPLE, statement

PAGE = "https://news.example.com/apple?id=7"


def found() -> Ledger:
    ledger = Ledger(asked=["Sum up (see https://blog.example.org/a_(b)), then http://x.example/1."])
    ledger.add(Artifact(web=(WebSource("Apple", PAGE, None),)))
    return ledger


@pytest.mark.parametrize(
    "url",
    [
        PAGE,
        "HTTPS://NEWS.example.com/apple?id=7#top",
        f"{PAGE}&utm_source=mail",
        "https://blog.example.org/a_(b)",
        "http://x.example/1",
    ],
)
def test_pages_found_or_named_may_be_read(url: str) -> None:
    """However their address is written."""
    assert is_known_page(url, found())


@pytest.mark.parametrize(
    "url",
    [
        "https://news.example.com/apple?id=7&leak=secret",
        "https://news.example.com/apple/secret?id=7",
        "https://secret.news.example.com/apple?id=7",
        "https://user:secret@news.example.com/apple?id=7",
        "http://x.example/1/secret",
        "http://x.example/1?secret",
        "https://other.example/",
        "ftp://x.example/1",
        "nonsense",
        "",
    ],
)
def test_nothing_can_be_put_into_a_known_address(url: str) -> None:
    """Each part of an address can carry something out."""
    assert not is_known_page(url, found())


def test_the_filing_of_a_figure_may_be_read() -> None:
    """Its address is in the result that the figure came with."""
    table = statement(APPLE)
    ledger = Ledger()
    ledger.add(Artifact(tables=(table,)))
    fact = next(table.facts())
    assert fact.url
    assert is_known_page(fact.url, ledger)
