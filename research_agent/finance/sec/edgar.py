"""The SEC's public data, read as it asks to be read.

Rules (sec.gov, "Accessing EDGAR data"): every client names a contact in its User-Agent, and no
more than ten requests a second come from one address; a client that breaks them is shut out for
about ten minutes. Here: eight a second for a process, and a rest of ten minutes after a 403.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from research_agent.errors import ConfigError
from research_agent.infra.disk_cache import CachedBody, DiskCache
from research_agent.infra.http_client import HttpClient, HttpPolicy
from research_agent.infra.pace import Pace

__all__ = ["SEC_PACE", "SEC_POLICY", "EdgarClient", "EdgarDocument", "EdgarHosts"]

REQUESTS_PER_SECOND = 8.0
HOUR_S = 3600.0
FACTS_AGE_S = 12 * HOUR_S
SUBMISSIONS_AGE_S = HOUR_S
TICKERS_AGE_S = 24 * HOUR_S
DOCUMENT_AGE_S = 365 * 24 * HOUR_S
"""A filed document does not change."""

SEC_PACE = Pace(REQUESTS_PER_SECOND)
"""Shared by every client of this process."""

SEC_POLICY = HttpPolicy(
    timeout_s=25.0,
    budget_s=40.0,
    rest_s=600.0,
    forbidden="the SEC shuts this machine out for about ten minutes: it asks for a contact in "
    "SEC_CONTACT and for fewer than ten requests a second",
    forbidden_rest_s=600.0,
)


@dataclass(frozen=True, slots=True)
class EdgarHosts:
    """Where the SEC's two servers are.

    Args:
        data: Facts and submissions.
        www: Ticker lists and filed documents.
    """

    data: str = "https://data.sec.gov"
    www: str = "https://www.sec.gov"


@dataclass(frozen=True, slots=True)
class EdgarDocument:
    """Something read from EDGAR.

    Args:
        value: Parsed JSON, or the bytes of a document.
        age_s: Seconds since the SEC sent it.
        stale_because: Why an old copy is given; empty when it is fresh.
    """

    value: Any
    age_s: float
    stale_because: str = ""


class EdgarClient:
    """Reads EDGAR through the disk cache.

    Args:
        contact: Name and e-mail for the User-Agent; without one nothing is sent.
        cache: Where answers are kept.
        hosts: Where the servers are.
        pace: How fast they may be called.
        policy: Time limits; tests pass shorter ones.
        facts_age_s: A kept copy of a company's figures that is older is asked for anew.
    """

    def __init__(
        self,
        contact: str,
        *,
        cache: DiskCache,
        hosts: EdgarHosts | None = None,
        pace: Pace = SEC_PACE,
        policy: HttpPolicy = SEC_POLICY,
        facts_age_s: float = FACTS_AGE_S,
    ) -> None:
        self._facts_age_s = facts_age_s
        self._hosts = hosts or EdgarHosts()
        self._cache = cache
        self._contact = contact.strip()
        self._http = HttpClient(
            "SEC",
            pace=pace,
            policy=policy,
            headers={
                "User-Agent": f"research-agent {self._contact}",
                "Accept-Encoding": "gzip, deflate",
            },
        )

    async def company_facts(self, cik: int) -> EdgarDocument:
        """Return the parsed companyfacts of a filer.

        Raises:
            NotFound: The filer has no XBRL facts.
            ConfigError: There is no contact.
            ProviderError: The SEC did not deliver and nothing is cached.
        """
        url = f"{self._hosts.data}/api/xbrl/companyfacts/CIK{cik:010d}.json"
        return await self._json(
            url, f"the facts of CIK {cik}", self._facts_age_s, _facts_of_filer(cik)
        )

    async def submissions(self, cik: int) -> EdgarDocument:
        """Return the parsed submissions of a filer: names, industry, its filings."""
        url = f"{self._hosts.data}/submissions/CIK{cik:010d}.json"
        what = f"the filings of CIK {cik}"
        age_s = min(SUBMISSIONS_AGE_S, self._facts_age_s)
        return await self._json(url, what, age_s, _of_filer(cik))

    async def older_submissions(self, cik: int, name: str) -> EdgarDocument:
        """Return a further page of a filer's submissions: columns of filings, parsed.

        Args:
            cik: The filer.
            name: As the submissions list it under `files`.
        """
        url = f"{self._hosts.data}/submissions/{name}"
        what = f"older filings of CIK {cik}"
        return await self._json(url, what, TICKERS_AGE_S, _a_page_of_filings)

    async def company_tickers(self) -> EdgarDocument:
        """Return the parsed list of tickers, CIKs, names and exchanges."""
        url = f"{self._hosts.www}/files/company_tickers_exchange.json"
        return await self._json(url, "the company list", TICKERS_AGE_S, _a_ticker_list)

    async def document(self, cik: int, accession: str, name: str) -> EdgarDocument:
        """Return the bytes of one document of a filing."""
        folder = accession.replace("-", "")
        url = f"{self._hosts.www}/Archives/edgar/data/{cik}/{folder}/{name}"
        found = await self._body(url, f"{name} of filing {accession}", DOCUMENT_AGE_S, _not_empty)
        return EdgarDocument(found.body, found.age_s, found.stale_because)

    async def filing_index(self, cik: int, accession: str) -> EdgarDocument:
        """Return the bytes of a filing's index page, which lists its documents."""
        return await self.document(cik, accession, f"{accession}-index.htm")

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _json(
        self, url: str, what: str, age_s: float, check: Callable[[bytes], None]
    ) -> EdgarDocument:
        found = await self._body(url, what, age_s, check)
        return EdgarDocument(orjson.loads(found.body), found.age_s, found.stale_because)

    async def _body(
        self, url: str, what: str, age_s: float, check: Callable[[bytes], None]
    ) -> CachedBody:
        async def fetch() -> bytes:
            if not self._contact:
                raise ConfigError(
                    "Set SEC_CONTACT to your name and e-mail address: the SEC asks for a contact "
                    "before it sends anything."
                )
            return await self._http.get(url, what=what, check=check)

        return await self._cache.get(url, fetch, max_age_s=age_s)


def _of_filer(cik: int) -> Callable[[bytes], None]:
    def check(body: bytes) -> None:
        data = orjson.loads(body)  # a cut-off body raises JSONDecodeError, a ValueError
        if not isinstance(data, dict) or int(data.get("cik") or 0) != cik:
            raise ValueError("it is of another company")

    return check


def _facts_of_filer(cik: int) -> Callable[[bytes], None]:
    of_filer = _of_filer(cik)

    def check(body: bytes) -> None:
        of_filer(body)
        if not orjson.loads(body).get("facts"):
            raise ValueError("it holds no figures")

    return check


def _a_ticker_list(body: bytes) -> None:
    data = orjson.loads(body)
    if not isinstance(data, dict) or not data:
        raise ValueError("the list is empty")


def _a_page_of_filings(body: bytes) -> None:
    data = orjson.loads(body)
    if not isinstance(data, dict) or "accessionNumber" not in data:
        raise ValueError("it lists no filings")


def _not_empty(body: bytes) -> None:
    if not body.strip():
        raise ValueError("it is empty")
