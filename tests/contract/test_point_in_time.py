"""As of a day, nothing filed later is visible: not as a figure, not through what chooses figures.

The proof is a second store. For each company of the pack a day is drawn, every row filed after it
is taken out of the Parquet files, and what the whole store says "as of" the day must be what the
cut store says without any bound, cell by cell, note by note. A split learned later, a fiscal year
end, a face tag, a sector or a recast that came in by the back door would show as a difference.
"""

import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import duckdb
import pytest

from research_agent.domain.companies import Company
from research_agent.domain.events import Answered
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.errors import InvalidRequest, NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.comparison import ComparisonBasis, ComparisonRequest, compare
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.pack import (
    COVERAGE_FILE,
    FACTS_FILE,
    SEGMENTS_FILE,
    file_entry,
    read_manifest,
    write_manifest,
)
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.routing import SUB_TOOLS, RoutedCall
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR, Settings
from research_agent.runtime import Runtime
from research_agent.tools.sub_calls import gather_series

SEED = 20_260_731
PARTS = 6
"""The companies of the pack are shared out among so many tests, to run side by side."""
LIMIT = 2

Ask = Callable[[StoreProvider, Company, PeriodQuery], Awaitable[SeriesTable]]
ASKS: dict[str, Ask] = {
    **{
        kind.value: lambda provider, company, query, kind=kind: provider.statement(
            company, kind, query
        )
        for kind in StatementKind
    },
    "ratios": lambda provider, company, query: provider.ratios(company, query),
    "earnings": lambda provider, company, query: provider.earnings(company, query),
    "segments": lambda provider, company, query: provider.segments(company, query),
}


@dataclass(frozen=True)
class Moment:
    """A company on a day."""

    company: Company
    day: date
    basis: Basis
    vintage: Vintage

    def query(self, as_of: date | None) -> PeriodQuery:
        return PeriodQuery(basis=self.basis, limit=LIMIT, vintage=self.vintage, as_of=as_of)


@pytest.fixture(scope="module")
def store() -> Iterator[FactStore]:
    opened = FactStore(PACK_DIR)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def directory(store: FactStore) -> CompanyDirectory:
    coverage = {cik: row.coverage for cik, row in store.coverage().items()}
    return CompanyDirectory.load(PACK_DIR, coverage=coverage)


def moments(store: FactStore, directory: CompanyDirectory, part: int) -> list[Moment]:
    """One day for each company: the day of one of its filings, the one before, or any other."""
    chance = random.Random(SEED)
    found = []
    for number, cik in enumerate(sorted(store.coverage())):
        company = directory.by_cik(cik)
        filed = sorted({row.filed for row in store.rows(cik)}) if number % PARTS == part else []
        drawn = chance.random(), chance.randrange(3), chance.choice(list(Basis))
        vintage = chance.choice(list(Vintage))
        if not filed or company is None:
            continue
        day = filed[int(len(filed) * (0.1 + 0.9 * drawn[0]))]
        shift = (timedelta(0), timedelta(days=-1), timedelta(days=17))[drawn[1]]
        found.append(Moment(company, day + shift, drawn[2], vintage))
    return found


def cut_store(folder: Path, company: Company, day: date) -> FactStore:
    """Write a store with what one company had filed by `day`, and nothing else."""
    folder.mkdir()
    known = f"cik = {company.cik} AND filed <= DATE '{day}'"
    for name in (FACTS_FILE, SEGMENTS_FILE):
        _copy(f"SELECT * FROM '{PACK_DIR / name}' WHERE {known}", folder / name)
    filings = f"(SELECT list(DISTINCT accession) FROM '{folder / FACTS_FILE}')"
    _copy(
        f"""SELECT * REPLACE (
                if(full_through > DATE '{day}', DATE '{day}', full_through) AS full_through,
                coalesce(list_intersect(full_filings, {filings}), []) AS full_filings)
            FROM '{PACK_DIR / COVERAGE_FILE}' WHERE cik = {company.cik}""",
        folder / COVERAGE_FILE,
    )
    manifest = read_manifest(PACK_DIR)
    files = {name: file_entry(folder / name) for name in (FACTS_FILE, SEGMENTS_FILE, COVERAGE_FILE)}
    write_manifest(folder, replace(manifest, files=files))
    return FactStore(folder)


def _copy(query: str, to: Path) -> None:
    duckdb.execute(f"COPY ({query}) TO '{to}' (FORMAT parquet)")


def unbound(table: SeriesTable, day: date) -> SeriesTable:
    """The same without the words that say it is as of a day."""
    rows = tuple(
        replace(row, cells=tuple(_unbound_cell(cell, day) for cell in row.cells))
        for row in table.rows
    )
    title = table.title.replace(f", as known on {day}", "")
    return replace(table, key="", title=title, rows=rows)


def _unbound_cell(cell: Cell, day: date) -> Cell:
    if not isinstance(cell, Fact):
        return cell
    vintage = cell.vintage.removesuffix(f"as_of_{day}").removesuffix("_")
    inputs = tuple(_unbound_cell(part, day) for part in cell.inputs)
    return replace(cell, vintage=vintage, inputs=tuple(p for p in inputs if isinstance(p, Fact)))


async def outcome(ask: Ask, provider: StoreProvider, moment: Moment, as_of: date | None) -> object:
    """What is said: the table without the bound's words, or that there is none."""
    try:
        table = await ask(provider, moment.company, moment.query(as_of))
    except NotFound:
        return NotFound
    for fact in table.facts():
        late = [filing for filing in fact.filings() if filing.filed > moment.day]
        assert not late, (moment, fact.ref, late)
    return unbound(table, moment.day)


@pytest.mark.parametrize("part", range(PARTS))
async def test_as_of_a_day_is_what_a_store_cut_at_that_day_says(
    part: int, store: FactStore, directory: CompanyDirectory, tmp_path: Path
) -> None:
    """Whoever tests an idea on the past must not see the future in any figure, label or note."""
    whole = StoreProvider(store)
    checked = 0
    for moment in moments(store, directory, part):
        cut = cut_store(tmp_path / str(moment.company.cik), moment.company, moment.day)
        for name, ask in ASKS.items():
            bound = await outcome(ask, whole, moment, moment.day)
            apart = await outcome(ask, StoreProvider(cut), moment, None)
            assert bound == apart, (moment, name)
            checked += bound is not NotFound
        cut.close()
    assert checked >= 30


@pytest.mark.parametrize("tool", SUB_TOOLS)
async def test_a_bound_of_the_run_holds_whatever_a_sub_tool_is_asked(
    tool: str, store: FactStore, directory: CompanyDirectory
) -> None:
    """A model may ask for anything, a later day too; the run's own day is the last."""
    day = date(2020, 3, 31)
    calls = [RoutedCall(tool, {"ticker": "AAPL", "as_of": later}) for later in ("2026-01-31", None)]
    if tool == "get_earnings":
        calls.append(RoutedCall(tool, {"limit": 5}))
    found = await gather_series(
        calls,
        provider=StoreProvider(store),
        directory=directory,
        timeout_s=60,
        progress=lambda _: None,
        as_of=day,
    )

    assert found.tables
    filed = {filing.filed for t in found.tables for f in t.facts() for filing in f.filings()}
    assert max(filed) <= day


def test_an_earlier_day_than_the_run_s_is_kept() -> None:
    """The bound only ever takes away."""
    from research_agent.tools.sub_tools import SubCall

    call = SubCall("get_earnings", None, PeriodQuery(as_of=date(2015, 1, 1)))

    assert call.known_by(date(2020, 1, 1)) == call
    assert call.known_by(None) == call
    assert call.known_by(date(2010, 1, 1)).query.as_of == date(2010, 1, 1)


@pytest.mark.parametrize("basis", ComparisonBasis)
async def test_a_comparison_as_of_a_day_sees_nothing_later(
    basis: ComparisonBasis, store: FactStore, directory: CompanyDirectory
) -> None:
    """Also where columns are chosen by the calendar."""
    day = date(2018, 11, 30)
    asked = ComparisonRequest(("AAPL", "NVDA"), ("revenue", "eps_diluted"), basis, 3, day)
    found = await compare(StoreProvider(store), directory, asked)

    filed = {filing.filed for t in found.tables for f in t.facts() for filing in f.filings()}
    assert len(found.tables) == 2
    assert max(filed) <= day
    # 10-K of 2018-11-05: 11.91 a share, before the 4-for-1 split of 2020 that makes 2.98 of it.
    if basis is ComparisonBasis.FISCAL:
        (eps,) = (row for row in found.tables[0].rows if row.concept == "eps_diluted")
        assert isinstance(eps.cells[0], Fact)
        assert str(eps.cells[0].value) == "11.91"


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[Runtime]:
    made = Runtime.from_settings(
        Settings.load(offline=True).model_copy(update={"home": tmp_path}),
        today=lambda: date(2026, 11, 30),
    )
    yield made
    made.close()


def test_a_run_as_of_a_day_answers_from_what_was_filed_by_then(runtime: Runtime) -> None:
    """P&G's revenue of fiscal 2014 was 83,062 million in the 10-K 0000080424-14-000057."""
    run = runtime.runs.start("What was P&G's revenue in fiscal 2014?", as_of=date(2014, 12, 31))
    final = list(runtime.runs.follow(run))[-1]

    assert isinstance(final, Answered)
    assert "83,062" in final.answer.text
    filed = {filing.filed for t in final.answer.tables for f in t.facts() for filing in f.filings()}
    assert max(filed) <= date(2014, 12, 31)


def test_the_newest_figures_of_a_run_are_those_of_its_day(runtime: Runtime) -> None:
    """Years are counted from the run's day, and no newer one answers."""
    run = runtime.runs.start("Apple's newest annual revenue", as_of=date(2019, 1, 15))
    final = list(runtime.runs.follow(run))[-1]

    assert isinstance(final, Answered)
    assert "FY2018" in final.answer.text
    assert "265,595" in final.answer.text


def test_a_run_as_of_the_future_is_refused(runtime: Runtime) -> None:
    """It would promise what it cannot keep."""
    with pytest.raises(InvalidRequest, match="future"):
        runtime.runs.start("Apple revenue", as_of=date(2027, 1, 1))


def test_a_conversation_that_knew_more_is_not_carried_into_the_past(runtime: Runtime) -> None:
    """Its text may hold figures filed later."""
    earlier = runtime.runs.start("Apple revenue 2025")
    list(runtime.runs.follow(earlier))

    with pytest.raises(InvalidRequest, match="ask anew"):
        runtime.runs.start("And before?", follow_up_of=earlier, as_of=date(2019, 1, 15))


def test_only_tools_that_keep_to_the_day_are_offered(runtime: Runtime) -> None:
    """A tool that was not made for it may let the future in."""
    dated = runtime.tools.as_of(date(2019, 1, 15))

    assert set(dated.names) <= set(runtime.tools.names)
    assert {"get_financials", "calculate"} <= set(dated.names)
    assert not {"web_search", "web_fetch"} & set(dated.names)
