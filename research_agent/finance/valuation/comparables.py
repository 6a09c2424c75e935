"""Multiples of peers at prices the person gives, put on the figures of the company.

Source: Rosenbaum and Pearl, *Investment Banking*, chapter 1. Enterprise value is market value
plus debt, non-controlling interests and preferred stock, less cash and short-term investments;
multiples of enterprise value lead to a value of the firm, the others to one of the shares.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["Comparables", "Multiple", "PeerInputs", "comparables", "quartiles"]

_OF_FIRM = (("ev_to_ebitda", "EV/EBITDA", "ebitda"), ("ev_to_sales", "EV/sales", "revenue"))
_OF_SHARES = (("price_to_earnings", "P/E", "net_income"), ("price_to_book", "P/B", "equity"))
_ADDED = ("total_debt", "minority_interest", "preferred_stock")
_POINTS = ("lower quartile", "median", "upper quartile")
_CASH = ("cash_and_short_term_investments", "cash_and_restricted_cash")


@dataclass(frozen=True, slots=True)
class PeerInputs:
    """A peer and the price of its share in the currency of its reports; `None` for no price."""

    inputs: ValuationInputs
    price: Decimal | None


@dataclass(frozen=True, slots=True)
class Multiple:
    """One multiple over all peers.

    Args:
        key: `"ev_to_ebitda"`.
        label: `"EV/EBITDA"`.
        peers: By peer, in the order given.
        low: Lower quartile; missing where no peer has the multiple.
        median: Likewise.
        high: Upper quartile.
        values: Value per share of the company at the three.
    """

    key: str
    label: str
    peers: tuple[Cell, ...]
    low: Cell
    median: Cell
    high: Cell
    values: tuple[Cell, Cell, Cell]


@dataclass(frozen=True, slots=True)
class Comparables:
    """All multiples.

    Args:
        companies: The peers, in the order given.
        multiples: EV/EBITDA, EV/sales, P/E and P/B.
    """

    companies: tuple[Company, ...]
    multiples: tuple[Multiple, ...]


def quartiles(values: Sequence[Decimal]) -> tuple[Decimal, Decimal, Decimal]:
    """Return lower quartile, median and upper quartile, interpolated, ends included.

    1, 2, 3, 4 give 1.75, 2.5 and 3.25, as a spreadsheet's QUARTILE does.
    """
    ordered = sorted(values)

    def at(share: Decimal) -> Decimal:
        place = share * (len(ordered) - 1)
        below = int(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (ordered[above] - ordered[below]) * (place - below)

    return at(Decimal("0.25")), at(Decimal("0.5")), at(Decimal("0.75"))


def comparables(
    sheet: Worksheet, inputs: ValuationInputs, peers: Sequence[PeerInputs]
) -> Comparables | Missing:
    """Return what the multiples of peers make of the company, or why there is nothing to compare."""
    if not peers:
        return Missing("no peers were named")
    priced = [(peer, Worksheet(peer.inputs)) for peer in peers]
    multiples = []
    for key, label, item in _OF_FIRM:
        cells = tuple(_firm_multiple(own, peer, key, label, item) for peer, own in priced)
        multiples.append(_multiple(sheet, inputs, key, label, item, cells, of_firm=True))
    for key, label, item in _OF_SHARES:
        cells = tuple(_share_multiple(own, peer, key, label, item) for peer, own in priced)
        multiples.append(_multiple(sheet, inputs, key, label, item, cells, of_firm=False))
    return Comparables(tuple(peer.inputs.company for peer in peers), tuple(multiples))


def _market_value(own: Worksheet, peer: PeerInputs) -> Cell:
    shares = peer.inputs.shares
    if peer.price is None:
        return Missing("no price was given")
    if isinstance(shares, Missing):
        return Missing(f"no share count: {shares.reason}")
    return own.money(
        "market_value",
        "Market value",
        peer.price * shares.value,
        f"price {peer.price} × {shares.label}",
        shares,
    )


def _firm_multiple(own: Worksheet, peer: PeerInputs, key: str, label: str, item: str) -> Cell:
    market, below = _market_value(own, peer), peer.inputs.now[item]
    debt, cash = peer.inputs.now["total_debt"], peer.inputs.first(*_CASH)
    for cell in (market, below, cash):
        if isinstance(cell, Missing):
            return cell
    if isinstance(debt, Missing) and debt.reason != "not reported":
        return Missing(f"total debt: {debt.reason}")
    assert isinstance(market, Fact)
    assert isinstance(below, Fact)
    assert isinstance(cash, Fact)
    added = [fact for one in _ADDED if isinstance(fact := peer.inputs.now[one], Fact)]
    firm = own.money(
        "market_enterprise_value",
        "Enterprise value at market",
        market.value + sum((fact.value for fact in added), Decimal(0)) - cash.value,
        " + ".join(fact.label for fact in (market, *added)) + f" − {cash.label}",
        market,
        *added,
        cash,
    )
    return _over(own, key, label, firm, below)


def _share_multiple(own: Worksheet, peer: PeerInputs, key: str, label: str, item: str) -> Cell:
    market, below = _market_value(own, peer), peer.inputs.now[item]
    if isinstance(market, Missing):
        return market
    return below if isinstance(below, Missing) else _over(own, key, label, market, below)


def _over(own: Worksheet, key: str, label: str, value: Fact, below: Fact) -> Cell:
    if below.value <= 0:
        return Missing(f"{below.label} is not above zero")
    formula = f"{value.label} ÷ {below.label}"
    return own.figure(key, label, value.value / below.value, "ratio", formula, value, below)


def _multiple(
    sheet: Worksheet,
    inputs: ValuationInputs,
    key: str,
    label: str,
    item: str,
    cells: tuple[Cell, ...],
    *,
    of_firm: bool,
) -> Multiple:
    known = tuple(cell for cell in cells if isinstance(cell, Fact))
    if not known:
        none = Missing("no peer has it")
        return Multiple(key, label, cells, none, none, none, (none, none, none))
    low, middle, high = (
        sheet.figure(
            f"peer_{key}_{name.replace(' ', '_')}",
            f"{label} of peers, {name}",
            value,
            "ratio",
            f"{name} of {len(known)} peer{'s' if len(known) > 1 else ''}",
            *known,
        )
        for name, value in zip(_POINTS, quartiles([fact.value for fact in known]), strict=True)
    )

    def applied(point: Fact) -> Cell:
        return _applied(sheet, inputs, item, point, of_firm=of_firm)

    values = (applied(low), applied(middle), applied(high))
    return Multiple(key, label, cells, low, middle, high, values)


def _applied(
    sheet: Worksheet, inputs: ValuationInputs, item: str, multiple: Fact, *, of_firm: bool
) -> Cell:
    """Return the company's value per share at a multiple."""
    own, shares = inputs.now[item], inputs.shares
    debt, cash = inputs.now["total_debt"], inputs.first(*_CASH)
    if isinstance(own, Missing):
        return own
    if isinstance(shares, Missing):
        return Missing(f"no share count: {shares.reason}")
    if own.value <= 0:
        return Missing(f"{own.label} is not above zero")
    less: list[Fact] = []
    value, formula = multiple.value * own.value, f"{multiple.label} × {own.label}"
    if of_firm:
        if isinstance(cash, Missing):
            return Missing(f"cash: {cash.reason}")
        if isinstance(debt, Missing) and debt.reason != "not reported":
            return Missing(f"total debt: {debt.reason}")
        less = [fact for one in _ADDED if isinstance(fact := inputs.now[one], Fact)]
        value += cash.value - sum((fact.value for fact in less), Decimal(0))
        formula += "".join(f" − {fact.label}" for fact in less) + f" + {cash.label}"
        less.append(cash)
    return sheet.per_share(
        f"value_per_share_by_{multiple.concept}",
        f"Value per share by {multiple.label}",
        value / shares.value,
        f"({formula}) ÷ {shares.label}",
        multiple,
        own,
        *less,
        shares,
    )
