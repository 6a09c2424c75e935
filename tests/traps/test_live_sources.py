"""Traps 34, 35 and 37 to 40: what depends on a source beyond the store, and what is not there yet."""

import asyncio
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import ConfigError, NotCovered, ProviderError
from research_agent.finance.providers.provider_chain import ProviderChain
from research_agent.finance.sec.edgar import EdgarClient, EdgarHosts
from research_agent.infra.disk_cache import DiskCache
from research_agent.infra.http_client import HttpPolicy
from research_agent.infra.pace import Pace
from tests.fakes.faulty_server import Fault
from tests.fakes.financials import APPLE, MadeUpFinancials
from tests.fakes.sec_server import sec_serving
from tests.traps.pack import directory, provider

NOT_YET = {
    37: "no estimates and no 8-K results, so there is no earnings surprise to compute",
    38: "no prices are read from a market, so there is no bar of today to leave out",
    39: "no text of filings is read, so an item that points to an exhibit is not followed",
    40: "no text of filings is read, so no phrase is searched in it",
}
"""Traps of features that the product does not have, and why nothing can go wrong yet."""

POLICY = HttpPolicy(
    timeout_s=1.0,
    pause_s=0.01,
    budget_s=5.0,
    rest_s=600.0,
    forbidden="the SEC shuts this machine out: set SEC_CONTACT",
    forbidden_rest_s=600.0,
)


def test_traps_of_features_that_are_not_there_are_named_with_the_reason() -> None:
    """Whoever adds the feature finds its trap here and writes the test."""
    assert set(NOT_YET) == {37, 38, 39, 40}
    assert all(why.startswith("no ") for why in NOT_YET.values())


class NotCoveringYet(MadeUpFinancials):
    """A store that lags: it does not have the company."""

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        raise NotCovered(f"{company} is not in the embedded pack.")


async def test_trap_34_what_one_source_does_not_have_the_next_is_asked_for() -> None:
    """Companyfacts lags a filing by hours; the chain goes on to whoever has it."""
    later = MadeUpFinancials()
    chain = ProviderChain([NotCoveringYet(), later])
    found = await chain.series(APPLE, ["revenue"], PeriodQuery(limit=1))

    assert isinstance(found.rows[0].cells[0], Fact)
    assert later.asked == ["AAPL.series.annual"]


@pytest.mark.corpus
def test_trap_35_the_sec_is_told_a_contact_or_not_asked_at_all(
    corpus: Path, tmp_path: Path
) -> None:
    """Clients without one are shut out."""
    with sec_serving(corpus) as server:
        hosts = EdgarHosts(server.url, server.url)

        async def read(contact: str) -> None:
            edgar = EdgarClient(
                contact, cache=DiskCache(tmp_path), hosts=hosts, pace=Pace(1000), policy=POLICY
            )
            try:
                await edgar.company_facts(2488)
            finally:
                await edgar.aclose()

        with pytest.raises(ConfigError):
            asyncio.run(read(""))
        assert server.requests == []
        asyncio.run(read("Ada Analyst ada@example.com"))

        assert server.user_agents == {"research-agent Ada Analyst ada@example.com"}


@pytest.mark.corpus
def test_trap_35_after_a_refusal_the_sec_is_left_alone_for_ten_minutes(
    corpus: Path, tmp_path: Path
) -> None:
    """Ten seconds later the ban would start anew."""
    pace = Pace(1000)
    with sec_serving(corpus) as server:
        server.spoil(Fault("CIK", times=9, status=403))
        hosts = EdgarHosts(server.url, server.url)

        async def read() -> None:
            edgar = EdgarClient(
                "Ada ada@example.com",
                cache=DiskCache(tmp_path),
                hosts=hosts,
                pace=pace,
                policy=POLICY,
            )
            try:
                await edgar.company_facts(2488)
            finally:
                await edgar.aclose()

        for _ in range(3):
            with pytest.raises(ProviderError):
                asyncio.run(read())

        assert len(server.requests) == 1
        assert 500 < pace.closed_for() <= 600


async def test_trap_37_reported_earnings_are_gaap_figures_of_the_filed_quarter() -> None:
    """No adjusted figure stands in the row of a reported one: Apple's 10-Q of 2025-08-01 says 1.57."""
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1, end_lte=date(2025, 6, 30))
    found = await provider().earnings(directory().resolve("AAPL"), query)
    row = found.row("eps_diluted")
    assert row is not None
    earned = row.cells[0]

    assert isinstance(earned, Fact)
    assert (str(earned.value), earned.tag) == ("1.57", "us-gaap:EarningsPerShareDiluted")
    assert earned.filing is not None
    assert earned.filing.filed == date(2025, 8, 1)
