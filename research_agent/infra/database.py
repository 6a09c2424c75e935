"""The database of the application's state: SQLite in a file, or PostgreSQL by `DATABASE_URL`."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from research_agent.errors import ConfigError

__all__ = ["open_database"]

BUSY_TIMEOUT_S = 10


def open_database(url: str | None, *, home: Path) -> Engine:
    """Return the engine; nothing is connected before it is used.

    Args:
        url: `DATABASE_URL`; `None` for a SQLite file in `home`.
        home: Folder of the person's data; it is made when it is not there.

    Raises:
        ConfigError: The address is none of a database, or its driver is not installed.
    """
    if url is None:
        with suppress(OSError):  # opening the file will say what is wrong
            home.mkdir(parents=True, exist_ok=True)
        url = f"sqlite:///{home / 'state.db'}"
    elif url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    try:
        engine = create_engine(make_url(url), pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError):
        raise ConfigError(
            "DATABASE_URL must be an address such as postgresql://user@host/database."
        ) from None
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"DATABASE_URL needs the package {error.name}: install research-agent[postgres]."
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    """Let readers and a writer work side by side, and a second writer wait."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_S * 1000}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
