"""`web_fetch`: the text of one public page or PDF, as passages with their place."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.domain.web_passages import WebPassage
from research_agent.errors import InvalidRequest, NotFound
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.infra.web_address import MAX_URL_LENGTH
from research_agent.search.untrusted import marked, plain_line
from research_agent.search.web_page import WebPage
from research_agent.tools.known_pages import is_known_page
from research_agent.tools.registry import Risk, ToolSpec

if TYPE_CHECKING:
    from research_agent.search.web_reader import WebReader

__all__ = ["WebFetchArguments", "web_fetch_result", "web_fetch_spec"]

MAX_FIND_LENGTH = 200
MAX_SHOWN_URL = 80
SHOWN = 6_000
"""Characters of passages in one result, ~1,500 tokens."""

OUTPUT_CAP = 10_000
MARGIN_S = 20.0
"""Beyond the fetch itself, for finding the text in the document."""

_DESCRIPTION = (
    "Read a public web page or PDF. find: words to look for, gives the passages about them; "
    "start: offset to read on from. Passages come with their offsets."
)
_UNKNOWN_PAGE = (
    "Only pages that web_search found, filings that figures came from and addresses that the "
    "person gave can be read; this address is none of them."
)


class WebFetchArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(min_length=1, max_length=MAX_URL_LENGTH)
    find: str = Field("", max_length=MAX_FIND_LENGTH)
    start: int = Field(0, ge=0)


def web_fetch_spec(
    reader: "Callable[[], WebReader]", *, timeout_s: float, any_page: bool = False
) -> ToolSpec:
    """Return the tool.

    Args:
        reader: Gives what reads pages; called at the first page, because it takes a moment to load.
        timeout_s: That of its fetches.
        any_page: Read addresses that the model made up, too.
    """

    async def web_fetch(
        url: str, config: RunnableConfig, find: str = "", start: int = 0
    ) -> tuple[str, WebArtifact]:
        context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
        return await web_fetch_result(
            url, find=find, start=start, reader=reader(), context=context, any_page=any_page
        )

    tool = StructuredTool.from_function(
        coroutine=web_fetch,
        name="web_fetch",
        description=_DESCRIPTION,
        args_schema=WebFetchArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="the text of one web page or PDF",
        risk=Risk.NETWORK,
        concurrency_safe=True,
        timeout_s=timeout_s + MARGIN_S,
        output_cap=OUTPUT_CAP,
    )


async def web_fetch_result(
    url: str,
    *,
    find: str,
    start: int,
    reader: "WebReader",
    context: RunContext,
    any_page: bool = False,
) -> tuple[str, WebArtifact]:
    """Read a page and write passages of it down.

    Returns:
        The text for the model, web text marked as such, and the artifact: the page as a source,
        and exactly the passages shown.

    Raises:
        NotFound: `start` is behind the end; else as `WebReader.read`.
        InvalidRequest: The run did not come by this address, or see `WebReader.read`.
        ProviderError: See `WebReader.read`.
    """
    if not (any_page or is_known_page(url, context.ledger)):
        raise InvalidRequest(_UNKNOWN_PAGE)
    context.progress(f"Reading {plain_line(url, MAX_SHOWN_URL)}")
    page = await reader.read(url.strip())
    shown, remark = _chosen(page, find.strip(), start)
    artifact = WebArtifact(web=(page.source,), passages=tuple(shown))
    return _text(page, shown, remark), artifact


def _chosen(page: WebPage, find: str, start: int) -> tuple[Sequence[WebPassage], str]:
    """Return the passages to show, and what the model has to know about the choice."""
    if start >= len(page.text):
        raise NotFound(f"The page ends at character {len(page.text):,}; start before it.")
    if find:
        about = page.passages_about(find, most=SHOWN)
        if about:
            return about, "the passages that say most about it"
    shown = page.passages_from(start, most=SHOWN)
    end = shown[-1].end or 0
    remark = "all of it" if start == 0 and end >= len(page.text) else "one stretch of it"
    if end < len(page.text):
        remark += f"; read on with start={end}"
    return shown, f"no passage has these words, so {remark}" if find else remark


def _text(page: WebPage, shown: Sequence[WebPassage], remark: str) -> str:
    when = f", published {page.published}" if page.published else ""
    size = f"{len(page.text):,} characters"
    if page.page_starts:
        size = f"{len(page.page_starts)} pages, {size}"
    head = f"Read {page.url}{when} ({size}); shown: {remark}."
    note = [f"Note: {page.note}."] if page.note else []
    body = "\n\n".join(f"[{passage.place}]\n{passage.text}" for passage in shown)
    return "\n".join([head, *note, marked(f"{page.title}\n\n{body}")])
