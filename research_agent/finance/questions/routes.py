"""From an understood question to the sub-tool calls that fetch what it needs."""

from datetime import date
from typing import Any

from research_agent.domain.periods import Basis, Vintage
from research_agent.errors import InvalidRequest
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.line_items import StatementKind
from research_agent.finance.questions.operations import Operation
from research_agent.finance.questions.parsed import CompanyNames, ParsedQuestion
from research_agent.finance.questions.parser import parse
from research_agent.finance.questions.period_ask import PeriodAsk
from research_agent.finance.questions.windows import period_arguments
from research_agent.finance.routing import RoutedCall

__all__ = ["needed_metrics", "route", "route_by_rules"]

_TOOLS = {
    StatementKind.INCOME: "get_income_statements",
    StatementKind.BALANCE: "get_balance_sheets",
    StatementKind.CASH_FLOW: "get_cash_flow_statements",
}
_ALL = "get_all_financial_statements"
_LATEST_RATIOS = "get_key_ratios"
_RATIOS = "get_historical_key_ratios"
_EARNINGS = "get_earnings"
_SEGMENTS = "get_financial_segments"
_EARNINGS_LIMIT = 4


def needed_metrics(parsed: ParsedQuestion) -> tuple[str, ...]:
    """Return the metrics to fetch: the inputs of a formula given, else the metrics named."""
    if parsed.definition is None:
        return parsed.metrics
    return tuple(dict.fromkeys(wanted.key for wanted in parsed.definition.inputs))


def route(parsed: ParsedQuestion) -> tuple[RoutedCall, ...]:
    """Return the calls, company by company; empty when nothing can be fetched."""
    if parsed.problem or parsed.blocked or not parsed.asks_for_figures:
        return ()
    tools = _tools(parsed)
    return tuple(
        RoutedCall(tool, {"ticker": company.ticker, **_arguments(tool, parsed)})
        for company in parsed.companies
        for tool in tools
    )


def route_by_rules(query: str, *, directory: CompanyNames, today: date) -> tuple[RoutedCall, ...]:
    """Route a query in words.

    Raises:
        UnknownCompany: What stands for a company is none; the sentence names the nearest.
        InvalidRequest: Nothing in it can be fetched; the sentence says what is missing.
    """
    parsed = parse(query, directory=directory, today=today)
    if parsed.unknown_name:
        directory.resolve(parsed.unknown_name)
    if parsed.problem:
        raise InvalidRequest(parsed.problem)
    calls = route(parsed)
    if not calls:
        raise InvalidRequest(_nothing(parsed))
    return calls


def _nothing(parsed: ParsedQuestion) -> str:
    if parsed.topics:
        return parsed.topics[0].sentence
    if not parsed.companies:
        return "The query names no listed company: name one, or give its ticker."
    return (
        "The query names no figure of a financial statement and no ratio: ask for one, such as "
        "revenue, free cash flow or gross margin."
    )


def _tools(parsed: ParsedQuestion) -> tuple[str, ...]:
    keys = needed_metrics(parsed)
    statements = {LINE_ITEMS[key].statement for key in keys if key in LINE_ITEMS}
    statements |= {StatementKind(view) for view in parsed.views if view in set(StatementKind)}
    tools: list[str] = []
    if len(statements) == len(_TOOLS) or "all" in parsed.views:
        tools.append(_ALL)
    else:
        tools += [_TOOLS[kind] for kind in StatementKind if kind in statements]
    if "ratios" in parsed.views or any(key not in LINE_ITEMS for key in keys):
        tools.append(_ratio_tool(parsed, alone=not tools))
    if "earnings" in parsed.views:
        dated = parsed.periods.labels or parsed.periods.first or parsed.periods.end
        tools.append(_TOOLS[StatementKind.INCOME] if dated else _EARNINGS)
    if "segments" in parsed.views:
        tools.append(_SEGMENTS)
    return tuple(dict.fromkeys(tools))


def _ratio_tool(parsed: ParsedQuestion, *, alone: bool) -> str:
    """The newest ratios come trailing twelve months; anything else needs the history."""
    newest = alone and not parsed.periods.span and not parsed.periods.stated
    plain = parsed.operation in (Operation.VALUE, Operation.DIFFERENCE) and not parsed.definition
    current = parsed.vintage is Vintage.LATEST and parsed.as_of is None
    trailing = parsed.periods == PeriodAsk(basis=Basis.TTM, stated=True)
    return _LATEST_RATIOS if (newest or trailing) and plain and current else _RATIOS


def _arguments(tool: str, parsed: ParsedQuestion) -> dict[str, Any]:
    if tool == _LATEST_RATIOS:
        return {}
    arguments = period_arguments(parsed)
    if tool == _EARNINGS:
        return {"limit": parsed.periods.count or _EARNINGS_LIMIT}
    if tool == _SEGMENTS:
        return {key: arguments[key] for key in ("period", "limit")}
    if parsed.as_of is not None:
        arguments["as_of"] = parsed.as_of.isoformat()
    if parsed.vintage is Vintage.AS_REPORTED:
        arguments["vintage"] = parsed.vintage.value
    return arguments
