from dataclasses import dataclass

import pytest

from research_agent.domain.sources import WebSource
from research_agent.domain.web_passages import WebPassage, WebQuote
from research_agent.evidence.claim_reader import read_claims
from research_agent.evidence.company_names import CompanyNames
from research_agent.evidence.concept_names import Lexicon
from research_agent.evidence.passages import passages
from research_agent.evidence.web_quotes import web_quote

NEWS = WebSource("Example reports fourth quarter", "https://example.com/q4")
RELEASE = (
    "Example Inc. today announced results for its fiscal 2026 fourth quarter. "
    "The Company posted quarterly revenue of $102.5 billion, up 8 percent year over year. "
    "Operating expenses fell 3.4 percent to $15.2 billion.\n"
    "The board declared a dividend of $0.27 per share, payable in 2027."
)
TABLE = (
    "CONSOLIDATED STATEMENTS (In millions of dollars)\n"
    "| Item | 2026 | 2025 |\n"
    "| Net sales | 416,161 | 391,035 |\n"
    "| Operating income | 133,050 | 123,216 |"
)


@dataclass
class Page:
    """Text of a page, as shown from an offset on."""

    text: str
    start: int | None = 1_000

    def quotes(self, answer: str) -> list[WebQuote | None]:
        """What is found of each figure of an answer."""
        claims = read_claims(passages(answer), CompanyNames(()), Lexicon(()))
        shown = [WebPassage(NEWS, self.text, self.start)]
        return [web_quote(claim, shown, Lexicon(())) for claim in claims]


@pytest.mark.parametrize(
    ("answer", "printed"),
    [
        pytest.param("Quarterly revenue was $102.5 billion.", "$102.5 billion", id="as printed"),
        pytest.param("Revenue was $102,500 million.", "$102.5 billion", id="another scale"),
        pytest.param("Revenue came to about $103 billion.", "$102.5 billion", id="coarser"),
        pytest.param("Revenue rose 8%.", "8 percent", id="percent"),
        pytest.param("Operating expenses fell by 3.4%.", "3.4 percent", id="a fall"),
        pytest.param("The dividend is $0.27 per share.", "$0.27", id="per share"),
    ],
)  # fmt: skip
def test_a_figure_that_the_page_prints_is_found_in_it(answer: str, printed: str) -> None:
    """With its place in the page, and the sentence a person can read there."""
    (quote,) = Page(RELEASE).quotes(answer)

    assert quote is not None
    assert quote.printed == printed
    assert quote.start is not None
    at = quote.start - 1_000
    assert RELEASE[at : at + len(printed)] == printed
    assert printed in quote.excerpt
    assert quote.source == NEWS


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("Revenue was $102.6 billion.", id="another value"),
        pytest.param("Revenue was $102.48 billion.", id="finer than the page"),
        pytest.param("Revenue was $102.5 million.", id="another scale"),
        pytest.param("Revenue was €102.5 billion.", id="another currency"),
        pytest.param("Margin was 102.5%.", id="another unit"),
        pytest.param("Headcount reached 102.5 billion somewhere.", id="no unit"),
        pytest.param("Quarterly revenue of 2019 was $102.5 billion in fiscal 2019.", id="year"),
        pytest.param("Operating expenses rose by 3.4%.", id="the other direction"),
        pytest.param("Net income was $102.5 billion.", id="another line item"),
        pytest.param("Operating expenses were $102.5 billion.", id="the next sentence's item"),
        pytest.param("Zebras cost $0.27 per share of meadow.", id="nothing in common"),
    ],
)  # fmt: skip
def test_a_figure_that_the_page_does_not_state_is_not_found(answer: str) -> None:
    """TRAPS 41: a real source near a wrong number proves nothing."""
    page = Page(RELEASE.replace("quarterly revenue", "fiscal 2026 quarterly revenue"))
    assert page.quotes(answer)[-1] is None


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Net sales were $416,161 million.", True),
        ("Net sales were $416.2 billion.", True),
        ("Operating income was $133.1 billion.", True),
        ("Net sales were $416,161.", False),
        ("Net sales were €416.2 billion.", False),
        ("Operating income was $416.2 billion.", False),
        ("Net sales of fiscal 2026 were $416.2 billion.", True),
        ("Net sales of fiscal 2025 were $416.2 billion.", False),
        ("Net sales of fiscal 2025 were $391.0 billion.", True),
    ],
)
def test_a_table_says_once_what_its_figures_are(answer: str, found: bool) -> None:
    """Scale and currency of the heading hold for its rows, a row and a column for their figures."""
    (quote,) = Page(TABLE).quotes(answer)

    assert (quote is not None) is found


def test_a_figure_of_a_search_result_has_no_place_in_the_page() -> None:
    """The snippet was seen, the page was not."""
    (quote,) = Page(RELEASE, start=None).quotes("Revenue was $102.5 billion.")

    assert quote is not None
    assert quote.start is None


def test_the_page_itself_goes_before_the_search_result() -> None:
    """A place that can be opened and checked is worth more."""
    (claim,) = read_claims(passages("Revenue was $102.5 billion."), CompanyNames(()), Lexicon(()))
    snippet = WebPassage(WebSource("Other", "https://other.example/"), RELEASE)
    quote = web_quote(claim, [snippet, WebPassage(NEWS, RELEASE, 7, page=3)], Lexicon(()))

    assert quote is not None
    assert (quote.source, quote.page) == (NEWS, 3)


def test_nothing_read_means_nothing_quoted() -> None:
    """Without web text every figure stays what it was."""
    (claim,) = read_claims(passages("Revenue was $5 million."), CompanyNames(()), Lexicon(()))

    assert web_quote(claim, (), Lexicon(())) is None
