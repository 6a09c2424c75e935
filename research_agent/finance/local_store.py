"""The embedded pack and what the person pulled, read as one store."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from research_agent.finance.pack import Manifest
from research_agent.finance.pack_tables import CompanyRows
from research_agent.finance.pulled_store import PulledStore
from research_agent.finance.store import CoverageRow, FactStore
from research_agent.finance.xbrl.companyfacts import FactRow

if TYPE_CHECKING:
    from research_agent.finance.segments.segment_row import SegmentRow

__all__ = ["LocalStore"]


class LocalStore:
    """Everything on this machine; safe to use from several threads.

    A company in both has the rows of both. Where they state the same figure of the same filing,
    the pulled one wins, unless the pack was built from newer filings.

    Args:
        pack: The embedded one.
        pulled: The person's own.
    """

    def __init__(self, pack: FactStore, pulled: PulledStore) -> None:
        self._pack = pack
        self.pulled = pulled
        self._last: tuple[object, Mapping[int, CoverageRow]] = (None, {})

    @property
    def manifest(self) -> Manifest:
        """Of the embedded pack."""
        return self._pack.manifest

    def coverage(self) -> Mapping[int, CoverageRow]:
        """Return what is held, by CIK, as it is on disk now."""
        packed, pulled = self._pack.coverage(), self.pulled.companies()
        if not pulled:
            return packed
        known, joined = self._last
        if known is not pulled:
            own = {cik: self._joined(cik, one.coverage) for cik, one in pulled.items()}
            joined = {**packed, **own}
            self._last = (pulled, joined)
        return joined

    def levels(self) -> dict[int, str]:
        """Return by CIK whether a company is held `"full"` or `"partial"`."""
        return {cik: row.coverage for cik, row in self.coverage().items()}

    def rows(self, cik: int) -> tuple[FactRow, ...]:
        """Return every filed value of a company; empty when it is not covered."""
        pulled = self.pulled.companies().get(cik)
        packed = self._pack.coverage().get(cik)
        if pulled is None or packed is None:
            return self._pack.rows(cik) if pulled is None else self.pulled.rows(cik)
        both = CompanyRows()
        both.take(self._pack.rows(cik), over=False)
        both.take(self.pulled.rows(cik), over=_is_newer(pulled.coverage, packed))
        return tuple(both.rows.values())

    def segment_rows(self, cik: int) -> "tuple[SegmentRow, ...]":
        """Return the filed figures of a company's parts; empty when there are none."""
        return tuple(dict.fromkeys((*self._pack.segment_rows(cik), *self.pulled.segment_rows(cik))))

    def close(self) -> None:
        """Release the database of the pack."""
        self._pack.close()

    def _joined(self, cik: int, pulled: CoverageRow) -> CoverageRow:
        packed = self._pack.coverage().get(cik)
        if packed is None:
            return pulled
        first, second = (pulled, packed) if _is_newer(pulled, packed) else (packed, pulled)
        through = [row.full_through for row in (first, second) if row.full_through is not None]
        return replace(
            first,
            coverage="full" if through else "partial",
            full_through=max(through, default=None),
            facts=max(first.facts, second.facts),
            first_end=min(first.first_end, second.first_end),
            last_end=max(first.last_end, second.last_end),
            last_filed=max(first.last_filed, second.last_filed),
            sic=first.sic if first.sic is not None else second.sic,
            full_filings=tuple(sorted({*first.full_filings, *second.full_filings})),
        )


def _is_newer(pulled: CoverageRow, packed: CoverageRow) -> bool:
    """Say whether the pulled rows win: read in full where the pack's are not, or not older."""
    if (pulled.full_through is None) != (packed.full_through is None):
        return pulled.full_through is not None
    return pulled.last_filed >= packed.last_filed
