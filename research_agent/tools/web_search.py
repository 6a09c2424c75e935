"""`web_search`: pages from whichever search provider delivers."""

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.domain.sources import WebSource
from research_agent.domain.web_passages import WebPassage
from research_agent.errors import InvalidRequest
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.search.chain import SearchChain
from research_agent.search.result import Recency, SearchOutcome, SearchQuery, SearchResult
from research_agent.search.untrusted import marked
from research_agent.tools.registry import Risk, ToolSpec

__all__ = ["WebSearchArguments", "web_search_result", "web_search_spec"]

MAX_QUERY_LENGTH = 400
RESULTS = 6
OUTPUT_CAP = 8_000
MARGIN_S = 2.0
"""Beyond the chain's own limit, for writing the result."""

_DESCRIPTION = (
    "Search the web: news and what filings do not have. Gives titles, URLs and snippets; read a "
    "page with web_fetch before relying on it. Cite pages by URL. Filed figures come from "
    "get_financials, never from here."
)


class WebSearchArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=MAX_QUERY_LENGTH)
    recency: Recency | None = None


def web_search_spec(chain: SearchChain) -> ToolSpec:
    """Return the tool.

    Args:
        chain: The providers that have a key; without one there is no such tool.
    """

    async def web_search(
        query: str, config: RunnableConfig, recency: Recency | None = None
    ) -> tuple[str, WebArtifact]:
        context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
        return await web_search_result(query, recency=recency, chain=chain, context=context)

    tool = StructuredTool.from_function(
        coroutine=web_search,
        name="web_search",
        description=_DESCRIPTION,
        args_schema=WebSearchArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="news and other pages of the web",
        risk=Risk.NETWORK,
        concurrency_safe=True,
        timeout_s=chain.budget_s + MARGIN_S,
        output_cap=OUTPUT_CAP,
    )


async def web_search_result(
    query: str, *, recency: Recency | None, chain: SearchChain, context: RunContext
) -> tuple[str, WebArtifact]:
    """Search and write the pages down.

    Returns:
        The text for the model, web text marked as such, and the artifact: each page as a source
        and its snippet as a passage that a figure can be looked up in. Providers that failed
        before one delivered are warnings.

    Raises:
        InvalidRequest: The query is empty.
        NotFound: No page was found by any provider.
        ProviderError: No provider delivered.
    """
    if not query.strip():
        raise InvalidRequest("The query is empty: say what to search the web for.")
    context.progress(f"Searching the web with {chain.names[0]}…")
    asked = SearchQuery(query.strip(), limit=RESULTS, recency=recency, today=context.today)
    outcome = await chain.search(asked)
    sources = tuple(_source(result) for result in outcome.results)
    warnings = tuple(f"Web search: {failure}." for failure in outcome.failures)
    artifact = WebArtifact(
        web=sources,
        warnings=() if outcome.cached else warnings,
        passages=tuple(
            WebPassage(source, result.snippet)
            for source, result in zip(sources, outcome.results, strict=True)
            if result.snippet
        ),
    )
    return _text(outcome), artifact


def _source(result: SearchResult) -> WebSource:
    return WebSource(result.title, result.url, result.published)


def _text(outcome: SearchOutcome) -> str:
    count = len(outcome.results)
    head = f"{count} page{'s' if count > 1 else ''} found by {outcome.provider}."
    return "\n".join([head, marked("\n".join(map(_entry, outcome.results)))])


def _entry(result: SearchResult) -> str:
    """One page in two or three lines; where no date is known, none is made up."""
    when = f" ({result.published})" if result.published else ""
    lines = [f"{result.title}{when}", result.url, result.snippet]
    return "\n".join(line for line in lines if line)
