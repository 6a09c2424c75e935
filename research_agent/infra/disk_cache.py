"""Answers of outside services on disk: with their age, within a size, each fetched once.

An entry is one file, written whole under another name and then renamed, so that a process killed
in mid-write leaves the old entry. Its first line holds the SHA-256 of the rest: a damaged entry
counts as none. Who fetches holds a lock file; others, of any process, wait and read what it wrote.
"""

import asyncio
import contextlib
import hashlib
import os
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

import orjson

from research_agent.errors import ConfigError, ProviderError
from research_agent.infra.file_lock import locked

__all__ = ["CachedBody", "DiskCache"]

DEFAULT_MAX_BYTES = 2_000_000_000
_COMPRESSION = 1
_ENTRY, _LOCK = ".entry", ".lock"


@dataclass(frozen=True, slots=True)
class CachedBody:
    """An answer and how old it is.

    Args:
        body: As the service sent it.
        age_s: Seconds since it came.
        stale_because: Why an old answer is given although it is past its age: what went wrong
            when a new one was asked for; empty when it is fresh.
    """

    body: bytes
    age_s: float
    stale_because: str = ""


class DiskCache:
    """One folder of answers; several processes may use it at once.

    Args:
        folder: Made when missing.
        max_bytes: The entries read longest ago go first when the folder grows beyond it.
    """

    def __init__(self, folder: Path, *, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes

    async def get(
        self,
        key: str,
        fetch: Callable[[], Awaitable[bytes]],
        *,
        max_age_s: float,
    ) -> CachedBody:
        """Return the entry of `key`, or what `fetch` brings.

        An empty body and a failure are not kept. When `fetch` fails and there is an entry past
        its age, that is returned and says so.

        Args:
            key: What was asked for, without secrets.
            fetch: Brings it; its body must have been checked.
            max_age_s: An entry older than this is fetched anew.

        Raises:
            ProviderError: What `fetch` raised, when there is no entry at all; so `ConfigError`.
            NotFound: What `fetch` raised: the thing does not exist.
        """
        path = self._path(key)
        found = await asyncio.to_thread(_read, path)
        if found is not None and found.age_s <= max_age_s:
            return found
        async with locked(path.with_suffix(_LOCK)):
            found = await asyncio.to_thread(_read, path)
            if found is not None and found.age_s <= max_age_s:
                return found
            try:
                body = await fetch()
            except (ConfigError, ProviderError) as error:
                if found is None:
                    raise
                return CachedBody(found.body, found.age_s, str(error))
            if body:
                await asyncio.to_thread(self._keep, path, body)
            return CachedBody(body, 0.0)

    def forget(self, key: str) -> None:
        """Drop an entry."""
        self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}{_ENTRY}"

    def _keep(self, path: Path, body: bytes) -> None:
        """Write an entry; a folder that cannot be written to means no cache, not no answer."""
        packed = zlib.compress(body, _COMPRESSION)
        head = orjson.dumps({"sha256": hashlib.sha256(packed).hexdigest(), "stored": time.time()})
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self._folder, suffix=".part", delete=False) as part:
                part.write(head + b"\n" + packed)
            os.replace(part.name, path)
            self._shrink()

    def _shrink(self) -> None:
        entries = [(entry.stat(), entry) for entry in self._folder.glob(f"*{_ENTRY}")]
        total = sum(stat.st_size for stat, _ in entries)
        for stat, entry in sorted(entries, key=lambda item: item[0].st_atime):
            if total <= self._max_bytes:
                return
            entry.unlink(missing_ok=True)
            total -= stat.st_size


def _read(path: Path) -> CachedBody | None:
    """Return an entry; `None` when there is none or it is damaged."""
    try:
        head, _, packed = path.read_bytes().partition(b"\n")
        note = orjson.loads(head)
        if hashlib.sha256(packed).hexdigest() != note["sha256"]:
            return None
        with contextlib.suppress(OSError):
            os.utime(path, (time.time(), path.stat().st_mtime))
        return CachedBody(zlib.decompress(packed), max(0.0, time.time() - float(note["stored"])))
    except (OSError, KeyError, TypeError, ValueError, zlib.error):
        return None
