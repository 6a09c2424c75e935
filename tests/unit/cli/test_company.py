import csv
import io
import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from research_agent.domain.tables import SeriesTable
from research_agent.finance.identities import IdentityReport, IdentityResult, Status
from tests.unit.cli.scripted_runtime import (
    APPLE,
    FY2023,
    GROSS_PROFIT,
    REVENUE,
    URL,
    ScriptedRuntime,
    run,
)

PASSED = IdentityResult(
    key="gross_profit",
    label="Revenue − cost of revenue = gross profit",
    period=FY2023,
    status=Status.PASSED,
    left=Decimal(169_148_000_000),
    right=Decimal(169_148_000_000),
    difference=Decimal(0),
    tolerance=Decimal(1_000_000),
    facts=(GROSS_PROFIT, REVENUE),
)
FAILED = replace(
    PASSED,
    key="quarters_sum.revenue",
    label="Revenue: quarters add up to FY2023",
    status=Status.FAILED,
    right=Decimal(169_000_000_000),
    difference=Decimal(148_000_000),
)
EXPLAINED = replace(FAILED, status=Status.EXPLAINED, explanation="The filer recast it.")
LACKING = IdentityResult(
    key="cash", label="Cash ties", period=FY2023, status=Status.NOT_CHECKED, explanation="no cash"
)


class CompanyRuntime(ScriptedRuntime):
    """Adds what only this command reads."""

    results: tuple[IdentityResult, ...] = (PASSED, FAILED, EXPLAINED, LACKING)

    def segments(self, name: str, query: Any) -> SeriesTable:
        self.wanted.append((name, "segments", query))
        return self.table

    def earnings(self, name: str, query: Any) -> SeriesTable:
        self.wanted.append((name, "earnings", query))
        return self.table

    def identities(self, name: str, query: Any) -> IdentityReport:
        self.wanted.append((name, "identities", query))
        return IdentityReport(APPLE, self.results)


@pytest.mark.parametrize("statement", ["segments", "earnings", "ratios"])
def test_each_kind_of_table_is_read_as_asked(statement: str) -> None:
    """Basis and limit reach the provider whatever is shown."""
    runtime = CompanyRuntime()
    options = ("--statement", statement, "--period", "quarterly", "--limit", "3")
    result = run(runtime, "company", "Apple", *options)

    name, kind, query = runtime.wanted[0]
    assert result.exit_code == 0
    assert (name, kind, query.basis, query.limit) == ("Apple", statement, "quarterly", 3)
    assert "383,285" in result.stdout


def test_segments_as_csv_have_their_filing() -> None:
    """One line per figure, exact."""
    result = run(CompanyRuntime(), "company", "AAPL", "--statement", "segments", "--csv")

    first = next(csv.DictReader(io.StringIO(result.stdout)))
    assert (first["value"], first["url"]) == ("383285000000", URL)


def test_checks_are_counted_and_differences_shown_with_both_sides() -> None:
    """Failures first; a check that differs by year has one line in the counts."""
    result = run(CompanyRuntime(), "company", "AAPL", "--checks")

    lines = result.stdout.splitlines()
    assert lines[0] == (
        "AAPL (Apple Inc.): 3 checks run, 1 passed, 1 explained, 1 failed; 1 lack a figure."
    )
    counted = [line.split() for line in lines[2:5]]
    assert counted[1][-3:] == ["1", "0", "0"]
    assert lines[4].split("  ")[0] == "Revenue: quarters add up"
    assert counted[2][-3:] == ["0", "1", "1"]
    assert lines[lines.index("Failed:") + 1] == (
        "FY2023: Revenue: quarters add up to FY2023: $169,148 million against $169,000 million, "
        "difference $148 million"
    )
    assert lines[lines.index("Explained:") + 2] == "  The filer recast it."
    assert f"  {URL}" in lines


def test_checks_are_of_the_periods_and_the_day_asked_for() -> None:
    """A check of what was known on a day uses nothing filed later."""
    runtime = CompanyRuntime()
    options = "--checks --period quarterly --limit 8 --as-of 2020-01-31"
    run(runtime, "company", "AAPL", *options.split())

    _name, _kind, query = runtime.wanted[0]
    assert (query.basis, query.limit, str(query.as_of)) == ("quarterly", 8, "2020-01-31")


def test_checks_as_csv_are_one_line_each() -> None:
    """Exact sides and the filings, also of what could not be checked."""
    result = run(CompanyRuntime(), "company", "AAPL", "--checks", "--csv")

    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["status"] for row in rows] == ["passed", "failed", "explained", "not_checked"]
    assert (rows[1]["left"], rows[1]["difference"]) == ("169148000000", "148000000")
    assert (rows[1]["unit"], rows[1]["urls"]) == ("USD", URL)
    assert (rows[3]["left"], rows[3]["explanation"]) == ("", "no cash")


def test_checks_as_json_are_one_line() -> None:
    """For programs."""
    result = run(CompanyRuntime(), "company", "AAPL", "--checks", "--json")

    (line,) = result.stdout.splitlines()
    report = json.loads(line)
    assert report["company"]["ticker"] == "AAPL"
    assert [one["status"] for one in report["results"]][:2] == ["passed", "failed"]


def test_trailing_years_are_not_checked() -> None:
    """They are worked out from years and quarters, so checking them says nothing new."""
    runtime = CompanyRuntime()
    result = run(runtime, "company", "AAPL", "--checks", "--period", "ttm")

    assert (result.exit_code, result.stdout, runtime.settings) == (2, "", [])
    assert "annual or quarterly" in result.stderr
