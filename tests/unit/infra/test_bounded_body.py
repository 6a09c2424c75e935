import gzip
import zlib
from collections.abc import AsyncIterator

import pytest

from research_agent.infra.bounded_body import BodyTooLarge, UnreadableBody, read_bounded


async def arriving(body: bytes, size: int = 7) -> AsyncIterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


@pytest.mark.parametrize(
    ("packed", "encoding"),
    [
        pytest.param(b"hello world", "", id="plain"),
        pytest.param(b"hello world", "identity", id="said to be plain"),
        pytest.param(gzip.compress(b"hello world"), "gzip", id="gzip"),
        pytest.param(gzip.compress(b"hello ") + gzip.compress(b"world"), "GZIP", id="two members"),
        pytest.param(zlib.compress(b"hello world"), "deflate", id="zlib"),
    ],
)
async def test_a_body_arrives_whole(packed: bytes, encoding: str) -> None:
    """However it is packed and however small its pieces are."""
    assert await read_bounded(arriving(packed), encoding=encoding, max_bytes=11) == b"hello world"


@pytest.mark.parametrize("encoding", ["", "gzip"])
async def test_an_empty_body_is_empty(encoding: str) -> None:
    """Servers name a packing also for an answer without a body."""
    assert await read_bounded(arriving(b""), encoding=encoding, max_bytes=5) == b""


@pytest.mark.parametrize("encoding", ["", "gzip"])
async def test_one_byte_too_many_is_too_many(encoding: str) -> None:
    """The limit is exact, and it is on what the body unpacks to."""
    body = b"x" * 101 if not encoding else gzip.compress(b"x" * 101)
    with pytest.raises(BodyTooLarge):
        await read_bounded(arriving(body), encoding=encoding, max_bytes=100)


async def test_a_bomb_is_stopped_while_it_unpacks() -> None:
    """100 MB of zeros are 97 kB packed; no more than the limit is ever held."""
    read: list[int] = []

    async def pieces() -> AsyncIterator[bytes]:
        async for piece in arriving(gzip.compress(bytes(100_000_000)), 1024):
            read.append(len(piece))
            yield piece

    with pytest.raises(BodyTooLarge):
        await read_bounded(pieces(), encoding="gzip", max_bytes=100_000)
    assert len(read) < 5


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        pytest.param(b"not gzip at all", "gzip", id="not packed"),
        pytest.param(gzip.compress(b"hello world")[:-9], "gzip", id="cut off"),
        pytest.param(b"x", "br", id="a packing not asked for"),
        pytest.param(b"x", "gzip, gzip", id="packed twice"),
    ],
)
async def test_what_cannot_be_unpacked_is_said(body: bytes, encoding: str) -> None:
    """A part of a body must not pass for the whole."""
    with pytest.raises(UnreadableBody):
        await read_bounded(arriving(body), encoding=encoding, max_bytes=100)
