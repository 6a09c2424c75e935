"""Our annual and quarterly figures against what the filings themselves say.

Two routes that share nothing: the store is built from companyfacts JSON alone and read through
`StoreProvider`; the filings' inline XBRL and XBRL instances are read by `filed_reports`, with the
tags that `statement_tags` names by hand. A cut-down company has 22 tags in the corpus; what it lacks
is counted, and neither agrees nor differs.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from research_agent.errors import NotFound
from research_agent.finance.builder import build_pack
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from tests.corpus.cross_check import (
    Checked,
    Outcome,
    check_first_versions,
    check_report,
    check_year_to_date,
)
from tests.corpus.explained import EXPLAINED, NO_QUARTERS
from tests.corpus.filed_reports import FiledReport, filed_reports

pytestmark = pytest.mark.corpus

MIN_AGREEMENT = 0.995
WITHOUT_COMPANYFACTS = {"TSLA", "UNP", "WFC"}
"""Filers whose companyfacts the corpus does not have."""

Check = Callable[[FinancialsProvider, FiledReport], Coroutine[Any, Any, tuple[Checked, ...]]]
Run = Callable[[Check], list[Checked]]


@pytest.fixture(scope="session")
def reports(corpus: Path) -> tuple[FiledReport, ...]:
    return filed_reports(corpus)


@pytest.fixture(scope="session")
def provider(
    corpus: Path, reports: Sequence[FiledReport], tmp_path_factory: pytest.TempPathFactory
) -> StoreProvider:
    """A store of the companyfacts of every filer that has a filing in the corpus."""
    folder = tmp_path_factory.mktemp("companyfacts")
    inputs = [
        path
        for report in {report.cik: report for report in reports}.values()
        for path in (
            corpus / "companyfacts" / f"CIK{report.cik:010d}.json.gz",
            corpus / "companyfacts_22tags" / f"{report.ticker}.json.gz",
            corpus / "companyfacts_pypi" / f"{report.ticker.lower()}.json",
        )
        if path.is_file()
    ]
    build_pack(inputs, folder)
    return StoreProvider(FactStore(folder))


@pytest.fixture(scope="session")
def run(provider: StoreProvider, reports: Sequence[FiledReport]) -> Run:
    """Runs one check over every filing, once; fails when a filer is not covered that should be."""
    done: dict[Check, list[Checked]] = {}

    async def over_all(check: Check) -> list[Checked]:
        found: list[Checked] = []
        for report in reports:
            try:
                found += await check(provider, report)
            except NotFound:
                assert report.ticker in WITHOUT_COMPANYFACTS
        return found

    def started(check: Check) -> list[Checked]:
        if check not in done:
            done[check] = asyncio.run(over_all(check))
        print(summary(done[check]))  # noqa: T201 - shown by `pytest -rP`
        return done[check]

    return started


def summary(found: Iterable[Checked]) -> str:
    """How many comparisons each company had, by outcome."""
    by_company: dict[str, Counter[Outcome]] = defaultdict(Counter)
    for checked in found:
        for name in (checked.report.ticker, "all"):
            by_company[name][checked.outcome] += 1
    return "\n".join(
        f"{name}: "
        + ", ".join(f"{count} {outcome.value}" for outcome, count in sorted(counts.items()))
        for name, counts in sorted(by_company.items())
    )


def unexplained(found: Iterable[Checked]) -> list[str]:
    return [
        f"{' '.join(checked.key)}: filed {checked.filed.value} ({checked.filed.concept}), ours "
        f"{checked.ours} ({checked.reason})"
        for checked in found
        if checked.outcome is Outcome.DIFFERS and checked.key not in EXPLAINED
    ]


def agreement(found: Iterable[Checked]) -> float:
    """Share of figures that agree among those we give or say were not reported."""
    outcomes = Counter(checked.outcome for checked in found)
    agreed = outcomes[Outcome.AGREED] + outcomes[Outcome.ROUNDED]
    return agreed / (agreed + outcomes[Outcome.DIFFERS])


def test_figures_as_known_on_the_day_of_a_filing_are_those_of_the_filing(run: Run) -> None:
    """Every line, in the filing's own and its comparative years and quarters, to the last digit."""
    found = run(check_report)

    assert unexplained(found) == []
    assert agreement(found) >= MIN_AGREEMENT
    assert sum(checked.outcome is Outcome.AGREED for checked in found) >= 2_000


def test_every_explanation_still_explains_a_difference(run: Run) -> None:
    """An explanation outlives its difference otherwise, and would hide the next one."""
    differing = {checked.key for checked in run(check_report) if checked.outcome is Outcome.DIFFERS}

    assert set(EXPLAINED) <= differing


def test_figures_as_first_reported_are_those_of_the_filing_on_the_period(run: Run) -> None:
    """Read today, with every later recast in the store, the first version is still found."""
    found = run(check_first_versions)

    assert unexplained(found) == []
    assert agreement(found) >= MIN_AGREEMENT
    assert sum(checked.outcome is Outcome.AGREED for checked in found) >= 800


def test_quarters_add_up_to_the_half_year_or_nine_months_that_a_filing_states(run: Run) -> None:
    """Cash flows are filed as year to date only: the quarters we work out must lead back to it.

    Each figure is rounded on its own in a filing, so a sum may be off by a unit or two of it.
    """
    found = run(check_year_to_date)
    outcomes = Counter(checked.outcome for checked in found)
    apart = {
        (checked.report.ticker, checked.item)
        for checked in found
        if checked.outcome is Outcome.NO_QUARTERS
    }

    assert unexplained(found) == []
    assert apart == set(NO_QUARTERS)
    assert outcomes[Outcome.AGREED] >= 290
    assert outcomes[Outcome.ROUNDED] <= 0.1 * outcomes[Outcome.AGREED]


def test_full_companies_have_every_figure_of_their_filings(run: Run) -> None:
    """A figure called missing that the filing states would be as wrong as a wrong number."""
    full = {"AAPL", "GOOGL", "NVDA", "PG"}
    missing = [
        checked.key
        for checked in run(check_report)
        if checked.report.ticker in full and checked.ours is None
    ]

    assert missing == []
