"""Companies in sentences, with the embedded list of companies."""

import time
from itertools import pairwise

import pytest

from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.infra.settings import PACK_DIR

COVERED = (
    "AAPL AMZN ARM AXP BAC CAT CEG COST CRM DE GE GEV GOOGL GS HD IBM JNJ JPM KO MA MCD META MS "
    "MSFT NET NOW NVDA ORCL PEP PG SNOW T TMUS TSM V VZ WDAY WMT"
)


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    listed = CompanyDirectory.load(PACK_DIR)
    ciks = [listed.resolve(ticker).cik for ticker in COVERED.split()]
    return CompanyDirectory.load(PACK_DIR, coverage=dict.fromkeys(ciks, "full"))


def named(directory: CompanyDirectory, text: str) -> list[tuple[str, str]]:
    return [(mention.company.ticker, mention.text) for mention in directory.mentions(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What was Apple's revenue in fiscal 2023?", [("AAPL", "Apple")]),
        ("what was apple's revenue in fiscal 2023?", [("AAPL", "apple")]),
        ("WHAT WAS APPLE'S REVENUE NOW?", [("AAPL", "APPLE")]),
        ("Procter & Gamble’s margin and P&G's", [("PG", "Procter & Gamble"), ("PG", "P&G")]),
        ("Johnson & Johnson or J&J", [("JNJ", "Johnson & Johnson"), ("JNJ", "J&J")]),
        ("AT&T vs. T-Mobile, Verizon", [("T", "AT&T"), ("TMUS", "T-Mobile"), ("VZ", "Verizon")]),
        ("McDonald's and Lowe's margins", [("MCD", "McDonald's"), ("LOW", "Lowe's")]),
        ("Amazon.com's sales", [("AMZN", "Amazon.com")]),
        ("J.P. Morgan, JP Morgan", [("JPM", "J.P. Morgan"), ("JPM", "JP Morgan")]),
        ("Deere & Co and PepsiCo, Inc.", [("DE", "Deere & Co"), ("PEP", "PepsiCo, Inc")]),
        ("the Coca-Cola Company", [("KO", "Coca-Cola Company")]),
        ("home depot and bank of america", [("HD", "home depot"), ("BAC", "bank of america")]),
        ("Facebook in 2015", [("META", "Facebook")]),
        ("Taiwan Semiconductor Manufacturing", [("TSM", "Taiwan Semiconductor Manufacturing")]),
    ],
)
def test_names_are_found_as_people_write_them(
    directory: CompanyDirectory, text: str, found: list[tuple[str, str]]
) -> None:
    """With "&", hyphens, initials and possessives, in small letters or capitals."""
    assert named(directory, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Compare AAPL, GOOGL and NVDA", ["AAPL", "GOOGL", "NVDA"]),
        ("aapl msft nvda", ["AAPL", "MSFT", "NVDA"]),
        ("BRK.B, BRK-B and BRK/B", ["BRK-B", "BRK-B", "BRK-B"]),
        ("$NOW and $brk.b", ["NOW", "BRK-B"]),
        ("margins of CRM, NOW and WDAY", ["CRM", "NOW", "WDAY"]),
        ("Compare V and MA", ["V", "MA"]),
        ("What is V's ROE?", ["V"]),
        ("T revenue 2023", ["T"]),
        ("Alphabet (NASDAQ: GOOG) and Agilent (NYSE: A)", ["GOOGL", "GOOGL", "A", "A"]),
        ("NOW", ["NOW"]),
    ],
)
def test_tickers_are_found_where_they_are_meant(
    directory: CompanyDirectory, text: str, found: list[str]
) -> None:
    """In capitals, as cashtags, after an exchange; single letters in lists and possessives."""
    assert [ticker for ticker, _ in named(directory, text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "all it now a on key are or so for cash net cost snow arm",
        "Show EPS, FCF, ROE, P/E and TTM in USD; R&D and SG&A per GAAP in the US, UK and EU",
        "CAGR, EBITDA, CAPEX, DSO, ROIC, COGS, PPE, IT and AI since Q3 FY2024, YOY and LTM",
        "NET INCOME AND CASH FLOW FOR ALL COMPANIES",
        "What are NET INCOME and COST OF REVENUE?",
        "Class A shares, Exhibit V, an A/B test, plan B and vitamin T",
        "Target revenue growth is 5% and the price target is cut",
        "Cash and Net Revenue by Trade in Open Match",
        "a visa for the oracle, a shell and a caterpillar: What is the best buy?",
        "the total return and Capital Income of the year",
        "Principal Financial Officer of the S&P 500",
        "",
        "   ",
    ],
)
def test_words_and_abbreviations_are_no_companies(directory: CompanyDirectory, text: str) -> None:
    """Most short words are somebody's ticker; a table of the wrong company must not appear."""
    assert named(directory, text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Is Target profitable?", ["TGT"]),
        ("Compare Target and Walmart", ["TGT", "WMT"]),
        ("Target Corporation sells", ["TGT"]),
        ("Block, Gap, Unity and Oracle", ["XYZ", "GAP", "U", "ORCL"]),
        ("Visa revenue last 5 years", ["V"]),
        ("compare visa and mastercard", ["V", "MA"]),
        ("Zoom's margin", ["ZM"]),
        ("Best Buy results", ["BBY"]),
    ],
)
def test_an_ordinary_word_counts_where_its_capital_singles_it_out(
    directory: CompanyDirectory, text: str, found: list[str]
) -> None:
    """Mid-sentence, in a list, with a possessive or a legal form."""
    assert [ticker for ticker, _ in named(directory, text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("GE, GE Vernova and GE Aerospace", ["GE", "GEV", "GE"]),
        ("Constellation Energy or Constellation Brands", ["CEG", "STZ"]),
        ("American Express and American Tower", ["AXP", "AMT"]),
        ("Tesla, Berkshire Hathaway and Ford Motor Company", ["TSLA", "BRK-B", "F"]),
    ],
)
def test_the_longest_name_wins_and_companies_outside_the_store_count(
    directory: CompanyDirectory, text: str, found: list[str]
) -> None:
    """An answer can then say that the store does not hold them."""
    assert [ticker for ticker, _ in named(directory, text)] == found


def test_spans_point_into_the_text_in_order_without_overlap(directory: CompanyDirectory) -> None:
    """A caller cuts the names out of the question by them."""
    text = "Compare Apple (AAPL), Procter & Gamble’s and Apple Inc. to NVIDIA Corp's."
    mentions = directory.mentions(text)
    assert [mention.text for mention in mentions] == [
        "Apple",
        "AAPL",
        "Procter & Gamble",
        "Apple Inc",
        "NVIDIA Corp",
    ]
    assert all(text[mention.start : mention.end] == mention.text for mention in mentions)
    assert all(a.end <= b.start for a, b in pairwise(mentions))


@pytest.mark.parametrize(
    "piece", ["Apple's and Visa vs. ", "Bank of ", "A ", "BRK.", "'", "J.P.", "& ", "é’s ", "x\n"]
)
def test_a_long_text_takes_time_in_proportion(directory: CompanyDirectory, piece: str) -> None:
    """Questions may have 20,000 characters, and somebody will paste nonsense."""
    text = (piece * 20_000)[:20_000]
    directory.mentions("warm up")
    start = time.process_time()
    directory.mentions(text)
    assert time.process_time() - start < 1.5
