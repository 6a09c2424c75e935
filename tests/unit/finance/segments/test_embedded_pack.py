"""Segments of the embedded pack as a person asks for them; values in millions, as printed."""

from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.errors import NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.segments.sums import check_sum
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR

MILLION = Decimal(1_000_000)


@pytest.fixture(scope="module")
def provider() -> StoreProvider:
    return StoreProvider(FactStore(PACK_DIR))


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    return CompanyDirectory.load(PACK_DIR)


async def figure(
    provider: StoreProvider,
    directory: CompanyDirectory,
    name: str,
    concept: str,
    query: PeriodQuery,
) -> Fact:
    table = await provider.series(directory.resolve(name), [concept], query)
    cell = table.rows[0].cells[0]
    assert isinstance(cell, Fact)
    return cell


@pytest.mark.parametrize(
    ("name", "concept", "year_end", "millions", "accession"),
    [
        ("AAPL", "revenue_product_services", "2024-09-28", 96_169, "0000320193-24-000123"),
        ("AAPL", "revenue_product_iphone", "2022-09-24", 205_489, "0000320193-22-000108"),
        ("AAPL", "revenue_product_products", "2024-09-28", 294_866, "0000320193-24-000123"),
        ("AAPL", "revenue_geography_greater_china", "2023-09-30", 72_559, "0000320193-23-000106"),
        ("GOOGL", "revenue_product_youtube_ads", "2024-12-31", 36_147, "0001652044-25-000014"),
        ("GOOGL", "revenue_business_google_cloud", "2024-12-31", 43_229, "0001652044-25-000014"),
        ("PG", "pretax_income_business_beauty", "2025-06-30", 3_454, "0000080424-25-000076"),
        ("AMZN", "revenue_business_amazon_web_services", "2021-12-31", 62_202,
         "0001018724-23-000004"),
        ("NVDA", "revenue_product_data_center", "2025-01-26", 115_186, "0001045810-25-000023"),
        ("WMT", "operating_income_business_walmart_us", "2025-01-31", 23_882,
         "0000104169-25-000021"),
        ("MSFT", "revenue_product_xbox", "2015-06-30", 9_121, "0001193125-15-272806"),
        ("TSLA", "revenue_product_automotive_regulatory_credits", "2024-12-31", 2_763,
         "0001628280-25-003063"),
    ],
)  # fmt: skip
async def test_a_part_of_a_company_has_the_figure_of_its_filing(
    name: str,
    concept: str,
    year_end: str,
    millions: int,
    accession: str,
    provider: StoreProvider,
    directory: CompanyDirectory,
) -> None:
    """By the name the filing prints, with the filing to open."""
    day = date.fromisoformat(year_end)
    query = PeriodQuery(limit=1, end_gte=day, end_lte=day)
    fact = await figure(provider, directory, name, concept, query)

    assert fact.value == millions * MILLION
    assert fact.filing
    assert fact.filing.accession == accession


async def test_the_share_of_services_in_apples_revenue(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """96,169 of 391,035 is 24.6 %; part and whole come in one table."""
    query = PeriodQuery(limit=1)
    keys = ["revenue_product_services", "revenue"]
    table = await provider.series(directory.resolve("AAPL"), keys, query)
    services, revenue = (row.cells[0] for row in table.rows)

    assert isinstance(services, Fact)
    assert isinstance(revenue, Fact)
    assert round(services.value / revenue.value, 3) == Decimal("0.246")


async def test_apples_services_in_a_fourth_quarter(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """85,200 less the 62,886 of nine months is 22,314, as its 8-K of 2023-11-02 printed."""
    day = date(2023, 9, 30)
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1, end_gte=day, end_lte=day)
    fact = await figure(provider, directory, "AAPL", "revenue_product_services", query)

    assert fact.value == 22_314 * MILLION
    assert fact.origin is Origin.DERIVED
    assert fact.formula == "FY2023 − 9M FY2023"


async def test_twelve_months_of_services_from_a_year_and_months(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """96,169 + 80,408 − 71,197 = 105,380: fiscal 2024 and both nine months, as filed."""
    day = date(2025, 6, 28)
    query = PeriodQuery(basis=Basis.TTM, limit=1, end_gte=day, end_lte=day)
    fact = await figure(provider, directory, "AAPL", "revenue_product_services", query)

    assert fact.value == 105_380 * MILLION


async def test_trap_28_every_split_of_the_pack_adds_up_or_says_by_how_much(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """In every year and quarter; a split that does not is named in the notes of the table."""
    together = 0
    for ticker in (
        "AAPL ABBV ADBE AMZN GOOGL HD IBM JNJ KO MA META MSFT NFLX NVDA PG TSLA UNH WMT XOM".split()
    ):
        company = directory.resolve(ticker)
        for basis in (Basis.ANNUAL, Basis.QUARTERLY):
            parts = provider.parts(company, PeriodQuery(basis=basis))
            for group in parts.versions.groups:
                for slot in parts.figures.columns.slots(basis):
                    check = check_sum(parts, group, slot)
                    if check is not None:
                        together += check.holds
                        assert check.holds or str(group.title) in check.sentence
                        assert check.holds or "less" in check.sentence or "more" in check.sentence

    assert together > 500


async def test_point_in_time_holds_for_parts(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """On the day before its 10-K of 2024, Apple's newest year by product was fiscal 2023."""
    query = PeriodQuery(limit=1, as_of=date(2024, 10, 31))
    table = await provider.segments(directory.resolve("AAPL"), query)

    assert [period.label for period in table.periods] == ["FY2023"]
    assert {f.filed <= date(2024, 10, 31) for fact in table.facts() for f in fact.filings()} == {
        True
    }
    with pytest.raises(NotFound, match="by 2009-01-01"):
        await provider.segments(directory.resolve("AAPL"), PeriodQuery(as_of=date(2009, 1, 1)))


async def test_first_versions_come_from_the_first_filing(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """Fiscal 2022 by product is in the 10-K of 2022."""
    query = PeriodQuery(limit=3, vintage=Vintage.AS_REPORTED)
    table = await provider.segments(directory.resolve("AAPL"), query)
    cell = table.rows[1].cells[2]

    assert isinstance(cell, Fact)
    assert cell.filing
    assert (cell.period.label, cell.filing.filed) == ("FY2022", date(2022, 10, 28))


async def test_a_company_without_segments_says_why(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """The SEC list of facts has none, and its filings are not in the store."""
    with pytest.raises(NotFound, match="not in SEC companyfacts"):
        await provider.segments(directory.resolve("JPM"), PeriodQuery())
