"""One process at a time, by a lock on a file; a process that is killed lets go of it."""

import asyncio
import contextlib
import fcntl
from collections.abc import AsyncIterator
from pathlib import Path

__all__ = ["LOCK_POLL_S", "locked"]

LOCK_POLL_S = 0.05


@contextlib.asynccontextmanager
async def locked(path: Path) -> AsyncIterator[None]:
    """Hold a lock file across processes; without a folder to write in, go on without."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    except OSError:
        yield
        return
    try:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                await asyncio.sleep(LOCK_POLL_S)
        yield
    finally:
        file.close()
