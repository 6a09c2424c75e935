"""How a line of the balance sheet is written down."""

from research_agent.finance.lines.line_items import Kind, LineItem, Sector, StatementKind, Term

__all__ = ["FINANCIAL_SECTORS", "balance_item"]

FINANCIAL_SECTORS = frozenset({Sector.BANK, Sector.INSURER})


def balance_item(
    key: str,
    label: str,
    us_gaap: str = "",
    ifrs: str = "",
    *,
    formula: tuple[Term, ...] = (),
    fallbacks: tuple[tuple[Term, ...], ...] = (),
    depth: int = 0,
    not_for: frozenset[Sector] = frozenset(),
    only_for: frozenset[Sector] = frozenset(),
    kind: Kind = Kind.INSTANT,
    distinct_terms: bool = False,
) -> LineItem:
    """Put a line together; tags are one string, in order of preference, by blanks."""
    return LineItem(
        key=key,
        label=label,
        statement=StatementKind.BALANCE,
        kind=kind,
        us_gaap=tuple(us_gaap.split()),
        ifrs=tuple(ifrs.split()),
        formula=formula,
        fallbacks=fallbacks,
        depth=depth,
        not_for=not_for,
        only_for=only_for,
        distinct_terms=distinct_terms,
    )
