import csv
import io
import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from research_agent.cli.comparison_text import comparison_text
from research_agent.domain.companies import Company
from research_agent.domain.facts import Missing
from research_agent.domain.periods import Basis, Period
from research_agent.domain.tables import SeriesTable
from tests.unit.cli.scripted_runtime import APPLE, FY2023, REVENUE, URL, ScriptedRuntime, run
from tests.unit.cli.scripted_runtime import TABLE as STATEMENT

TSMC = Company(1046179, "TSM", "Taiwan Semiconductor", "NYSE", ("TSM",))
NVIDIA = Company(1045810, "NVDA", "NVIDIA Corp", "Nasdaq", ("NVDA",))
REVENUE_ROW = STATEMENT.rows[0]
APPLE_TABLE = replace(STATEMENT, key="apple", rows=(REVENUE_ROW,))


def other(company: Company, end: date, label: str, millions: int, unit: str = "USD") -> SeriesTable:
    """Another company's revenue for one period."""
    period = Period(None, end, label, FY2023.basis)
    value = Decimal(millions) * 10**6
    fact = replace(REVENUE, ticker=company.ticker, period=period, value=value, unit=unit)
    row = replace(REVENUE_ROW, unit=unit, cells=(fact,))
    return replace(APPLE_TABLE, key=company.ticker, company=company, periods=(period,), rows=(row,))


def comparison(*tables: SeriesTable, problems: tuple[str, ...] = (), basis: str = "fiscal") -> Any:
    """Two companies were asked for."""
    return SimpleNamespace(
        request=SimpleNamespace(companies=("?", "?"), basis=basis),
        companies=tuple(table.company for table in tables),
        tables=tables,
        problems=problems,
    )


def relabelled(table: SeriesTable, label: str) -> SeriesTable:
    """The same figures for trailing twelve months."""
    period = replace(table.periods[0], label=label, basis=Basis.TTM)
    return replace(table, periods=(period,))


NVIDIA_TABLE = other(NVIDIA, date(2023, 1, 29), "FY2023", 26_974)


def test_periods_with_one_label_share_a_line_and_show_their_own_end() -> None:
    """Fiscal 2023 ended eight months apart at these two, and the reader must see it."""
    assert comparison_text(comparison(APPLE_TABLE, NVIDIA_TABLE)).splitlines() == [
        "Revenue, USD million                 AAPL                NVDA",
        "FY2023                383,285  2023-09-30  26,974  2023-01-29",
    ]


def test_another_currency_is_said_at_its_company() -> None:
    """A column in TWD under a heading in USD would be off by a factor of thirty."""
    taiwan = other(TSMC, date(2023, 12, 31), "FY2023", 7, "TWD")
    text = comparison_text(comparison(APPLE_TABLE, taiwan))

    assert "TSM, TWD million" in text.splitlines()[0]


def test_trailing_twelve_months_stand_side_by_side_by_recency() -> None:
    """TTM periods share no label; the latest of each company belong on one line."""
    apple = relabelled(APPLE_TABLE, "TTM Q4 FY2023")
    nvidia = relabelled(NVIDIA_TABLE, "TTM Q3 FY2024")

    line = comparison_text(comparison(apple, nvidia, basis="ttm")).splitlines()[1]
    assert line.split() == ["TTM", "383,285", "2023-09-30", "26,974", "2023-01-29"]


def test_a_calendar_basis_goes_by_the_year() -> None:
    """Twelve months to January 2023 are the year 2022, whatever the filer calls them."""
    nvidia = relabelled(NVIDIA_TABLE, "TTM Q4 FY2023")

    text = comparison_text(comparison(nvidia, basis="calendar"))
    assert text.splitlines()[1].split() == ["Calendar", "2022", "26,974", "2023-01-29"]


def test_a_missing_figure_says_why() -> None:
    """It is `n/a` with its reason, never zero."""
    row = replace(REVENUE_ROW, cells=(Missing("not in the embedded pack"),))
    text = comparison_text(comparison(APPLE_TABLE, replace(NVIDIA_TABLE, rows=(row,))))

    assert "n/a  2023-01-29" in text
    assert text.splitlines()[-1] == "n/a: NVDA Revenue: not in the embedded pack"


def test_metrics_are_taken_by_key_or_in_words() -> None:
    """A person need not know the keys."""
    runtime = ScriptedRuntime(comparison=comparison(APPLE_TABLE, NVIDIA_TABLE))
    options = ("-m", "revenue", "-m", "Gross margin", "-m", "net-income", "--limit", "3")
    result = run(runtime, "compare", "AAPL", "NVDA", *options, "--basis", "ttm")

    request = runtime.wanted[0]
    assert result.exit_code == 0
    assert request.companies == ("AAPL", "NVDA")
    assert request.metrics == ("revenue", "gross_margin", "net_income")
    assert (request.basis.value, request.limit) == ("ttm", 3)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--metric", "revenu"), "did you mean revenue"),
        (("--metric", "zzzz"), "no metric called 'zzzz'"),
        (("--limit", "0"), "--limit"),
        (("--basis", "weekly"), "--basis"),
        (("--json", "--csv"), "--json or --csv"),
        (("--report", "x.pdf"), ".md or .html"),
    ],
)
def test_a_wrong_option_says_what_is_right(options: tuple[str, ...], sentence: str) -> None:
    """Exit code 2, and the runtime is not even opened."""
    runtime = ScriptedRuntime()
    result = run(runtime, "compare", "AAPL", "NVDA", *options)

    assert (result.exit_code, result.stdout, runtime.settings) == (2, "", [])
    assert sentence in result.stderr


def test_a_company_that_fails_costs_only_its_part() -> None:
    """What could be compared is printed, what could not is said, exit code 3."""
    runtime = ScriptedRuntime(comparison=comparison(APPLE_TABLE, problems=("TSM: no figures.",)))
    result = run(runtime, "compare", "AAPL", "TSM")

    assert (result.exit_code, result.stdout.splitlines()[-1]) == (3, "Note: TSM: no figures.")
    assert "383,285" in result.stdout


def test_a_caution_is_no_failure() -> None:
    """All companies are shown; that two currencies meet is said beside it."""
    tables = (APPLE_TABLE, NVIDIA_TABLE)
    runtime = ScriptedRuntime(comparison=comparison(*tables, problems=("Two currencies.",)))
    plain = run(runtime, "compare", "AAPL", "NVDA")
    machine = run(runtime, "compare", "AAPL", "NVDA", "--csv")

    assert (plain.exit_code, plain.stdout.splitlines()[-1]) == (0, "Note: Two currencies.")
    assert (machine.exit_code, machine.stderr) == (0, "Note: Two currencies.\n")


def test_csv_has_exact_values_and_their_filings() -> None:
    """One line per figure, nothing rounded."""
    runtime = ScriptedRuntime(comparison=comparison(APPLE_TABLE, NVIDIA_TABLE))
    result = run(runtime, "compare", "AAPL", "NVDA", "--csv")

    first, second = csv.DictReader(io.StringIO(result.stdout))
    assert (first["ticker"], first["value"], first["url"]) == ("AAPL", "383285000000", URL)
    assert (second["ticker"], second["period_end"]) == ("NVDA", "2023-01-29")


def test_a_comparison_needs_no_model(tmp_path: Path) -> None:
    """A half set-up model is no reason to refuse figures."""
    runtime = ScriptedRuntime(comparison=comparison(APPLE_TABLE))
    run(runtime, "compare", "AAPL", "NVDA")

    assert runtime.settings[0].offline is True


def test_company_shows_lines_with_figures_and_their_filings() -> None:
    """Amounts under their unit and period end; a line without any figure only takes space."""
    result = run(ScriptedRuntime(), "company", "Apple")

    assert result.stdout.splitlines() == [
        "AAPL (Apple Inc.): Income statement, annual",
        "",
        "                                 FY2023",
        "                             2023-09-30",
        "Revenue         USD million     383,285",
        "  Gross profit  USD million     169,148",
        "",
        "Rows without a figure in these periods, not shown: 1.",
        "",
        "Sources:",
        f"10-K filed 2023-11-03: {URL}",
    ]


def test_company_options_become_the_query() -> None:
    """Every option reaches the provider."""
    runtime = ScriptedRuntime()
    options = "--statement cash_flow --period quarterly --limit 8 --vintage as_reported"
    run(runtime, "company", "Procter", "and", "Gamble", *options.split(), "--as-of", "2020-01-31")

    name, kind, query = runtime.wanted[0]
    assert (name, kind.value) == ("Procter and Gamble", "cash_flow")
    assert (query.basis, query.limit, query.vintage) == ("quarterly", 8, "as_reported")
    assert query.as_of == date(2020, 1, 31)


@pytest.mark.parametrize("day", ["2023-02-30", "2023-13-01", "yesterday", "2026-12-01"])
def test_an_impossible_day_is_a_usage_error(day: str) -> None:
    """No such day, no day at all, or one that has not come yet (today is 2026-11-30)."""
    result = run(ScriptedRuntime(), "company", "AAPL", "--as-of", day)

    assert (result.exit_code, result.stdout) == (2, "")
    assert day in result.stderr


def test_company_ratios_as_json() -> None:
    """One line of JSON that names the company and the filing."""
    result = run(ScriptedRuntime(), "company", "AAPL", "--statement", "ratios", "--json")

    table = json.loads(result.stdout)
    assert table["company"]["cik"] == APPLE.cik
    assert table["rows"][0]["cells"][0]["filing"]["url"] == URL


def test_a_comparison_may_be_as_of_a_day() -> None:
    """Every company is read as known on that day."""
    runtime = ScriptedRuntime(comparison=comparison(APPLE_TABLE, APPLE_TABLE))
    run(runtime, "compare", "AAPL", "NVDA", "--as-of", "2020-03-31")

    assert [request.as_of for request in runtime.wanted] == [date(2020, 3, 31)]
