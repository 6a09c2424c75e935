"""How a company is financed, and whether it can carry its debt."""

from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, Values, average, of, quotient, ratio
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.returns import tangible_assets
from research_agent.finance.ratios.sector_rule import NO_DEBT_APART, NO_OPERATING_INCOME

__all__ = ["SOLVENCY_RATIOS"]

_quotient = partial(quotient, group=RatioGroup.SOLVENCY, source=sources.SOLVENCY)
_of_debt = partial(_quotient, rule=NO_DEBT_APART)
_rated = partial(_of_debt, source=sources.RATINGS)


def _equity_multiplier(v: Values) -> Decimal | None:
    if average(v, "equity") <= 0 or min(v["equity"], v["equity_opening"]) < 0:
        return None
    return average(v, "total_assets") / average(v, "equity")


def _debt_to_capital(v: Values) -> Decimal | None:
    capital = v["total_debt"] + v["total_equity"]
    return v["total_debt"] / capital if v["total_equity"] > 0 and capital > 0 else None


def _debt_and_leases(v: Values) -> Decimal:
    leases = ("operating_lease_liabilities", "operating_lease_liabilities_current")
    return v["total_debt"] + sum((v.get(key, ZERO) for key in leases), ZERO)


def _cash_interest_coverage(v: Values) -> Decimal | None:
    before = v["operating_cash_flow"] + v["interest_paid"] + v["income_taxes_paid"]
    return before / v["interest_paid"] if v["interest_paid"] > 0 else None


def _tangible_equity_ratio(v: Values) -> Decimal | None:
    assets = tangible_assets(v)
    return v["tangible_book_value"] / assets if assets > 0 else None


def _unreal_share(v: Values) -> Decimal | None:
    assets = v["total_assets"]
    if assets <= 0 or not {"goodwill", "intangible_assets"} & v.keys():
        return None
    return (assets - tangible_assets(v)) / assets


SOLVENCY_RATIOS: tuple[Ratio, ...] = (
    _of_debt("debt_to_equity", "Debt to equity", top="total_debt", bottom="equity", unit="ratio"),
    _of_debt(
        "net_debt_to_equity", "Net debt to equity", top="net_debt", bottom="equity", unit="ratio"
    ),
    _of_debt("debt_to_assets", "Debt to assets", top="total_debt", bottom="total_assets"),
    ratio(
        "debt_to_capital",
        "Debt to capital",
        RatioGroup.SOLVENCY,
        "Total debt ÷ (Total debt + Total equity including non-controlling interests)",
        of("total_debt", "total_equity"),
        _debt_to_capital,
        source=sources.SOLVENCY,
        balances=Balances.END,
        meaningless="total equity is zero or negative",
        rule=NO_DEBT_APART,
    ),
    ratio(
        "debt_and_leases_to_equity",
        "Debt and operating leases to equity",
        RatioGroup.SOLVENCY,
        "(Total debt + Operating lease liabilities) ÷ Shareholders' equity",
        of(
            "total_debt",
            "operating_lease_liabilities?",
            "operating_lease_liabilities_current?",
            "equity",
        ),
        lambda v: _debt_and_leases(v) / v["equity"] if v["equity"] > 0 else None,
        source=sources.RATINGS,
        balances=Balances.END,
        unit="ratio",
        meaningless="shareholders' equity is zero or negative",
        rule=NO_DEBT_APART,
    ),
    _of_debt(
        "current_share_of_debt", "Current share of debt", top="current_debt", bottom="total_debt"
    ),
    _quotient(
        "liabilities_to_equity",
        "Liabilities to equity",
        top="total_liabilities",
        bottom="total_equity",
        unit="ratio",
    ),
    _quotient(
        "liabilities_to_assets",
        "Liabilities to assets",
        top="total_liabilities",
        bottom="total_assets",
    ),
    _quotient("equity_ratio", "Equity ratio", top="total_equity", bottom="total_assets"),
    ratio(
        "equity_multiplier",
        "Equity multiplier",
        RatioGroup.SOLVENCY,
        "average Total assets ÷ average Shareholders' equity",
        of("total_assets", "total_assets~", "equity", "equity~"),
        _equity_multiplier,
        source=sources.DUPONT,
        balances=Balances.AVERAGE,
        unit="ratio",
        meaningless="shareholders' equity is zero or negative at the start or the end of the year",
    ),
    ratio(
        "tangible_equity_ratio",
        "Tangible equity to tangible assets",
        RatioGroup.SOLVENCY,
        "Tangible book value ÷ (Total assets − Goodwill − Intangible assets, net)",
        of("tangible_book_value", "total_assets", "goodwill?", "intangible_assets?"),
        _tangible_equity_ratio,
        source=sources.FFIEC,
        balances=Balances.END,
        meaningless="tangible assets are zero",
    ),
    ratio(
        "intangibles_to_assets",
        "Goodwill and intangible assets to assets",
        RatioGroup.SOLVENCY,
        "(Goodwill + Intangible assets, net) ÷ Total assets",
        of("total_assets", "goodwill?", "intangible_assets?"),
        _unreal_share,
        source=sources.SOLVENCY,
        balances=Balances.END,
        meaningless="neither goodwill nor intangible assets are reported",
    ),
    _of_debt("debt_to_ebitda", "Debt to EBITDA", top="total_debt", bottom="ebitda", unit="ratio"),
    _of_debt(
        "net_debt_to_ebitda", "Net debt to EBITDA", top="net_debt", bottom="ebitda", unit="ratio"
    ),
    _rated(
        "cash_flow_to_debt",
        "Operating cash flow to debt",
        top="operating_cash_flow",
        bottom="total_debt",
    ),
    _rated(
        "free_cash_flow_to_debt",
        "Free cash flow to debt",
        top="free_cash_flow",
        bottom="total_debt",
    ),
    _of_debt(
        "cash_to_debt",
        "Cash and short-term investments to debt",
        top="cash_and_short_term_investments",
        bottom="total_debt",
        unit="ratio",
    ),
    _quotient(
        "interest_coverage",
        "Interest coverage",
        top="operating_income",
        bottom="interest_expense",
        unit="ratio",
        rule=NO_OPERATING_INCOME,
    ),
    _quotient(
        "ebitda_interest_coverage",
        "EBITDA interest coverage",
        top="ebitda",
        bottom="interest_expense",
        unit="ratio",
        rule=NO_OPERATING_INCOME,
    ),
    ratio(
        "cash_interest_coverage",
        "Cash interest coverage",
        RatioGroup.SOLVENCY,
        "(Cash from operations + Interest paid + Income taxes paid) ÷ Interest paid",
        of("operating_cash_flow", "interest_paid", "income_taxes_paid"),
        _cash_interest_coverage,
        source=sources.CASH_FLOW,
        balances=Balances.NONE,
        unit="ratio",
        meaningless="no interest was paid",
        rule=NO_OPERATING_INCOME,
    ),
)
