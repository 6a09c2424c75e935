"""The body of an answer, read up to a limit that also holds for what it unpacks to."""

import zlib
from collections.abc import AsyncIterable

__all__ = ["ACCEPTED_ENCODING", "BodyTooLarge", "UnreadableBody", "read_bounded"]

ACCEPTED_ENCODING = "gzip"
"""What a request may say it accepts, so that `read_bounded` can unpack the answer."""

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


class BodyTooLarge(Exception):
    """The body, or what it unpacks to, is longer than allowed."""


class UnreadableBody(Exception):
    """The body is packed in a way nobody asked for, damaged, or cut off."""


async def read_bounded(pieces: AsyncIterable[bytes], *, encoding: str, max_bytes: int) -> bytes:
    """Return a whole body, unpacked.

    A few kilobytes of gzip can unpack to gigabytes, so the limit is enforced while unpacking.

    Args:
        pieces: The body as it arrives, still packed.
        encoding: The `Content-Encoding` header; empty when there is none.
        max_bytes: Of the unpacked body.

    Raises:
        BodyTooLarge: There is more than `max_bytes`; nothing further was read.
        UnreadableBody: The encoding is not gzip, or the data is damaged.
    """
    packed = encoding.strip().lower() not in {"", "identity"}
    if packed and encoding.strip().lower() not in {"gzip", "x-gzip", "deflate"}:
        raise UnreadableBody(f"it is packed as {encoding[:20]!r}")
    body = bytearray()
    unpacker = _Unpacker() if packed else None
    async for piece in pieces:
        room = max_bytes - len(body)
        body += unpacker.unpacked(piece, room + 1) if unpacker else piece[: room + 1]
        if len(body) > max_bytes:
            raise BodyTooLarge
    if unpacker is not None and not unpacker.complete:
        raise UnreadableBody("it was cut off")
    return bytes(body)


class _Unpacker:
    """Unpacks gzip and zlib piece by piece; a gzip body may have several members."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._started = False

    @property
    def complete(self) -> bool:
        """True before the first byte and behind the last one of a member."""
        return self._member.eof or not self._started

    def unpacked(self, piece: bytes, most: int) -> bytes:
        """Return at most `most` bytes of what a piece unpacks to."""
        out = bytearray()
        try:
            while piece and len(out) < most:
                if self._member.eof:
                    self._member = zlib.decompressobj(_GZIP_OR_ZLIB)
                self._started = True
                out += self._member.decompress(piece, most - len(out))
                piece = self._member.unused_data
        except zlib.error:
            raise UnreadableBody("it is damaged") from None
        return bytes(out)
