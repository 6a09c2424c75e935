"""Names to companies, on a list small enough to see why each name is found."""

from pathlib import Path

import pytest

from research_agent.domain.companies import Company
from research_agent.errors import PackError, UnknownCompany
from research_agent.finance.companies.directory import CompanyDirectory


def company(cik: int, tickers: str, name: str) -> Company:
    first, *others = tickers.split()
    return Company(cik, first, name, "NYSE", (first, *others))


LISTED = (
    company(320193, "AAPL", "Apple Inc."),
    company(1652044, "GOOGL GOOG", "Alphabet Inc."),
    company(1067983, "BRK-B BRK-A", "Berkshire Hathaway Inc"),
    company(21344, "KO", "Coca-Cola Co"),
    company(19617, "JPM JPM-PC", "JPMorgan Chase & Co"),
    company(4962, "AXP", "American Express Co"),
    company(1053507, "AMT", "American Tower Corp"),
    company(723125, "MU", "Micron Technology Inc"),
    company(895421, "MS", "Morgan Stanley"),
    company(80424, "PG", "Procter & Gamble Co"),
    company(1403161, "V", "Visa Inc."),
    company(1373715, "NOW", "ServiceNow, Inc."),
    company(899051, "ALL", "Allstate Corp"),
    company(27419, "TGT", "Target Corp"),
    company(63908, "MCD", "McDonald's Corp"),
    company(97216, "TTC", "Toro Co"),
    company(1941131, "TORO", "Toro Corp."),
    company(1418121, "APLE", "Apple Hospitality REIT, Inc."),
    company(317540, "COKE", "Coca-Cola Consolidated, Inc."),
    company(895419, "WOLF", "Wolfspeed, Inc."),
    company(2012383, "BLK", "BlackRock, Inc."),
    company(37996, "F", "Ford Motor Co"),
    company(38264, "FWDI FORD", "Forward Industries, Inc."),
    company(70487, "MGHL", "Morgan Group Holding Co"),
    company(1, "NSRX", "Nestlé Example S.A."),
)
FULL = {320193: "full", 21344: "partial", 895421: "partial", 1403161: "full", 4962: "partial"}


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    return CompanyDirectory(
        LISTED,
        former_names={895419: ["Cree, Inc.", "Cree Research Inc"], 320193: ["Apple Computer Inc"]},
        former_ciks={1364742: 2012383},
        coverage=FULL,
    )


@pytest.mark.parametrize(
    "spelling", ["BRK-B", "brk.b", "BRK/B", "BRK B", "Brk.B", "$BRK.B", "brkb"]
)
def test_a_class_share_is_one_company_however_it_is_spelled(
    directory: CompanyDirectory, spelling: str
) -> None:
    """Quote services write a dot, the SEC a dash, people a blank or nothing."""
    assert directory.resolve(spelling).cik == 1067983


@pytest.mark.parametrize("ticker", ["GOOG", "GOOGL", "goog", " googl "])
def test_every_share_class_leads_to_the_one_filer(directory: CompanyDirectory, ticker: str) -> None:
    """Two tickers share a CIK; the primary one names the company."""
    assert directory.resolve(ticker).ticker == "GOOGL"


@pytest.mark.parametrize("number", ["320193", "0000320193", "CIK0000320193", "cik 320193"])
def test_a_cik_is_a_name(directory: CompanyDirectory, number: str) -> None:
    """Filings and URLs carry the number, with and without its zeros."""
    assert directory.resolve(number).ticker == "AAPL"


def test_a_number_from_before_a_reorganisation_leads_to_the_successor(
    directory: CompanyDirectory,
) -> None:
    """BlackRock got a new CIK in 2024; older filings carry the old one."""
    assert directory.resolve("CIK0001364742").ticker == "BLK"
    assert directory.by_cik(1364742) == directory.by_ticker("BLK")


@pytest.mark.parametrize(
    ("name", "ticker"),
    [
        ("Apple", "AAPL"),
        ("apple inc", "AAPL"),
        ("Apple's", "AAPL"),
        ("APPLE COMPUTER, INC.", "AAPL"),
        ("Google", "GOOGL"),
        ("Alphabet Class A", "GOOGL"),
        ("The Coca-Cola Company", "KO"),
        ("cocacola", "KO"),
        ("Coke", "KO"),
        ("coke", "KO"),
        ("J.P. Morgan", "JPM"),
        ("J P Morgan", "JPM"),
        ("jp morgan chase and co", "JPM"),
        ("Procter and Gamble", "PG"),
        ("Procter & Gamble’s", "PG"),
        ("P&G", "PG"),
        ("Micron", "MU"),
        ("McDonalds", "MCD"),
        ("McDonald's", "MCD"),
        ("McDonald’s", "MCD"),
        ("Target", "TGT"),
        ("ford", "F"),
        ("Cree", "WOLF"),
        ("Nestle Example", "NSRX"),
        ("Nestlé Example", "NSRX"),
        ("Apple Hospitality", "APLE"),
        ("Morgan", "MS"),
        ("Toro Co", "TTC"),
        ("Toro Corp", "TORO"),
        ("AAPL (Apple Inc.)", "AAPL"),
        ("Apple Inc. (AAPL)", "AAPL"),
        ("Apple (NASDAQ: AAPL)", "AAPL"),
        ("NYSE: BRK.B", "BRK-B"),
    ],
)
def test_a_name_is_found_without_its_legal_form_marks_or_case(
    directory: CompanyDirectory, name: str, ticker: str
) -> None:
    """People leave out "Inc", the hyphen and the accent, and use the name they say aloud."""
    assert directory.resolve(name).ticker == ticker


@pytest.mark.parametrize(
    ("name", "ticker"), [("v", "V"), ("now", "NOW"), ("all", "ALL"), ("COKE", "COKE"), ("f", "F")]
)
def test_a_word_alone_may_be_a_ticker(directory: CompanyDirectory, name: str, ticker: str) -> None:
    """As the whole argument nothing else can be meant; in capitals a ticker wins over a name."""
    assert directory.resolve(name).ticker == ticker


def test_an_old_ticker_does_not_take_a_name_from_a_larger_company(
    directory: CompanyDirectory,
) -> None:
    """Forward Industries once traded as FORD; today the word means the car maker."""
    assert directory.resolve("FORD").ticker == "F"


def test_a_generic_word_is_ambiguous_even_when_one_company_is_in_the_store(
    directory: CompanyDirectory,
) -> None:
    """Nobody calls American Express "American", though its facts are here."""
    with pytest.raises(UnknownCompany) as caught:
        directory.resolve("american")
    assert caught.value.ambiguous
    assert caught.value.candidates == ("AXP (American Express Co)", "AMT (American Tower Corp)")


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("Appel", "AAPL (Apple Inc.)"),
        ("Mircon", "MU (Micron Technology Inc)"),
        ("Berkshire Hathway", "BRK-B (Berkshire Hathaway Inc)"),
        ("Hathaway", "BRK-B (Berkshire Hathaway Inc)"),
        ("Apple Computers Europe", "AAPL (Apple Inc.)"),
    ],
)
def test_a_typo_is_offered_the_right_name_but_never_corrected_silently(
    directory: CompanyDirectory, typo: str, meant: str
) -> None:
    """A figure of the wrong company is worse than a question back."""
    with pytest.raises(UnknownCompany) as caught:
        directory.resolve(typo)
    assert not caught.value.ambiguous
    assert caught.value.candidates[0] == meant
    assert len(caught.value.candidates) <= 5


@pytest.mark.parametrize("name", ["", "  ", "?!", "Zqxjkv", "x" * 20_000, "99999999"])
def test_nothing_near_is_an_error_that_says_what_to_do(
    directory: CompanyDirectory, name: str
) -> None:
    """An unknown company is never an empty success, however odd the argument."""
    with pytest.raises(UnknownCompany, match="try its ticker") as caught:
        directory.resolve(name)
    assert caught.value.candidates == ()
    assert len(str(caught.value)) < 200


def test_a_ticker_is_looked_up_without_an_error(directory: CompanyDirectory) -> None:
    """Callers that try a word out get None, not an exception."""
    assert directory.by_ticker("brk/a") == directory.by_ticker("BRK-B")
    assert directory.by_ticker("ZZZZ") is None
    assert directory.by_ticker("") is None
    assert directory.by_cik(12) is None


def test_coverage_says_what_the_store_holds(directory: CompanyDirectory) -> None:
    """Screens list these and warn about a cut-down set."""
    assert [one.ticker for one in directory.covered()] == ["AAPL", "AXP", "KO", "MS", "V"]
    apple, coke, google = (directory.resolve(name) for name in ("AAPL", "KO", "GOOG"))
    assert [directory.coverage(one) for one in (apple, coke, google)] == ["full", "partial", "none"]
    assert directory.is_covered(coke)
    assert not directory.is_covered(google)


@pytest.mark.parametrize(
    ("prefix", "tickers"),
    [
        ("app", ["AAPL", "APLE"]),
        ("v", ["V"]),
        ("co", ["KO", "AAPL", "COKE"]),
        ("COKE", ["COKE", "KO"]),
        ("brk.b", ["BRK-B"]),
        ("hath", ["BRK-B"]),
        ("zzz", []),
        ("", ["AAPL", "AXP", "KO"]),
    ],
)
def test_completion_puts_the_exact_ticker_first_then_the_store(
    directory: CompanyDirectory, prefix: str, tickers: list[str]
) -> None:
    """Someone who types a whole ticker means it; otherwise what can be answered comes first."""
    assert [one.ticker for one in directory.search(prefix, limit=3)] == tickers


def test_a_missing_list_says_how_to_get_one(tmp_path: Path) -> None:
    """The program cannot name a company without it."""
    with pytest.raises(PackError, match=r"There is no companies\.parquet in .*data build"):
        CompanyDirectory.load(tmp_path)


@pytest.mark.parametrize("content", [b"", b"PAR1 but not really", b"PAR1" + bytes(400) + b"PAR1"])
def test_a_damaged_list_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    """A half-copied file must not end in a traceback of the database."""
    (tmp_path / "companies.parquet").write_bytes(content)
    with pytest.raises(PackError, match=r"companies\.parquet in .* is damaged.*data build"):
        CompanyDirectory.load(tmp_path)
