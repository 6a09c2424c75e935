"""`get_financials`: one question in plain words, every series that answers it."""

from dataclasses import replace

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.errors import InvalidRequest, NotFound
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.infra.progress import told_to
from research_agent.tools.registry import Risk, ToolSpec
from research_agent.tools.router import ROUTER_TIMEOUT_S, Route, route
from research_agent.tools.series_text import series_text
from research_agent.tools.sub_calls import MAX_CALLS, Gathered, all_failed, gather_series

__all__ = ["FinancialsArguments", "financials_result", "get_financials_spec"]

MAX_QUERY_LENGTH = 2_000
OUTPUT_CAP = 60_000
MARGIN_S = 5.0
"""Beyond the router's and the sub-tools' own limits, for writing the result."""

_DESCRIPTION = (
    "Reported financials of listed companies: statements, ratios, growth, earnings, segments, "
    "annual, quarterly or TTM. Give the whole question in plain words, with company names, "
    "figures and periods; several companies at once are fine. No prices or estimates."
)


class FinancialsArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=MAX_QUERY_LENGTH)


def get_financials_spec(
    provider: FinancialsProvider,
    directory: CompanyDirectory,
    *,
    router_model: BaseChatModel | None,
    sub_tool_timeout_s: float,
) -> ToolSpec:
    """Return the tool.

    Args:
        provider: Where the figures come from.
        directory: Finds the companies.
        router_model: Chooses what to read; `None` for rules.
        sub_tool_timeout_s: For each series.
    """

    async def get_financials(query: str, config: RunnableConfig) -> tuple[str, Artifact]:
        return await financials_result(
            query,
            provider=provider,
            directory=directory,
            router_model=router_model,
            sub_tool_timeout_s=sub_tool_timeout_s,
            context=config["configurable"][RUN_CONTEXT_KEY],
        )

    tool = StructuredTool.from_function(
        coroutine=get_financials,
        name="get_financials",
        description=_DESCRIPTION,
        args_schema=FinancialsArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="reported financials of listed companies",
        risk=Risk.READ,
        concurrency_safe=True,
        timeout_s=ROUTER_TIMEOUT_S + 2 * sub_tool_timeout_s + MARGIN_S,
        output_cap=OUTPUT_CAP,
        dated=True,
    )


async def financials_result(
    query: str,
    *,
    provider: FinancialsProvider,
    directory: CompanyDirectory,
    router_model: BaseChatModel | None,
    sub_tool_timeout_s: float,
    context: RunContext,
) -> tuple[str, Artifact]:
    """Route a question, read every series at once, and write them down.

    Returns:
        The text for the model, which begins with what could not be had, and the artifact.

    Raises:
        InvalidRequest: The question is empty or names nothing that can be read.
        NotFound: No part could be read, because nothing of the kind exists.
        ProviderError: No part could be read, because the source failed.
    """
    if not query.strip():
        raise InvalidRequest("The query is empty: name a company and what you want to know of it.")
    context.progress("Choosing what to read…")
    chosen = await route(query, model=router_model, directory=directory, today=context.today)

    async def read(chosen: Route) -> Gathered:
        with told_to(context.progress):
            return await gather_series(
                chosen.calls,
                provider=provider,
                directory=directory,
                timeout_s=sub_tool_timeout_s,
                progress=context.progress,
                as_of=context.as_of,
            )

    found = await read(chosen)
    if not found.tables and (second := _second_look(chosen, found)) is not None:
        chosen, found = second, await read(second)
    if not found.tables:
        raise all_failed(found.failures)
    warnings = tuple(_warnings(chosen, found))
    lines = [_headline(found), *(f"Note: {warning}" for warning in warnings)]
    lines.append(series_text(found.tables, seen=context.ledger.tables))
    return "\n".join(lines), Artifact(tables=found.tables, usage=chosen.usage, warnings=warnings)


def _second_look(chosen: Route, found: Gathered) -> Route | None:
    """Return what the rules choose when nothing the model chose is there; `None` if no better."""
    gone = all(isinstance(error, InvalidRequest | NotFound) for error in found.failures)
    if not gone or not chosen.by_rules or chosen.by_rules == chosen.calls:
        return None
    reason = all_failed(found.failures)
    return replace(
        chosen,
        calls=chosen.by_rules,
        warning=f"Rules chose what to read, because the router's choice brought nothing: {reason}",
    )


def _headline(found: Gathered) -> str:
    """Say in a line what came; people see it as the step's summary."""
    tickers = dict.fromkeys(table.company.ticker for table in found.tables)
    count = len(found.tables)
    return (
        f"{count} series of {', '.join(tickers)}."
        if count > 1
        else f"One series of {next(iter(tickers))}."
    )


def _warnings(chosen: Route, found: Gathered) -> list[str]:
    warnings = [chosen.warning] if chosen.warning else []
    warnings += [f"Missing here: {error}" for error in found.failures]
    if found.left_out:
        names = ", ".join(map(str, found.left_out))
        warnings.append(f"Only the first {MAX_CALLS} series were read; ask separately for {names}.")
    return warnings
