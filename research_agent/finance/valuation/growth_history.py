"""How fast a company has grown, as figures, and what that suggests for the next year."""

from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.assumption_book import Suggestion
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.present_value import compound_growth
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["past_growth", "suggested_growth"]

DAYS_OF_YEAR = 365.25
_WORDS = {"revenue": "Revenue", "dividends_per_share": "Dividends per share"}


def past_growth(sheet: Worksheet, inputs: ValuationInputs, key: str, *, years: int) -> Fact | None:
    """Return growth a year of a line over the last `years` years, or as many as are there.

    Returns:
        `None` where fewer than two years are there, or a value is not above zero.
    """
    cells = [year[key] for year in inputs.history]
    facts = [cell for cell in cells if isinstance(cell, Fact)]
    if not facts:
        return None
    last = facts[0]
    reached = [(_years_between(one, last), one) for one in facts[1:]]
    span, first = max(
        ((apart, one) for apart, one in reached if apart <= years),
        default=(0, last),
        key=lambda pair: pair[0],
    )
    if span < 1:
        return None
    growth = compound_growth(first.value, last.value, span)
    if growth is None:
        return None
    return sheet.rate(
        f"{key}_growth_per_year_{span}_years",
        f"{_WORDS[key]} growth per year over {span} year{'s' if span > 1 else ''}",
        growth,
        f"({last.period.label} ÷ {first.period.label}) ^ (1/{span}) − 1",
        last,
        first,
    )


def _years_between(first: Fact, last: Fact) -> int:
    """Count by dates: a pack may lack a year in between."""
    return round((last.end - first.end).days / DAYS_OF_YEAR)


def suggested_growth(past: Fact | None, *, low: Decimal, high: Decimal) -> Suggestion | None:
    """Return past growth kept within bounds; `None` where there is none to go by."""
    if past is None:
        return None
    value = min(max(past.value, low), high)
    why = f"{past.label}."
    if value != past.value:
        ends = f"{show_assumed(low, 'fraction')} and {show_assumed(high, 'fraction')}"
        why = (
            f"{past.label} is {show_assumed(past.value, 'fraction')}, kept within {ends}: "
            "extremes do not last."
        )
    return Suggestion(value, why, past)
