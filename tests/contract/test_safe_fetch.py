"""Nothing but the public web can be fetched, whatever an address says, resolves to or leads to.

Every test names the server it may reach by address and port; the check stays on for all else.
"""

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Sequence

import pytest

from research_agent.errors import InvalidRequest, NotFound, ProviderError, ProviderTimeout
from research_agent.infra.public_address import AddressPolicy, is_public
from research_agent.infra.safe_http import MAX_REDIRECTS, SafeHttp
from tests.fakes.search_servers import HANGS, Reply, WebServer, web_server

PRIVATE = (
    "127.0.0.1 127.8.9.10 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.1.1 "
    "169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192 168.63.129.16 198.18.0.1 192.0.2.1 "
    "198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 192.88.99.1 "
    ":: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:7f00:1 "
    "::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1 "
    "2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1"
).split()
PUBLIC = "8.8.8.8 1.1.1.1 151.101.1.140 2606:4700::6810:84e5 2a00:1450:4001::1 64:ff9b::808:808"


@pytest.fixture
async def site() -> AsyncIterator[WebServer]:
    with web_server({"/": Reply(200, b"home"), "/a": Reply(200, b"page a")}) as server:
        yield server


class Names:
    """A resolver that knows what it was told, and tells how often it was asked.

    Args:
        answers: For each name its addresses, one list for each time it is asked.
    """

    def __init__(self, **answers: Sequence[Sequence[str]]) -> None:
        self._answers = {name.replace("_", "."): list(lists) for name, lists in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        lists = self._answers.get(host)
        if not lists:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return lists.pop(0) if len(lists) > 1 else lists[0]


def reaching(*servers: WebServer, names: Names | None = None, **options: float) -> SafeHttp:
    """A client that may reach these servers of the test besides the public web."""
    policy = AddressPolicy(also=frozenset(("127.0.0.1", server.port) for server in servers))
    return SafeHttp(policy=policy, resolve=names or Names(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_no_public_host_is_refused(address: str) -> None:
    """By IANA's registries, and the metadata services of clouds wherever they live."""
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC.split())
def test_an_address_of_the_public_web_is_admitted(address: str) -> None:
    """The check must not close the web; NAT64 holds a public address here."""
    assert is_public(address)
    assert AddressPolicy().admits(address, 443)
    assert not AddressPolicy().admits(address, 6379)


@pytest.mark.parametrize("address", PRIVATE)
async def test_a_private_address_in_a_url_is_refused_before_any_connection(address: str) -> None:
    """Also where this machine listens at that port."""
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(InvalidRequest, match=r"not on the public web|usual form"):
        await SafeHttp(resolve=Names()).get(f"http://{host}/latest/meta-data/")


@pytest.mark.parametrize(
    "host",
    [
        pytest.param("2130706433", id="decimal"),
        pytest.param("0x7f000001", id="hex"),
        pytest.param("0x7F.0.0.1", id="hex part"),
        pytest.param("0177.0.0.1", id="octal"),
        pytest.param("017700000001", id="octal, one number"),
        pytest.param("127.1", id="short"),
        pytest.param("127.0.1", id="three parts"),
        pytest.param("127.0.0.1.", id="dot at the end"),
        pytest.param("127.000.000.001", id="zeros"),
        pytest.param("134744072", id="decimal, of a public address"),
        pytest.param("8.8.2056", id="short, of a public address"),
        pytest.param("１２７.０.０.１", id="full-width digits"),
        pytest.param("①②⑦.⓪.⓪.①", id="circled digits"),
        pytest.param("127。0。0。1", id="ideographic stops"),
        pytest.param("0x", id="a prefix alone"),
        pytest.param("[::ffff:127.0.0.1]", id="mapped"),
        pytest.param("[0:0:0:0:0:ffff:7f00:0001]", id="mapped, long"),
        pytest.param("[fe80::1%25eth0]", id="with a zone"),
        pytest.param("[::1", id="open bracket"),
        pytest.param("%31%32%37.0.0.1", id="percent"),
        pytest.param("localhost", id="this machine"),
        pytest.param("LOCALHOST.", id="this machine, otherwise"),
        pytest.param("ｌｏｃａｌｈｏｓｔ", id="this machine, full-width"),
        pytest.param("printer.local", id="this network"),
        pytest.param("intranet", id="a name without a dot"),
        pytest.param("metadata.google.internal", id="a cloud's metadata"),
        pytest.param("a_b.example.com", id="underscore"),
        pytest.param("", id="nothing"),
    ],
)
async def test_a_host_in_another_form_is_refused(host: str) -> None:
    """Resolvers and libraries read such forms differently; a public page needs none."""
    names = Names()
    with pytest.raises(InvalidRequest):
        await SafeHttp(resolve=names).get(f"http://{host}/")

    assert names.asked == []


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.com/a",
        "gopher://example.com:70/_x",
        "data:text/html,hi",
        "javascript:alert(1)",
        "unix:///var/run/docker.sock",
        "//example.com/a",
        "example.com/a",
        "/etc/passwd",
        "",
        "http:///a",
        "http://user@example.com/",
        "http://user:password@example.com/",
        "http://example.com@127.0.0.1/",
        "http://example.com\\@127.0.0.1/",
        "http://127.0.0.1\t.example.com/",
        "http://example.com/a b",
        "http://example.com/\r\nHost: other",
        "http://example.com:22/",
        "http://example.com:6379/",
        "http://example.com:0/",
        "http://example.com:99999/",
        "http://example.com:x/",
        "https://" + "a" * 3_000,
    ],
)
async def test_only_a_plain_web_address_is_fetched(url: str) -> None:
    """Web schemes, no user name, the web's ports, nothing that two parsers read differently."""
    names = Names(example_com=[["8.8.8.8"]])
    with pytest.raises(InvalidRequest):
        await SafeHttp(resolve=names).get(url)

    assert names.asked == []


@pytest.mark.parametrize(
    "addresses",
    [
        pytest.param(["127.0.0.1"], id="loopback"),
        pytest.param(["10.1.2.3"], id="private"),
        pytest.param(["169.254.169.254"], id="metadata"),
        pytest.param(["::ffff:10.1.2.3"], id="mapped"),
        pytest.param(["fe80::1%eth0"], id="link with a zone"),
        pytest.param(["8.8.8.8", "127.0.0.1"], id="one of two"),
    ],
)
async def test_a_name_that_resolves_to_a_private_address_is_refused(
    addresses: list[str],
) -> None:
    """One private address spoils the name: a client might try that one."""
    names = Names(evil_example=[addresses])
    with pytest.raises(InvalidRequest, match=r"evil\.example is not on the public web"):
        await SafeHttp(resolve=names).get("http://evil.example/")


async def test_the_message_does_not_tell_what_a_name_resolves_to() -> None:
    """Else anyone could map the network the agent runs in."""
    names = Names(evil_example=[["10.1.2.3"]])
    with pytest.raises(InvalidRequest) as caught:
        await SafeHttp(resolve=names).get("http://evil.example/")

    assert "10.1.2.3" not in str(caught.value)


async def test_a_server_that_is_named_to_the_client_is_reached(site: WebServer) -> None:
    """The same address at another port is not, so the exception is exactly as wide as said."""
    names = Names(page_example=[["127.0.0.1"]])
    answer = await reaching(site, names=names).get(f"http://page.example:{site.port}/a")

    assert (answer.status, answer.body) == (200, b"page a")
    assert site.requests[0].headers["host"] == f"page.example:{site.port}"
    with web_server({"/": Reply(200, b"other")}) as other:
        with pytest.raises(InvalidRequest):
            await reaching(site, names=names).get(f"http://page.example:{other.port}/")
        with pytest.raises(InvalidRequest):
            await reaching(site).get(f"http://127.0.0.1:{other.port}/")
        assert other.requests == []


async def test_a_dns_answer_that_changes_after_the_check_does_not_win(site: WebServer) -> None:
    """Rebinding: the name is resolved once, and the socket is opened to the checked address.

    A client that checks first and lets its HTTP library resolve anew would ask twice, and
    connect to the second answer, which nobody checked.
    """
    names = Names(page_example=[["127.0.0.1"], ["127.0.0.2"]])
    answer = await reaching(site, names=names).get(f"http://page.example:{site.port}/")

    assert answer.body == b"home"
    assert names.asked == ["page.example"]


async def test_a_second_fetch_checks_the_name_again(site: WebServer) -> None:
    """The first answer is not trusted for ever: the next one that is private is refused."""
    names = Names(page_example=[["127.0.0.1"], ["127.0.0.2"]])
    client = reaching(site, names=names)
    await client.get(f"http://page.example:{site.port}/")

    with pytest.raises(InvalidRequest, match="not on the public web"):
        await client.get(f"http://page.example:{site.port}/")
    assert len(site.requests) == 1


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1/admin",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://2130706433/",
        "//10.0.0.1/",
        "http://inside.example/",
        "file:///etc/passwd",
        "ftp://example.com/",
        "http://user@page.example/",
        "http://page.example:22/",
    ],
)
async def test_a_redirect_to_a_private_place_is_refused(location: str) -> None:
    """Each hop is read and checked like the first address."""
    with web_server({"/": Reply(302, b"", headers={"Location": location})}) as site:
        names = Names(page_example=[["127.0.0.1"]], inside_example=[["10.0.0.1"]])
        with pytest.raises(InvalidRequest):
            await reaching(site, names=names).get(f"http://page.example:{site.port}/")
        assert len(site.requests) == 1


async def test_a_redirect_to_another_port_of_this_machine_is_refused() -> None:
    """That the first server may be reached says nothing about its neighbours."""
    with web_server({"/": Reply(200, b"secret")}) as inside:
        moved = Reply(302, b"", headers={"Location": f"http://127.0.0.1:{inside.port}/"})
        with web_server({"/": moved}) as site, pytest.raises(InvalidRequest):
            await reaching(site).get(site.url)
        assert inside.requests == []


async def test_a_name_that_is_private_only_at_the_second_hop_is_refused() -> None:
    """The name is public when the first page is fetched, and private when it redirects to itself."""
    with web_server({"/": Reply(302, b"", headers={"Location": "/next"})}) as site:
        # The connection of the first hop is closed, so that a second one has to be made.
        site.script = {
            "/": Reply(302, b"", headers={"Location": "/next", "Connection": "close"}),
            "/next": Reply(200, b"never"),
        }
        names = Names(page_example=[["127.0.0.1"], ["10.0.0.1"]])
        with pytest.raises(InvalidRequest):
            await reaching(site, names=names).get(f"http://page.example:{site.port}/")

    assert site.paths == ["/"]


async def test_redirects_within_the_public_web_are_followed(site: WebServer) -> None:
    """Relative ones too; the answer knows where it came from in the end."""
    moved = Reply(301, b"", headers={"Location": f"http://page.example:{site.port}/a"})
    with web_server({"/old": moved}) as old:
        names = Names(page_example=[["127.0.0.1"]])
        answer = await reaching(site, old, names=names).get(f"{old.url}/old")

    assert answer.body == b"page a"
    assert answer.address.url == f"http://page.example:{site.port}/a"


async def test_redirects_end() -> None:
    """A loop of redirects is an error after a few hops."""
    with web_server({"/": Reply(302, b"", headers={"Location": "/"})}) as site:
        with pytest.raises(ProviderError, match=f"more than {MAX_REDIRECTS} redirects"):
            await reaching(site).get(site.url)
        assert len(site.requests) == MAX_REDIRECTS + 1


async def test_each_hop_is_announced_before_its_request(site: WebServer) -> None:
    """The site's rules and its pace are heeded for the page that is read in the end, too."""
    seen: list[str] = []

    async def before(address: object) -> None:
        seen.append(str(getattr(address, "target", "")))
        if seen[-1] == "/a":
            raise NotFound("the site asks programs not to read this")

    with web_server({"/": Reply(302, b"", headers={"Location": "/a"})}) as moving:
        with pytest.raises(NotFound, match="asks programs"):
            await reaching(moving).get(moving.url, before=before)
        assert seen == ["/", "/a"]
        assert moving.paths == ["/"]


@pytest.mark.parametrize("gzipped", [False, True])
async def test_a_body_above_the_limit_is_not_read(gzipped: bool) -> None:
    """20 MB of zeros pack into 20 kB, so the limit holds for what is unpacked."""
    huge = Reply(200, bytes(20_000_000), gzipped=gzipped)
    with web_server({"/": huge}) as site, pytest.raises(NotFound, match=r"larger than 1\.0 MB"):
        await reaching(site, max_bytes=1_000_000).get(site.url)


async def test_a_packed_body_is_unpacked(site: WebServer) -> None:
    """And a packing nobody asked for is refused rather than shown as text."""
    site.script = {
        "/": Reply(200, b"hello", gzipped=True),
        "/br": Reply(200, b"xyz", headers={"Content-Encoding": "br"}),
        "/damaged": Reply(200, b"xyz", headers={"Content-Encoding": "gzip"}),
    }
    client = reaching(site)

    assert (await client.get(site.url)).body == b"hello"
    for path in ("/br", "/damaged"):
        with pytest.raises(ProviderError, match="cannot be read"):
            await client.get(site.url + path)


async def test_a_server_that_hangs_costs_the_time_allowed() -> None:
    """Also when it hangs behind a redirect: one limit holds for the whole fetch."""
    script = {
        "/": Reply(302, b"", headers={"Location": "/slow"}),
        "/slow": Reply(200, b"", delay_s=HANGS),
    }
    before = time.monotonic()
    with web_server(script) as site, pytest.raises(ProviderTimeout, match=r"within 0\.4 s"):
        await reaching(site, timeout_s=0.4).get(site.url)
    assert time.monotonic() - before < 5.0


async def test_a_server_that_drips_costs_the_time_allowed() -> None:
    """A byte every now and then keeps any per-read limit at bay."""
    ended = asyncio.Event()

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            while not reader.at_eof():
                writer.write(b".")
                await writer.drain()
                await asyncio.sleep(0.05)
        writer.close()
        ended.set()

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = SafeHttp(policy=AddressPolicy(frozenset({("127.0.0.1", port)})), timeout_s=0.4)
    async with server:
        with pytest.raises(ProviderTimeout):
            await client.get(f"http://127.0.0.1:{port}/")
        await ended.wait()


async def test_what_is_no_http_is_an_error() -> None:
    """Another protocol's greeting is not shown as a page."""

    async def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.com ESMTP\r\n")
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = SafeHttp(policy=AddressPolicy(frozenset({("127.0.0.1", port)})))
    async with server:
        with pytest.raises(ProviderError, match="does not answer in HTTP"):
            await client.get(f"http://127.0.0.1:{port}/")


async def test_a_host_that_is_not_there_is_not_found() -> None:
    """And one that refuses connections is a failure."""
    with pytest.raises(NotFound, match=r"no host nowhere\.example"):
        await reaching().get("http://nowhere.example/")
    with web_server({}) as gone:
        client = reaching(gone)
    with pytest.raises(ProviderError, match="no connection"):
        await client.get(gone.url)


async def test_nothing_about_the_person_is_sent(
    site: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither cookies nor keys; and a proxy of the environment does not take the fetch over."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("EXA_API_KEY", "sk-secret")
    await reaching(site).get(site.url)

    (request,) = site.requests
    assert set(request.headers) == {"host", "user-agent", "accept", "accept-encoding"}
    assert request.headers["user-agent"] == "research-agent/0.1"
