"""The person's own store: companies pulled from the SEC or ingested from its bulk files.

One Parquet file per company in `facts/`, with the columns of the pack's fact file and what is
covered in its metadata, and one in `segments/` for a company whose filings were read. Each is
written whole under another name and then renamed: who reads meanwhile sees the old file or the
new one, a process killed at any point leaves one of them, and several processes may write at once.
"""

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from research_agent.errors import PackError
from research_agent.finance.pack_tables import write_rows
from research_agent.finance.pulled_index import FILE_NOTE, PulledCompany, PulledIndex, file_note
from research_agent.finance.store import CoverageRow
from research_agent.finance.xbrl.companyfacts import FactRow

if TYPE_CHECKING:
    from research_agent.finance.segments.segment_row import SegmentRow

__all__ = ["PulledStore", "coverage_of"]

_FACTS, _SEGMENTS = "facts", "segments"
_PART = ".part"
_ABANDONED_S = 3600.0
"""Unfinished files older than this were left by a process that is gone."""


class PulledStore:
    """Reads and writes the store; safe to use from several threads and processes.

    Args:
        folder: Made when something is first written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = PulledIndex(folder / _FACTS, folder / "index.json")

    def put(
        self,
        coverage: CoverageRow,
        rows: Sequence[FactRow],
        *,
        segments: "Sequence[SegmentRow] | None" = None,
        origin: str,
    ) -> None:
        """Keep a company in place of what was held of it.

        Args:
            coverage: See `coverage_of`; names the company.
            rows: Every filed value.
            segments: Figures of its parts; `None` leaves those that are there.
            origin: Where it was read, in words.

        Raises:
            PackError: The folder cannot be written to.
        """
        from research_agent.finance.segments.segment_row import SegmentRow

        cik = coverage.cik
        note = {FILE_NOTE: file_note(coverage, origin)}
        try:
            if segments is not None:
                self._write(self._path(_SEGMENTS, cik), SegmentRow, [(cik, s) for s in segments])
            self._write(self._path(_FACTS, cik), FactRow, [(cik, row) for row in rows], note)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise PackError(
                f"{self.folder} cannot be written to ({reason}): free some space or set "
                "RESEARCH_AGENT_HOME to another folder."
            ) from error

    def companies(self) -> dict[int, PulledCompany]:
        """Return what is held, by CIK, as it is on disk now."""
        return self._index.companies()

    def coverage(self) -> dict[int, CoverageRow]:
        """Return the coverage of what is held, by CIK."""
        return {cik: one.coverage for cik, one in self.companies().items()}

    def rows(self, cik: int) -> tuple[FactRow, ...]:
        """Return every filed value of a company; empty when it is not held.

        Raises:
            PackError: Its file is damaged.
        """
        return tuple(FactRow(*values) for values in self._read(_FACTS, cik, FactRow))

    def segment_rows(self, cik: int) -> "tuple[SegmentRow, ...]":
        """Return the filed figures of a company's parts; empty when there are none."""
        from research_agent.finance.segments.segment_row import SegmentRow

        return tuple(SegmentRow(*values) for values in self._read(_SEGMENTS, cik, SegmentRow))

    def forget(self, cik: int) -> None:
        """Drop a company."""
        for kind in (_FACTS, _SEGMENTS):
            self._path(kind, cik).unlink(missing_ok=True)

    def _path(self, kind: str, cik: int) -> Path:
        return self.folder / kind / f"CIK{cik:010d}.parquet"

    def _write(
        self,
        path: Path,
        shape: type,
        rows: Sequence[tuple[int, Any]],
        note: Mapping[bytes, bytes] = MappingProxyType({}),
    ) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.stem}.{os.getpid()}.{time.monotonic_ns()}{_PART}")
        try:
            write_rows(part, shape, rows, level=3, metadata=note)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        for other in path.parent.glob(f".{path.stem}.*{_PART}"):
            _remove_abandoned(other)

    def _read(self, kind: str, cik: int, shape: type) -> Iterable[tuple[Any, ...]]:
        import pyarrow as pa
        import pyarrow.parquet as pq

        names = [column.name for column in fields(shape)]
        try:
            with self._path(kind, cik).open("rb") as file:  # a rename meanwhile does not matter
                table = pq.read_table(file, columns=names)
        except FileNotFoundError:
            return ()
        except (OSError, pa.ArrowException) as error:
            raise PackError(
                f"What was pulled of CIK {cik} cannot be read ({type(error).__name__}): pull it "
                "again with `research-agent data pull --again`."
            ) from error
        return zip(*(table.column(name).to_pylist() for name in names), strict=True)


def coverage_of(
    cik: int,
    rows: Sequence[FactRow],
    *,
    full: bool = True,
    sic: int | None = None,
    full_filings: Iterable[str] = (),
) -> CoverageRow:
    """Describe the rows of a company.

    Args:
        cik: The filer.
        rows: At least one.
        full: They are everything the company filed under the tags kept, up to their newest filing.
        sic: Its industry code, where known.
        full_filings: Accession numbers of the filings whose own documents were read.
    """
    newest = max(row.filed for row in rows)
    return CoverageRow(
        cik=cik,
        coverage="full" if full else "partial",
        full_through=newest if full else None,
        facts=len(rows),
        first_end=min(row.end for row in rows),
        last_end=max(row.end for row in rows),
        last_filed=newest,
        sic=sic,
        full_filings=tuple(sorted(full_filings)),
    )


def _remove_abandoned(part: Path) -> None:
    try:
        if time.time() - part.stat().st_mtime > _ABANDONED_S:
            part.unlink(missing_ok=True)
    except OSError:
        return
