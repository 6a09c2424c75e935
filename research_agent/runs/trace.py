"""One JSONL file for each run: every event with its time, enough to replay it."""

import json
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import orjson

from research_agent.domain.codec import encode
from research_agent.domain.events import Event, TextDelta

__all__ = ["Trace"]


class Trace:
    """Writes the events of one run; a folder that cannot be written ends nothing.

    Args:
        folder: Where to write; `None` writes nowhere.
        run_id: Makes the file's name unique, also for two runs of one second.

    Attributes:
        problem: One sentence when the trace could not be written; empty when all is well.
    """

    def __init__(self, folder: Path | None, run_id: str) -> None:
        self.problem = ""
        self._started = time.monotonic()
        self._file: IO[bytes] | None = None
        if folder is None:
            return
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{run_id}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / name).open("xb")
        except (OSError, ValueError) as error:
            self._give_up(error)

    def write(self, event: Event) -> None:
        """Append one event."""
        if self._file is None:
            return
        try:
            line = {"t": round(time.monotonic() - self._started, 4), **encode(event)}
            self._file.write(_json(line) + b"\n")
            if not isinstance(event, TextDelta):
                self._file.flush()
        except (OSError, RecursionError, TypeError, ValueError) as error:
            self._give_up(error)

    def close(self) -> None:
        """Close the file."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # what was buffered does not fit on the disk
                file.close()

    def _give_up(self, error: Exception) -> None:
        if isinstance(error, OSError):
            reason = error.strerror or type(error).__name__
            self.problem = (
                f"This run leaves no trace: its folder cannot be written ({reason}). "
                "Set RESEARCH_AGENT_HOME to a folder that can."
            )
        else:
            self.problem = (
                "This run leaves only part of a trace: an event cannot be written as JSON."
            )
        self.close()


def _json(line: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(line)
    except TypeError:  # half a surrogate pair, or a number beyond 64 bits
        return json.dumps(line).encode()
