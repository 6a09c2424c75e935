"""Which companies the person's own store holds, told from the files' names and metadata.

Each file says itself what it covers. So that ten thousand need not be opened at every start, an
index keeps what they said, with each file's time stamp, size and inode; it is only a copy.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime
from pathlib import Path
from threading import Lock
from typing import Any

import orjson

from research_agent.finance.store import CoverageRow

__all__ = ["FILE_NOTE", "PulledCompany", "PulledIndex", "file_note"]

FILE_NOTE = b"research_agent"
"""Key of a file's metadata under which it says what it covers."""

_INDEX_AFTER = 32
"""Files that had to be opened before the index is written anew."""
_CLOCK_STEP_NS = 50_000_000
"""Two changes of a folder within this time may bear the same time stamp."""

_Stamp = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PulledCompany:
    """What the store holds of one company.

    Args:
        coverage: As in the pack.
        origin: Where it was read: `"SEC companyfacts"`, `"companyfacts.zip"`.
        written: When, seconds since 1970.
    """

    coverage: CoverageRow
    origin: str
    written: float

    @property
    def day(self) -> date:
        """The day it was written, where this machine is."""
        return datetime.fromtimestamp(self.written).astimezone().date()


class PulledIndex:
    """Knows the files of a folder and notices when they change.

    Args:
        folder: One file per company, `CIK0000320193.parquet`.
        path: Of the index; written when that saves time, and need not be there.
    """

    def __init__(self, folder: Path, path: Path) -> None:
        self._folder = folder
        self._path = path
        self._lock = Lock()
        self._known: dict[str, tuple[_Stamp, PulledCompany]] | None = None
        self._held: dict[int, PulledCompany] = {}
        self._scanned = -1

    def companies(self) -> dict[int, PulledCompany]:
        """Return what is held, by CIK; one `stat` when nothing changed since the last look."""
        with self._lock:
            try:
                changed = self._folder.stat().st_mtime_ns
            except OSError:
                self._known, self._held, self._scanned = None, {}, -1
                return self._held
            if changed != self._scanned:
                now = time.time_ns()
                self._scan()
                self._scanned = changed if now - changed > _CLOCK_STEP_NS else -1
            return self._held

    def _scan(self) -> None:
        known = self._read() if self._known is None else self._known
        found: dict[str, tuple[_Stamp, PulledCompany]] = {}
        opened = 0
        for name, stamp in _files(self._folder):
            told = known.get(name)
            if told is None or told[0] != stamp:
                opened += 1
                company = _company(self._folder / name, stamp)
                told = (stamp, company) if company is not None else None
            if told is not None:  # a damaged file is not held, so that it is read anew
                found[name] = told
        self._known = found
        self._held = {company.coverage.cik: company for _, company in found.values()}
        if opened >= _INDEX_AFTER:
            self._write()

    def _read(self) -> dict[str, tuple[_Stamp, PulledCompany]]:
        try:
            entries = orjson.loads(self._path.read_bytes())
            return {
                name: ((stamp[0], stamp[1], stamp[2]), _pulled(coverage, origin, stamp[0]))
                for name, (stamp, coverage, origin) in entries.items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError):
            return {}

    def _write(self) -> None:
        entries = {
            name: (stamp, asdict(company.coverage), company.origin)
            for name, (stamp, company) in (self._known or {}).items()
        }
        part = self._path.with_name(f".{self._path.name}.{os.getpid()}.part")
        try:
            part.write_bytes(orjson.dumps(entries))
            part.replace(self._path)
        except OSError:
            part.unlink(missing_ok=True)  # it would only have saved time


def file_note(coverage: CoverageRow, origin: str) -> bytes:
    """Return what a file says of itself under `FILE_NOTE`."""
    return orjson.dumps({"coverage": asdict(coverage), "origin": origin})


def _files(folder: Path) -> Iterator[tuple[str, _Stamp]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("CIK") and entry.name.endswith(".parquet"):
                try:
                    stat = entry.stat()
                except FileNotFoundError:
                    continue
                yield entry.name, (stat.st_mtime_ns, stat.st_size, stat.st_ino)


def _company(path: Path, stamp: _Stamp) -> PulledCompany | None:
    """Return what a file says of itself; `None` for a damaged one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as file:
            note = orjson.loads(pq.read_metadata(file).metadata[FILE_NOTE])
        return _pulled(note["coverage"], note["origin"], stamp[0])
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        return None


def _pulled(coverage: dict[str, Any], origin: str, written_ns: int) -> PulledCompany:
    days = ("full_through", "first_end", "last_end", "last_filed")
    read = {name: coverage[name] and date.fromisoformat(coverage[name]) for name in days}
    filings = {"full_filings": tuple(coverage["full_filings"])}
    return PulledCompany(CoverageRow(**coverage | read | filings), origin, written_ns / 1e9)
