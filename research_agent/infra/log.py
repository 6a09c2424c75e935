"""Where unexpected failures are written down; a person sees one sentence, never a traceback."""

import logging
from pathlib import Path

__all__ = ["LOG_FILE", "log_to"]

LOG_FILE = "research-agent.log"
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to(folder: Path) -> None:
    """Send this package's log to a file in `folder`, made at the first record.

    A folder that cannot be written means no log; nothing else changes.
    """
    logger = logging.getLogger("research_agent")
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    handler = _LazyFile(folder / LOG_FILE)
    handler.setFormatter(logging.Formatter(_FORMAT))
    logger.addHandler(handler)
    logger.propagate = False


class _LazyFile(logging.Handler):
    """Opens its file for each record: records are rare, and two processes may share the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.WARNING)
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        """Append a record; a disk that refuses it is not worth another failure."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8", errors="replace") as file:
                file.write(f"{self.format(record)}\n")
        except OSError:
            return
