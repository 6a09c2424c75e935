"""Documents already turned into text, on disk and the last few in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import orjson

from research_agent.finance.filings.document import FiledText, Line
from research_agent.finance.filings.html_document import filed_text
from research_agent.infra.disk_cache import DiskCache

__all__ = ["TextCache"]

VERSION = 1
"""Raised when the same HTML gives another text."""

MAX_AGE_S = 365 * 24 * 3600.0
"""A filed document does not change."""

IN_MEMORY = 8


class TextCache:
    """Keeps what was read of each document.

    Args:
        cache: On disk; `None` for memory alone.
    """

    def __init__(self, cache: DiskCache | None) -> None:
        self._cache = cache
        self._recent: OrderedDict[str, FiledText] = OrderedDict()

    async def get(self, key: str, read: Callable[[], Awaitable[bytes]]) -> FiledText:
        """Return a document's text.

        Args:
            key: Names the document; another one when its content changes.
            read: Brings its HTML when it has not been read yet.

        Raises:
            InvalidRequest: It holds no text that can be read.
            ResearchError: What `read` raised.
        """
        if key in self._recent:
            self._recent.move_to_end(key)
            return self._recent[key]

        async def packed() -> bytes:
            return _packed(await asyncio.to_thread(filed_text, await read()))

        if self._cache is None:
            body = await packed()
        else:
            name = f"filed text {VERSION} {key}"
            body = (await self._cache.get(name, packed, max_age_s=MAX_AGE_S)).body
        text = await asyncio.to_thread(_unpacked, body)
        self._recent[key] = text
        if len(self._recent) > IN_MEMORY:
            self._recent.popitem(last=False)
        return text


def _packed(text: FiledText) -> bytes:
    lines = [[line.start, line.end, line.row, line.strong, line.linked] for line in text.lines]
    plain = text.text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate is no UTF-8
    return orjson.dumps([plain, lines, text.anchors, text.page_starts])


def _unpacked(body: bytes) -> FiledText:
    plain, lines, anchors, pages = orjson.loads(body)
    return FiledText(
        plain,
        tuple(Line(*line) for line in lines),
        tuple((offset, name) for offset, name in anchors),
        tuple(pages),
    )
