"""From one question to sub-tool calls: a model chooses them, rules when it cannot."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableLambda

from research_agent.domain.answers import Usage
from research_agent.domain.companies import Company
from research_agent.errors import ResearchError, UnknownCompany
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.questions import route_by_rules
from research_agent.finance.routing import SUB_TOOLS, RoutedCall
from research_agent.models.structured import MalformedReply, ask_structured
from research_agent.models.text_calls import extract_tool_calls
from research_agent.tools.routing_prompt import Routing, router_instructions, router_question

__all__ = ["ROUTER_TIMEOUT_S", "Route", "route"]

ROUTER_TIMEOUT_S = 15.0
"""For the model's choice, a second try included; the rules need no time."""

MAX_REASON = 160


@dataclass(frozen=True, slots=True)
class Route:
    """What to read for a question.

    Args:
        calls: At least one.
        usage: What the choice cost.
        by_rules: What the rules would read; empty when they understood nothing.
        warning: Why the model's choice was not used; empty when it was, or when there is none.
    """

    calls: tuple[RoutedCall, ...]
    usage: Usage = Usage()
    by_rules: tuple[RoutedCall, ...] = ()
    warning: str = ""


async def route(
    query: str,
    *,
    model: BaseChatModel | None,
    directory: CompanyDirectory,
    today: date,
    timeout_s: float = ROUTER_TIMEOUT_S,
) -> Route:
    """Choose the sub-tool calls that answer `query`.

    The model is shown what the rules would read and corrects it, or leaves it by choosing
    nothing: a small one cannot count the years since 2019, a large one sees what rules do not.

    Args:
        query: The question; names companies in any way.
        model: Who chooses; `None` for the rules.
        directory: Knows the companies.
        today: What "last year" is counted from.
        timeout_s: For the model.

    Raises:
        InvalidRequest: Neither the model nor the rules found anything to read; the sentence
            says what is missing.
        UnknownCompany: The rules found no company of that name.
    """
    refusal: ResearchError | None = None
    draft: tuple[RoutedCall, ...] = ()
    try:
        draft = route_by_rules(query, directory=directory, today=today)
    except ResearchError as error:
        refusal = error
    choice = _Choice()
    if model is not None:
        choice = await _choice(model, query, draft, directory, today, timeout_s)
    if choice.calls:
        return Route(choice.calls, choice.usage, draft)
    if refusal is not None:
        raise refusal
    return Route(draft, choice.usage, draft, choice.warning)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What the model said; no calls when it left the draft as it is, or failed."""

    calls: tuple[RoutedCall, ...] = ()
    usage: Usage = Usage()
    warning: str = ""


async def _choice(
    model: BaseChatModel,
    query: str,
    draft: Sequence[RoutedCall],
    directory: CompanyDirectory,
    today: date,
    timeout_s: float,
) -> _Choice:
    """Ask the model; whatever it does, there is an answer in time."""
    usage = Usage(requests=1)
    try:
        async with asyncio.timeout(timeout_s):
            return _Choice(*await _chosen(model, query, draft, directory, today))
    except MalformedReply as error:
        usage, reason = error.usage, str(error)
    except ResearchError as error:
        reason = str(error)
    except TimeoutError:
        reason = f"no answer within {timeout_s:g} s"
    except Exception as error:  # noqa: BLE001 - any chat model can be plugged in, whatever it raises
        reason = f"it raised {type(error).__name__}"
    return _Choice(usage=usage, warning=_warning(reason))


def _warning(reason: str) -> str:
    shown = reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 1]}…"
    return f"Rules chose what to read, because the router's model failed: {shown}"


async def _chosen(
    model: BaseChatModel,
    query: str,
    draft: Sequence[RoutedCall],
    directory: CompanyDirectory,
    today: date,
) -> tuple[tuple[RoutedCall, ...], Usage]:
    mentions = directory.mentions(query)
    named = tuple({mention.company.cik: mention.company for mention in mentions}.values())
    messages = [
        SystemMessage(router_instructions(today)),
        HumanMessage(router_question(query, named, draft)),
    ]
    # A model may answer with calls of the sub-tools, native or written; both are read as text.
    reader = model | RunnableLambda(_calls_as_text)
    routing, usage = await ask_structured(reader, messages, Routing, strict=False)
    calls = [choice.call() for choice in routing.calls]
    return tuple(_with_named_companies(calls, query, named, directory)), usage


def _calls_as_text(reply: AIMessage) -> AIMessage:
    calls = reply.tool_calls or extract_tool_calls(reply.text, SUB_TOOLS)
    chosen = [{**call["args"], "tool": call["name"]} for call in calls]
    if not chosen:
        return reply
    return reply.model_copy(update={"content": json.dumps({"calls": chosen}), "tool_calls": []})


def _with_named_companies(
    calls: Sequence[RoutedCall],
    query: str,
    named: Sequence[Company],
    directory: CompanyDirectory,
) -> list[RoutedCall]:
    """Put right what small models do to companies.

    "COCO" for Coca-Cola is another company's ticker: a name that does not stand in the question
    gives way to the only company that does and has no call. Two companies in one call become
    two calls.
    """
    split = [part for call in calls for part in _one_company_each(call, directory)]
    found = {name: _resolved(name, directory) for name in map(_name, split)}
    routed = {company.cik for company in found.values() if company is not None}
    left_out = [company for company in named if company.cik not in routed]
    strays = [
        name
        for name, company in found.items()
        if company is None or (company not in named and not _stands_in(name, query))
    ]
    if len(strays) != 1 or len(left_out) != 1:
        return split
    return [
        _about(call, left_out[0].ticker) if _name(call) == strays[0] else call for call in split
    ]


def _name(call: RoutedCall) -> str:
    return str(call.arguments.get("ticker", ""))


def _about(call: RoutedCall, ticker: str) -> RoutedCall:
    return replace(call, arguments={**call.arguments, "ticker": ticker})


def _resolved(name: str, directory: CompanyDirectory) -> Company | None:
    try:
        return directory.resolve(name)
    except UnknownCompany:
        return None


def _stands_in(name: str, query: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", query, re.IGNORECASE))


def _one_company_each(call: RoutedCall, directory: CompanyDirectory) -> list[RoutedCall]:
    if _resolved(_name(call), directory) is not None:
        return [call]
    tickers = dict.fromkeys(mention.company.ticker for mention in directory.mentions(_name(call)))
    return [_about(call, ticker) for ticker in tickers] if len(tickers) > 1 else [call]
