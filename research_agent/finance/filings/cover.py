"""What the cover of a form says of itself, from its inline XBRL."""

import re
from dataclasses import dataclass

__all__ = ["Cover", "cover_of"]

_TAG = (
    rb'name="dei:(EntityCentralIndexKey|DocumentFiscalYearFocus|DocumentFiscalPeriodFocus)"'
    rb"[^>]*>(?:\s*<[^>]*>)*\s*([^<\s]+)"
)
_FOUND = re.compile(_TAG)


@dataclass(frozen=True, slots=True)
class Cover:
    """Who filed a form, and for which fiscal period, as the company counts.

    Args:
        cik: The filer; `None` when the form does not say, as before 2019.
        fiscal_year: `None` when it does not say.
        quarter: 1 to 4; `None` when it does not say.
    """

    cik: int | None = None
    fiscal_year: int | None = None
    quarter: int | None = None


def cover_of(body: bytes) -> Cover:
    """Read the cover of a form.

    Args:
        body: HTML as filed, or its beginning.
    """
    said = {name.decode(): value.decode("ascii", "replace") for name, value in _FOUND.findall(body)}
    period = said.get("DocumentFiscalPeriodFocus", "")
    quarter = {"Q1": 1, "Q2": 2, "Q3": 3, "Q4": 4, "FY": 4}.get(period)
    return Cover(
        _number(said.get("EntityCentralIndexKey")),
        _number(said.get("DocumentFiscalYearFocus")),
        quarter,
    )


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() else None
