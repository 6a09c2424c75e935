from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell
from research_agent.finance.ratios.every_ratio import RATIOS, VALUATION_KEYS
from research_agent.finance.ratios.series import priced_ratio_cells, ratio_cell
from research_agent.finance.share_price import Adjustment, SharePrice
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import figures, filed

YEAR, END, BEFORE = "2024-01-01/2024-12-31", "2024-12-31", "2023-12-31"


def book() -> list[FactRow]:
    """Two years of a small company; every expected ratio below is worked by hand from these."""
    on = "2025-02-01"
    flows = {
        "Revenues": (1000, 800),
        "CostOfRevenue": (600, 500),
        "OperatingIncomeLoss": (200, 150),
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest": (
            190,
            140,
        ),
        "IncomeTaxExpenseBenefit": (38, 28),
        "NetIncomeLoss": (152, 112),
        "InterestExpense": (10, 10),
        "NetCashProvidedByUsedInOperatingActivities": (228, 160),
        "PaymentsToAcquirePropertyPlantAndEquipment": (60, 50),
    }
    balances = {
        "Assets": (900, 700),
        "AssetsCurrent": (400, 300),
        "InventoryNet": (100, 80),
        "CashAndCashEquivalentsAtCarryingValue": (150, 100),
        "LiabilitiesCurrent": (200, 150),
        "StockholdersEquity": (500, 400),
        "LongTermDebtNoncurrent": (150, 120),
        "PropertyPlantAndEquipmentNet": (350, 250),
        "AccountsReceivableNetCurrent": (110, 90),
    }
    rows = [filed(t, YEAR, now, on=on) for t, (now, _) in flows.items()]
    rows += [
        filed(t, "2023-01-01/2023-12-31", was, on=on, fy=2024) for t, (_, was) in flows.items()
    ]
    rows += [filed(t, END, now, on=on) for t, (now, _) in balances.items()]
    rows += [filed(t, BEFORE, was, on=on, fy=2024) for t, (_, was) in balances.items()]
    return rows


def cell(key: str, rows: list[FactRow], basis: Basis = Basis.ANNUAL) -> Cell:
    found = figures(*rows)
    return ratio_cell(found, RATIOS[key], next(iter(found.columns.slots(basis))))


def interim(tag: str, year: int) -> list[FactRow]:
    """Three quarters of 10, filed as year to date as cash flow statements do."""
    return [
        filed(tag, f"{year}-01-01/{year}-{end}", value, on=f"{year}-11-01", form="10-Q")
        for end, value in (("03-31", 10), ("06-30", 20), ("09-30", 30))
    ]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("gross_margin", Decimal(400) / 1000),
        ("net_margin", Decimal(152) / 1000),
        ("effective_tax_rate", Decimal(38) / 190),
        ("return_on_equity", Decimal(152) / 450),
        ("return_on_assets", Decimal(152) / 800),
        ("return_on_invested_capital", Decimal(200) * (1 - Decimal("0.2")) / 460),
        ("current_ratio", Decimal(400) / 200),
        ("quick_ratio", Decimal(300) / 200),
        ("debt_to_equity", Decimal(150) / 500),
        ("interest_coverage", Decimal(200) / 10),
        ("fixed_asset_turnover", Decimal(1000) / 300),
        ("inventory_turnover", Decimal(600) / 90),
        ("days_sales_outstanding", Decimal(100) / 1000 * 365),
        ("cash_conversion", Decimal(228) / 152),
        ("free_cash_flow_margin", Decimal(168) / 1000),
        ("revenue_growth", Decimal("0.25")),
    ],
)
def test_a_ratio_is_its_textbook_formula(key: str, expected: Decimal) -> None:
    """Worked by hand from the book above; averages are of opening and closing balances."""
    found = cell(key, book())

    assert isinstance(found, Fact)
    assert abs(found.value - expected) < Decimal("1e-20")
    assert found.origin is Origin.COMPUTED
    assert found.formula == RATIOS[key].formula
    assert found.inputs


def test_a_missing_input_is_named() -> None:
    """The reader learns which figure is missing, at which time."""
    rows = [r for r in book() if not (r.tag.endswith("Assets") and str(r.end) == BEFORE)]

    found = cell("return_on_assets", rows)
    assert isinstance(found, Missing)
    assert found.reason == "total assets at the start of the year: not reported"
    assert found.looked_for == ("us-gaap:Assets",)


def test_growth_from_a_loss_has_no_meaning() -> None:
    """-50 to 152 is not a growth rate."""
    rows = [r for r in book() if not (r.tag.endswith("NetIncomeLoss") and str(r.end) == BEFORE)]
    rows.append(filed("NetIncomeLoss", "2023-01-01/2023-12-31", -50, on="2025-02-01", fy=2024))

    assert cell("net_income_growth", rows) == Missing("the base is zero or negative")


def test_trap_23_a_bank_has_no_current_ratio_and_the_reason_is_given() -> None:
    """n/a with the reason, not a number out of whatever was tagged."""
    rows = [filed("RevenuesNetOfInterestExpense", YEAR, 100, on="2025-02-01")]

    assert cell("current_ratio", rows) == Missing(
        "a bank has no current ratio: its balance sheet is not split into current and non-current"
    )
    assert cell("gross_margin", rows) == Missing(
        "a bank has no gross margin: it sells no goods, so there is no cost of goods to set against "
        "revenue"
    )


def test_a_ratio_of_one_sector_is_refused_elsewhere_by_name() -> None:
    """A maker of goods that tags interest income has no net interest margin for it."""
    assert cell("net_interest_margin", book()) == Missing(
        "an industrial company has no net interest margin on total assets: it is a ratio of banks"
    )


def test_a_year_s_flow_over_a_balance_is_refused_for_a_quarter() -> None:
    """A quarter's income over a year's equity is no return on equity."""
    rows = interim("NetIncomeLoss", 2024)

    assert cell("return_on_equity", [*book(), *rows], Basis.QUARTERLY) == Missing(
        "set a year's flow against a balance: ask for annual or TTM"
    )


def test_an_optional_line_counts_as_nothing_only_where_the_filings_were_read_in_full() -> None:
    """Without inventory in a partial pack, the quick ratio would silently be the current ratio."""
    rows = [row for row in book() if not row.tag.endswith("InventoryNet")]
    in_full, in_part = figures(*rows), figures(*rows, full=False)
    slot = next(iter(in_full.columns.slots(Basis.ANNUAL)))

    full = ratio_cell(in_full, RATIOS["quick_ratio"], slot)
    assert isinstance(full, Fact)
    assert full.value == 2
    partial = ratio_cell(in_part, RATIOS["quick_ratio"], slot)
    assert isinstance(partial, Missing)
    assert partial.reason == "inventory: not in the embedded pack"


def test_a_line_filed_for_the_year_is_not_nothing_in_its_quarters() -> None:
    """A year with shares issued has twelve months with them; TTM without them is unknown, not 0."""
    rows = book()
    for tag in ("PaymentsForRepurchaseOfCommonStock", "NetIncomeLoss"):
        rows += [*interim(tag, 2024), *interim(tag, 2023)]
        rows += [filed(tag, YEAR, 152, on="2025-02-01")]
        rows += [filed(tag, "2023-01-01/2023-12-31", 112, on="2024-02-01")]
    rows.append(filed("ProceedsFromIssuanceOfCommonStock", YEAR, 25, on="2025-02-01"))
    found = figures(*rows)
    slots = {slot.period.label: slot for slot in found.columns.slots(Basis.TTM)}
    ratio = RATIOS["net_buyback_to_net_income"]

    unknown = ratio_cell(found, ratio, slots["TTM Q3 FY2024"])
    assert isinstance(unknown, Missing)
    assert unknown.reason == "shares issued: not reported"
    whole_year = ratio_cell(found, ratio, slots["TTM Q4 FY2024"])
    assert isinstance(whole_year, Fact)
    assert whole_year.value == Decimal(152 - 25) / 152


def split_company() -> list[FactRow]:
    """EPS of 8 for 2022 as filed, of 2 after the 4-for-1 split of 2023; 2.50 for 2023."""
    shares, eps = "WeightedAverageNumberOfDilutedSharesOutstanding", "EarningsPerShareDiluted"
    rows: list[FactRow] = []
    for span, at_first, later in (
        ("2021-01-01/2021-12-31", (100, 6), (400, "1.5")),
        ("2022-01-01/2022-12-31", (100, 8), (400, 2)),
    ):
        end = int(span[:4])
        for (count, earned), on in ((at_first, f"{end + 1}-02-01"), (later, "2024-02-01")):
            rows.append(filed(shares, span, count, on=on, unit="shares"))
            rows.append(filed(eps, span, float(earned), on=on, unit="USD/shares"))
    rows.append(filed(shares, "2023-01-01/2023-12-31", 400, on="2024-02-01", unit="shares"))
    rows.append(filed(eps, "2023-01-01/2023-12-31", 2.5, on="2024-02-01", unit="USD/shares"))
    return rows


def test_trap_16_growth_per_share_never_crosses_a_split() -> None:
    """2.50 after 8.00 is growth of 25 % on one count of shares, not a fall by 69 %."""
    latest = figures(*split_company())
    as_filed = figures(*split_company(), query=PeriodQuery(vintage=Vintage.AS_REPORTED))
    slot = next(iter(latest.columns.slots(Basis.ANNUAL)))

    found = ratio_cell(latest, RATIOS["eps_growth"], slot)
    assert isinstance(found, Fact)
    assert found.value == Decimal("0.25")
    assert ratio_cell(as_filed, RATIOS["eps_growth"], slot) == Missing(
        "a stock split lies between its filings: ask for the latest version"
    )


def earnings_multiple(price: SharePrice, *, year: int, vintage: Vintage = Vintage.LATEST) -> Cell:
    found = figures(*split_company(), query=PeriodQuery(vintage=vintage))
    slot = next(s for s in found.columns.slots(Basis.ANNUAL) if s.year.number == year)
    return priced_ratio_cells(found, slot, price)["price_to_earnings"]


@pytest.mark.parametrize("vintage", Vintage)
def test_trap_36_a_raw_price_stands_against_raw_earnings(vintage: Vintage) -> None:
    """80 for a share that earned 8 is 10 times, also where later filings say it earned 2."""
    raw = SharePrice(Decimal(80), date(2023, 1, 31))
    found = earnings_multiple(raw, year=2022, vintage=vintage)

    assert isinstance(found, Fact)
    assert found.value == 10
    assert found.inputs[0].label == "Share price"


def test_trap_36_an_adjusted_price_stands_against_adjusted_earnings() -> None:
    """The same day's close is 20 on the later count, which earned 2; against 8 it would be 2.5."""
    adjusted = SharePrice(Decimal(20), date(2023, 1, 31), adjustment=Adjustment.SPLITS)
    for vintage in Vintage:
        found = earnings_multiple(adjusted, year=2022, vintage=vintage)
        assert isinstance(found, Fact)
        assert found.value == 10


@pytest.mark.parametrize(
    ("price", "reason"),
    [
        (
            SharePrice(Decimal(19), date(2023, 1, 31), adjustment=Adjustment.DIVIDENDS),
            "a dividend-adjusted price is not what a share cost: give the raw or the split-adjusted one",
        ),
        (
            SharePrice(Decimal(80), date(2023, 1, 31), currency="TWD"),
            "the price is in TWD, the figures are in USD: convert the price, and count how many "
            "shares a depositary receipt stands for",
        ),
        (
            SharePrice(Decimal(80), date(2022, 12, 20)),
            "the price of 2022-12-20 is older than the end of the period, 2022-12-31",
        ),
        (
            SharePrice(Decimal(80), date(2023, 6, 1)),
            "a stock split fell between 2023-02-01 and 2024-02-01: give the split-adjusted price",
        ),
        (SharePrice(Decimal(0), date(2023, 1, 31)), "the share price is zero or negative"),
    ],
)
def test_a_price_that_cannot_be_set_against_the_figures_is_refused(
    price: SharePrice, reason: str
) -> None:
    """Each would give a multiple that is wrong by the split, the currency or the dividends."""
    assert earnings_multiple(price, year=2022) == Missing(reason)


def test_without_a_price_a_multiple_says_that_it_needs_one() -> None:
    """A question for the P/E of Acme is understood; the answer is n/a with the reason."""
    assert cell("price_to_earnings", book()) == Missing("needs a share price")
    assert cell("market_cap", book()) == Missing("needs a share price")


def test_every_multiple_is_worked_out_once_a_price_is_given() -> None:
    """A multiple is a number or says its reason; the one that lacks an input names it."""
    found = figures(*split_company())
    slot = next(iter(found.columns.slots(Basis.ANNUAL)))
    cells = priced_ratio_cells(found, slot, SharePrice(Decimal(50), date(2024, 3, 1)))

    assert tuple(cells) == VALUATION_KEYS
    assert isinstance(cells["price_to_earnings"], Fact)
    assert cells["price_to_earnings"].value == 20
    market_cap = cells["market_cap"]
    assert isinstance(market_cap, Missing)
    assert market_cap.reason == "shares outstanding at the balance sheet date: not reported"
