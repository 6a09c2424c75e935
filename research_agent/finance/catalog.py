"""Every line item by key, and the tags the store has to keep."""

from research_agent.errors import InvalidRequest
from research_agent.finance.lines.balance_items import BALANCE_ITEMS
from research_agent.finance.lines.cash_flow_items import CASH_FLOW_ITEMS
from research_agent.finance.lines.income_items import INCOME_ITEMS
from research_agent.finance.lines.line_items import LineItem, Sector, StatementKind

__all__ = ["LINE_ITEMS", "STATEMENTS", "WANTED_TAGS", "line_item", "outside_template"]

LINE_ITEMS: dict[str, LineItem] = {
    item.key: item for item in (*INCOME_ITEMS, *BALANCE_ITEMS, *CASH_FLOW_ITEMS)
}

STATEMENTS: dict[StatementKind, tuple[LineItem, ...]] = {
    StatementKind.INCOME: INCOME_ITEMS,
    StatementKind.BALANCE: BALANCE_ITEMS,
    StatementKind.CASH_FLOW: CASH_FLOW_ITEMS,
}

WANTED_TAGS: frozenset[str] = frozenset(
    wanted
    for item in LINE_ITEMS.values()
    for tag in item.tags()
    for wanted in (tag, item.added_tag(tag))
    if wanted
)


def outside_template(kind: StatementKind, sector: Sector) -> frozenset[str]:
    """Return the lines that statements of `sector` do not usually have."""
    return frozenset(
        item.key for item in STATEMENTS[kind] if item.only_for and sector not in item.only_for
    )


def line_item(key: str) -> LineItem:
    """Return the item called `key`.

    Raises:
        InvalidRequest: There is none.
    """
    try:
        return LINE_ITEMS[key]
    except KeyError:
        raise InvalidRequest(f"There is no line item called {key!r}.") from None
