"""One JSONL file for each run: every event with its time, enough to replay it."""

import logging
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import orjson

from research_agent.domain.codec import encode
from research_agent.domain.events import Event, TextDelta

__all__ = ["Trace"]

logger = logging.getLogger(__name__)


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
        except OSError as error:
            self._give_up(error)

    def write(self, event: Event) -> None:
        """Append one event."""
        if self._file is None:
            return
        line = {"t": round(time.monotonic() - self._started, 4), **encode(event)}
        try:
            self._file.write(orjson.dumps(line) + b"\n")
            if not isinstance(event, TextDelta):
                self._file.flush()
        except OSError as error:
            self._give_up(error)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _give_up(self, error: OSError) -> None:
        reason = error.strerror or type(error).__name__
        self.problem = (
            f"This run leaves no trace: its folder cannot be written ({reason}). "
            "Set RESEARCH_AGENT_HOME to a folder that can."
        )
        self._file = None
        logger.warning("%s", self.problem)
