"""Notes that a person asked to keep, in the state database, found again by their words."""

import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from research_agent.errors import InvalidRequest, NotFound, ProviderError

__all__ = ["MAX_NOTE_CHARACTERS", "Note", "Notes"]

MAX_NOTE_CHARACTERS = 500
MAX_NOTES = 200
"""For each owner."""

_TABLE = """
CREATE TABLE IF NOT EXISTS notes (
    note_id TEXT PRIMARY KEY, owner TEXT NOT NULL, note TEXT NOT NULL, kept_at TEXT NOT NULL)
"""
_OWNERS = "CREATE INDEX IF NOT EXISTS notes_by_owner ON notes (owner, kept_at)"
_SQLITE_SEARCH = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS notes_text USING fts5("
    "note, content='notes', content_rowid='rowid', tokenize='porter unicode61')",
    "CREATE TRIGGER IF NOT EXISTS notes_kept AFTER INSERT ON notes BEGIN "
    "INSERT INTO notes_text(rowid, note) VALUES (new.rowid, new.note); END",
    "CREATE TRIGGER IF NOT EXISTS notes_deleted AFTER DELETE ON notes BEGIN "
    "INSERT INTO notes_text(notes_text, rowid, note) VALUES ('delete', old.rowid, old.note); END",
)
_POSTGRES_SEARCH = (
    "CREATE INDEX IF NOT EXISTS notes_words ON notes USING gin (to_tsvector('english', note))",
)
_FIND = {
    "sqlite": (
        "SELECT n.note_id, n.note, n.kept_at FROM notes_text t JOIN notes n ON n.rowid = t.rowid "
        "WHERE notes_text MATCH :words AND n.owner = :owner ORDER BY rank LIMIT :most"
    ),
    "postgresql": (
        "SELECT note_id, note, kept_at FROM notes WHERE owner = :owner AND "
        "to_tsvector('english', note) @@ to_tsquery('english', :words) ORDER BY ts_rank("
        "to_tsvector('english', note), to_tsquery('english', :words)) DESC LIMIT :most"
    ),
}
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Note:
    """One note.

    Args:
        note_id: Its name.
        text: As kept.
        kept_at: In UTC.
    """

    note_id: str
    text: str
    kept_at: datetime


class Notes:
    """The notes of every owner; nobody sees those of another. Blocks; use it from a thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = Lock()
        self._made = False

    def keep(self, owner: str, note: str) -> Note:
        """Keep a note; one that is there already is returned as it is.

        Raises:
            InvalidRequest: It is empty or too long, or there are too many.
            ProviderError: The database failed.
        """
        words = " ".join(note.split())
        if not words or len(words) > MAX_NOTE_CHARACTERS:
            raise InvalidRequest(f"A note has 1 to {MAX_NOTE_CHARACTERS} characters.")
        kept = self.all(owner)
        for known in kept:
            if known.text.casefold() == words.casefold():
                return known
        if len(kept) >= MAX_NOTES:
            raise InvalidRequest(f"{MAX_NOTES} notes are kept already: delete some in Settings.")
        made = Note(secrets.token_urlsafe(9), words, datetime.now(UTC).replace(microsecond=0))
        self._run(
            "INSERT INTO notes (note_id, owner, note, kept_at) VALUES (:note_id, :owner, :note, :at)",
            note_id=made.note_id,
            owner=owner,
            note=words,
            at=made.kept_at.isoformat(),
        )
        return made

    def all(self, owner: str) -> tuple[Note, ...]:
        """Return the owner's notes, newest first."""
        return self._run(
            "SELECT note_id, note, kept_at FROM notes WHERE owner = :owner "
            "ORDER BY kept_at DESC, note_id",
            owner=owner,
        )

    def find(self, owner: str, query: str, *, most: int = 10) -> tuple[Note, ...]:
        """Return the notes that have a word of `query` in any form, best first."""
        words = sorted({word.casefold() for word in _WORD.findall(query)})[:40]
        if not words:
            return ()
        postgres = self._engine.dialect.name == "postgresql"
        asked = " | ".join(words) if postgres else " OR ".join(f'"{word}"' for word in words)
        return self._run(_FIND[self._engine.dialect.name], owner=owner, words=asked, most=most)

    def delete(self, owner: str, note_id: str) -> None:
        """Forget a note.

        Raises:
            NotFound: This owner has no such note.
        """
        if note_id not in {note.note_id for note in self.all(owner)}:
            raise NotFound("There is no such note.")
        self._run(
            "DELETE FROM notes WHERE note_id = :note_id AND owner = :owner",
            note_id=note_id,
            owner=owner,
        )

    def close(self) -> None:
        """Release the connections."""
        self._engine.dispose()

    def _run(self, statement: str, **values: object) -> tuple[Note, ...]:
        try:
            self._make()
            with self._engine.begin() as connection:
                rows = connection.execute(text(statement), values)
                found = rows.all() if rows.returns_rows else ()
        except SQLAlchemyError as error:
            reason = type(getattr(error, "orig", None) or error).__name__
            raise ProviderError("notes", f"the state database failed ({reason})") from error
        return tuple(Note(row[0], row[1], datetime.fromisoformat(row[2])) for row in found)

    def _make(self) -> None:
        """Make the tables at the first use; two processes may do so at once."""
        with self._lock:
            if self._made:
                return
            sqlite = self._engine.dialect.name == "sqlite"
            with self._engine.begin() as connection:
                if not sqlite:  # `IF NOT EXISTS` alone lets two of them collide there
                    connection.execute(text("SELECT pg_advisory_xact_lock(7203611)"))
                search = _SQLITE_SEARCH if sqlite else _POSTGRES_SEARCH
                for statement in (_TABLE, _OWNERS, *search):
                    connection.execute(text(statement))
            self._made = True
