"""Scores of financial strength and distress: Altman's for books without a price, Piotroski's nine points."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, Values, of, ratio
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import NO_BALANCE_SPLIT

__all__ = ["DISTRESS_SCORES", "Point", "piotroski_points"]

_BOOK_WEIGHTS = tuple(Decimal(weight) for weight in ("6.56", "3.26", "6.72", "1.05"))
_BEFORE, _TWO_BEFORE = "_opening", "_2_years_before"


@dataclass(frozen=True, slots=True)
class Point:
    """One of Piotroski's nine tests.

    Args:
        words: What was tested: "net income is positive".
        passed: True for a point.
    """

    words: str
    passed: bool


def piotroski_points(v: Values) -> tuple[Point, ...]:
    """Return the nine tests with their outcome; empty where a base is zero or negative."""
    needed = (
        *(v[f"total_assets{at}"] for at in ("", _BEFORE, _TWO_BEFORE)),
        *(v[f"{key}{at}"] for at in ("", _BEFORE) for key in ("revenue", "current_liabilities")),
    )
    return tuple(_points(v)) if min(needed) > 0 else ()


def _points(v: Values) -> Iterator[Point]:
    opening, before = v["total_assets_opening"], v["total_assets_2_years_before"]
    earned, earned_before = v["net_income"] / opening, v["net_income_opening"] / before
    cash = v["operating_cash_flow"] / opening
    yield Point("net income is positive", v["net_income"] > 0)
    yield Point("cash from operations is positive", cash > 0)
    yield Point("return on opening assets rose", earned > earned_before)
    yield Point("cash from operations exceeds net income", cash > earned)
    yield Point(
        "long-term debt to average assets did not rise", _leverage(v) <= _leverage_before(v)
    )
    yield Point("current ratio rose", _current(v) > _current(v, _BEFORE))
    yield Point(
        "no more shares outstanding", v["shares_outstanding"] <= v["shares_outstanding_opening"]
    )
    yield Point("gross margin rose", _gross(v) > _gross(v, _BEFORE))
    yield Point(
        "revenue to opening assets rose", v["revenue"] / opening > v["revenue_opening"] / before
    )


def _leverage(v: Values) -> Decimal:
    return v.get("long_term_debt", ZERO) / (v["total_assets"] + v["total_assets_opening"])


def _leverage_before(v: Values) -> Decimal:
    assets = v["total_assets_opening"] + v["total_assets_2_years_before"]
    return v.get("long_term_debt_opening", ZERO) / assets


def _current(v: Values, at: str = "") -> Decimal:
    return v[f"current_assets{at}"] / v[f"current_liabilities{at}"]


def _gross(v: Values, at: str = "") -> Decimal:
    return (v[f"revenue{at}"] - v[f"cost_of_revenue{at}"]) / v[f"revenue{at}"]


def _f_score(v: Values) -> Decimal | None:
    points = piotroski_points(v)
    return Decimal(sum(point.passed for point in points)) if points else None


def _each_point(v: Values) -> str:
    points = piotroski_points(v)
    met = "; ".join(point.words for point in points if point.passed) or "none"
    failed = "; ".join(point.words for point in points if not point.passed) or "none"
    return f"Points for: {met}. No point for: {failed}."


def _book_z(v: Values) -> Decimal | None:
    assets, owed = v["total_assets"], v["total_liabilities"]
    if assets <= 0 or owed <= 0:
        return None
    parts = (
        v["working_capital"] / assets,
        v["retained_earnings"] / assets,
        v["operating_income"] / assets,
        v["total_equity"] / owed,
    )
    return sum((weight * part for weight, part in zip(_BOOK_WEIGHTS, parts, strict=True)), ZERO)


def _zone(v: Values) -> str:
    score = _book_z(v)
    if score is None:
        return ""
    zone = "safe, above 2.60" if score > Decimal("2.6") else "distress, below 1.10"
    return (
        f"Zone: {zone if not Decimal('1.1') <= score <= Decimal('2.6') else 'grey, 1.10 to 2.60'}."
    )


DISTRESS_SCORES: tuple[Ratio, ...] = (
    ratio(
        "altman_z_book",
        "Altman Z-double-prime score",
        RatioGroup.QUALITY,
        "6.56 × Working capital ÷ Total assets + 3.26 × Retained earnings ÷ Total assets + 6.72 × Operating income ÷ Total assets + 1.05 × Total equity ÷ Total liabilities",
        of(
            *("working_capital", "retained_earnings", "operating_income"),
            *("total_equity", "total_liabilities", "total_assets"),
        ),
        _book_z,
        source=sources.ALTMAN_BOOK,
        balances=Balances.END,
        unit="ratio",
        meaningless="total assets or total liabilities are zero",
        rule=NO_BALANCE_SPLIT,
        explain=_zone,
    ),
    ratio(
        "piotroski_f_score",
        "Piotroski F-score",
        RatioGroup.QUALITY,
        "one point each for: net income > 0; cash from operations > 0; higher return on opening assets; cash from operations > net income; no higher long-term debt to average assets; higher current ratio; no more shares outstanding; higher gross margin; higher revenue to opening assets",
        of(
            *("net_income", "operating_cash_flow", "total_assets~", "total_assets", "revenue"),
            *("cost_of_revenue", "current_assets", "current_liabilities", "shares_outstanding"),
            *("net_income~", "total_assets~2", "revenue~", "cost_of_revenue~"),
            *("current_assets~", "current_liabilities~", "shares_outstanding~"),
            *("long_term_debt?", "long_term_debt~?"),
        ),
        _f_score,
        source=sources.PIOTROSKI,
        balances=Balances.CHANGE,
        unit="ratio",
        meaningless="total assets, revenue or current liabilities are zero in one of the years",
        rule=NO_BALANCE_SPLIT,
        explain=_each_point,
    ),
)
