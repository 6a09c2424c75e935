"""Servers on loopback that answer as a script says, for real SDKs and for the reader of pages.

    with web_server({"/search": Reply(200, body)}) as server:
        provider = Exa(key="k", base_url=server.url)
        ...
    assert [request.path for request in server.requests] == ["/search"]

`ANSWERS` holds, for each search provider, what its service sends for the pages of `FOUND`.
"""

import contextlib
import gzip
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = [
    "ANSWERS",
    "FOUND",
    "HANGS",
    "PATHS",
    "Page",
    "Reply",
    "Request",
    "WebServer",
    "empty_answer",
    "web_server",
]

HANGS = 30.0
"""Longer than any limit a test sets; a server that closes ends it at once."""


@dataclass(frozen=True)
class Reply:
    """What a server sends.

    Args:
        status: HTTP status.
        body: Bytes, or what is to become JSON.
        headers: Besides length.
        delay_s: Before the first byte.
        gzipped: Packs the body.
    """

    status: int = 200
    body: Any = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    gzipped: bool = False

    @property
    def content(self) -> bytes:
        body = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        return gzip.compress(body) if self.gzipped else body


@dataclass(frozen=True)
class Request:
    """What a server got."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Script = Mapping[str, Reply] | Callable[[Request], Reply]


class WebServer:
    """A running server; made by `web_server`."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[Request] = []
        self.connections = 0
        self.closing = threading.Event()
        self._sockets: set[socket.socket] = set()
        handler = type("Bound", (_Handler,), {"of": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return self._http.server_port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        """The paths asked for, in order, without robots.txt."""
        return [request.path for request in self.requests if request.path != "/robots.txt"]

    def answer_to(self, request: Request) -> Reply:
        self.requests.append(request)
        if callable(self.script):
            return self.script(request)
        return self.script.get(request.path, Reply(404, b"nothing here"))

    def opened(self, connection: socket.socket) -> None:
        self.connections += 1
        self._sockets.add(connection)

    def close(self) -> None:
        """Stop, and end every connection."""
        self.closing.set()
        self._http.shutdown()
        for connection in list(self._sockets):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._http.server_close()
        self._thread.join()


@contextmanager
def web_server(script: Script) -> Iterator[WebServer]:
    """Serve on a free port of loopback until the block ends."""
    server = WebServer(script)
    try:
        yield server
    finally:
        server.close()


class _Handler(BaseHTTPRequestHandler):
    of: WebServer
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        # Head and body go out at once, as a real server's do.
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.of.opened(self.connection)

    def log_message(self, *_: object) -> None:
        """Stay quiet."""

    def handle_one_request(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            super().handle_one_request()
            return
        self.close_connection = True

    def do_GET(self) -> None:
        self._reply()

    def do_POST(self) -> None:
        self._reply()

    def _reply(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.of.answer_to(Request(self.command, self.path, headers, body))
        if self.of.closing.wait(reply.delay_s):
            self.close_connection = True
            return
        content = reply.content
        self.send_response(reply.status)
        sent = {"Content-Type": "application/json", **reply.headers}
        if reply.gzipped:
            sent["Content-Encoding"] = "gzip"
        for name, value in sent.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@dataclass(frozen=True)
class Page:
    """A page that a search service knows."""

    url: str
    title: str
    published: date | None
    text: str


FOUND = (
    Page(
        "https://www.example.com/news/q4?utm_source=mail",
        "Example reports fourth quarter",
        date(2026, 10, 29),
        "Example posted quarterly revenue of $102.5 billion, up 8 percent.",
    ),
    Page("https://www.sec.gov/news/42", "Commission acts", None, "The Commission acted."),
)


def _exa(pages: tuple[Page, ...]) -> Any:
    return {
        "requestId": "r1",
        "resolvedSearchType": "neural",
        "results": [
            {
                "id": page.url,
                "url": page.url,
                "title": page.title,
                "publishedDate": f"{page.published}T16:30:00.000Z" if page.published else None,
                "author": None,
                "highlights": [page.text],
                "highlightScores": [0.5],
            }
            for page in pages
        ],
        "costDollars": {"total": 0.005},
    }


def _perplexity(pages: tuple[Page, ...]) -> Any:
    return {
        "id": "s1",
        "results": [
            {
                "title": page.title,
                "url": page.url,
                "snippet": page.text,
                "date": str(page.published) if page.published else None,
                "last_updated": None,
            }
            for page in pages
        ],
    }


def _tavily(pages: tuple[Page, ...]) -> Any:
    results = []
    for page in pages:
        one = {"title": page.title, "url": page.url, "content": page.text, "score": 0.9}
        if page.published:  # as its news search writes them
            one["published_date"] = page.published.strftime("%a, %d %b %Y 16:30:00 GMT")
        results.append(one | {"raw_content": None})
    return {
        "query": "q",
        "answer": None,
        "images": [],
        "results": results,
        "response_time": 0.9,
        "request_id": "r1",
    }


def _langsearch(pages: tuple[Page, ...]) -> Any:
    value = [
        {
            "id": f"https://api.langsearch.com/v1/#WebPages.{number}",
            "name": page.title,
            "url": page.url,
            "displayUrl": page.url,
            "snippet": page.text,
            "summary": None,
            "datePublished": f"{page.published}T16:30:00+00:00" if page.published else None,
            "dateLastCrawled": None,
        }
        for number, page in enumerate(pages)
    ]
    return {
        "code": 200,
        "log_id": "l1",
        "msg": None,
        "data": {
            "_type": "SearchResponse",
            "queryContext": {"originalQuery": "q"},
            "webPages": {"webSearchUrl": "", "totalEstimatedMatches": None, "value": value},
        },
    }


_SHAPES: dict[str, Callable[[tuple[Page, ...]], Any]] = {
    "exa": _exa,
    "perplexity": _perplexity,
    "tavily": _tavily,
    "langsearch": _langsearch,
}
PATHS = {
    "exa": "/search",
    "perplexity": "/search",
    "tavily": "/search",
    "langsearch": "/v1/web-search",
}
"""Where each service is asked."""

ANSWERS: dict[str, Any] = {name: shape(FOUND) for name, shape in _SHAPES.items()}
"""What each service sends when it knows the pages of `FOUND`."""


def empty_answer(provider: str) -> Any:
    """What a service sends when it knows no page."""
    return _SHAPES[provider](())
