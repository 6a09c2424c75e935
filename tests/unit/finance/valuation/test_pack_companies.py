"""Valuations of real companies on the embedded pack; expected figures from their filings."""

from datetime import date
from decimal import Decimal
from functools import cache

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.finance.valuation import Valuation, valuation_text, value_company
from research_agent.finance.valuation.excess_return import ExcessReturnValue
from research_agent.finance.valuation.firm_value import FirmValue
from research_agent.infra.settings import PACK_DIR

MILLION = Decimal(10) ** 6


@cache
def pack() -> tuple[StoreProvider, CompanyDirectory]:
    store = FactStore(PACK_DIR)
    coverage = {cik: row.coverage for cik, row in store.coverage().items()}
    return StoreProvider(store), CompanyDirectory.load(PACK_DIR, coverage=coverage)


async def valued(
    name: str, *, price: str = "", as_of: date | None = None, **overrides: str
) -> Valuation:
    provider, directory = pack()
    return await value_company(
        provider,
        directory.resolve(name),
        overrides={key: Decimal(text) for key, text in overrides.items()},
        price=Decimal(price) if price else None,
        as_of=as_of,
    )


def firm(valuation: Valuation) -> FirmValue:
    assert isinstance(valuation.firm, FirmValue)
    return valuation.firm


def amount(cell: Fact | Missing) -> Decimal:
    assert isinstance(cell, Fact), cell
    return cell.value


async def test_apple_starts_from_the_figures_of_its_annual_report() -> None:
    """10-K for fiscal 2025, in millions: 133,050 × (1 − 20,719 ÷ 132,729) + 11,698 − 12,715 − 15,655.

    Working capital went from (152,987 − 65,171) − (176,392 − 20,879) = −67,697 to
    (147,957 − 54,697) − (165,631 − 20,329) = −52,042, up by 15,655.
    """
    found = await valued("AAPL", as_of=date(2025, 11, 30))

    after_tax = Decimal(133_050) * (1 - Decimal(20_719) / 132_729)
    expected = after_tax + 11_698 - 12_715 - 15_655
    assert found.base.label == "FY2025"
    assert amount(firm(found).base.free_cash_flow) / MILLION == pytest.approx(expected)


async def test_apples_equity_is_its_firm_with_cash_and_securities_less_debt() -> None:
    """54,697 + 77,723 − 98,657 = 33,763 million; per share of 15,004.697 million."""
    found = await valued("AAPL", as_of=date(2025, 11, 30))

    case, bridge = firm(found).by_growth, firm(found).bridge
    assert bridge.total.value == 33_763 * MILLION
    assert amount(case.per_share) == (case.enterprise_value.value + bridge.total.value) / (
        Decimal("15004.697") * MILLION
    )


async def test_apples_value_is_what_a_calculation_apart_from_ours_gives() -> None:
    """The same model written out in floats, in millions of the 10-K: 97.28 a share."""
    tax = 20_719 / 132_729
    profit = 133_050 * (1 - tax)
    reinvested = 1 - (profit + 11_698 - 12_715 - 15_655) / profit
    shares, debt, price = 15_004.697, 98_657, 230
    weight = debt / (debt + price * shares)
    wacc = (1 - weight) * 0.095 + weight * 0.06 * (1 - tax)
    growth, last = (416_161 / 394_328) ** (1 / 3) - 1, 0.025
    revenue, firm_worth = 416_161.0, 0.0
    for year in range(10):
        step = year / 9
        revenue *= 1 + growth + (last - growth) * step
        after_tax = revenue * 133_050 / 416_161 * (1 - tax)
        flow = after_tax * (1 - reinvested - (last / 0.15 - reinvested) * step)
        factor = (1 + wacc) ** -(year + 0.5)
        firm_worth += flow * factor
    firm_worth += flow * (1 + last) / (wacc - last) * factor

    found = await valued("AAPL", as_of=date(2025, 11, 30), price="230")

    expected = (firm_worth + 54_697 + 77_723 - debt) / shares
    assert expected == pytest.approx(97.28, abs=0.01)
    assert float(amount(found.value_per_share)) == pytest.approx(expected)


async def test_a_price_at_the_value_implies_the_growth_assumed() -> None:
    """The reverse model inverts the model on real figures as well."""
    worth = amount((await valued("PG", wacc="0.07")).value_per_share)

    implied = (await valued("PG", wacc="0.07", price=str(worth))).implied_growth

    assumed = firm(await valued("PG", wacc="0.07")).terms.growth
    assert amount(implied) == pytest.approx(assumed, abs=Decimal("0.0001"))


async def test_growth_of_nvidia_is_kept_within_bounds_and_said_so() -> None:
    """Revenue doubled every year; nobody doubles for ten years more."""
    found = await valued("NVDA")

    (growth,) = (one for one in found.assumptions if one.key == "revenue_growth")
    assert growth.value == Decimal("0.20")
    assert "kept within -5% and 20%" in growth.why


async def test_shares_of_nvidia_are_on_todays_basis() -> None:
    """TRAPS 16: 24.5 billion after the 10-for-1 split of 2024, not 2.5 billion."""
    found = await valued("NVDA")

    assert Decimal(24) * 10**9 < amount(found.shares) < Decimal(25) * 10**9


async def test_alphabet_counts_the_shares_of_all_its_classes() -> None:
    """TRAPS 17: about 12.2 billion of classes A, B and C together."""
    found = await valued("GOOGL", as_of=date(2026, 3, 1))

    assert found.base.label == "FY2025"
    assert amount(found.shares) == 12_230 * MILLION
    assert firm(found).base.operating_income.value == 129_039 * MILLION


async def test_tsmc_is_valued_in_the_currency_of_its_reports() -> None:
    """TRAPS 21, 22: New Taiwan dollars per ordinary share; leases are debt under IFRS."""
    found = await valued("TSM", price="1000")

    labels = {line.label: line for line in firm(found).bridge.lines}
    assert isinstance(found.value_per_share, Fact)
    assert found.value_per_share.unit == "TWD/shares"
    assert amount(labels["Lease liabilities, non-current"].cell) == Decimal("28755.3") * MILLION
    assert any("an ADS may stand for several" in note for note in found.notes)


async def test_a_bank_is_refused_a_cash_flow_and_valued_on_its_equity() -> None:
    """TRAPS 23: JPMorgan's book equity was 362,438 million at the end of 2025."""
    found = await valued("JPM", as_of=date(2026, 3, 1))

    assert found.sector is Sector.BANK
    assert isinstance(found.firm, Missing)
    assert "a bank's debt and deposits" in found.firm.reason
    assert isinstance(found.excess_return, ExcessReturnValue)
    book = found.excess_return.book_equity.value
    assert Decimal("0.9") * 362_438 * MILLION < book <= 362_438 * MILLION  # less preferred stock
    assert amount(found.value_per_share) > 0


async def test_a_company_without_profit_is_not_given_a_value() -> None:
    """Snowflake's cash flow is positive only as it pays in shares."""
    found = await valued("SNOW")

    text = valuation_text(found)
    assert isinstance(found.value_per_share, Missing)
    assert "no value per share" in text.splitlines()[0]
    assert "share-based compensation" in found.value_per_share.reason
    hopeful = await valued("SNOW", terminal_operating_margin="0.20")
    assert amount(hopeful.value_per_share) > 0


async def test_a_share_count_in_the_wrong_scale_gives_no_value() -> None:
    """TRAPS 29: McDonald's files 716.4 shares for 716.4 million."""
    found = await valued("MCD", as_of=date(2026, 3, 1))

    assert isinstance(found.value_per_share, Missing)
    assert "do not fit the size of the company" in found.value_per_share.reason


async def test_nothing_filed_later_is_in_a_valuation_of_a_past_day() -> None:
    """Every filing behind every figure was there on the day."""
    day = date(2024, 6, 30)

    found = await valued("AAPL", as_of=day)

    filings = {
        filing.filed
        for fact in (*found.computed, *found.inputs.facts())
        for filing in fact.filings()
    }
    assert filings
    assert max(filings) <= day


async def test_every_company_of_the_pack_is_valued_or_refused_with_a_reason() -> None:
    """None fails, and none has a value out of this world."""
    provider, directory = pack()

    for company in directory.covered():
        found = await value_company(provider, company, price=Decimal(100))
        assert valuation_text(found)
        value = found.value_per_share
        assert isinstance(value, Fact) or value.reason
        if isinstance(value, Fact):
            assert abs(value.value) < 100_000, company
        for one in found.assumptions:
            assert one.low <= one.value <= one.high, (company, one.key)
