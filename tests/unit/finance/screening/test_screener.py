"""Screens over the embedded pack, against figures worked out by plain SQL over its filed rows."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.errors import ConfigError
from research_agent.finance.screening.compiled import compile_screen
from research_agent.finance.screening.metric_table import table_path
from research_agent.finance.screening.parser import parse_screen
from research_agent.finance.screening.result import ScreenResult, is_stale
from research_agent.finance.screening.screener import Screener
from research_agent.finance.screening.syntax import Among, Attribute, Screen
from research_agent.finance.screening.text import screen_csv
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR
from tests.traps.pack import directory, provider

TODAY = date(2026, 12, 7)
REVENUE = (
    *("Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax"),
    "RevenueFromContractWithCustomerIncludingAssessedTax",
)


@pytest.fixture(scope="module")
def screener(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screener]:
    made = Screener(
        FactStore(PACK_DIR), directory(), provider(), tmp_path_factory.mktemp("screening")
    )
    yield made
    made.close()


def run(screener: Screener, text: str, most: int = 100) -> ScreenResult:
    return screener.screen(parse_screen(text), today=TODAY, most=most)


def tickers(result: ScreenResult) -> list[str]:
    return [row.company.ticker for row in result.rows]


def filed_years(*tags: str) -> dict[int, dict[date, Decimal]]:
    """Each company's years as its filings have them: 350 to 380 days, the version filed last."""
    named = ", ".join(f"'us-gaap:{tag}', '{tag}'" for tag in tags)
    rows = duckdb.sql(
        f"""SELECT cik, "end", max(value) FROM (
              SELECT *, max(filed) OVER (PARTITION BY cik, "end", tag) AS newest
              FROM read_parquet('{PACK_DIR / "facts.parquet"}')
              WHERE tag IN ({named}) AND unit = 'USD' AND "end" - "start" BETWEEN 350 AND 380)
            WHERE filed = newest GROUP BY cik, "end" """
    ).fetchall()
    years: dict[int, dict[date, Decimal]] = {}
    for cik, end, value in rows:
        years.setdefault(cik, {})[end] = Decimal(str(value))
    return years


def test_net_losses_are_those_filed(screener: Screener) -> None:
    """Every company whose newest filed year has a net income below zero, and no other."""
    filed = filed_years("NetIncomeLoss", "ProfitLoss")
    expected = set()
    for cik, years in filed_years("NetIncomeLoss").items():
        if years[max(years)] < 0 and max(years) == max(filed[cik]):
            expected.add(cik)
    found = {row.company.cik for row in run(screener, "net_income < 0").rows}
    assert found >= expected
    for cik in found - expected:  # filed under the other tag only
        years = filed[cik]
        assert years[max(years)] < 0
    assert len(found) >= 5


ARISTA = 1596532
"""Its FY2025 filing has a net income of 3,511 where 3,511 million are meant; plain SQL believes it."""


def test_growth_and_margin_of_the_first_example(screener: Screener) -> None:
    """Growth and margin divided by hand from the filed rows: none is missing, none is another."""
    revenue, income = filed_years(*REVENUE), filed_years("NetIncomeLoss")
    by_hand: dict[int, tuple[Decimal, Decimal]] = {}
    for cik, years in revenue.items():
        ends = sorted(years)
        if cik != ARISTA and len(ends) > 1 and ends[-1] in income.get(cik, {}):
            now, before = years[ends[-1]], years[ends[-2]]
            by_hand[cik] = now / before - 1, income[cik][ends[-1]] / now
    found = {
        row.company.cik: tuple(cell.value for cell in row.cells if isinstance(cell, Fact))
        for row in run(screener, "revenue_growth > 20% and net_margin > 15%").rows
    }
    expected = {
        cik
        for cik, (growth, margin) in by_hand.items()
        if growth > Decimal("0.2") and margin > Decimal("0.15")
    }
    assert expected <= set(found)
    assert len(expected) >= 8
    for cik in set(found) & set(by_hand):
        for shown, divided in zip(found[cik], by_hand[cik], strict=True):
            assert abs(shown - divided) < Decimal("0.000001")


def test_a_figure_on_the_screen_is_the_one_of_the_company_page(screener: Screener) -> None:
    """The table only chooses; what is shown is read as everywhere, with its filing."""
    for row in run(screener, "order by revenue desc limit 5").rows:
        (shown,) = row.cells
        assert isinstance(shown, Fact)
        figures = provider().figures(row.company, PeriodQuery())
        slot = next(s for s in figures.columns.slots(Basis.ANNUAL) if s.period == shown.period)
        assert figures.cell("revenue", slot) == shown
        assert shown.url.startswith("https://www.sec.gov/")


def test_what_is_missing_is_not_judged_but_counted(screener: Screener) -> None:
    """Matched, not matched and not judged add up; "not" does not turn unknown into yes."""
    yes = run(screener, "operating_margin > 20%")
    no = run(screener, "not operating_margin > 20%")
    absent = run(screener, "operating_margin is missing")
    assert yes.matched + no.matched + absent.matched == yes.companies == 91
    assert absent.matched > 0
    lack = f"{absent.matched} companies lack operating margin: not judged, so not shown."
    assert lack in yes.notes
    assert lack in no.notes


def test_another_currency_is_not_compared(screener: Screener) -> None:
    """TSMC's 2.9 trillion are Taiwan dollars; 100 billion dollars are no measure for them."""
    result = run(screener, "revenue > 100bn")
    assert "TSM" not in tickers(result)
    assert any(note.startswith("ASML, TSM do not report in USD") for note in result.notes)
    assert tickers(run(screener, "revenue > 2 trillion TWD")) == ["TSM"]
    assert tickers(run(screener, "order by revenue desc"))[-2:] == ["ASML", "TSM"]
    assert "TSM" in tickers(run(screener, "net_margin > 35%"))  # a ratio has no currency


def test_a_year_long_gone_is_flagged(screener: Screener) -> None:
    """TSMC's newest year in the pack ended 2024-12-31, 23 months before today."""
    (row,) = run(screener, "ticker = TSM").rows
    assert row.stale
    assert [period.end for period in row.periods] == [date(2024, 12, 31)]
    assert is_stale(date(2025, 6, 6), TODAY)
    assert not is_stale(date(2025, 6, 7), TODAY)


def test_a_price_is_said_to_be_needed(screener: Screener) -> None:
    """The store holds no prices: market capitalisation fits nobody, with the reason."""
    result = run(screener, "market_cap > 1bn")
    assert result.matched == 0
    assert any("which needs the price of a share" in note for note in result.notes)


@pytest.mark.parametrize(
    "text",
    [
        "' OR 1=1 --",
        "x'; DROP TABLE companies; --",
        'a") OR (TRUE',
        "$p1",
        "NYSE' UNION SELECT 1,2,3 --",
        "%",
        "\\",
        "\0",
    ],
)
def test_words_of_a_person_never_reach_the_sql(screener: Screener, text: str) -> None:
    """They are parameters: nothing fits, and the statement has no trace of them."""
    for attribute in (Attribute.EXCHANGE, Attribute.TICKER, Attribute.CURRENCY):
        screen = Screen(Among(attribute, (text,)))
        compiled = compile_screen(screen)
        assert text == "$p1" or text not in compiled.condition + compiled.order
        assert screener.screen(screen, today=TODAY).matched == 0


def test_the_table_is_built_once_and_again_for_another_store(
    screener: Screener, tmp_path: Path
) -> None:
    """Its name is a digest of store and code; a kept one is not touched."""
    path = screener.refresh()
    before = path.stat().st_mtime_ns
    assert screener.refresh() == path
    assert path.stat().st_mtime_ns == before
    assert table_path(tmp_path, "one store") != table_path(tmp_path, "another")
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_damaged_table_is_one_sentence(screener: Screener, tmp_path: Path) -> None:
    """Half a file says what to delete; no traceback, no empty result."""
    made = Screener(FactStore(PACK_DIR), directory(), provider(), tmp_path)
    (tmp_path / screener.refresh().name).write_bytes(b"PAR1 not at all")
    with pytest.raises(ConfigError, match="delete it, and it is worked out anew"):
        made.screen(parse_screen("revenue > 1"), today=TODAY)


def test_the_csv_has_a_line_for_each_figure(screener: Screener) -> None:
    """Value, unit, period end and filing of every cell."""
    result = run(screener, "revenue > 300bn order by revenue desc")
    lines = screen_csv(result).splitlines()
    assert len(lines) == 1 + len(result.rows)
    assert lines[1].startswith("AMZN,")
    assert ",716924000000,USD,FY2025,2025-12-31,annual,no,filed,https://www.sec.gov/" in lines[1]
