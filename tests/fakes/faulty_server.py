"""A loopback web server that serves bytes by path, and misbehaves when told to."""

import os
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

__all__ = ["Fault", "FaultyServer", "serving"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong with requests whose path contains `path`.

    Args:
        path: Part of the path.
        times: How many requests it spoils.
        status: Sent instead of 200.
        headers: Sent along.
        cut: Send only the first half of the body, under its full length' header or not.
        delay_s: Wait before the body.
        hang_s: Wait before anything is sent.
        reset: Break the connection instead of answering.
        body: Sent instead of the right one.
    """

    path: str
    times: int = 1
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    delay_s: float = 0.0
    hang_s: float = 0.0
    reset: bool = False
    body: bytes | None = None


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Connections that break are what this server is for."""


class FaultyServer:
    """Serves `find(path)`; 404 where that is `None`.

    Args:
        find: From a path to its body.
    """

    def __init__(self, find: Callable[[str], bytes | None]) -> None:
        self.requests: list[str] = []
        self.user_agents: set[str] = set()
        self.at: list[float] = []
        self._faults: list[list[object]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.requests.append(self.path)
                outer.at.append(time.monotonic())
                outer.user_agents.add(self.headers.get("User-Agent", ""))
                fault = outer._next_fault(self.path)
                body = fault.body if fault and fault.body is not None else find(self.path)
                outer._answer(self, fault, body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = _QuietServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """Address without a trailing slash."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def spoil(self, *faults: Fault) -> None:
        """Let the next requests go wrong."""
        self._faults += [[fault, fault.times] for fault in faults]

    def counts(self) -> Counter[str]:
        """How often each path was asked for."""
        return Counter(self.requests)

    def _next_fault(self, path: str) -> Fault | None:
        for entry in self._faults:
            fault, left = entry
            assert isinstance(fault, Fault)
            assert isinstance(left, int)
            if left > 0 and fault.path in path:
                entry[1] = left - 1
                return fault
        return None

    def _answer(
        self, handler: BaseHTTPRequestHandler, fault: Fault | None, body: bytes | None
    ) -> None:
        if fault and fault.reset:
            handler.connection.setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
            )
            os.close(handler.connection.detach())
            handler.close_connection = True
            return
        if fault and fault.hang_s:
            time.sleep(fault.hang_s)
        status = fault.status if fault else 200
        if body is None:
            status, body = (404, b"") if status == 200 else (status, b"")
        handler.send_response(status)
        for name, value in (fault.headers if fault else {}).items():
            handler.send_header(name, value)
        handler.send_header(
            "Content-Length", str(len(body) // 2 if fault and fault.cut else len(body))
        )
        with suppress(OSError):
            handler.end_headers()
        if fault and fault.delay_s:
            time.sleep(fault.delay_s)
        with suppress(OSError):  # the client may have gone away
            handler.wfile.write(body[: len(body) // 2] if fault and fault.cut else body)


@contextmanager
def serving(find: Callable[[str], bytes | None]) -> Iterator[FaultyServer]:
    """Run a server for the length of a test."""
    server = FaultyServer(find)
    thread = Thread(
        target=server._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield server
    finally:
        server._server.shutdown()
        server._server.server_close()
        thread.join()
