"""Plain sentences about whether a discounted cash flow can be believed."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.domain.display import round_half_up, show_short
from research_agent.domain.facts import Fact
from research_agent.finance.valuation.assumption import Assumption, show_assumed
from research_agent.finance.valuation.firm_value import FirmValue
from research_agent.finance.valuation.growth_history import past_growth
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["SanityCheck", "Verdict", "firm_checks"]

HIGH_TERMINAL_SHARE = Decimal("0.75")
LOW_MULTIPLE = Decimal(5)
HIGH_MULTIPLE = Decimal(30)
FASTER_THAN_HISTORY = Decimal("0.05")
METHODS_APART = Decimal("0.25")
HISTORY_YEARS = 5


class Verdict(StrEnum):
    """What a check found."""

    FINE = "fine"
    CAUTION = "caution"


@dataclass(frozen=True, slots=True)
class SanityCheck:
    """One check.

    Args:
        key: `"terminal_share"`.
        verdict: Fine, or a reason for caution.
        sentence: What was found, in plain words.
        figure: The figure it is about; `None` when it is about an assumption alone.
    """

    key: str
    verdict: Verdict
    sentence: str
    figure: Fact | None = None


def firm_checks(
    sheet: Worksheet,
    inputs: ValuationInputs,
    value: FirmValue,
    assumptions: dict[str, Assumption],
) -> tuple[SanityCheck, ...]:
    """Return every check of a discounted cash flow, in the order of a reader's interest."""
    return (
        *_base_cash_flow(value),
        _terminal_share(sheet, value),
        *_multiples(sheet, value),
        *_methods(sheet, value),
        *_terminal_growth(value, assumptions),
        *_growth_and_history(sheet, inputs, value),
        *_new_capital(value),
        *_gaps(value),
    )


def _check(key: str, caution: bool, sentence: str, figure: Fact | None = None) -> SanityCheck:
    return SanityCheck(key, Verdict.CAUTION if caution else Verdict.FINE, sentence, figure)


def _base_cash_flow(value: FirmValue) -> Iterator[SanityCheck]:
    flow = value.base.free_cash_flow
    if not isinstance(flow, Fact):
        return
    shown = show_short(flow.value, flow.unit)
    if flow.value <= 0:
        sentence = (
            f"Free cash flow of the base year is negative ({shown}): the whole value rests on "
            "the forecast that this turns."
        )
        yield _check("base_cash_flow", True, sentence, flow)
    else:
        yield _check("base_cash_flow", False, f"Free cash flow of the base year is {shown}.", flow)


def _terminal_share(sheet: Worksheet, value: FirmValue) -> SanityCheck:
    case = value.by_growth
    whole = case.enterprise_value
    if whole.value <= 0:
        return _check("terminal_share", True, "The firm is worth nothing by this forecast.", whole)
    share = sheet.rate(
        "terminal_share_of_value",
        "Share of terminal value in enterprise value",
        case.present_value.value / whole.value,
        f"{case.present_value.label} ÷ {whole.label}",
        case.present_value,
        whole,
    )
    shown = show_assumed(round_half_up(share.value, 3), "fraction")
    high = share.value > HIGH_TERMINAL_SHARE
    sentence = f"{shown} of the value lies behind the last forecast year"
    sentence += ", more than the usual half to three quarters." if high else "."
    return _check("terminal_share", high, sentence, share)


def _multiples(sheet: Worksheet, value: FirmValue) -> Iterator[SanityCheck]:
    ebitda, firm = value.ebitda, value.by_growth.enterprise_value
    if not isinstance(ebitda, Fact) or ebitda.value <= 0:
        return
    multiple = sheet.figure(
        "implied_ev_to_ebitda",
        "Implied EV/EBITDA",
        firm.value / ebitda.value,
        "ratio",
        f"{firm.label} ÷ EBITDA",
        firm,
        ebitda,
    )
    odd = not LOW_MULTIPLE <= multiple.value <= HIGH_MULTIPLE
    shown = f"{round_half_up(multiple.value, 1)}×"
    sentence = f"The value is {shown} the EBITDA of the base year"
    sentence += f", outside the usual {LOW_MULTIPLE}× to {HIGH_MULTIPLE}×." if odd else "."
    yield _check("implied_multiple", odd, sentence, multiple)


def _methods(sheet: Worksheet, value: FirmValue) -> Iterator[SanityCheck]:
    one, other = value.by_growth.enterprise_value, value.by_multiple
    if not hasattr(other, "enterprise_value") or one.value <= 0:
        return
    gap = other.enterprise_value.value / one.value - 1
    apart = abs(gap) > METHODS_APART
    shown = show_assumed(round_half_up(abs(gap), 3), "fraction")
    sentence = f"The exit multiple gives a value of the firm {shown} {'above' if gap > 0 else 'below'} perpetual growth"
    sentence += ": one of the two assumptions is off." if apart else "."
    figure = sheet.rate(
        "exit_against_growth",
        "Enterprise value by exit multiple against perpetual growth",
        gap,
        f"{other.enterprise_value.label} ÷ {one.label} − 1",
        other.enterprise_value,
        one,
    )
    yield _check("terminal_methods", apart, sentence, figure)


def _terminal_growth(value: FirmValue, assumptions: dict[str, Assumption]) -> Iterator[SanityCheck]:
    growth = value.terms.terminal_growth
    free = assumptions.get("risk_free_rate")
    if free is None:
        return
    above = growth > free.value
    words = "above" if above else "not above"
    sentence = (
        f"Terminal growth of {show_assumed(growth, 'fraction')} is {words} the risk-free rate of "
        f"{show_assumed(free.value, 'fraction')}, a ceiling for nominal growth of an economy."
    )
    yield _check("terminal_growth", above, sentence)


def _growth_and_history(
    sheet: Worksheet, inputs: ValuationInputs, value: FirmValue
) -> Iterator[SanityCheck]:
    past = past_growth(sheet, inputs, "revenue", years=HISTORY_YEARS)
    if past is None:
        return
    growth = value.terms.growth
    faster = growth > past.value + FASTER_THAN_HISTORY
    sentence = (
        f"Revenue is forecast to grow by {show_assumed(growth, 'fraction')} in year 1; "
        f"{past.label[0].lower()}{past.label[1:]} was {show_assumed(past.value, 'fraction')}."
    )
    yield _check("growth_history", faster, sentence, past)


def _new_capital(value: FirmValue) -> Iterator[SanityCheck]:
    terms = value.terms
    if terms.terminal_growth > 0 and terms.return_on_new_capital < terms.wacc:
        sentence = (
            f"New capital earns {show_assumed(terms.return_on_new_capital, 'fraction')} at the "
            f"end, less than it costs ({show_assumed(terms.wacc, 'fraction')}): growth destroys "
            "value."
        )
        yield _check("new_capital", True, sentence)


def _gaps(value: FirmValue) -> Iterator[SanityCheck]:
    if value.bridge.gaps:
        sentence = f"Left out between firm and shares, not zero: {'; '.join(value.bridge.gaps)}."
        yield _check("bridge_gaps", True, sentence, value.bridge.total)
