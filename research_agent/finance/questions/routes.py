"""From an understood question to the sub-tool calls that fetch what it needs."""

from dataclasses import replace
from datetime import date
from typing import Any

from research_agent.domain.periods import Basis, Vintage
from research_agent.errors import InvalidRequest
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.questions.operations import Operation
from research_agent.finance.questions.parsed import CompanyNames, ParsedQuestion
from research_agent.finance.questions.parser import parse
from research_agent.finance.questions.part_metrics import has_parts
from research_agent.finance.questions.period_ask import PeriodAsk
from research_agent.finance.questions.windows import (
    filing_arguments,
    known_by,
    part_arguments,
    period_arguments,
)
from research_agent.finance.ratios.every_ratio import KEY_RATIOS, RATIOS
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
    """Return the calls, company by company; empty when nothing can be fetched.

    What was first reported is fetched with the latest version beside it, so that the answer can
    say what became of it.
    """
    if parsed.problem or parsed.blocked or parsed.valuation or not parsed.asks_for_figures:
        return ()
    tools = _tools(parsed)
    calls = [
        RoutedCall(tool, {"ticker": company.ticker, **_arguments(tool, parsed)})
        for company in parsed.companies
        for tool in tools
    ]
    if parsed.vintage is Vintage.AS_REPORTED and not parsed.about_parts:
        first = [call for call in calls if "vintage" in call.arguments]
        calls += [replace(call, arguments=_latest(call.arguments)) for call in first]
    return tuple(calls)


def _latest(arguments: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in arguments.items() if key != "vintage"}


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
    if parsed.about_parts:
        return (_SEGMENTS,)
    if parsed.filing is not None:
        return (_TOOLS[StatementKind.INCOME],)
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
    if parsed.parts and any(has_parts(key) for key in keys):
        tools.append(_SEGMENTS)  # words that nothing understood may name a part
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
        return _ratio_names(parsed)
    version = known_by(parsed)
    if parsed.vintage is Vintage.AS_REPORTED:
        version["vintage"] = parsed.vintage.value
    if tool == _EARNINGS:
        return {"limit": parsed.periods.count or _EARNINGS_LIMIT, **version}
    if tool == _SEGMENTS:
        return part_arguments(parsed)
    if parsed.filing is not None:
        return filing_arguments(parsed)
    names = _ratio_names(parsed) if tool == _RATIOS else {}
    return {**period_arguments(parsed), **version, **names}


def _ratio_names(parsed: ParsedQuestion) -> dict[str, Any]:
    """Return the ratios to ask for by name, where one is not among the usual ones."""
    keys = [key for key in needed_metrics(parsed) if key in RATIOS]
    return {"ratios": keys} if set(keys) - set(KEY_RATIOS) else {}
