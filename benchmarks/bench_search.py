"""What web search and the reading of pages cost besides the services' own time."""

import asyncio
from collections.abc import Iterator
from datetime import date
from threading import Event

import httpx
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from research_agent.errors import ProviderError
from research_agent.infra.public_address import AddressPolicy
from research_agent.infra.safe_http import SafeHttp
from research_agent.infra.web_address import web_address
from research_agent.search.chain import SearchChain
from research_agent.search.exa import Exa
from research_agent.search.html_text import html_text
from research_agent.search.langsearch import LangSearch
from research_agent.search.pdf_text import pdf_text
from research_agent.search.perplexity import Perplexity
from research_agent.search.provider import SearchProvider
from research_agent.search.result import SearchQuery, SearchResult
from research_agent.search.tavily import Tavily
from tests.fakes.pdf_file import pdf_file
from tests.fakes.search_servers import ANSWERS, PATHS, Reply, WebServer, web_server

NEWS = SearchQuery("Apple news", limit=6, recency=None, today=date(2026, 11, 30))
FOUND = tuple(
    SearchResult(f"Page {number}", f"https://{number}.example/", None, "text " * 100, "a")
    for number in range(10)
)
PARAGRAPH = "<p>" + "Revenue was $5 million in the quarter, and costs were lower. " * 8 + "</p>"
PAGE = (
    f"<html><head><title>T</title></head><body><article>{PARAGRAPH * 200}</article></body></html>"
)


class Instant:
    """A provider that costs nothing.

    Args:
        name: Short name.
        fails: Whether it fails, at no cost either.
    """

    def __init__(self, name: str, *, fails: bool = False) -> None:
        self.name = name
        self._fails = fails

    async def search(self, query: SearchQuery) -> tuple[SearchResult, ...]:
        if self._fails:
            raise ProviderError(self.name, "HTTP 503")
        return FOUND

    async def aclose(self) -> None:
        """Nothing is open."""


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    yield made
    made.close()


def instants(failing: int) -> list[SearchProvider]:
    return [Instant(f"p{number}", fails=number < failing) for number in range(failing + 1)]


@pytest.mark.parametrize("failing", [0, 3])
@pytest.mark.parametrize("hedged", [False, True], ids=["in turn", "hedged"])
def test_chain(
    benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, failing: int, hedged: bool
) -> None:
    """The chain alone: order, limits, ranking; the first answers, or the first three fail."""
    number = iter(range(10**9))

    def search() -> None:
        chain = SearchChain(instants(failing), hedge_after_s=3.0 if hedged else None)
        text = f"{NEWS.text} {next(number)}"
        query = SearchQuery(text, limit=6, recency=None, today=NEWS.today)
        loop.run_until_complete(chain.search(query))

    benchmark(search)


def test_a_search_made_before(benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop) -> None:
    """Answered from what is kept for 15 minutes."""
    chain = SearchChain(instants(0))
    loop.run_until_complete(chain.search(NEWS))
    benchmark(lambda: loop.run_until_complete(chain.search(NEWS)))


@pytest.mark.parametrize("kind", [Exa, Perplexity, Tavily, LangSearch])
def test_adapter(
    benchmark: BenchmarkFixture,
    loop: asyncio.AbstractEventLoop,
    kind: type[Exa] | type[Perplexity] | type[Tavily] | type[LangSearch],
) -> None:
    """A search through the real SDK at a server on loopback, over a connection that is kept."""
    with web_server({PATHS[kind.name]: Reply(200, ANSWERS[kind.name])}) as server:
        provider = kind(key="k", base_url=server.url)
        benchmark.pedantic(
            lambda: loop.run_until_complete(provider.search(NEWS)), rounds=100, warmup_rounds=3
        )
        loop.run_until_complete(provider.aclose())


def test_the_same_request_without_sdk_or_checks(
    benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop
) -> None:
    """What of the adapters' time is the server's and the HTTP library's."""
    with web_server({"/search": Reply(200, ANSWERS["exa"])}) as server:
        client = httpx.AsyncClient(base_url=server.url)

        async def post() -> None:
            (await client.post("/search", json={"query": NEWS.text})).json()

        benchmark.pedantic(lambda: loop.run_until_complete(post()), rounds=100, warmup_rounds=3)
        loop.run_until_complete(client.aclose())


def test_fetch(benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop) -> None:
    """A page of 100 kB from loopback, each time over a new, checked connection."""
    with web_server({"/": Reply(200, PAGE.encode())}) as server:
        client = _reaching(server)
        benchmark.pedantic(
            lambda: loop.run_until_complete(client.get(server.url)), rounds=100, warmup_rounds=3
        )


def _reaching(server: WebServer) -> SafeHttp:
    return SafeHttp(policy=AddressPolicy(also=frozenset({("127.0.0.1", server.port)})))


def test_read_an_address(benchmark: BenchmarkFixture) -> None:
    """Parse and check a URL."""
    policy = AddressPolicy()
    benchmark(lambda: web_address("https://www.example.com/a/b?c=d&e=f", policy))


def test_html(benchmark: BenchmarkFixture) -> None:
    """The text of 100 kB of HTML."""
    body = PAGE.encode()
    benchmark.pedantic(lambda: html_text(body, charset="utf-8"), rounds=10, warmup_rounds=1)


def test_pdf(benchmark: BenchmarkFixture) -> None:
    """The text of a PDF of 50 pages of 40 lines."""
    lines = "\n".join(
        "Revenue was 5 million in the quarter, and costs were lower." for _ in range(40)
    )
    body = pdf_file(*[lines] * 50)
    benchmark.pedantic(lambda: pdf_text(body, Event()), rounds=5, warmup_rounds=1)
