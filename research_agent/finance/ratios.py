"""The ratios this project computes; each is one line of arithmetic that can be read."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from research_agent.finance.line_items import Sector
from research_agent.finance.ratio import Input, Ratio, RatioGroup, Timing

__all__ = ["RATIOS", "ratio_unit"]

_Values = Mapping[str, Decimal]
_Compute = Callable[[_Values], Decimal | None]

_BANKS = frozenset({Sector.BANK, Sector.INSURER})
_YEAR_DAYS = Decimal(365)
_P, _L, _S, _E, _C, _G, _H = (
    RatioGroup.PROFITABILITY,
    RatioGroup.LIQUIDITY,
    RatioGroup.SOLVENCY,
    RatioGroup.EFFICIENCY,
    RatioGroup.CASH_FLOW,
    RatioGroup.GROWTH,
    RatioGroup.PER_SHARE,
)


def _over(top: str, bottom: str) -> _Compute:
    return lambda v: v[top] / v[bottom] if v[bottom] > 0 else None


def _average(v: _Values, key: str) -> Decimal:
    return (v[key] + v[f"{key}_opening"]) / 2


def _over_average(top: str, bottom: str) -> _Compute:
    def compute(v: _Values) -> Decimal | None:
        average = _average(v, bottom)
        return v[top] / average if average > 0 else None

    return compute


def _days(balance: str, flow: str) -> _Compute:
    return lambda v: _average(v, balance) / v[flow] * _YEAR_DAYS if v[flow] > 0 else None


def _growth(key: str) -> _Compute:
    def compute(v: _Values) -> Decimal | None:
        before = v[f"{key}_opening"]
        return v[key] / before - 1 if before > 0 else None

    return compute


def _of(*keys: str) -> tuple[Input, ...]:
    return tuple(
        Input(key.removesuffix("~"), Timing.OPENING) if key.endswith("~") else Input(key)
        for key in keys
    )


def _ratio(
    key: str,
    label: str,
    group: RatioGroup,
    formula: str,
    inputs: tuple[Input, ...],
    compute: _Compute,
    *,
    unit: str = "fraction",
    meaningless: str = "the denominator is zero or negative",
    not_for: frozenset[Sector] = frozenset(),
    annualised: bool = False,
) -> Ratio:
    return Ratio(
        key=key,
        label=label,
        group=group,
        unit=unit,
        formula=formula,
        inputs=inputs,
        compute=compute,
        meaningless=meaningless,
        not_for=not_for,
        annualised=annualised,
    )


def _margin(
    key: str, label: str, top: str, words: str, *, not_for: frozenset[Sector] = frozenset()
) -> Ratio:
    return _ratio(
        key,
        label,
        _P,
        f"{words} ÷ Revenue",
        _of(top, "revenue"),
        _over(top, "revenue"),
        not_for=not_for,
    )


def _return_on(key: str, label: str, top: str, bottom: str, formula: str) -> Ratio:
    return _ratio(
        key,
        label,
        _P,
        formula,
        _of(top, bottom, f"{bottom}~"),
        _over_average(top, bottom),
        annualised=True,
    )


def _growth_of(key: str, label: str, item: str, words: str) -> Ratio:
    return _ratio(
        key,
        label,
        _G,
        f"{words} ÷ {words} a year before − 1",
        _of(item, f"{item}~"),
        _growth(item),
        meaningless="the base is zero or negative",
    )


def _per_share(key: str, label: str, top: str, words: str, *, balance: bool = False) -> Ratio:
    shares = "shares_outstanding" if balance else "weighted_shares_diluted"
    named = "Shares outstanding" if balance else "Weighted average diluted shares"
    return _ratio(
        key,
        label,
        _H,
        f"{words} ÷ {named}",
        _of(top, shares),
        _over(top, shares),
        unit="money/shares",
    )


def _invested_capital(v: _Values, suffix: str = "") -> Decimal:
    return (
        v[f"total_equity{suffix}"]
        + v[f"total_debt{suffix}"]
        - v[f"cash_and_short_term_investments{suffix}"]
    )


def _return_on_invested_capital(v: _Values) -> Decimal | None:
    capital = (_invested_capital(v) + _invested_capital(v, "_opening")) / 2
    if capital <= 0 or v["pretax_income"] <= 0:
        return None
    return v["operating_income"] * (1 - v["income_tax"] / v["pretax_income"]) / capital


def _cash_conversion_cycle(v: _Values) -> Decimal | None:
    sold, made = v["revenue"], v["cost_of_revenue"]
    if sold <= 0 or made <= 0:
        return None
    outstanding = _average(v, "receivables") / sold
    held = (_average(v, "inventory") - _average(v, "accounts_payable")) / made
    return (outstanding + held) * _YEAR_DAYS


def _quick(v: _Values) -> Decimal | None:
    liquid = v["current_assets"] - v.get("inventory", Decimal(0))
    return liquid / v["current_liabilities"] if v["current_liabilities"] > 0 else None


_ALL = (
    _margin("gross_margin", "Gross margin", "gross_profit", "Gross profit", not_for=_BANKS),
    _margin(
        "operating_margin",
        "Operating margin",
        "operating_income",
        "Operating income",
        not_for=_BANKS,
    ),
    _margin("pretax_margin", "Pre-tax margin", "pretax_income", "Income before tax"),
    _margin("net_margin", "Net margin", "net_income", "Net income"),
    _margin("ebitda_margin", "EBITDA margin", "ebitda", "EBITDA", not_for=_BANKS),
    _margin(
        "operating_cash_flow_margin",
        "Operating cash flow margin",
        "operating_cash_flow",
        "Cash from operations",
    ),
    _margin(
        "free_cash_flow_margin",
        "Free cash flow margin",
        "free_cash_flow",
        "Free cash flow",
        not_for=_BANKS,
    ),
    _margin(
        "research_and_development_to_revenue",
        "R&D to revenue",
        "research_and_development",
        "Research and development",
    ),
    _margin("sga_to_revenue", "SG&A to revenue", "selling_general_and_administrative", "SG&A"),
    _margin(
        "share_based_compensation_to_revenue",
        "Share-based compensation to revenue",
        "share_based_compensation",
        "Share-based compensation",
    ),
    _ratio(
        "effective_tax_rate",
        "Effective tax rate",
        _P,
        "Income tax ÷ Income before tax",
        _of("income_tax", "pretax_income"),
        _over("income_tax", "pretax_income"),
        meaningless="there was no income before tax",
    ),
    _return_on(
        "return_on_equity",
        "Return on equity",
        "net_income",
        "equity",
        "Net income ÷ average shareholders' equity",
    ),
    _return_on(
        "return_on_assets",
        "Return on assets",
        "net_income",
        "total_assets",
        "Net income ÷ average total assets",
    ),
    _ratio(
        "return_on_invested_capital",
        "Return on invested capital",
        _P,
        "Operating income × (1 − Effective tax rate) ÷ average (Total equity + Total debt − Cash and short-term investments)",
        _of(
            "operating_income",
            "income_tax",
            "pretax_income",
            "total_equity",
            "total_debt",
            "cash_and_short_term_investments",
            "total_equity~",
            "total_debt~",
            "cash_and_short_term_investments~",
        ),
        _return_on_invested_capital,
        meaningless="invested capital or income before tax is zero or negative",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "return_on_capital_employed",
        "Return on capital employed",
        _P,
        "Operating income ÷ (Total assets − Current liabilities)",
        _of("operating_income", "total_assets", "current_liabilities"),
        lambda v: (
            v["operating_income"] / (v["total_assets"] - v["current_liabilities"])
            if v["total_assets"] > v["current_liabilities"]
            else None
        ),
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "current_ratio",
        "Current ratio",
        _L,
        "Current assets ÷ Current liabilities",
        _of("current_assets", "current_liabilities"),
        _over("current_assets", "current_liabilities"),
        unit="ratio",
        not_for=_BANKS,
    ),
    _ratio(
        "quick_ratio",
        "Quick ratio",
        _L,
        "(Current assets − Inventory) ÷ Current liabilities",
        (*_of("current_assets", "current_liabilities"), Input("inventory", optional=True)),
        _quick,
        unit="ratio",
        not_for=_BANKS,
    ),
    _ratio(
        "cash_ratio",
        "Cash ratio",
        _L,
        "Cash and short-term investments ÷ Current liabilities",
        _of("cash_and_short_term_investments", "current_liabilities"),
        _over("cash_and_short_term_investments", "current_liabilities"),
        unit="ratio",
        not_for=_BANKS,
    ),
    _ratio(
        "operating_cash_flow_ratio",
        "Operating cash flow ratio",
        _L,
        "Cash from operations ÷ Current liabilities",
        _of("operating_cash_flow", "current_liabilities"),
        _over("operating_cash_flow", "current_liabilities"),
        unit="ratio",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "debt_to_equity",
        "Debt to equity",
        _S,
        "Total debt ÷ Shareholders' equity",
        _of("total_debt", "equity"),
        _over("total_debt", "equity"),
        unit="ratio",
        not_for=_BANKS,
    ),
    _ratio(
        "debt_to_assets",
        "Debt to assets",
        _S,
        "Total debt ÷ Total assets",
        _of("total_debt", "total_assets"),
        _over("total_debt", "total_assets"),
        not_for=_BANKS,
    ),
    _ratio(
        "liabilities_to_equity",
        "Liabilities to equity",
        _S,
        "Total liabilities ÷ Total equity",
        _of("total_liabilities", "total_equity"),
        _over("total_liabilities", "total_equity"),
        unit="ratio",
    ),
    _ratio(
        "equity_ratio",
        "Equity ratio",
        _S,
        "Total equity ÷ Total assets",
        _of("total_equity", "total_assets"),
        _over("total_equity", "total_assets"),
    ),
    _ratio(
        "equity_multiplier",
        "Equity multiplier",
        _S,
        "average Total assets ÷ average Shareholders' equity",
        _of("total_assets", "total_assets~", "equity", "equity~"),
        lambda v: (
            _average(v, "total_assets") / _average(v, "equity")
            if _average(v, "equity") > 0
            else None
        ),
        unit="ratio",
    ),
    _ratio(
        "debt_to_ebitda",
        "Debt to EBITDA",
        _S,
        "Total debt ÷ EBITDA",
        _of("total_debt", "ebitda"),
        _over("total_debt", "ebitda"),
        unit="ratio",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "net_debt_to_ebitda",
        "Net debt to EBITDA",
        _S,
        "Net debt ÷ EBITDA",
        _of("net_debt", "ebitda"),
        _over("net_debt", "ebitda"),
        unit="ratio",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "interest_coverage",
        "Interest coverage",
        _S,
        "Operating income ÷ Interest expense",
        _of("operating_income", "interest_expense"),
        _over("operating_income", "interest_expense"),
        unit="ratio",
        not_for=_BANKS,
    ),
    _ratio(
        "asset_turnover",
        "Asset turnover",
        _E,
        "Revenue ÷ average total assets",
        _of("revenue", "total_assets", "total_assets~"),
        _over_average("revenue", "total_assets"),
        unit="ratio",
        annualised=True,
    ),
    _ratio(
        "fixed_asset_turnover",
        "Fixed asset turnover",
        _E,
        "Revenue ÷ average property, plant and equipment, net",
        _of("revenue", "property_plant_equipment", "property_plant_equipment~"),
        _over_average("revenue", "property_plant_equipment"),
        unit="ratio",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "inventory_turnover",
        "Inventory turnover",
        _E,
        "Cost of revenue ÷ average inventory",
        _of("cost_of_revenue", "inventory", "inventory~"),
        _over_average("cost_of_revenue", "inventory"),
        unit="ratio",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "receivables_turnover",
        "Receivables turnover",
        _E,
        "Revenue ÷ average receivables",
        _of("revenue", "receivables", "receivables~"),
        _over_average("revenue", "receivables"),
        unit="ratio",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "payables_turnover",
        "Payables turnover",
        _E,
        "Cost of revenue ÷ average accounts payable",
        _of("cost_of_revenue", "accounts_payable", "accounts_payable~"),
        _over_average("cost_of_revenue", "accounts_payable"),
        unit="ratio",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "days_sales_outstanding",
        "Days sales outstanding",
        _E,
        "average receivables ÷ Revenue × 365",
        _of("receivables", "receivables~", "revenue"),
        _days("receivables", "revenue"),
        unit="days",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "days_inventory",
        "Days inventory",
        _E,
        "average inventory ÷ Cost of revenue × 365",
        _of("inventory", "inventory~", "cost_of_revenue"),
        _days("inventory", "cost_of_revenue"),
        unit="days",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "days_payable",
        "Days payable",
        _E,
        "average accounts payable ÷ Cost of revenue × 365",
        _of("accounts_payable", "accounts_payable~", "cost_of_revenue"),
        _days("accounts_payable", "cost_of_revenue"),
        unit="days",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "cash_conversion_cycle",
        "Cash conversion cycle",
        _E,
        "Days sales outstanding + Days inventory − Days payable",
        _of(
            "receivables",
            "receivables~",
            "inventory",
            "inventory~",
            "accounts_payable",
            "accounts_payable~",
            "revenue",
            "cost_of_revenue",
        ),
        _cash_conversion_cycle,
        unit="days",
        not_for=_BANKS,
        annualised=True,
    ),
    _ratio(
        "cash_conversion",
        "Cash conversion",
        _C,
        "Cash from operations ÷ Net income",
        _of("operating_cash_flow", "net_income"),
        _over("operating_cash_flow", "net_income"),
        unit="ratio",
    ),
    _ratio(
        "capex_to_revenue",
        "Capital expenditure to revenue",
        _C,
        "Capital expenditure ÷ Revenue",
        _of("capital_expenditure", "revenue"),
        _over("capital_expenditure", "revenue"),
        not_for=_BANKS,
    ),
    _ratio(
        "capex_to_depreciation",
        "Capital expenditure to depreciation",
        _C,
        "Capital expenditure ÷ Depreciation and amortization",
        _of("capital_expenditure", "depreciation_and_amortization"),
        _over("capital_expenditure", "depreciation_and_amortization"),
        unit="ratio",
        not_for=_BANKS,
    ),
    _ratio(
        "capex_to_operating_cash_flow",
        "Capital expenditure to operating cash flow",
        _C,
        "Capital expenditure ÷ Cash from operations",
        _of("capital_expenditure", "operating_cash_flow"),
        _over("capital_expenditure", "operating_cash_flow"),
        not_for=_BANKS,
    ),
    _ratio(
        "payout_ratio",
        "Dividend payout ratio",
        _C,
        "Dividends paid ÷ Net income",
        _of("dividends_paid", "net_income"),
        _over("dividends_paid", "net_income"),
        meaningless="there was no net income",
    ),
    _growth_of("revenue_growth", "Revenue growth", "revenue", "Revenue"),
    _growth_of("gross_profit_growth", "Gross profit growth", "gross_profit", "Gross profit"),
    _growth_of(
        "operating_income_growth", "Operating income growth", "operating_income", "Operating income"
    ),
    _growth_of("net_income_growth", "Net income growth", "net_income", "Net income"),
    _growth_of("eps_growth", "Diluted EPS growth", "eps_diluted", "Diluted EPS"),
    _growth_of(
        "operating_cash_flow_growth",
        "Operating cash flow growth",
        "operating_cash_flow",
        "Cash from operations",
    ),
    _growth_of(
        "free_cash_flow_growth", "Free cash flow growth", "free_cash_flow", "Free cash flow"
    ),
    _growth_of("total_assets_growth", "Total assets growth", "total_assets", "Total assets"),
    _growth_of("equity_growth", "Equity growth", "equity", "Shareholders' equity"),
    _per_share("revenue_per_share", "Revenue per share", "revenue", "Revenue"),
    _per_share(
        "operating_cash_flow_per_share",
        "Operating cash flow per share",
        "operating_cash_flow",
        "Cash from operations",
    ),
    _per_share(
        "free_cash_flow_per_share", "Free cash flow per share", "free_cash_flow", "Free cash flow"
    ),
    _per_share(
        "book_value_per_share",
        "Book value per share",
        "equity",
        "Shareholders' equity",
        balance=True,
    ),
)

RATIOS: dict[str, Ratio] = {ratio.key: ratio for ratio in _ALL}


def ratio_unit(ratio: Ratio, currency: str) -> str:
    """Return the unit of a ratio's facts for a filer that reports in `currency`."""
    return ratio.unit.replace("money", currency)
