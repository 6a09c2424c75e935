"""Reads one public page or PDF: allowed, fetched, and turned into text."""

import asyncio
import time
from collections.abc import Callable
from threading import Event

from research_agent.errors import (
    InvalidRequest,
    NotFound,
    ProviderError,
    ProviderTimeout,
    RateLimited,
)
from research_agent.infra.host_pace import HostPace
from research_agent.infra.retry_after import retry_after_s
from research_agent.infra.robots import Robots
from research_agent.infra.safe_http import Fetched, SafeHttp
from research_agent.infra.timed_cache import TimedCache
from research_agent.infra.web_address import WebAddress
from research_agent.search.html_text import PageText, html_text
from research_agent.search.pdf_text import PdfText, pdf_text
from research_agent.search.untrusted import without_controls
from research_agent.search.web_page import WebPage

__all__ = ["HOST_INTERVAL_S", "WebReader"]

HOST_INTERVAL_S = 1.0
EXTRACTION_TIMEOUT_S = 15.0
CACHE_LIFETIME_S = 15 * 60.0
CACHED_PAGES = 24

_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.8,*/*;q=0.1"
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_PLAIN = frozenset({"application/json", "application/xml", "application/ld+json"})


class WebReader:
    """Reads pages; serves every run of the process and keeps what it read for 15 minutes.

    Args:
        http: Reaches the public web only.
        pace: Spaces out the requests to one host.
        clock: Seconds that only grow.
    """

    def __init__(
        self,
        http: SafeHttp,
        *,
        pace: HostPace | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http = http
        self._pace = pace or HostPace(HOST_INTERVAL_S)
        self._robots = Robots(http, clock=clock)
        self._pages: TimedCache[str, WebPage] = TimedCache(
            CACHE_LIFETIME_S, max_entries=CACHED_PAGES, clock=clock
        )

    async def read(self, url: str) -> WebPage:
        """Return the text behind an address.

        Raises:
            InvalidRequest: It is no address of the public web, or no text stands there.
            NotFound: There is no such page, the site asks not to read it, it is too large, or
                it has no text.
            RateLimited: The site wants fewer requests.
            ProviderTimeout: It took too long.
            ProviderError: The site failed or refused.
        """
        page = self._pages.get(url)
        if page is None:
            answer = await self._http.get(url, accept=_ACCEPT, before=self._before)
            _check_status(answer)
            page = await self._page(answer)
            self._pages.put(url, page)
        return page

    async def _before(self, address: WebAddress) -> None:
        await self._robots.check(address)
        await self._pace.turn(address.host)

    async def _page(self, answer: Fetched) -> WebPage:
        host, stop = answer.address.host, Event()
        try:
            async with asyncio.timeout(EXTRACTION_TIMEOUT_S):
                page = await asyncio.to_thread(_extracted, answer, stop)
        except TimeoutError:
            raise ProviderTimeout(host, "the document takes too long to read.") from None
        finally:
            stop.set()  # a thread cannot be cancelled, but it can be asked to end
        if not page.text:
            raise NotFound(f"{host}: there is no text in this document, only pictures or programs.")
        return page


def _check_status(answer: Fetched) -> None:
    """Raise what a status other than 2xx means."""
    host, status = answer.address.host, answer.status
    if 200 <= status < 300:
        return
    if status in (404, 410):
        raise NotFound(f"{host} has no such page (HTTP {status}).")
    if status == 429:
        raise RateLimited(
            host, "too many requests (HTTP 429).", retry_after=retry_after_s(answer.headers)
        )
    if status in (401, 402, 403, 451):
        raise NotFound(f"{host} does not let this page be read (HTTP {status}); use another.")
    raise ProviderError(host, f"HTTP {status}.")


def _extracted(answer: Fetched, stop: Event) -> WebPage:
    """Turn an answer into a page. Blocks.

    Raises:
        InvalidRequest: It is neither a page, nor a PDF, nor text.
    """
    host, kind = answer.address.host, answer.media_type
    if kind == "application/pdf" or answer.body.startswith(b"%PDF-"):
        pdf = pdf_text(answer.body, stop)
        return _page_of_pdf(answer, pdf)
    if kind in _HTML or (not kind and b"<" in answer.body[:1000]):
        return _page_of_html(answer, html_text(answer.body, charset=answer.charset))
    if not kind or kind.startswith("text/") or kind in _PLAIN or kind.endswith(("+xml", "+json")):
        return WebPage(answer.address.url, host, None, _plain(answer))
    raise InvalidRequest(f"{host} sends {kind[:60]} there; only pages, PDFs and text can be read.")


def _page_of_pdf(answer: Fetched, pdf: PdfText) -> WebPage:
    name = answer.address.target.partition("?")[0].rpartition("/")[2]
    title = pdf.title or f"{name or 'PDF'} ({answer.address.host})"
    return WebPage(answer.address.url, title, None, pdf.text, pdf.page_starts, pdf.note)


def _page_of_html(answer: Fetched, page: PageText) -> WebPage:
    title = page.title or answer.address.host
    return WebPage(answer.address.url, title, page.published, page.text)


def _plain(answer: Fetched) -> str:
    try:
        text = answer.body.decode(answer.charset or "utf-8", "replace")
    except LookupError:
        text = answer.body.decode("utf-8", "replace")
    return without_controls(text).strip()
