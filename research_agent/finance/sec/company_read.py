"""One company read from EDGAR: its figures as rows of the store, and its industry."""

import asyncio
from dataclasses import dataclass
from typing import Any

from research_agent.domain.companies import Company
from research_agent.errors import InvalidRequest, NotCovered, NotFound, ProviderError
from research_agent.finance.builder import FULL_FILE_MIN_TAGS
from research_agent.finance.catalog import WANTED_TAGS
from research_agent.finance.companies.industry_codes import sic_from_submissions
from research_agent.finance.pack_tables import CompanyRows
from research_agent.finance.pulled_store import coverage_of
from research_agent.finance.sec.edgar import EdgarClient, EdgarDocument
from research_agent.finance.store import CoverageRow
from research_agent.finance.xbrl.companyfacts import FactRow, parse_companyfacts

__all__ = ["ORIGIN", "CompanyRead", "read_company"]

ORIGIN = "SEC companyfacts"


@dataclass(frozen=True, slots=True)
class CompanyRead:
    """What EDGAR gave of a company.

    Args:
        coverage: Of the rows.
        rows: Every filed value under the tags that are kept.
        notes: What did not come, or is older than it should be; one sentence each.
        complete: The industry code came too, or the SEC has none, and nothing is an old copy: the
            read may take the place of an earlier one.
    """

    coverage: CoverageRow
    rows: tuple[FactRow, ...]
    notes: tuple[str, ...] = ()
    complete: bool = True


async def read_company(edgar: EdgarClient, company: Company) -> CompanyRead:
    """Read a company's figures and industry code, both at once.

    Without the industry code the figures still come, and a note says so.

    Raises:
        NotCovered: The SEC has no figures of it, or none under the tags that are kept.
        ConfigError: There is no contact.
        ProviderError: The figures did not come and no copy is kept.
    """
    facts, industry = await asyncio.gather(
        edgar.company_facts(company.cik),
        edgar.submissions(company.cik),
        return_exceptions=True,
    )
    if isinstance(facts, NotFound):
        raise NotCovered(f"The SEC has no figures of {company}: it files none in XBRL.")
    if isinstance(facts, BaseException):
        raise facts
    notes = [_old("figures", facts)] if facts.stale_because else []
    sic: int | None = None
    complete = not notes
    if isinstance(industry, EdgarDocument):
        sic = sic_from_submissions(industry.value).get(company.cik)
    elif isinstance(industry, ProviderError):
        complete = False
        notes.append(f"The industry of {company.ticker} is not known: {industry}.")
    elif not isinstance(industry, NotFound):
        raise industry
    read = await asyncio.to_thread(_rows, company, facts.value, sic)
    return CompanyRead(read[0], read[1], tuple(notes), complete)


def _rows(company: Company, data: Any, sic: int | None) -> tuple[CoverageRow, tuple[FactRow, ...]]:
    try:
        parsed = parse_companyfacts(data, WANTED_TAGS, name=f"CIK {company.cik}")
    except InvalidRequest as error:
        raise ProviderError("SEC", f"the figures of {company} cannot be read ({error})") from error
    taken = CompanyRows()
    taken.take(parsed.rows, over=True)
    rows = tuple(taken.rows.values())
    if not rows:
        raise NotCovered(f"The SEC has no figures of {company} under any line item known here.")
    full = parsed.tag_count >= FULL_FILE_MIN_TAGS
    return coverage_of(company.cik, rows, full=full, sic=sic), rows


def _old(what: str, document: EdgarDocument) -> str:
    hours = document.age_s / 3600
    age = f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"
    reason = document.stale_because.rstrip(".")
    return f"These {what} were read {age} ago; newer ones could not be had: {reason}."
