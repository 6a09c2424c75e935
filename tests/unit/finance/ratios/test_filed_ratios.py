"""Ratios of the embedded pack against arithmetic on figures printed in the filings, in millions.

Apple: 10-K for the year ended 2023-09-30. Procter & Gamble: 10-K for 2024-06-30. NVIDIA: 10-K for
2025-01-26. Alphabet: 10-K for 2024-12-31. AMD: 10-K for 2023-12-30.
"""

from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import Cell
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.ratios.dupont import dupont_parts
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.ratios.series import priced_ratio_cells, ratio_cell
from research_agent.finance.share_price import SharePrice
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR
from tests.unit.finance.ratios.books import N

MILLION = Decimal(1_000_000)
PRECISION = Decimal("1e-9")

APPLE = [
    ("gross_margin", N(169_148) / 383_285),
    ("operating_margin", N(114_301) / 383_285),
    ("net_margin", N(96_995) / 383_285),
    ("effective_tax_rate", N(16_741) / 113_736),
    ("return_on_equity", N(96_995) / ((N(50_672) + 62_146) / 2)),  # 171.95 %
    ("return_on_assets", N(96_995) / ((N(352_755) + 352_583) / 2)),
    ("current_ratio", N(143_566) / 145_308),
    ("quick_ratio", (N(143_566) - 6_331) / 145_308),
    ("cash_ratio", (N(29_965) + 31_590) / 145_308),
    ("debt_to_equity", (N(5_985) + 9_822 + 95_281) / 62_146),
    ("equity_ratio", N(62_146) / 352_583),
    ("interest_coverage", N(114_301) / 3_933),
    ("cash_interest_coverage", (N(110_543) + 3_803 + 18_679) / 3_803),
    ("asset_turnover", N(383_285) / ((N(352_755) + 352_583) / 2)),
    ("inventory_turnover", N(214_137) / ((N(4_946) + 6_331) / 2)),
    ("days_sales_outstanding", (N(28_184) + 29_508) / 2 / 383_285 * 365),
    (
        "cash_conversion_cycle",
        ((N(28_184) + 29_508) / 2 / 383_285 + (N(4_946) + 6_331 - 64_115 - 62_611) / 2 / 214_137)
        * 365,
    ),
    ("cash_conversion", N(110_543) / 96_995),
    ("payout_ratio", N(15_025) / 96_995),
    ("total_payout_ratio", (N(15_025) + 77_550) / 96_995),
    ("revenue_growth", N(383_285) / 394_328 - 1),
    ("free_cash_flow_growth", (N(110_543) - 10_959) / (N(122_151) - 10_708) - 1),
    ("accruals_to_assets", (N(96_995) - 110_543) / ((N(352_755) + 352_583) / 2)),
    # 15,550,061 thousand shares outstanding; no preferred stock.
    ("book_value_per_share", N(62_146) / N("15550.061")),
]

PROCTER = [
    ("gross_margin", N(43_191) / 84_039),
    ("operating_margin", N(18_545) / 84_039),
    ("sga_to_revenue", N(23_305) / 84_039),
    ("effective_tax_rate", N(3_787) / 18_761),
    ("return_on_equity", N(14_879) / ((N(46_777) + 50_287) / 2)),
    ("debt_to_equity", (N(7_191) + 25_269) / 50_287),
    ("intangibles_to_assets", (N(40_303) + 22_047) / 122_370),
    ("interest_coverage", N(18_545) / 925),
    ("receivables_turnover", N(84_039) / ((N(5_471) + 6_118) / 2)),
    ("days_payable", (N(14_598) + 15_364) / 2 / 40_848 * 365),
    ("capex_to_depreciation", N(3_322) / 2_896),
    ("payout_ratio", N(9_312) / 14_879),
    ("net_buyback_to_net_income", (N(5_006) - 1_888) / 14_879),  # cash from options exercised
    ("net_income_growth", N(14_879) / 14_653 - 1),
]

NVIDIA = [
    ("gross_margin", N(97_858) / 130_497),
    ("operating_margin", N(81_453) / 130_497),
    ("return_on_equity", N(72_880) / ((N(42_978) + 79_327) / 2)),
    ("return_on_assets", N(72_880) / ((N(65_728) + 111_601) / 2)),
    (
        # Debt is 8,463, before 1,250 + 8,459; cash with marketable securities 43,210 and 25,984.
        "return_on_invested_capital",
        N(81_453)
        * (1 - N(11_146) / 84_026)
        / ((N(79_327) + 8_463 - 43_210 + 42_978 + 1_250 + 8_459 - 25_984) / 2),
    ),
    ("current_ratio", N(80_126) / 18_047),
    ("fixed_asset_turnover", N(130_497) / ((N(3_914) + 6_283) / 2)),
    ("days_inventory", (N(5_282) + 10_080) / 2 / 32_639 * 365),
    ("free_cash_flow_margin", (N(64_089) - 3_236) / 130_497),
    ("revenue_growth", N(130_497) / 60_922 - 1),
    ("eps_growth", N("2.94") / N("1.19") - 1),  # both after the 10-for-1 split of June 2024
]

ALPHABET = [
    ("operating_margin", N(112_390) / 350_018),
    ("net_margin", N(100_118) / 350_018),
    ("research_and_development_to_revenue", N(49_326) / 350_018),
    ("return_on_equity", N(100_118) / ((N(283_379) + 325_084) / 2)),
    ("current_ratio", N(163_711) / 89_122),
    ("debt_to_assets", (N(3_299) + 10_883) / 450_256),
    ("fixed_asset_turnover", N(350_018) / ((N(134_345) + 171_036) / 2)),
    ("capex_to_revenue", N(52_535) / 350_018),
    ("free_cash_flow_per_share", (N(125_299) - 52_535) / 12_447),
    ("eps_growth", N("8.04") / N("5.80") - 1),
    # 12,211 million shares of classes A, B and C together.
    ("book_value_per_share", N(325_084) / 12_211),
]

AMD = [
    ("fixed_asset_turnover", N(22_680) / ((N(1_513) + 1_589) / 2)),  # 14.62
    ("return_on_equity", N(854) / ((N(54_750) + 55_892) / 2)),
    ("current_ratio", N(16_768) / 6_689),
]

FILED = [
    (ticker, label, key, expected)
    for ticker, label, cases in (
        ("AAPL", "FY2023", APPLE),
        ("PG", "FY2024", PROCTER),
        ("NVDA", "FY2025", NVIDIA),
        ("GOOGL", "FY2024", ALPHABET),
        ("AMD", "FY2023", AMD),
    )
    for key, expected in cases
]


@pytest.fixture(scope="module")
def provider() -> StoreProvider:
    return StoreProvider(FactStore(PACK_DIR))


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    return CompanyDirectory.load(PACK_DIR)


def ratio_of(
    provider: StoreProvider, directory: CompanyDirectory, ticker: str, label: str, key: str
) -> Cell:
    figures = provider.figures(directory.resolve(ticker), PeriodQuery())
    basis = Basis.TTM if label.startswith("TTM") else Basis.ANNUAL
    slot = next(slot for slot in figures.columns.slots(basis) if slot.period.label == label)
    return ratio_cell(figures, RATIOS[key], slot)


@pytest.mark.parametrize(("ticker", "label", "key", "expected"), FILED)
def test_a_ratio_is_arithmetic_on_the_printed_statements(
    ticker: str,
    label: str,
    key: str,
    expected: Decimal,
    provider: StoreProvider,
    directory: CompanyDirectory,
) -> None:
    """The figure a reader gets with the filing and a pocket calculator."""
    found = ratio_of(provider, directory, ticker, label, key)

    assert isinstance(found, Fact)
    assert abs(found.value - expected) < PRECISION
    assert found.url


def test_amd_turned_its_fixed_assets_over_fourteen_times(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """22,680 over the average of 1,513 and 1,589, net, is 14.62 to two decimals."""
    found = ratio_of(provider, directory, "AMD", "FY2023", "fixed_asset_turnover")

    assert isinstance(found, Fact)
    assert round(found.value, 2) == Decimal("14.62")
    assert [fact.value / MILLION for fact in found.inputs] == [22_680, 1_589, 1_513]


def test_apple_s_return_on_equity_is_the_product_of_its_dupont_factors(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """Five factors of fiscal 2023 multiply to 96,995 over average equity of 56,409."""
    figures = provider.figures(directory.resolve("AAPL"), PeriodQuery())
    slot = next(s for s in figures.columns.slots(Basis.ANNUAL) if s.period.label == "FY2023")
    product = Decimal(1)
    for _, factor in dupont_parts(figures, slot, steps=5):
        assert isinstance(factor, Fact)
        product *= factor.value

    assert abs(product - N(96_995) / 56_409) < PRECISION


def test_a_five_year_average_has_every_year_in_it(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """NVIDIA's net margin of fiscal 2021 to 2025, on net income and revenue of each year's 10-K."""
    found = ratio_of(provider, directory, "NVDA", "FY2025", "net_margin_5y_average")
    years = [
        N(72_880) / 130_497,
        N(29_760) / 60_922,
        N(4_368) / 26_974,
        N(9_752) / 26_914,
        N(4_332) / 16_675,
    ]

    assert isinstance(found, Fact)
    assert abs(found.value - sum(years, Decimal(0)) / 5) < PRECISION


def test_negative_equity_makes_no_return(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """Tangible book of P&G is negative, −12,100 in 2024: a return on it would be a negative profit."""
    assert ratio_of(provider, directory, "PG", "FY2024", "return_on_tangible_equity") == Missing(
        "tangible book value is zero or negative at the start or the end of the year"
    )


def test_alphabet_s_market_value_takes_the_shares_of_all_classes(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """Trap 18 with one price: 12,211 million shares at 190 dollars, 23.6 times EPS of 8.04."""
    figures = provider.figures(directory.resolve("GOOGL"), PeriodQuery())
    slot = next(s for s in figures.columns.slots(Basis.ANNUAL) if s.period.label == "FY2024")
    cells = priced_ratio_cells(figures, slot, SharePrice(Decimal(190), slot.period.end))
    cap, multiple, to_sales = (
        cells[key] for key in ("market_cap", "price_to_earnings", "price_to_sales")
    )

    assert isinstance(cap, Fact)
    assert isinstance(multiple, Fact)
    assert isinstance(to_sales, Fact)
    assert (cap.value, cap.unit) == (12_211 * MILLION * 190, "USD")
    assert abs(multiple.value - N(190) / N("8.04")) < PRECISION
    assert abs(to_sales.value - N(12_211) * 190 / 350_018) < PRECISION


def test_trap_36_apple_s_multiple_of_2017_is_the_same_raw_and_adjusted(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """154.12 a share on 2017-09-29 over EPS of 9.21 as filed: 16.7 times, not 67 times 2.30."""
    price = SharePrice(Decimal("154.12"), date(2017, 9, 29))
    figures = provider.figures(directory.resolve("AAPL"), PeriodQuery())
    slot = next(s for s in figures.columns.slots(Basis.ANNUAL) if s.period.label == "FY2017")
    found = priced_ratio_cells(figures, slot, price)["price_to_earnings"]

    assert isinstance(found, Fact)
    assert abs(found.value - N("154.12") / N("9.21")) < Decimal("0.0001")
