"""The embedded list of companies, and the SEC's files it was built from."""

import gzip
import subprocess
import sys
from pathlib import Path

import orjson
import pyarrow.parquet as pq
import pytest

from research_agent.domain.companies import Company
from research_agent.errors import UnknownCompany
from research_agent.finance.companies.aliases import ALIASES
from research_agent.finance.companies.company_list import build_company_list
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.companies.ordinary_words import ABBREVIATIONS
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    rows = FactStore(PACK_DIR).coverage().values()
    return CompanyDirectory.load(PACK_DIR, coverage={row.cik: row.coverage for row in rows})


@pytest.fixture(scope="module")
def companies(directory: CompanyDirectory) -> list[Company]:
    return list(directory.search("", limit=1000))


def test_every_company_of_the_store_is_listed(
    directory: CompanyDirectory, companies: list[Company]
) -> None:
    """A company without a name could not be asked for."""
    assert len(companies) == len(FactStore(PACK_DIR).coverage()) >= 90
    assert all(directory.resolve(str(one.cik)) == one for one in companies)


def test_every_company_of_the_store_is_found_by_ticker_name_and_alias(
    directory: CompanyDirectory, companies: list[Company]
) -> None:
    """Each has at least one curated alias, and each alias leads to its company."""
    for one in companies:
        names = [*one.tickers, one.name, one.name.upper(), *ALIASES[one.ticker]]
        assert [directory.resolve(name).ticker for name in names] == [one.ticker] * len(names)


def test_every_company_of_the_store_is_found_in_a_question(
    directory: CompanyDirectory, companies: list[Company]
) -> None:
    """By ticker, by its listed name, and by what people call it."""
    for one in companies:
        for text in (
            f"What was {one.ticker}'s revenue in FY2023?",
            f"Compare {one.name} with its peers",
            f"How did {ALIASES[one.ticker][0]} do in 2023?",
        ):
            found = [mention.company.ticker for mention in directory.mentions(text)]
            assert found == [one.ticker], text


def test_no_ticker_of_the_store_counts_as_an_abbreviation(companies: list[Company]) -> None:
    """It would never be found in a question."""
    assert not ABBREVIATIONS & {ticker for one in companies for ticker in one.tickers}


@pytest.mark.parametrize(
    ("name", "ticker"),
    [
        ("Apple", "AAPL"),
        ("Alphabet", "GOOGL"),
        ("Meta", "META"),
        ("Intel", "INTC"),
        ("Oracle", "ORCL"),
        ("Target", "TGT"),
        ("JPMorgan", "JPM"),
        ("Exxon", "XOM"),
        ("Amex", "AXP"),
        ("BofA", "BAC"),
        ("Goldman", "GS"),
        ("Lilly", "LLY"),
        ("TSMC", "TSM"),
        ("Disney", "DIS"),
        ("t mobile", "TMUS"),
        ("wal-mart stores", "WMT"),
        ("Lam", "LRCX"),
        ("Palo Alto", "PANW"),
        ("FB", "META"),
        ("Tesla Motors", "TSLA"),
        ("Cree", "WOLF"),
        ("Citi", "C"),
        ("U.S. Bancorp", "USB"),
        ("O'Reilly", "ORLY"),
        ("DR Horton", "DHI"),
        ("BK", "BNY"),
        ("Carnival plc", "CUK"),
    ],
)
def test_a_short_name_means_the_company_everybody_means(
    directory: CompanyDirectory, name: str, ticker: str
) -> None:
    """Among ten thousand filers there is mostly another one with the same first word."""
    assert directory.resolve(name).ticker == ticker


@pytest.mark.parametrize("word", ["american", "general", "united", "Bank", "bank of", "Energy"])
def test_a_generic_word_offers_the_largest_it_could_mean(
    directory: CompanyDirectory, word: str
) -> None:
    """Five of hundreds, and no guess."""
    with pytest.raises(UnknownCompany) as caught:
        directory.resolve(word)
    assert caught.value.ambiguous
    assert len(caught.value.candidates) == 5


@pytest.mark.parametrize(
    ("typo", "first"),
    [("Appel", "AAPL"), ("Nvdia", "NVDA"), ("Microsft", "MSFT"), ("Teslla", "TSLA")],
)
def test_the_company_a_typo_meant_is_offered_first(
    directory: CompanyDirectory, typo: str, first: str
) -> None:
    """Ten thousand names are near to anything; the one in the store or the large one counts."""
    with pytest.raises(UnknownCompany) as caught:
        directory.resolve(typo)
    assert caught.value.candidates[0].startswith(f"{first} (")


def test_opening_the_list_needs_neither_pandas_nor_the_fuzzy_matcher() -> None:
    """A command that names a ticker would otherwise wait for what it does not use."""
    program = (
        "import sys; from pathlib import Path;"
        "from research_agent.finance.companies.directory import CompanyDirectory as D;"
        "print(D.load(Path(sys.argv[1])).resolve('AAPL').cik);"
        "print([m for m in ('pandas', 'pyarrow', 'rapidfuzz', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(PACK_DIR)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[:2] == ["320193", "[]"]


@pytest.mark.corpus
def test_the_embedded_list_is_what_the_builder_makes_of_the_corpus(
    corpus: Path, tmp_path: Path
) -> None:
    """Nobody edited the file by hand, and it is small."""
    out = tmp_path / "companies.parquet"
    assert build_company_list([corpus / "company_tickers", corpus / "submissions"], out) > 9_000
    assert out.stat().st_size < 400_000
    assert pq.read_table(out).equals(pq.read_table(PACK_DIR / "companies.parquet"))


@pytest.mark.corpus
def test_nearly_every_listed_name_leads_back_to_its_company(
    directory: CompanyDirectory, corpus: Path
) -> None:
    """Only filers whose names are equal to the letter tie: fewer than one in 500."""
    newest = orjson.loads(
        gzip.decompress((corpus / "company_tickers" / "company_tickers_b.json.gz").read_bytes())
    )
    ciks = {int(row["cik_str"]) for row in newest.values()}
    listed = [one for cik in ciks if (one := directory.by_cik(cik)) is not None]
    assert len(listed) == len(ciks)
    lost = [one.name for one in listed if not leads_back(directory, one)]
    assert len(lost) < len(listed) / 500, lost


def leads_back(directory: CompanyDirectory, one: Company) -> bool:
    try:
        return directory.resolve(one.name) == one
    except UnknownCompany:
        return False
