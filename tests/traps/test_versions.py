"""Traps 1 to 5 and 15: which datum, in which version, and what is worked out of several."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage
from research_agent.errors import NotFound
from tests.fakes.fact_rows import figures, filed
from tests.traps.pack import MILLION, directory, fact, provider, raw_rows, table

APPLE = 320193
OTHER_BUSINESSES = {
    ("VRT", "Q4 FY2018"),  # a blank-cheque company without revenue until it bought Vertiv in 2020
    ("VRT", "Q4 FY2019"),
    ("COIN", "Q2 FY2020"),  # Coinbase grew sevenfold in the year to its listing
    ("COIN", "Q3 FY2020"),
}
"""Quarters of filers whose neighbours are those of a business many times their size."""


@pytest.mark.corpus
async def test_trap_01_a_figure_belongs_to_its_dates_and_not_to_its_filings_year(
    corpus: Path,
) -> None:
    """`fy` says 2024 on the 394,328 million of fiscal 2022 that the 10-K of 2024 repeats."""
    tag = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"
    labelled_2024 = {
        row["val"]
        for row in raw_rows(corpus, APPLE, tag)
        if row["fy"] == 2024 and row["accn"] == "0000320193-24-000123"
    }

    assert 394_328 * MILLION in labelled_2024
    assert (await fact("AAPL", "revenue", "FY2024")).value == 391_035 * MILLION
    assert (await fact("AAPL", "revenue", "FY2022")).value == 394_328 * MILLION
    assert (await fact("AAPL", "total_assets", "FY2023")).value == 352_583 * MILLION


async def test_trap_02_a_period_filed_three_times_is_one_column_cited_from_its_own_filing() -> None:
    """Fiscal 2022 is in the 10-Ks of 2022, 2023 and 2024; a reader opens the one on the year."""
    revenue = await table("AAPL", "revenue")
    found = await fact("AAPL", "revenue", "FY2022")

    assert [period.label for period in revenue.periods].count("FY2022") == 1
    assert found.filing is not None
    assert found.filing.accession == "0000320193-22-000108"


def test_trap_02_of_two_filings_of_one_day_the_accession_number_decides() -> None:
    """Without a tie-break the figure would depend on the order in a file."""
    span = "2023-01-01/2023-12-31"
    rows = [
        filed("Revenues", span, 100, on="2024-02-01", accession="0000000001-24-000001"),
        filed("Revenues", span, 110, on="2024-02-01", accession="0000000001-24-000002"),
    ]
    for order in (rows, rows[::-1]):
        for vintage, value in ((Vintage.LATEST, 110), (Vintage.AS_REPORTED, 100)):
            found = figures(*order, query=PeriodQuery(vintage=vintage))
            slot = next(iter(found.columns.slots(Basis.ANNUAL)))
            got = found.cell("revenue", slot)
            assert isinstance(got, Fact)
            assert got.value == value


async def test_trap_03_nine_months_that_end_with_the_quarter_are_not_the_quarter() -> None:
    """Snowflake's 3,042,396 thousand are nine months; its third quarter is 1,212,909 thousand."""
    assert (await fact("SNOW", "revenue", "Q3 FY2026")).value == 1_212_909_000


async def test_trap_03_a_quarters_cash_flow_is_year_to_date_less_what_went_before() -> None:
    """Apple's 10-Qs state 53,887 (0000320193-25-000057) and 81,754 million (0000320193-25-000073)."""
    found = await fact("AAPL", "operating_cash_flow", "Q3 FY2025")

    assert found.value == (81_754 - 53_887) * MILLION
    assert found.origin is Origin.DERIVED
    assert [one.value for one in found.inputs] == [81_754 * MILLION, 53_887 * MILLION]


async def test_trap_04_a_fourth_quarter_is_the_year_less_nine_months_and_says_so() -> None:
    """Alphabet: 350,018 (0001652044-25-000014) less 253,549 million (0001652044-24-000118)."""
    found = await fact("GOOGL", "revenue", "Q4 FY2024")

    assert found.value == (350_018 - 253_549) * MILLION
    assert (found.origin, found.formula) == (Origin.DERIVED, "FY2024 − 9M FY2024")


@pytest.mark.parametrize(
    ("ticker", "label", "vintage", "right"),
    [
        # 57,350 (0001558370-22-001584, without Kyndryl) less nine months without Kyndryl
        # (0001558370-22-015322); the 54,093 of 0001558370-21-014734 are with it
        ("IBM", "Q4 FY2021", Vintage.AS_REPORTED, 57_350 - 40_656),
        ("IBM", "Q4 FY2021", Vintage.LATEST, 57_350 - 40_656),
        # no filing has nine months of 2020 without Kyndryl, or of 2019 without Upjohn: year and
        # months as first filed, 0001558370-21-001489, -20-011799, 0000078003-20-000014, -19-000082
        ("IBM", "Q4 FY2020", Vintage.LATEST, 73_620 - 53_253),
        ("PFE", "Q4 FY2019", Vintage.LATEST, 51_750 - 39_062),
    ],
)
async def test_trap_04_a_recast_year_less_nine_months_before_the_recast_is_no_quarter(
    ticker: str, label: str, vintage: Vintage, right: int
) -> None:
    """A business that left after the third quarter would leave the fourth with almost nothing."""
    found = await fact(ticker, "revenue", label, vintage=vintage)

    assert found.value == right * MILLION
    assert found.origin is Origin.DERIVED


@pytest.mark.parametrize("vintage", Vintage)
async def test_trap_04_no_derived_quarter_of_any_company_is_out_of_all_proportion(
    vintage: Vintage,
) -> None:
    """Worked-out revenue below zero or a third of its neighbours mixes two bases of account."""
    absurd = []
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=MAX_PERIODS, vintage=vintage)
    for company in directory().covered():
        try:
            found = await provider().series(company, ["revenue"], query)
        except NotFound:
            continue
        cells = found.rows[0].cells
        for place, one in enumerate(cells):
            near = sorted(
                other.value
                for other in cells[max(0, place - 3) : place + 4]
                if isinstance(other, Fact) and other is not one
            )
            if isinstance(one, Fact) and one.origin is Origin.DERIVED and len(near) > 2:
                middle = near[len(near) // 2]
                name = (company.ticker, one.period.label)
                if (
                    middle > 0
                    and name not in OTHER_BUSINESSES
                    and not middle / 3 < one.value < middle * 3
                ):
                    absurd.append((*name, one.value))

    assert absurd == []


async def test_trap_05_fourth_quarter_eps_is_income_over_shares_and_flagged() -> None:
    """Apple FY2025: net income 112,010 − 84,544; shares 4 × 15,004,697 − 44,985,177 − … thousand."""
    found = await fact("AAPL", "eps_diluted", "Q4 FY2025")
    income, shares = found.inputs

    assert income.value == (112_010 - 84_544) * MILLION
    assert shares.value == 4 * 15_004_697_000 - 15_150_865_000 - 15_056_133_000 - 14_948_179_000
    assert round(found.value, 2) == Decimal("1.85")
    assert found.note
    # the sum of the other quarters' EPS taken from the year's would be 1.84
    assert Decimal("7.46") - Decimal("2.40") - Decimal("1.65") - Decimal("1.57") == Decimal("1.84")


async def test_trap_05_trailing_eps_divides_by_an_average_of_shares_never_by_a_sum() -> None:
    """Apple, twelve months to 2025-06-28: 99,280 million over about 15.1 billion shares."""
    found = await fact("AAPL", "eps_diluted", "TTM Q3 FY2025")
    income, shares = found.inputs

    assert income.value == (93_736 - 79_000 + 84_544) * MILLION
    assert 15_000 * MILLION < shares.value < 15_200 * MILLION
    assert round(found.value, 2) == Decimal("6.58")


@pytest.mark.parametrize("vintage", Vintage)
async def test_trap_05_no_estimated_share_count_leaves_the_range_of_its_year(
    vintage: Vintage,
) -> None:
    """Four times a year less three quarters goes wild across a split or a slip of scale.

    General Electric's fourth quarter of 2021 came out at minus 14.3 billion shares, Coca-Cola's of
    2017 at four times its shares, and earnings per share with them.
    """
    absurd = []
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=MAX_PERIODS, vintage=vintage)
    for company in directory().covered():
        try:
            found = await provider().series(company, ["weighted_shares_diluted"], query)
        except NotFound:
            continue
        absurd += [
            (company.ticker, one.period.label, one.value)
            for one in found.facts()
            if one.formula.startswith("4 ×")
            and not one.inputs[0].value / 2 < one.value < one.inputs[0].value * 2
            and one.inputs[0].value
        ]

    assert absurd == []


async def test_trap_15_each_version_is_kept_with_its_day() -> None:
    """Bank of America's 2024: 101,887 (0000070858-25-000139), later 105,856 million."""
    first = await fact("BAC", "revenue", "FY2024", vintage=Vintage.AS_REPORTED)
    latest = await fact("BAC", "revenue", "FY2024")
    then = await fact("BAC", "revenue", "FY2024", as_of=date(2025, 6, 30))

    assert first.value == then.value == 101_887 * MILLION
    assert latest.value == 105_856 * MILLION
    assert first.filing is not None
    assert latest.filing is not None
    assert first.filing.accession == "0000070858-25-000139"
    assert latest.filing.accession == "0000070858-26-000157"
    assert first.filing.filed < latest.filing.filed
