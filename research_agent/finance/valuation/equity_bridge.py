"""From the value of the firm to that of its common shares.

Enterprise value covers the operations alone. Cash and financial investments, whose income is not
in operating income, are added; what others own or are owed is subtracted (Koller, Goedhart and
Wessels, *Valuation*, chapter 16). Operating leases of a filer under US GAAP stay out: their cost
is in operating income. Under IFRS it is not, so lease liabilities are debt there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["BridgeLine", "EquityBridge", "equity_bridge", "share_value"]

_LINES: tuple[tuple[tuple[str, ...], str, int], ...] = (
    (
        ("cash_and_short_term_investments", "cash_and_restricted_cash"),
        "Cash and short-term investments",
        1,
    ),
    (("long_term_investments",), "Long-term investments, at book value", 1),
    (("total_debt",), "Total debt", -1),
    (("minority_interest",), "Non-controlling interests, at book value", -1),
    (("temporary_equity",), "Temporary equity", -1),
    (("preferred_stock",), "Preferred stock", -1),
)
_LEASES = (
    (("operating_lease_liabilities_current",), "Lease liabilities, current", -1),
    (("operating_lease_liabilities",), "Lease liabilities, non-current", -1),
)
_NOT_REPORTED = "not reported"
_ESSENTIAL = ("Cash and short-term investments", "Total debt")


@dataclass(frozen=True, slots=True)
class BridgeLine:
    """One step.

    Args:
        label: In words.
        sign: +1 when it is added, -1 when it is subtracted.
        cell: Its figure, or why there is none; then the step is left out.
    """

    label: str
    sign: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class EquityBridge:
    """All steps.

    Args:
        lines: In order.
        total: What they add to enterprise value; negative for a company with net debt.
        gaps: Steps that were left out and should not have been, with the reason.
        notes: What is counted and what is not.
    """

    lines: tuple[BridgeLine, ...]
    total: Fact
    gaps: tuple[str, ...]
    notes: tuple[str, ...]


def equity_bridge(sheet: Worksheet, inputs: ValuationInputs) -> EquityBridge:
    """Return the steps from enterprise value to equity value at the end of the base year."""
    wanted = (*_LINES[:3], *_LEASES, *_LINES[3:]) if inputs.ifrs else _LINES
    lines = tuple(_line(inputs.now, keys, label, sign) for keys, label, sign in wanted)
    known = [(line, line.cell) for line in lines if isinstance(line.cell, Fact)]
    words = " ".join(f"{'+' if line.sign > 0 else '−'} {line.label}" for line, _ in known)
    total = sheet.money(
        "bridge_to_equity",
        "Net cash and other claims",
        sum((line.sign * fact.value for line, fact in known), Decimal(0)),
        words.removeprefix("+ ") or "nothing is in the figures",
        *(fact for _, fact in known),
    )
    gaps = tuple(
        f"{line.label}: {line.cell.reason}"
        for line in lines
        if isinstance(line.cell, Missing)
        and (line.label in _ESSENTIAL or line.cell.reason != _NOT_REPORTED)
    )
    leases = (
        "Lease liabilities count as debt, as under IFRS their cost is not in operating income."
        if inputs.ifrs
        else "Operating leases are not debt here: under US GAAP their cost is in operating income."
    )
    return EquityBridge(lines, total, gaps, (leases,))


def share_value(
    sheet: Worksheet, inputs: ValuationInputs, equity: Fact, *, key: str, label: str
) -> Cell:
    """Return an equity value per diluted share, or why there is none."""
    shares = inputs.shares
    if isinstance(shares, Missing):
        return Missing(f"no share count: {shares.reason}", shares.looked_for)
    formula = f"{equity.label} ÷ {shares.label}"
    return sheet.per_share(key, label, equity.value / shares.value, formula, equity, shares)


def _line(now: Mapping[str, Cell], keys: tuple[str, ...], label: str, sign: int) -> BridgeLine:
    cells = [now[key] for key in keys]
    found = next((cell for cell in cells if isinstance(cell, Fact)), cells[0])
    return BridgeLine(label, sign, found)
