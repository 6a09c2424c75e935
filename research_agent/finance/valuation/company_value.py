"""Values a company: reads its inputs once, then computes as often as assumptions change."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.errors import InvalidRequest
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.valuation.assumption_book import AssumptionBook
from research_agent.finance.valuation.comparables import PeerInputs, comparables
from research_agent.finance.valuation.cost_of_capital import equity_cost
from research_agent.finance.valuation.dividend_value import dividend_valuation
from research_agent.finance.valuation.excess_return import (
    ExcessReturnValue,
    excess_return_valuation,
)
from research_agent.finance.valuation.firm_value import FirmValue, firm_valuation
from research_agent.finance.valuation.inputs import FiguresSource, ValuationInputs, gather_inputs
from research_agent.finance.valuation.reverse_dcf import implied_growth
from research_agent.finance.valuation.sanity_checks import firm_checks
from research_agent.finance.valuation.sensitivity import sensitivity_grid
from research_agent.finance.valuation.valuation import Valuation
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["compute_valuation", "value_company"]

_NO_OVERRIDES: Mapping[str, Decimal] = {}


async def value_company(
    provider: FiguresSource,
    company: Company,
    *,
    overrides: Mapping[str, Decimal] = _NO_OVERRIDES,
    price: Decimal | None = None,
    as_of: date | None = None,
    peers: Sequence[tuple[Company, Decimal | None]] = (),
) -> Valuation:
    """Value `company`.

    Args:
        provider: Where the figures come from.
        company: Whose shares.
        overrides: The person's assumptions by key; see `default_assumptions`.
        price: Of one share in the currency of the reports; for market weights and the growth it
            implies.
        as_of: Only filings the SEC had received by this day.
        peers: Companies to compare with, each with the price of its share or `None`.

    Raises:
        NotFound: The source does not cover a company, or it has no full fiscal year.
        InvalidRequest: An assumption is unknown or out of bounds, or a price is not above zero.
    """
    inputs = await gather_inputs(provider, company, as_of=as_of)
    others = [
        PeerInputs(await gather_inputs(provider, peer, as_of=as_of), quoted)
        for peer, quoted in peers
    ]
    return compute_valuation(inputs, overrides=overrides, price=price, peers=others)


def compute_valuation(
    inputs: ValuationInputs,
    *,
    overrides: Mapping[str, Decimal] = _NO_OVERRIDES,
    price: Decimal | None = None,
    peers: Sequence[PeerInputs] = (),
) -> Valuation:
    """Compute every model from inputs that were read before; reads nothing, takes milliseconds.

    Raises:
        InvalidRequest: An assumption is unknown or out of bounds, or a price is not above zero.
    """
    _check_prices([price, *(peer.price for peer in peers)])
    sheet, book = Worksheet(inputs), AssumptionBook(overrides)
    firm = firm_valuation(sheet, book, inputs, price=price)
    cost = firm.costs.equity if isinstance(firm, FirmValue) else equity_cost(sheet, book)
    dividends = dividend_valuation(sheet, book, inputs, cost)
    excess = excess_return_valuation(sheet, book, inputs, cost)
    assumptions = {assumption.key: assumption for assumption in book.taken}
    value = _leading(inputs, firm, excess)
    sheet.all_assumed(*book.taken)
    return Valuation(
        company=inputs.company,
        sector=inputs.sector,
        currency=inputs.currency,
        base=inputs.base,
        as_of=inputs.as_of,
        price=price,
        assumptions=book.taken,
        inputs=_inputs_table(inputs),
        shares=inputs.shares,
        value_per_share=value,
        against_price=_against_price(sheet, value, price),
        cost_of_equity=cost,
        firm=firm,
        sensitivity=(
            sensitivity_grid(sheet, inputs, firm) if isinstance(firm, FirmValue) else firm
        ),
        implied_growth=implied_growth(sheet, inputs, firm, price),
        dividends=dividends,
        excess_return=excess,
        comparables=comparables(sheet, inputs, peers),
        checks=(
            firm_checks(sheet, inputs, firm, assumptions) if isinstance(firm, FirmValue) else ()
        ),
        notes=tuple(_notes(inputs, book, firm, excess, price)),
        computed=sheet.made,
    )


def _leading(
    inputs: ValuationInputs, firm: FirmValue | Missing, excess: ExcessReturnValue | Missing
) -> Cell:
    """Return the value per share of the model that suits the sector."""
    if inputs.sector in (Sector.BANK, Sector.INSURER):
        return excess.per_share if isinstance(excess, ExcessReturnValue) else excess
    return firm.by_growth.per_share if isinstance(firm, FirmValue) else firm


def _against_price(sheet: Worksheet, value: Cell, price: Decimal | None) -> Cell:
    if price is None:
        return Missing("no price was given")
    if isinstance(value, Missing):
        return value
    return sheet.rate(
        "value_against_price",
        "Value against price",
        value.value / price - 1,
        f"{value.label} ÷ Price − 1",
        value,
        sheet.per_share("price", "Price", price, "as given by the person"),
    )


def _check_prices(prices: Sequence[Decimal | None]) -> None:
    for price in prices:
        if price is not None and not (price.is_finite() and price > 0):
            raise InvalidRequest(f"A price must be above zero; {price} is not.")


def _inputs_table(inputs: ValuationInputs) -> SeriesTable:
    rows = tuple(
        Row(key, LINE_ITEMS[key].label, LINE_ITEMS[key].unit(inputs.currency), (cell,))
        for key, cell in inputs.now.items()
        if isinstance(cell, Fact)
    )
    return SeriesTable(
        key=f"valuation_inputs({inputs.company.ticker},{inputs.base.label},{inputs.as_of})",
        title="Figures the valuation starts from",
        company=inputs.company,
        periods=(inputs.base,),
        rows=rows,
        notes=(inputs.base_why,),
    )


def _notes(
    inputs: ValuationInputs,
    book: AssumptionBook,
    firm: FirmValue | Missing,
    excess: ExcessReturnValue | Missing,
    price: Decimal | None,
) -> list[str]:
    notes = [inputs.base_why]
    if isinstance(firm, FirmValue):
        notes += [*firm.base.notes, *firm.bridge.notes]
    if isinstance(excess, ExcessReturnValue):
        notes += excess.notes
    if isinstance(inputs.shares, Fact):
        shares = inputs.shares
        notes.append(f"Shares: {shares.label.lower()} of {shares.period.label}, split-adjusted.")
        income = inputs.now["net_income"]
        if isinstance(income, Fact) and income.value < 0:
            notes.append(
                "In a loss year options do not count as diluted shares, so there may be more."
            )
    if inputs.currency != "USD":
        priced = "price and value are" if price is not None else "the value is"
        notes.append(
            f"Reports are in {inputs.currency}: {priced} in {inputs.currency} per ordinary share; "
            "an ADS may stand for several. Our default rates are those of the US dollar."
        )
    if inputs.sector is Sector.REIT:
        notes.append("A REIT's depreciation overstates the wear of its property; use with care.")
    notes += [f"{key} was set but no model here uses it." for key in book.unused]
    return notes
