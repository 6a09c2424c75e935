from collections import Counter
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.lines.line_items import Kind, Sector
from research_agent.finance.ratios.distress_scores import piotroski_points
from research_agent.finance.ratios.every_ratio import (
    KEY_RATIOS,
    RATIOS,
    SECTOR_RATIOS,
    VALUATION_KEYS,
    shown_ratios,
)
from research_agent.finance.ratios.ratio import PRICE, Balances, Ratio, RatioGroup
from tests.unit.finance.ratios.books import N, values_of
from tests.unit.finance.ratios.cases import CASES, Case

INSTANT = {Kind.INSTANT, Kind.INSTANT_SHARES}
TINY = Decimal("1e-20")


def key_of(case: Case) -> str:
    return case[0]


@pytest.mark.parametrize("case", CASES, ids=key_of)
def test_a_ratio_is_its_textbook_formula(case: Case) -> None:
    """Worked by hand from the books: the right inputs, years, averages and signs."""
    key, expected, _ = case
    with localcontext() as context:
        context.prec = 28
        result = RATIOS[key].compute(values_of(RATIOS[key]))

    assert result is not None
    assert abs(result - expected) < TINY


@pytest.mark.parametrize("case", [case for case in CASES if case[2]], ids=key_of)
def test_a_ratio_without_a_meaning_is_none_not_a_misleading_number(case: Case) -> None:
    """A loss, negative equity or EBITDA, no growth: a number would read as its opposite."""
    key, _, broken = case
    ratio = RATIOS[key]
    values = values_of(ratio)
    changed = {name: Decimal(value) for name, value in broken.items() if name in values}

    assert changed
    assert ratio.compute(values | changed) is None
    assert ratio.meaningless


def test_every_ratio_has_a_hand_worked_case() -> None:
    """None is left out, none is worked twice."""
    worked = Counter(case[0] for case in CASES)

    assert set(worked) == set(RATIOS)
    assert max(worked.values()) == 1


@given(st.data())
def test_no_figures_make_a_formula_fail(data: st.DataObject) -> None:
    """Zero, negative and huge figures are filed; a ratio is then a number or has no meaning."""
    numbers = st.sampled_from(["0", "1", "-1", "0.01", "-250.5", "1000000000000", "3"])
    ratio = data.draw(st.sampled_from(list(RATIOS.values())))
    values = {
        wanted.name: Decimal(data.draw(numbers))
        for wanted in ratio.inputs
        if not (wanted.optional or wanted.check) or data.draw(st.booleans())
    }

    result = ratio.compute(values)

    assert result is None or result.is_finite()
    if result is not None and ratio.explain is not None:
        assert ratio.explain(values)


@pytest.mark.parametrize("ratio", RATIOS.values(), ids=lambda ratio: ratio.key)
def test_a_ratio_says_all_that_a_reader_must_know(ratio: Ratio) -> None:
    """Formula, inputs that exist, basis, unit and the work it follows; a misspelt input is n/a for ever."""
    assert {wanted.key for wanted in ratio.inputs} <= LINE_ITEMS.keys() | {PRICE}
    assert any(not wanted.optional and not wanted.check for wanted in ratio.inputs)
    assert len({wanted.name for wanted in ratio.inputs}) == len(ratio.inputs)
    assert ratio.unit in {"fraction", "ratio", "days", "money", "money/shares"}
    assert ratio.formula
    assert ratio.source
    assert ratio.label[0].isupper() or ratio.label[0].isdigit()
    assert ratio.key not in LINE_ITEMS


@pytest.mark.parametrize("ratio", RATIOS.values(), ids=lambda ratio: ratio.key)
def test_a_flow_over_a_balance_is_for_whole_years_only(ratio: Ratio) -> None:
    """A quarter's income over a balance is a quarter of the return it looks like."""
    kinds = {
        LINE_ITEMS[wanted.key].kind in INSTANT
        for wanted in ratio.inputs
        if wanted.key != PRICE and not wanted.check
    }
    if len(kinds) == 2:
        assert ratio.annualised
    if ratio.balances is Balances.NONE:
        assert kinds == {False}
    if ratio.balances is Balances.AVERAGE:
        assert {wanted.years for wanted in ratio.inputs} == {0, 1}


def test_there_are_ratios_of_every_group() -> None:
    """Ninety or more, and each usual group has several."""
    groups = Counter(ratio.group for ratio in RATIOS.values())

    assert len(RATIOS) >= 90
    assert min(groups[group] for group in RatioGroup) >= 4


def test_what_a_model_is_shown_stays_short() -> None:
    """Some thirty ratios for everyone and those of the sector; the rest is asked for by name."""
    assert 28 <= len(KEY_RATIOS) <= 34
    assert set(SECTOR_RATIOS) == set(Sector)
    for sector in Sector:
        shown = shown_ratios(sector)
        assert set(shown) <= RATIOS.keys()
        assert len(shown) == len(set(shown)) <= 46
        assert not set(shown) & set(VALUATION_KEYS)
        assert not any(sector in RATIOS[key].not_for for key in SECTOR_RATIOS[sector])


def test_each_of_piotroskis_nine_points_is_said() -> None:
    """The score alone hides which test failed."""
    values = values_of(RATIOS["piotroski_f_score"])
    failed = [point.words for point in piotroski_points(values) if not point.passed]

    assert len(piotroski_points(values)) == 9
    assert failed == ["long-term debt to average assets did not rise", "current ratio rose"]
    explain = RATIOS["piotroski_f_score"].explain
    assert explain
    assert explain(values).endswith(
        "No point for: long-term debt to average assets did not rise; current ratio rose."
    )


def test_a_tax_credit_is_not_counted_as_a_return() -> None:
    """With tax of −50 on 190, the rate is 0, so that return on capital is 200 / 550, not more."""
    ratio = RATIOS["return_on_invested_capital"]
    values = values_of(ratio)

    assert ratio.compute(values | {"income_tax": N(-50)}) == N(200) / 550
    assert ratio.compute(values | {"income_tax": N(191)}) is None


@pytest.mark.parametrize(
    ("key", "absent", "expected"),
    [
        ("quick_ratio", "inventory", N(400) / 200),
        ("return_on_common_equity", "preferred_stock preferred_dividends", N(152) / 450),
        ("book_value_per_share", "preferred_stock", N(5)),
        ("total_payout_ratio", "dividends_paid dividends_per_share shares_issued", N(40) / 152),
        ("enterprise_value", "preferred_stock", N(2100)),
        ("underwriting_expense_ratio", "selling_general_and_administrative", N(75) / 250),
        ("reinvestment_rate", "current_debt", N(60 - 40 + 50 - 50) / 160),
    ],
)
def test_a_line_the_company_files_none_of_counts_as_nothing(
    key: str, absent: str, expected: Decimal
) -> None:
    """A service company has no inventory; most companies have no preferred stock."""
    assert RATIOS[key].compute(values_of(RATIOS[key], leave_out=absent)) == expected


def test_without_any_underwriting_expense_there_is_no_expense_ratio() -> None:
    """A combined ratio without expenses would make every insurer look profitable."""
    absent = "selling_general_and_administrative general_and_administrative"
    for key in ("underwriting_expense_ratio", "combined_ratio"):
        assert RATIOS[key].compute(values_of(RATIOS[key], leave_out=absent)) is None


def test_the_product_of_the_dupont_factors_is_return_on_equity() -> None:
    """Three and five steps: 0.152 × 1.25 × 800/450, and 0.8 × 0.95 × 0.2 × 1.25 × 800/450."""

    def product(*keys: str) -> Decimal:
        result = Decimal(1)
        for key in keys:
            factor = RATIOS[key].compute(values_of(RATIOS[key]))
            assert factor is not None
            result *= factor
        return result

    three = product("net_margin", "asset_turnover", "equity_multiplier")
    five = product(
        "tax_burden", "interest_burden", "operating_margin", "asset_turnover", "equity_multiplier"
    )
    assert abs(three - N(152) / 450) < TINY
    assert abs(five - N(152) / 450) < TINY


def test_trap_29_a_share_count_filed_in_millions_gives_no_amount_per_share() -> None:
    """26.9 billion over "716.4" shares would be 37 million dollars of revenue a share."""
    ratio = RATIOS["revenue_per_share"]
    filed = {"revenue": N(26_885_000_000), "weighted_shares_diluted": N("716.4")}

    assert ratio.compute(filed) is None
    assert ratio.compute(filed | {"weighted_shares_diluted": N(716_400_000)}) is not None


def test_a_dividend_that_was_declared_but_not_read_is_not_counted_as_none() -> None:
    """A payer whose dividends paid stand under an unknown tag would seem to keep all its income."""
    ratio = RATIOS["retention_ratio"]

    assert ratio.compute({"net_income": N(152), "dividends_per_share": N("0.5")}) is None
    assert ratio.compute({"net_income": N(152)}) == 1
