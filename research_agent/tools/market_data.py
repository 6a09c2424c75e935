"""`get_market_data`: one question in plain words; prices, market value, news and owners."""

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.domain.tables import SeriesTable
from research_agent.errors import InvalidRequest
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.market.desk import MarketDesk
from research_agent.finance.market.part import MarketPart
from research_agent.search.untrusted import marked
from research_agent.tools.market_reads import MarketGathered, gather_market
from research_agent.tools.market_router import MARKET_ROUTER_TIMEOUT_S, route_market
from research_agent.tools.registry import Risk, ToolSpec
from research_agent.tools.series_text import series_text
from research_agent.tools.sub_calls import all_failed

__all__ = ["MARKET_DATA", "MarketDataArguments", "get_market_data_spec", "market_data_result"]

MARKET_DATA = "get_market_data"
MAX_QUERY_LENGTH = 1_000
OUTPUT_CAP = 30_000
MARGIN_S = 5.0

_DESCRIPTION = (
    "Share prices, returns, market capitalisation, P/E and other price ratios, company news, "
    "insider trades, institutional holders. Give the whole question in plain words."
)


class MarketDataArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=MAX_QUERY_LENGTH)


def get_market_data_spec(
    desk: MarketDesk,
    directory: CompanyDirectory,
    *,
    router_model: BaseChatModel | None,
    sub_tool_timeout_s: float,
) -> ToolSpec:
    """Return the tool.

    Args:
        desk: Where it all comes from.
        directory: Finds the companies.
        router_model: Chooses what to read; `None` for rules.
        sub_tool_timeout_s: For each read.
    """

    async def get_market_data(query: str, config: RunnableConfig) -> tuple[str, WebArtifact]:
        return await market_data_result(
            query,
            desk=desk,
            directory=directory,
            router_model=router_model,
            sub_tool_timeout_s=sub_tool_timeout_s,
            context=config["configurable"][RUN_CONTEXT_KEY],
        )

    tool = StructuredTool.from_function(
        coroutine=get_market_data,
        name=MARKET_DATA,
        description=_DESCRIPTION,
        args_schema=MarketDataArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="share prices, market value, news, owners",
        risk=Risk.NETWORK,
        concurrency_safe=True,
        timeout_s=MARKET_ROUTER_TIMEOUT_S + sub_tool_timeout_s + MARGIN_S,
        output_cap=OUTPUT_CAP,
        dated=True,
    )


async def market_data_result(
    query: str,
    *,
    desk: MarketDesk,
    directory: CompanyDirectory,
    router_model: BaseChatModel | None,
    sub_tool_timeout_s: float,
    context: RunContext,
) -> tuple[str, WebArtifact]:
    """Route a question, read everything at once, and write it down.

    Returns:
        The text for the model, which begins with what could not be had, and the artifact:
        told and computed figures, pages of news as web sources.

    Raises:
        InvalidRequest: The question is empty or names nothing that can be read.
        NotFound: No part could be read, because nothing of the kind exists.
        ProviderError: No part could be read, because the sources failed.
    """
    if not query.strip():
        raise InvalidRequest("The query is empty: name a company and what you want to know of it.")
    context.progress("Choosing what to read…")
    chosen = await route_market(query, model=router_model, directory=directory, today=context.today)
    found = await gather_market(
        chosen.calls,
        desk=desk,
        directory=directory,
        today=context.today,
        as_of=context.as_of,
        timeout_s=sub_tool_timeout_s,
        progress=context.progress,
    )
    if not found.parts:
        raise all_failed(found.failures)
    warnings = (
        *((chosen.warning,) if chosen.warning else ()),
        *(f"Missing here: {error}" for error in found.failures),
    )
    tables = _tables(found)
    artifact = WebArtifact(
        tables=tables,
        facts=tuple(fact for part in found.parts for fact in part.facts),
        web=tuple(passage.source for part in found.parts for passage in part.passages),
        usage=chosen.usage,
        warnings=warnings,
        passages=tuple(passage for part in found.parts for passage in part.passages),
    )
    return _text(found, tables, warnings, context), artifact


def _tables(found: MarketGathered) -> tuple[SeriesTable, ...]:
    """Return the series, each once."""
    return tuple({table.key: table for part in found.parts for table in part.tables}.values())


def _text(
    found: MarketGathered,
    tables: tuple[SeriesTable, ...],
    warnings: tuple[str, ...],
    context: RunContext,
) -> str:
    lines = [line for part in found.parts for line in part.lines]
    lines += [f"Note: {warning}" for warning in warnings]
    lines.append("")  # an answer by rules takes what stands above
    lines += [_headlines(part) for part in found.parts if part.passages]
    if tables:
        lines.append(series_text(tables, seen=context.ledger.tables))
    return "\n".join(lines)


def _headlines(part: MarketPart) -> str:
    entries = [
        f"{passage.text}{f' ({passage.source.published})' if passage.source.published else ''}\n"
        f"{passage.source.url}"
        for passage in part.passages
    ]
    return marked("\n".join(entries))
