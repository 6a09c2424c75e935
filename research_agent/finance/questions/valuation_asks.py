"""Questions for a valuation, with the assumptions that stand in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from research_agent.finance.questions.words import Span

__all__ = ["ValuationAsk", "read_valuation_ask"]

_ASKS = re.compile(
    r"\b(?:reverse )?dcf\b|\bdiscounted (?:free )?cash[ -]?flows?\b|\bintrinsic value\b|\bvaluation model\b"
    r"|\bworth\b(?=.*\b(?:wacc|discount rate|terminal|perpetual|perpetuity)\b)|\bgrowth (?:is )?(?:implied|priced in)\b"
    r"|\b(?:dividend discount|excess return|gordon growth) model\b|\bddm\b".replace(" ", r"\s+"),
    re.IGNORECASE,
)
_NUMBER = r"(?P<{}>[0-9]+(?:\.[0-9]+)?)\s?{}"
_RATES: Mapping[str, str] = MappingProxyType(
    {
        "wacc": r"wacc|weighted average cost of capital|discount rate|cost of capital",
        "terminal_growth": r"(?:terminal|perpetual|perpetuity|long[- ]term|eternal) growth(?: rate)?",
        "cost_of_equity": r"cost of equity",
        "cost_of_debt": r"cost of debt",
        "risk_free_rate": r"risk[- ]free(?: rate)?",
        "equity_risk_premium": r"(?:equity |market )?risk premium|erp",
        "tax_rate": r"tax rate",
        "terminal_operating_margin": r"(?:terminal|final|long[- ]term) (?:operating |ebit )?margin",
        "operating_margin": r"(?:operating|ebit) margin",
        "dividend_growth": r"dividend growth(?: rate)?",
        "return_on_new_capital": r"return on new capital|roic",
        "revenue_growth": r"(?:initial |first[- ]year |year[- ]1 )?(?:revenue |sales )?growth(?: rate)?",
    }
)
"""In this order: "terminal growth" is not the growth of year 1."""
_PLAIN: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "beta": (r"beta", ""),
        "exit_multiple": (r"exit multiple|terminal multiple", r"x?"),
        "years": (r"years?(?: forecast| horizon)?|forecast years", ""),
    }
)
_PRICE = re.compile(
    r"\b(?:price|trad(?:es?|ing)|quoted|stock|share)(?: price)?(?: is| of| at)*\s*(?:us)?\$?\s?(?P<a>[0-9][0-9,]*(?:\.[0-9]+)?)(?!\s?%)"
    r"|\bat (?:us)?\$\s?(?P<b>[0-9][0-9,]*(?:\.[0-9]+)?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ValuationAsk:
    """A valuation asked for.

    Args:
        assumptions: Key and value as text, `("wacc", "9%")`.
        price: Of a share, as a plain number; empty when none is given.
        spans: The words that say all this.
    """

    assumptions: tuple[tuple[str, str], ...] = ()
    price: str = ""
    spans: tuple[Span, ...] = ()


def read_valuation_ask(text: str) -> ValuationAsk | None:
    """Return the valuation `text` asks for, or `None` when it asks for none."""
    asks = list(_ASKS.finditer(text))
    if not asks:
        return None
    spans = [found.span() for found in asks]
    rest = text
    given: dict[str, str] = {}
    for key, words in _RATES.items():
        rest = _take(rest, key, words, "%", given, spans)
    for key, (words, unit) in _PLAIN.items():
        rest = _take(rest, key, words, unit, given, spans)
    price = _PRICE.search(rest)
    if price is not None:
        spans.append(price.span())
    shown = (price["a"] or price["b"]).replace(",", "") if price else ""
    return ValuationAsk(tuple(given.items()), shown, tuple(spans))


def _take(
    text: str, key: str, words: str, unit: str, given: dict[str, str], spans: list[Span]
) -> str:
    """Read one assumption, before or behind its name, and blank it out."""
    after = (
        rf"\b(?:{words})\b(?: rate)?(?:\s*(?:of|is|at|=|:|to)\s*|\s+){_NUMBER.format('a', unit)}"
    )
    before = rf"(?<![\w.]){_NUMBER.format('b', unit)}[\s-]+(?:{words})\b"
    found = re.search(rf"{before}|{after}".replace(" ", r"\s+"), text, re.IGNORECASE)
    if found is None:
        return text
    number = found["a"] or found["b"]
    given[key] = f"{number}%" if unit == "%" else number
    spans.append(found.span())
    return text[: found.start()] + " " * (found.end() - found.start()) + text[found.end() :]
