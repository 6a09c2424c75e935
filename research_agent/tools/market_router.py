"""From one question about the market to sub-tool calls: a model chooses, rules when it cannot."""

import asyncio
import json
from dataclasses import dataclass
from datetime import date
from typing import Literal

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableLambda
from pydantic import BaseModel, ConfigDict, field_validator

from research_agent.domain.answers import Usage
from research_agent.errors import ResearchError
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.market.questions import market_calls
from research_agent.finance.market.routing import MARKET_TOOLS, MarketCall
from research_agent.models.structured import MalformedReply, ask_structured
from research_agent.models.text_calls import extract_tool_calls

__all__ = [
    "MARKET_ROUTER_TIMEOUT_S",
    "ChosenMarketCall",
    "MarketRoute",
    "MarketRouting",
    "route_market",
]

MARKET_ROUTER_TIMEOUT_S = 15.0
MAX_REASON = 160

_INSTRUCTIONS = """\
Route a question about shares of listed companies to data calls. Today is {today}. Reply with JSON only.
tool:
- get_prices: share prices over days, first to last, ISO dates; returns, highs and lows
- get_price_snapshot: newest price
- get_market_cap: market capitalisation
- get_valuation_ratios: P/E, price to book or sales, EV ratios, yields
- get_news, get_insider_trades, get_institutional_holders: newest, up to limit
ticker: as listed below the question. One call per company and tool.
A draft made by simple rules may follow. When it reads what is asked, reply {{"calls":[]}}. Otherwise reply with all the right calls."""


class ChosenMarketCall(BaseModel):
    """A call."""

    model_config = ConfigDict(extra="ignore")

    tool: Literal[
        "get_prices",
        "get_price_snapshot",
        "get_market_cap",
        "get_valuation_ratios",
        "get_news",
        "get_insider_trades",
        "get_institutional_holders",
    ]
    ticker: str
    first: str = ""
    last: str = ""
    limit: int = 5

    @field_validator("first", "last")
    @classmethod
    def _is_day(cls, day: str) -> str:
        if day:
            date.fromisoformat(day)  # its ValueError goes back to the model
        return day

    def call(self) -> MarketCall:
        """Return it as the reader takes it."""
        first, last = (date.fromisoformat(day) if day else None for day in (self.first, self.last))
        return MarketCall(self.tool, self.ticker, first, last, self.limit)


class MarketRouting(BaseModel):
    """The calls."""

    calls: list[ChosenMarketCall]


@dataclass(frozen=True, slots=True)
class MarketRoute:
    """What to read.

    Args:
        calls: At least one.
        usage: What the choice cost.
        warning: Why the model's choice was not used; empty when it was.
    """

    calls: tuple[MarketCall, ...]
    usage: Usage = Usage()
    warning: str = ""


async def route_market(
    query: str,
    *,
    model: BaseChatModel | None,
    directory: CompanyDirectory,
    today: date,
    timeout_s: float = MARKET_ROUTER_TIMEOUT_S,
) -> MarketRoute:
    """Choose the calls that answer `query`; see `tools.router.route`, which does it for figures.

    Raises:
        InvalidRequest: Neither the model nor the rules found anything to read.
    """
    refusal: ResearchError | None = None
    draft: tuple[MarketCall, ...] = ()
    try:
        draft = market_calls(query, directory=directory, today=today)
    except ResearchError as error:
        refusal = error
    chosen = MarketRoute(())
    if model is not None:
        chosen = await _chosen(model, query, draft, directory, today, timeout_s)
    if chosen.calls:
        return chosen
    if refusal is not None:
        raise refusal
    return MarketRoute(draft, chosen.usage, chosen.warning)


async def _chosen(
    model: BaseChatModel,
    query: str,
    draft: tuple[MarketCall, ...],
    directory: CompanyDirectory,
    today: date,
    timeout_s: float,
) -> MarketRoute:
    reader = model | RunnableLambda(_calls_as_text)
    messages = [
        SystemMessage(_INSTRUCTIONS.format(today=today.isoformat())),
        HumanMessage(_question(query, draft, directory)),
    ]
    usage = Usage(requests=1)
    try:
        async with asyncio.timeout(timeout_s):
            routing, usage = await ask_structured(reader, messages, MarketRouting, strict=False)
            return MarketRoute(tuple(choice.call() for choice in routing.calls), usage)
    except MalformedReply as error:
        usage, reason = error.usage, str(error)
    except ResearchError as error:
        reason = str(error)
    except TimeoutError:
        reason = f"no answer within {timeout_s:g} s"
    except Exception as error:  # noqa: BLE001 - any chat model can be plugged in, whatever it raises
        reason = f"it raised {type(error).__name__}"
    warning = f"Rules chose what to read, because the router's model failed: {reason[:MAX_REASON]}"
    return MarketRoute((), usage, warning)


def _question(query: str, draft: tuple[MarketCall, ...], directory: CompanyDirectory) -> str:
    named = {m.company.cik: m.company for m in directory.mentions(query)}.values()
    parts = [query, "\n".join(f"{', '.join(c.tickers or (c.ticker,))}: {c.name}" for c in named)]
    if draft:
        calls = [
            {
                key: str(value)
                for key, value in (
                    ("tool", call.tool),
                    ("ticker", call.ticker),
                    ("first", call.first),
                    ("last", call.last),
                )
                if value
            }
            for call in draft
        ]
        parts.append(f"Draft: {json.dumps({'calls': calls}, separators=(',', ':'))}")
    return "\n".join(filter(None, parts))


def _calls_as_text(reply: AIMessage) -> AIMessage:
    calls = reply.tool_calls or extract_tool_calls(reply.text, MARKET_TOOLS)
    if not calls:
        return reply
    chosen = [{**call["args"], "tool": call["name"]} for call in calls]
    return reply.model_copy(update={"content": json.dumps({"calls": chosen}), "tool_calls": []})
