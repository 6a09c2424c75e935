"""`read_filings`: passages of 10-K, 10-Q and 8-K filings that answer a question."""

import asyncio
from collections.abc import Sequence

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.domain.sources import WebSource
from research_agent.domain.web_passages import WebPassage
from research_agent.errors import InvalidRequest, ProviderTimeout, ResearchError
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.filings import (
    MAX_READS,
    FilingPassage,
    FilingRead,
    FilingReading,
    JoinedSource,
    read_filing,
)
from research_agent.search.untrusted import marked, without_controls
from research_agent.tools.filings_router import route_filings
from research_agent.tools.registry import Risk, ToolSpec
from research_agent.tools.router import ROUTER_TIMEOUT_S

__all__ = ["FilingsArguments", "read_filings_result", "read_filings_spec"]

MAX_QUERY_LENGTH = 2_000
SHOWN = 9_000
"""Characters of passages in one result, ~2,200 tokens, shared by its filings."""

OUTPUT_CAP = 16_000
MARGIN_S = 5.0

_DESCRIPTION = (
    "Text of 10-K, 10-Q and 8-K filings: risks, legal proceedings, management's discussion, notes, "
    "press releases. Give the question in plain words with company, form or period."
)


class FilingsArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=MAX_QUERY_LENGTH)


def read_filings_spec(
    source: JoinedSource,
    directory: CompanyDirectory,
    *,
    router_model: BaseChatModel | None,
    timeout_s: float,
) -> ToolSpec:
    """Return the tool.

    Args:
        source: Where filings come from.
        directory: Finds the companies.
        router_model: Chooses what to read; `None` for rules.
        timeout_s: For each filing.
    """

    async def read_filings(query: str, config: RunnableConfig) -> tuple[str, WebArtifact]:
        return await read_filings_result(
            query,
            source=source,
            directory=directory,
            router_model=router_model,
            timeout_s=timeout_s,
            context=config["configurable"][RUN_CONTEXT_KEY],
        )

    tool = StructuredTool.from_function(
        coroutine=read_filings,
        name="read_filings",
        description=_DESCRIPTION,
        args_schema=FilingsArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="text of filings",
        risk=Risk.NETWORK,
        concurrency_safe=True,
        timeout_s=ROUTER_TIMEOUT_S + timeout_s + MARGIN_S,
        output_cap=OUTPUT_CAP,
        dated=True,
    )


async def read_filings_result(
    query: str,
    *,
    source: JoinedSource,
    directory: CompanyDirectory,
    router_model: BaseChatModel | None,
    timeout_s: float,
    context: RunContext,
) -> tuple[str, WebArtifact]:
    """Route a question, read at most three filings at once, and write passages down.

    Returns:
        The text for the model, what filers wrote marked as data, and the artifact: each place
        shown as a source of kind `"filing"`, and exactly the passages shown.

    Raises:
        InvalidRequest: The question is empty, names no company, or nothing speaks of it.
        NotFound: There is no such filing or item.
        ProviderError: No filing could be read, because the source failed.
    """
    if not query.strip():
        raise InvalidRequest("The query is empty: name a company and what to look for.")
    context.progress("Choosing which filings to read…")
    chosen = await route_filings(
        query, model=router_model, directory=directory, today=context.today, as_of=context.as_of
    )
    reads = chosen.reads[:MAX_READS]
    for read in reads:
        context.progress(f"Reading {read}…")
    outcomes = await asyncio.gather(
        *(_read(read, source, timeout_s) for read in reads), return_exceptions=True
    )
    readings: list[FilingReading] = []
    failures: list[ResearchError] = []
    for outcome in outcomes:
        if isinstance(outcome, FilingReading):
            readings.append(outcome)
        elif isinstance(outcome, ResearchError):
            failures.append(outcome)
        else:
            raise outcome
    if not readings:
        raise failures[0]
    shown = [_within(reading.passages, SHOWN // len(readings)) for reading in readings]
    warnings = [chosen.warning] if chosen.warning else []
    warnings += [f"Missing here: {error}" for error in failures]
    if len(chosen.reads) > MAX_READS:
        left = ", ".join(map(str, chosen.reads[MAX_READS:]))
        warnings.append(f"Only {MAX_READS} filings were read; ask separately for {left}.")
    warnings += [remark for reading in readings for remark in reading.remarks]
    artifact = WebArtifact(
        web=tuple({p.url: _page(p) for ps in shown for p in ps}.values()),
        passages=tuple(
            WebPassage(_source(p), _plain(p), p.start, p.page) for ps in shown for p in ps
        ),
        usage=chosen.usage,
        warnings=tuple(dict.fromkeys(warnings)),
    )
    return _text(readings, shown, artifact.warnings), artifact


async def _read(read: FilingRead, source: JoinedSource, timeout_s: float) -> FilingReading:
    try:
        async with asyncio.timeout(timeout_s):
            return await read_filing(read, source)
    except TimeoutError:
        raise ProviderTimeout(source.name, f"{read} was not read within {timeout_s:g} s.") from None


def _within(passages: Sequence[FilingPassage], most: int) -> list[FilingPassage]:
    """Return the first passages that fit, at least one."""
    shown: list[FilingPassage] = []
    for passage in passages:
        if shown and len(passage.text) > most:
            break
        shown.append(passage)
        most -= len(passage.text)
    return shown


def _plain(passage: FilingPassage) -> str:
    return without_controls(passage.text)


def _source(passage: FilingPassage) -> WebSource:
    """Return the place of a passage as a source."""
    title = f"{passage.filing.title}, {passage.item}"
    return WebSource(title, passage.url, passage.filing.filed, "filing")


def _page(passage: FilingPassage) -> WebSource:
    """Return what the passage's address opens: its place, or the filing where no place is known."""
    if "#" in passage.url:
        return _source(passage)
    return WebSource(passage.filing.title, passage.url, passage.filing.filed, "filing")


def _text(
    readings: Sequence[FilingReading],
    shown: Sequence[Sequence[FilingPassage]],
    warnings: Sequence[str],
) -> str:
    count = sum(map(len, shown))
    titles = "; ".join(reading.filing.title for reading in readings)
    head = f"{count} passage{'s' if count > 1 else ''} of {titles}."
    notes = [f"Note: {warning}" for warning in warnings]
    entries = "\n\n".join(_entry(passage) for passages in shown for passage in passages)
    return "\n".join([head, *notes, marked(entries, kind="filing", origin="a filing")])


def _entry(passage: FilingPassage) -> str:
    where = f"[{passage.filing.title}, {passage.item}, sheet {passage.page}]"
    return f"{where}\n{passage.url}\n{_plain(passage)}"
