"""A scripted model behind OpenAI's chat completions, on loopback, for the real `openai` SDK.

    script = [
        Fault(429, headers={"Retry-After": "0"}),                 # the first request, whatever it is
        Rule(reply=Reply(calls=[Call("get_financials", {"query": "Apple revenue"})]), turn=0),
        Rule(reply=Reply(text="$383.3 billion."), min_turn=1),
    ]
    with openai_server(script) as server:
        model = OpenAIChat(model="any", base_url=server.base_url)
        ...
    assert [r.tools for r in server.requests] == [...]

Every request is answered by the first entry of the script that fits it and is not used up. A
bare `Reply` or `Fault` fits any request and is used once; a `Rule` fits what it says and is
used up never, or after `times`. A request nothing fits gets HTTP 400, which no client retries.
"""

import contextlib
import json
import select
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.fakes.openai_script import Call, Fault, Reply, Request, Rule

__all__ = ["Call", "Fault", "OpenAIServer", "Reply", "Request", "Rule", "openai_server"]


class OpenAIServer:
    """A running server; made by `openai_server`."""

    def __init__(self, script: Sequence[Rule | Reply | Fault]) -> None:
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._rules = [r if isinstance(r, Rule) else Rule(r, times=1) for r in script]
        self._used = [0] * len(self._rules)
        self._sockets: set[socket.socket] = set()
        self._calls = 0
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"of": self}))
        self._http.daemon_threads = True
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def base_url(self) -> str:
        """What to set as `OPENAI_BASE_URL`."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    @property
    def unused(self) -> int:
        """How many answers of the script, among those used a fixed number of times, are left."""
        return sum(
            rule.times - used
            for rule, used in zip(self._rules, self._used, strict=True)
            if rule.times is not None
        )

    def answer_to(self, request: Request) -> Reply | Fault:
        """Log a request and choose the answer."""
        with self._lock:
            self.requests.append(request)
            for at, rule in enumerate(self._rules):
                if (rule.times is None or self._used[at] < rule.times) and rule.fits(request):
                    self._used[at] += 1
                    return rule.reply(request) if callable(rule.reply) else rule.reply
        return Fault(400, "nothing in the script fits this request")

    def call_id(self) -> str:
        """Return an id no call of this server had."""
        with self._lock:
            self._calls += 1
            return f"call_{self._calls}"

    def opened(self, connection: socket.socket) -> None:
        """Remember a connection, so that `close` can end it."""
        with self._lock:
            self._sockets.add(connection)

    def closed(self, connection: socket.socket) -> None:
        """Forget a connection."""
        with self._lock:
            self._sockets.discard(connection)

    def close(self) -> None:
        """Stop, and end every connection."""
        self.closing.set()
        self._http.shutdown()
        with self._lock:
            for connection in self._sockets:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        self._http.server_close()
        self._thread.join()


@contextmanager
def openai_server(script: Sequence[Rule | Reply | Fault]) -> Iterator[OpenAIServer]:
    """Serve `script` on a free port of loopback until the block ends."""
    server = OpenAIServer(script)
    try:
        yield server
    finally:
        server.close()


class _Gone(Exception):
    """The client went away."""


class _Handler(BaseHTTPRequestHandler):
    of: OpenAIServer
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        # Small pieces go out at once, as a real server's do.
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.of.opened(self.connection)

    def finish(self) -> None:
        self.of.closed(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def log_message(self, *_: object) -> None:
        """Stay quiet."""

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except OSError:
            self.close_connection = True

    def do_GET(self) -> None:
        models = [{"id": "scripted", "object": "model", "created": 1, "owned_by": "tests"}]
        self._send(200, json.dumps({"object": "list", "data": models}).encode())

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.path, headers, raw, json.loads(raw), time.monotonic())
        answer = self.of.answer_to(request)
        try:
            self._wait(answer.delay_s)
            if isinstance(answer, Fault):
                self._fail(answer)
            elif answer.raw is not None:
                self._send(200, answer.raw, content_type=answer.content_type)
            elif request.stream and not answer.ignore_stream:
                self._stream(request, answer)
            else:
                self._send(200, json.dumps(self._completion(request, answer)).encode())
        except (OSError, _Gone):
            request.gone = True
            self.close_connection = True

    def _wait(self, seconds: float) -> None:
        """Sleep, but no longer than the client or the server is there."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self.of.closing.wait(min(left, 0.02)):
                raise _Gone
            readable, _, _ = select.select([self.connection], [], [], 0)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                raise _Gone

    def _fail(self, fault: Fault) -> None:
        if fault.hang:
            self._wait(float("inf"))
        if fault.status == 0:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        error = {"message": fault.message, "type": fault.type, "code": fault.code, "param": None}
        self._send(fault.status, json.dumps({"error": error}).encode(), headers=fault.headers)

    def _send(
        self,
        status: int,
        body: bytes,
        *,
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _completion(self, request: Request, reply: Reply) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
        if calls := self._wire_calls(reply):
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "finish_reason": reply.reason}
        body = {**_head(request, "chat.completion"), "choices": [choice]}
        return body if reply.usage is None else {**body, "usage": reply.counted(request)}

    def _wire_calls(self, reply: Reply) -> list[dict[str, Any]]:
        return [
            {
                "id": self.of.call_id() if call.id is None else call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.text},
            }
            for call in reply.calls
        ]

    def _stream(self, request: Request, reply: Reply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        head = _head(request, "chat.completion.chunk")

        def event(**body: Any) -> None:
            self._chunk(json.dumps({**head, **body}))

        def delta(finish: str | None = None, **part: Any) -> None:
            event(choices=[{"index": 0, "delta": part, "finish_reason": finish}])

        delta(role="assistant", content="")
        for sent, part in enumerate(self._parts(reply)):
            if sent:
                self._wait(reply.chunk_delay_s)
            if sent == reply.cut_after:
                return self._cut()
            if sent == reply.error_after:
                return self._break(reply)
            delta(**part)
        if reply.cut_after is not None:
            return self._cut()
        if reply.error_after is not None:
            return self._break(reply)
        delta(reply.reason)
        wanted = (request.body.get("stream_options") or {}).get("include_usage")
        if wanted and reply.usage is not None:
            event(choices=[], usage=reply.counted(request))
        self._chunk("[DONE]")
        self.wfile.write(b"0\r\n\r\n")

    def _parts(self, reply: Reply) -> Iterator[dict[str, Any]]:
        for piece in _pieces(reply.text, reply.chunk_chars):
            yield {"content": piece}
        for index, call in enumerate(self._wire_calls(reply)):
            arguments = call["function"]["arguments"]
            first = {**call, "index": index, "function": {**call["function"], "arguments": ""}}
            yield {"tool_calls": [first]}
            for piece in _pieces(arguments, reply.chunk_chars):
                yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}

    def _chunk(self, data: str) -> None:
        payload = f"data: {data}\n\n".encode()
        self.wfile.write(f"{len(payload):x}\r\n".encode() + payload + b"\r\n")

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _break(self, reply: Reply) -> None:
        self._chunk(json.dumps({"error": reply.error}))
        self.wfile.write(b"0\r\n\r\n")


def _head(request: Request, kind: str) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{id(request):x}",
        "object": kind,
        "created": 1,
        "model": request.body.get("model"),
    }


def _pieces(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]
