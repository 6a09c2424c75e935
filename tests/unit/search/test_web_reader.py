from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from research_agent.errors import InvalidRequest, NotFound, ProviderError, RateLimited
from research_agent.infra.host_pace import HostPace
from research_agent.infra.public_address import AddressPolicy
from research_agent.infra.safe_http import SafeHttp
from research_agent.search.pdf_text import MAX_PAGES
from research_agent.search.web_reader import WebReader
from tests.fakes.pdf_file import pdf_file
from tests.fakes.search_servers import Reply, WebServer, web_server

HTML = {"Content-Type": "text/html; charset=utf-8"}
PAGE = Reply(200, b"<title>T</title><p>Revenue was $5 million.</p>", headers=HTML)


@dataclass
class Time:
    """A clock that nothing moves, and the pauses that were asked for."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.fixture
def site() -> Iterator[WebServer]:
    with web_server({"/": PAGE}) as server:
        yield server


def reader(server: WebServer, time: Time | None = None, **options: float) -> WebReader:
    """Reads from this one server of the test and from the public web."""
    time = time or Time()
    policy = AddressPolicy(also=frozenset({("127.0.0.1", server.port)}))
    http = SafeHttp(policy=policy, **options)  # type: ignore[arg-type]
    return WebReader(http, pace=HostPace(1.0, clock=time, sleep=time.sleep), clock=time)


async def test_a_page_is_read_with_where_it_came_from(site: WebServer) -> None:
    """Redirects are followed; the address is the last one."""
    moved = Reply(301, b"", headers={"Location": "/"})
    site.script = {"/old": moved, "/": PAGE}
    page = await reader(site).read(f"{site.url}/old")

    assert (page.url, page.title) == (f"{site.url}/", "T")
    assert page.text == "Revenue was $5 million."


async def test_a_pdf_is_read_page_by_page(site: WebServer) -> None:
    """A figure in it can name its page, whatever the server calls the file."""
    body = pdf_file("Annual report\nRevenue 100", "Net income 20", title="Report 2026")
    site.script = {
        "/r.pdf": Reply(200, body, headers={"Content-Type": "application/pdf"}),
        "/download": Reply(200, body, headers={"Content-Type": "application/octet-stream"}),
    }
    for path in ("/r.pdf", "/download"):
        page = await reader(site).read(site.url + path)
        first, second = page.passages()

        assert page.title == "Report 2026"
        assert (first.page, first.text) == (1, "Annual report\nRevenue 100")
        assert (second.page, second.text) == (2, "Net income 20")
        assert page.text[second.start : second.end] == "Net income 20"


async def test_a_long_pdf_is_read_to_a_limit_and_says_so(site: WebServer) -> None:
    """What was left out must not pass for absent."""
    body = pdf_file(*(f"Page {number}" for number in range(MAX_PAGES + 2)))
    site.script = {"/": Reply(200, body, headers={"Content-Type": "application/pdf"})}
    page = await reader(site).read(site.url)

    assert len(page.page_starts) == MAX_PAGES
    assert page.note == f"only the first {MAX_PAGES} of {MAX_PAGES + 2} pages were read"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"%PDF-1.7\nnothing that follows is one", id="damaged"),
        pytest.param(b"%PDF-", id="a beginning only"),
        pytest.param(pdf_file("x").replace(b"/Kids", b"/Kinds"), id="no pages"),
    ],
)
async def test_a_pdf_without_readable_text_is_said(site: WebServer, body: bytes) -> None:
    """Scans and broken files give no text, and no crash."""
    site.script = {"/": Reply(200, body, headers={"Content-Type": "application/pdf"})}
    with pytest.raises(NotFound, match=r"damaged|no text"):
        await reader(site).read(site.url)


@pytest.mark.parametrize(
    ("kind", "body", "text"),
    [
        ("text/plain; charset=iso-8859-1", "Zürich 5%".encode("latin-1"), "Zürich 5%"),
        ("text/csv", b"year,revenue\n2026,5", "year,revenue\n2026,5"),
        ("application/json", b'{"rate": 5}', '{"rate": 5}'),
        ("application/atom+xml", b"<feed/>", "<feed/>"),
        ("", b"plain words", "plain words"),
    ],
)
async def test_plain_text_is_taken_as_it_is(
    site: WebServer, kind: str, body: bytes, text: str
) -> None:
    """Lists and data of statistics offices come so."""
    site.script = {"/": Reply(200, body, headers={"Content-Type": kind})}

    assert (await reader(site).read(site.url)).text == text


@pytest.mark.parametrize("kind", ["image/png", "application/zip", "video/mp4", "font/woff2"])
async def test_what_has_no_text_is_refused(site: WebServer, kind: str) -> None:
    """The sentence says what can be read."""
    site.script = {"/": Reply(200, b"\x89PNG....", headers={"Content-Type": kind})}
    with pytest.raises(InvalidRequest, match="only pages, PDFs and text"):
        await reader(site).read(site.url)


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (404, NotFound, "no such page"),
        (410, NotFound, "no such page"),
        (401, NotFound, "does not let this page be read"),
        (403, NotFound, "does not let this page be read"),
        (429, RateLimited, "too many requests"),
        (500, ProviderError, "HTTP 500"),
        (503, ProviderError, "HTTP 503"),
    ],
)
async def test_an_error_page_is_not_shown_as_the_page(
    site: WebServer, status: int, kind: type[Exception], words: str
) -> None:
    """A model would quote "Access denied" as what the site says."""
    site.script = {"/": Reply(status, b"<p>Sorry!</p>", headers=HTML | {"Retry-After": "5"})}
    with pytest.raises(kind, match=words):
        await reader(site).read(site.url)


def with_robots(rules: str | Reply) -> Callable[[WebServer], None]:
    reply = Reply(200, rules.encode()) if isinstance(rules, str) else rules

    def put(server: WebServer) -> None:
        server.script = {"/robots.txt": reply, "/": PAGE, "/open": PAGE, "/private/x": PAGE}

    return put


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        pytest.param("User-agent: *\nDisallow: /private/", "/private/x", False, id="refused"),
        pytest.param("User-agent: *\nDisallow: /private/", "/open", True, id="allowed"),
        pytest.param("User-agent: *\nDisallow: /\nAllow: /open", "/open", True, id="longest rule"),
        pytest.param("User-agent: *\nDisallow: /*/x", "/private/x", False, id="wildcard"),
        pytest.param("User-agent: research-agent\nDisallow: /", "/open", False, id="by name"),
        pytest.param("User-agent: Googlebot\nDisallow: /", "/open", True, id="another's rule"),
        pytest.param("", "/private/x", True, id="empty"),
        pytest.param("<html>not found</html>", "/private/x", True, id="no rules at all"),
        pytest.param(Reply(404, b""), "/private/x", True, id="no file"),
        pytest.param(Reply(403, b""), "/private/x", True, id="forbidden file"),
    ],
)
async def test_a_sites_rules_for_programs_are_kept(
    site: WebServer, rules: str | Reply, path: str, allowed: bool
) -> None:
    """RFC 9309; a page that is not to be read is not even asked for."""
    with_robots(rules)(site)
    if allowed:
        assert (await reader(site).read(site.url + path)).text
    else:
        with pytest.raises(NotFound, match=r"robots\.txt"):
            await reader(site).read(site.url + path)
        assert site.paths == []


async def test_a_site_that_cannot_say_its_rules_is_not_read(site: WebServer) -> None:
    """RFC 9309, 2.3.1.4: a failing server is taken to refuse."""
    with_robots(Reply(503, b""))(site)
    with pytest.raises(ProviderError, match=r"robots\.txt fails with HTTP 503"):
        await reader(site).read(site.url)
    assert site.paths == []


async def test_the_rules_of_the_site_a_redirect_leads_to_are_kept(site: WebServer) -> None:
    """An open address must not be a way around them."""
    site.script = {
        "/robots.txt": Reply(200, b"User-agent: *\nDisallow: /private/"),
        "/open": Reply(302, b"", headers={"Location": "/private/x"}),
        "/private/x": PAGE,
    }
    with pytest.raises(NotFound, match=r"robots\.txt"):
        await reader(site).read(f"{site.url}/open")
    assert site.paths == ["/open"]


async def test_rules_are_fetched_once_and_requests_spaced_out(site: WebServer) -> None:
    """Two pages of a site cost its rules once, and a pause between them."""
    with_robots("")(site)
    time = Time()
    pages = reader(site, time)
    for path in ("/", "/open", "/private/x"):
        await pages.read(site.url + path)

    asked = [request.path for request in site.requests]
    assert asked.count("/robots.txt") == 1
    assert time.slept == [1.0, 2.0]


async def test_a_page_is_kept_for_a_quarter_of_an_hour(site: WebServer) -> None:
    """Reading on in a page does not fetch it again."""
    time = Time()
    pages = reader(site, time)
    await pages.read(site.url)
    await pages.read(site.url)
    assert site.paths == ["/"]

    time.now = 15 * 60.0
    await pages.read(site.url)
    assert site.paths == ["/", "/"]


async def test_a_page_above_the_limit_is_not_read(site: WebServer) -> None:
    """The sentence names the limit."""
    site.script = {"/": Reply(200, b"<p>" + b"x" * 20_000, headers=HTML)}
    with pytest.raises(NotFound, match=r"larger than 0\.0 MB"):
        await reader(site, max_bytes=10_000).read(site.url)
