"""Numbers, days and periods as Financial Datasets writes them."""

import re
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from research_agent.domain.facts import Missing
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import WebSource, filing_url
from research_agent.finance.financial_datasets.client import FINANCIAL_DATASETS, Record

__all__ = ["SITE", "day_of", "decimal_of", "iso_day", "period_of", "source_of"]

SITE = "https://financialdatasets.ai"
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_ACCESSION = re.compile(r"[0-9]{10}-[0-9]{2}-[0-9]{6}")
_FISCAL = re.compile(r"(?P<year>[0-9]{4})-?(?P<quarter>Q[1-4])")
_YEAR = re.compile(r"(?:FY)?(?P<year>[0-9]{4})(?:-?FY)?")
_LENGTHS = {Basis.ANNUAL: (350, 385), Basis.TTM: (350, 385), Basis.QUARTERLY: (76, 120)}
"""Days between two period ends for the earlier one to be the day before the later one's start."""


def decimal_of(value: Any) -> Decimal | Missing:
    """Return a number exactly as it was sent, or why there is none.

    `null` is missing, never zero; a number in quotes is a number; anything else is n/a with what
    was sent instead.
    """
    if value is None or value == "":
        return Missing("not reported")
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        return Missing("the service sent something that is no number")
    text = str(value).strip()
    if isinstance(value, str) and not _NUMBER.fullmatch(text):
        return Missing(f"the service sent {text[:20]!r} instead of a number")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return Missing("the service sent something that is no number")
    return number if number.is_finite() else Missing("the service sent no finite number")


def iso_day(value: Any) -> date | None:
    """Return the day a text begins with, `"2026-07-13"` or `"2026-07-13T04:00:00Z"`; else `None`."""
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def day_of(record: Record, *fields: str) -> date | None:
    """Return the day in the first of `fields` that holds one."""
    return next((day for field in fields if (day := iso_day(record.get(field)))), None)


def period_of(
    record: Record, basis: Basis, *, before: date | None, moment: bool = False
) -> Period | None:
    """Return the period a record is about; `None` when it does not say when that ended.

    Args:
        record: With `report_period` and `fiscal_period`.
        basis: How long it is.
        before: End of the period before, where that is known: the service gives ends only.
        moment: True for a balance sheet.
    """
    end = iso_day(record.get("report_period"))
    if end is None:
        return None
    start = None if moment else _start(end, basis, before)
    return Period(start, end, _label(str(record.get("fiscal_period") or ""), end, basis), basis)


def _start(end: date, basis: Basis, before: date | None) -> date:
    low, high = _LENGTHS[basis]
    if before is not None and low <= (end - before).days <= high:
        return before + timedelta(days=1)
    months = 3 if basis is Basis.QUARTERLY else 12
    next_day = end + timedelta(days=1)
    month = (next_day.month - 1 - months) % 12 + 1
    year = next_day.year - (1 if months >= next_day.month else 0)
    return date(year, month, min(next_day.day, 28))


def _label(fiscal: str, end: date, basis: Basis) -> str:
    """Return the fiscal label in our words; the end of the period where it is in none we know."""
    if found := _FISCAL.fullmatch(fiscal):
        quarter = f"{found['quarter']} FY{found['year']}"
        if basis is Basis.ANNUAL:
            return f"FY{found['year']}"
        return f"TTM {quarter}" if basis is Basis.TTM else quarter
    if (found := _YEAR.fullmatch(fiscal)) and basis is Basis.ANNUAL:
        return f"FY{found['year']}"
    words = {Basis.ANNUAL: "year", Basis.QUARTERLY: "quarter", Basis.TTM: "TTM"}
    return f"{words[basis]} to {end}"


def source_of(record: Record, cik: int, about: str) -> WebSource:
    """Return where a person can check a record: the filing it names, else the service's site."""
    title = f"{FINANCIAL_DATASETS}, {about}"
    told = str(record.get("filing_url") or "")
    if told.startswith(("https://", "http://")):
        return WebSource(title, told)
    accession = str(record.get("accession_number") or "")
    if _ACCESSION.fullmatch(accession):
        return WebSource(title, filing_url(cik, accession))
    return WebSource(title, SITE)
