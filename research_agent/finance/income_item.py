"""How a line of the income statement is written down."""

from research_agent.finance.line_items import (
    Choice,
    Kind,
    LineItem,
    Sector,
    StatementKind,
    Term,
)

__all__ = ["FINANCIAL", "NOT_BANK", "income_item"]

FINANCIAL = frozenset({Sector.BANK, Sector.INSURER})
NOT_BANK = frozenset({Sector.BANK})


def income_item(
    key: str,
    label: str,
    us_gaap: str = "",
    ifrs: str = "",
    *,
    formula: tuple[Term, ...] = (),
    choice: Choice = Choice.ORDERED,
    depth: int = 0,
    not_for: frozenset[Sector] = frozenset(),
    only_for: frozenset[Sector] = frozenset(),
    kind: Kind = Kind.FLOW,
) -> LineItem:
    """Put a line together; tags are one string, in order of preference, by blanks."""
    return LineItem(
        key=key,
        label=label,
        statement=StatementKind.INCOME,
        kind=kind,
        us_gaap=tuple(us_gaap.split()),
        ifrs=tuple(ifrs.split()),
        formula=formula,
        choice=choice,
        depth=depth,
        not_for=not_for,
        only_for=only_for,
    )
