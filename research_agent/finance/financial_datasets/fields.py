"""What the fields of Financial Datasets are called here, and in which unit and sign they come.

A field that is not listed keeps its own name. It is listed only where it means the same as our
line: "dividends and other cash distributions" is not our dividends paid.
"""

from dataclasses import dataclass

from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.ratios.every_ratio import RATIOS, ratio_unit

__all__ = ["DESCRIPTIVE", "FieldMeaning", "meaning_of"]

DESCRIPTIVE = frozenset(
    "ticker report_period fiscal_period period currency accession_number filing_url filing_date "
    "filing_datetime source_type form_type cik name".split()
)
"""Fields that say what a record is about."""

_NAMES = {
    # income
    "operating_expense": "operating_expenses",
    "selling_general_and_administrative_expenses": "selling_general_and_administrative",
    "income_tax_expense": "income_tax",
    "net_income_discontinued_operations": "discontinued_operations",
    "net_income_non_controlling_interests": "net_income_to_minorities",
    "net_income_common_stock": "net_income_to_common",
    "consolidated_income": "consolidated_net_income",
    "earnings_per_share": "eps_basic",
    "earnings_per_share_diluted": "eps_diluted",
    "dividends_per_common_share": "dividends_per_share",
    "weighted_average_shares": "weighted_shares_basic",
    "weighted_average_shares_diluted": "weighted_shares_diluted",
    # balance
    "cash_and_equivalents": "cash",
    "current_investments": "short_term_investments",
    "non_current_investments": "long_term_investments",
    "non_current_assets": "noncurrent_assets",
    "non_current_liabilities": "noncurrent_liabilities",
    "property_plant_and_equipment": "property_plant_equipment",
    "shareholders_equity": "equity",
    "outstanding_shares": "shares_outstanding",
    # cash flow
    "net_cash_flow_from_operations": "operating_cash_flow",
    "net_cash_flow_from_investing": "investing_cash_flow",
    "net_cash_flow_from_financing": "financing_cash_flow",
    "change_in_cash_and_equivalents": "net_change_in_cash",
    "effect_of_exchange_rate_changes": "exchange_rate_effect",
    # ratios
    "price_to_earnings_ratio": "price_to_earnings",
    "price_to_book_ratio": "price_to_book",
    "price_to_sales_ratio": "price_to_sales",
    "enterprise_value_to_ebitda_ratio": "ev_to_ebitda",
    "enterprise_value_to_revenue_ratio": "ev_to_sales",
    "earnings_growth": "net_income_growth",
    "earnings_per_share_growth": "eps_growth",
    "book_value_growth": "equity_growth",
}
_PAYMENTS = frozenset({"capital_expenditure"})
"""Negative there, as a flow; positive here, as a payment."""

_FRACTIONS = ("_growth", "_margin", "_yield", "_pct", "_percent")
_TIMES = ("_ratio", "_turnover", "_coverage")


@dataclass(frozen=True, slots=True)
class FieldMeaning:
    """What a field is.

    Args:
        concept: Our key, or the field's own name.
        label: In words.
        unit: `"USD"`, `"USD/shares"`, `"shares"`, `"fraction"` or `"ratio"`.
        sign: -1 where the service's sign is the opposite of ours.
    """

    concept: str
    label: str
    unit: str
    sign: int = 1


def meaning_of(field: str, currency: str) -> FieldMeaning:
    """Return what `field` is, in a record in `currency`."""
    concept = _NAMES.get(field, field)
    sign = -1 if field in _PAYMENTS else 1
    if concept in LINE_ITEMS:
        item = LINE_ITEMS[concept]
        return FieldMeaning(concept, item.label, item.unit(currency), sign)
    if concept in RATIOS:
        ratio = RATIOS[concept]
        return FieldMeaning(concept, ratio.label, ratio_unit(ratio, currency), sign)
    label = field.replace("_", " ").capitalize()
    return FieldMeaning(concept, label, _own_unit(field, currency), sign)


def _own_unit(field: str, currency: str) -> str:
    """Return the unit of a field that has no concept here, read off its name."""
    if field.endswith(_FRACTIONS) or field.startswith("return_on_"):
        return "fraction"
    if field.endswith(_TIMES) or "_to_" in field:
        return "ratio"
    if "per_share" in field:
        return f"{currency}/shares"
    if field.endswith("shares") or field.startswith("shares_"):
        return "shares"
    return currency
