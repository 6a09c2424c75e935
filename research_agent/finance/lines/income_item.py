"""How a line of the income statement is written down."""

from research_agent.finance.lines.line_items import (
    Choice,
    Kind,
    LineItem,
    Proof,
    Sector,
    StatementKind,
    Term,
)

__all__ = ["BANKS", "FINANCIAL", "income_item"]

FINANCIAL = frozenset({Sector.BANK, Sector.INSURER})
BANKS = frozenset({Sector.BANK})


def income_item(
    key: str,
    label: str,
    us_gaap: str = "",
    ifrs: str = "",
    *,
    formula: tuple[Term, ...] = (),
    fallbacks: tuple[tuple[Term, ...], ...] = (),
    proof: Proof | None = None,
    checked_in: frozenset[Sector] = frozenset(),
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
        fallbacks=fallbacks,
        proof=proof,
        checked_in=checked_in,
        choice=choice,
        depth=depth,
        not_for=not_for,
        only_for=only_for,
    )
