"""Traps 16 to 22 and 33: splits, share classes, names, currencies, depositary receipts."""

import gzip
import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell
from research_agent.errors import NotFound
from research_agent.finance.comparison import ComparisonRequest, compare
from research_agent.finance.ratios.series import priced_ratio_cells
from research_agent.finance.share_price import Adjustment, SharePrice
from tests.traps.pack import MILLION, directory, fact, provider, reason, table


def priced(
    ticker: str, label: str, price: SharePrice, vintage: Vintage = Vintage.LATEST
) -> dict[str, Cell]:
    """Every ratio that needs a price."""
    figures = provider().figures(directory().resolve(ticker), PeriodQuery(vintage=vintage))
    slot = next(s for s in figures.columns.slots(Basis.ANNUAL) if s.period.label == label)
    return dict(priced_ratio_cells(figures, slot, price))


@pytest.mark.parametrize(
    ("ticker", "label", "as_filed", "now"),
    [
        ("AAPL", "FY2017", "9.21", "2.3025"),  # 4 for 1 in August 2020
        ("AAPL", "FY2012", "44.15", "1.5775"),  # filed again as 6.31 after the 7 for 1 of June 2014
        ("NVDA", "FY2022", "3.85", "0.385"),  # 10 for 1 in June 2024; filed after the 4 for 1
        ("GOOGL", "FY2019", "49.16", "2.458"),  # 20 for 1 in July 2022
    ],
)
async def test_trap_16_per_share_figures_filed_before_a_split_are_adjusted_once(
    ticker: str, label: str, as_filed: str, now: str
) -> None:
    """Figures filed after a split are on its basis already: NVIDIA's 3.85 is not divided by 40.

    10-Ks 0000320193-17-000070, 0001193125-12-444068, 0001045810-22-000036, 0001652044-20-000008.
    """
    first = await fact(ticker, "eps_diluted", label, vintage=Vintage.AS_REPORTED)
    latest = await fact(ticker, "eps_diluted", label)

    assert first.value == Decimal(as_filed)
    assert abs(latest.value - Decimal(now)) < Decimal("1e-8")
    assert "split" in latest.formula or latest.filing is not None


@pytest.mark.corpus
async def test_trap_17_shares_outstanding_are_those_of_all_classes(corpus: Path) -> None:
    """Alphabet at 2024-12-31: classes A, B and C of one filing add up to 12,211 million."""
    path = corpus / "ixbrl_facts_derived" / "googl-10-k-2025-02-05.facts.json.gz"
    by_class = {
        member: one["val"]
        for one in json.loads(gzip.decompress(path.read_bytes()))["facts"]
        if one["concept"] == "us-gaap:CommonStockSharesOutstanding" and one["end"] == "2024-12-31"
        for member in one["dims"].values()
    }
    found = await fact("GOOGL", "shares_outstanding", "FY2024")

    assert sorted(by_class.values()) == [861 * MILLION, 5_515 * MILLION, 5_835 * MILLION]
    assert found.value == sum(by_class.values()) == 12_211 * MILLION


def test_trap_18_market_value_takes_every_share_once() -> None:
    """Alphabet at 190 dollars is 2,320 billion; once for GOOG and once for GOOGL would be twice."""
    google = directory().resolve("GOOG")
    cap = priced("GOOG", "FY2024", SharePrice(Decimal(190), date(2024, 12, 31)))["market_cap"]

    assert google == directory().resolve("GOOGL")
    assert isinstance(cap, Fact)
    assert cap.value == 12_211 * MILLION * 190


async def test_trap_18_two_tickers_of_one_company_are_compared_once() -> None:
    """Side by side they would look like two companies of 350 billion revenue each."""
    found = await compare(
        provider(), directory(), ComparisonRequest(("GOOG", "GOOGL", "AAPL"), ("revenue",))
    )

    assert [company.ticker for company in found.companies] == ["GOOGL", "AAPL"]


@pytest.mark.parametrize("spelling", ["BRK.B", "BRK-B", "BRK/B", "brk b", "BRK.A", "BRK-A"])
def test_trap_19_a_class_share_is_one_company_however_it_is_spelled(spelling: str) -> None:
    """Exchanges, vendors and the SEC each write it their own way."""
    assert directory().resolve(spelling).cik == 1067983


def test_trap_20_the_number_of_a_predecessor_leads_to_the_company() -> None:
    """BlackRock files under 2012383 since 2024, under 1364742 before."""
    assert directory().resolve("CIK1364742") == directory().resolve("BlackRock")
    assert directory().resolve("BLK").cik == 2012383


async def test_trap_21_a_foreign_filer_keeps_its_currency_and_its_years() -> None:
    """TSMC: IFRS in TWD; half-years are filed, quarters are not and none are made."""
    revenue = await fact("TSM", "revenue", "FY2023")

    assert (revenue.value, revenue.unit) == (Decimal(2_161_735_800_000), "TWD")
    assert revenue.tag == "ifrs-full:Revenue"
    with pytest.raises(NotFound, match="no quarters"):
        await table("TSM", "revenue", basis=Basis.QUARTERLY)


def test_trap_22_a_price_in_another_currency_is_refused_with_what_to_do() -> None:
    """One receipt in New York is five shares in Taipei, and dollars are not TWD."""
    cells = priced("TSM", "FY2024", SharePrice(Decimal("197.49"), date(2024, 12, 31)))

    for key in ("price_to_earnings", "market_cap"):
        assert "convert the price" in reason(cells[key])
        assert "depositary receipt" in reason(cells[key])


@pytest.mark.parametrize(
    ("ticker", "in_companyfacts", "name"),
    [
        ("BAC", "BofA Finance LLC", "Bank of America"),
        ("DE", "DEERE FUNDING CANADA Corp", "Deere & Co"),
    ],
)
@pytest.mark.corpus
def test_trap_33_names_come_from_the_ticker_list(
    corpus: Path, ticker: str, in_companyfacts: str, name: str
) -> None:
    """Companyfacts calls Bank of America by a finance subsidiary's name."""
    path = corpus / "companyfacts_22tags" / f"{ticker}.json.gz"

    assert json.loads(gzip.decompress(path.read_bytes()))["entityName"] == in_companyfacts
    assert directory().resolve(ticker).name.casefold().startswith(name.casefold())


@pytest.mark.parametrize(
    ("price", "adjustment", "vintage"),
    [
        ("154.12", Adjustment.RAW, Vintage.LATEST),
        ("154.12", Adjustment.RAW, Vintage.AS_REPORTED),
        ("38.53", Adjustment.SPLITS, Vintage.LATEST),
        ("38.53", Adjustment.SPLITS, Vintage.AS_REPORTED),
    ],
)
def test_trap_36_price_and_earnings_stand_on_one_count_of_shares(
    price: str, adjustment: Adjustment, vintage: Vintage
) -> None:
    """Apple closed at 154.12 on 2017-09-29, 38.53 after the split: 16.7 times 9.21 or 2.3025."""
    quote = SharePrice(Decimal(price), date(2017, 9, 29), adjustment=adjustment)
    multiple = priced("AAPL", "FY2017", quote, vintage)["price_to_earnings"]

    assert isinstance(multiple, Fact)
    assert round(multiple.value, 2) == round(Decimal("154.12") / Decimal("9.21"), 2)


def test_trap_36_a_dividend_adjusted_price_is_refused() -> None:
    """No share was ever sold at it, so no multiple of it is one anybody paid."""
    quote = SharePrice(Decimal("36.22"), date(2017, 9, 29), adjustment=Adjustment.DIVIDENDS)

    assert "dividend-adjusted" in reason(priced("AAPL", "FY2017", quote)["price_to_earnings"])
