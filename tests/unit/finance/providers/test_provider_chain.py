"""Sources of figures in order: who is asked next, and what the person hears."""

import asyncio
from collections.abc import Sequence

import pytest

from research_agent.domain.companies import Company
from research_agent.domain.facts import NOT_IN_STORE, Missing
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import Row, SeriesTable
from research_agent.errors import (
    AuthError,
    ConfigError,
    NotCovered,
    NotFound,
    ProviderError,
    RateLimited,
)
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider_chain import ProviderChain, first_source_only
from tests.fakes.filed import APPLE, statement


class Source:
    """Gives one table, or raises one error, whatever it is asked."""

    def __init__(self, name: str, outcome: SeriesTable | Exception) -> None:
        self.name = name
        self.outcome = outcome
        self.asked = 0

    async def statement(
        self, _company: Company, _kind: StatementKind, _query: PeriodQuery
    ) -> SeriesTable:
        return self._give()

    async def ratios(self, _company: Company, _query: PeriodQuery) -> SeriesTable:
        return self._give()

    async def earnings(self, _company: Company, _query: PeriodQuery) -> SeriesTable:
        return self._give()

    async def segments(self, _company: Company, _query: PeriodQuery) -> SeriesTable:
        return self._give()

    async def series(
        self, _company: Company, _concepts: Sequence[str], _query: PeriodQuery
    ) -> SeriesTable:
        return self._give()

    def _give(self) -> SeriesTable:
        self.asked += 1
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


WHOLE = statement(APPLE)
PARTIAL = SeriesTable(
    "partial",
    "Income statement",
    APPLE,
    WHOLE.periods[:1],
    (Row("ebitda", "EBITDA", "USD", (Missing(f"operating income: {NOT_IN_STORE}"),)),),
)


def ask(*sources: Source, absent: Sequence[str] = ()) -> SeriesTable:
    chain = ProviderChain(sources, absent=absent)
    return asyncio.run(chain.statement(APPLE, StatementKind.INCOME, PeriodQuery()))


def test_the_first_source_that_covers_the_company_answers() -> None:
    """No request goes out for what is on disk."""
    local, live = Source("store", WHOLE), Source("SEC", WHOLE)

    assert ask(local, live) == WHOLE
    assert live.asked == 0


@pytest.mark.parametrize(
    "failure",
    [
        NotCovered("AAPL is not in the store."),
        ProviderError("SEC", "no connection"),
        AuthError("data", "the account has no credit left (402)"),
        RateLimited("SEC", "asked for a rest"),
        ConfigError("Set SEC_CONTACT."),
    ],
)
def test_what_is_not_covered_or_fails_passes_on(failure: Exception) -> None:
    """A provider in trouble costs its own part only; its failure stands under the figures."""
    table = ask(Source("one", failure), Source("two", WHOLE))

    assert table.rows == WHOLE.rows
    assert (str(failure) in table.notes) is not isinstance(failure, NotCovered)


def test_an_answer_that_is_no_figure_is_still_the_answer() -> None:
    """A quarter that a company never filed is not looked for elsewhere."""
    other = Source("two", WHOLE)
    with pytest.raises(NotFound, match="annual reports only"):
        ask(Source("one", NotFound("AAPL files annual reports only.")), other)
    assert other.asked == 0


def test_a_bug_in_a_source_is_not_swallowed() -> None:
    """Only failures of a provider fall through."""
    with pytest.raises(ZeroDivisionError):
        ask(Source("one", ZeroDivisionError()), Source("two", WHOLE))


def test_a_company_held_in_part_is_read_whole_where_that_can_be_had() -> None:
    """The embedded pack has twenty tags of most companies; the SEC has all."""
    assert ask(Source("store", PARTIAL), Source("SEC", WHOLE)) == WHOLE


def test_a_company_held_in_part_is_better_than_none() -> None:
    """Without a network the partial table is the answer, and says what failed."""
    table = ask(Source("store", PARTIAL), Source("SEC", ProviderError("SEC", "no connection")))

    assert table.rows == PARTIAL.rows
    assert "SEC: no connection" in table.notes


def test_when_no_source_delivers_every_reason_is_told() -> None:
    """The person must see what to set and what was down."""
    with pytest.raises(ProviderError) as raised:
        ask(
            Source("store", NotCovered("ZZZ is not in the store.")),
            Source("SEC", ProviderError("SEC", "no connection")),
            absent=["Financial Datasets is off: set FINANCIAL_DATASETS_API_KEY"],
        )
    text = str(raised.value)
    assert "ZZZ is not in the store." in text
    assert "SEC: no connection." in text
    assert "set FINANCIAL_DATASETS_API_KEY." in text


def test_when_no_source_covers_the_company_nothing_failed() -> None:
    """Not covered is an answer, not a fault of a provider."""
    with pytest.raises(NotCovered, match="set SEC_CONTACT"):
        ask(
            Source("store", NotCovered("ZZZ is not in the store.")),
            absent=["SEC live is off: set SEC_CONTACT"],
        )


def test_a_read_over_every_company_asks_no_live_source() -> None:
    """Most companies of the pack are held in part: ninety live reads would outlast the answer."""
    live = Source("SEC", WHOLE)
    with first_source_only():
        table = ask(Source("store", PARTIAL), live)

    assert (table.rows, live.asked) == (PARTIAL.rows, 0)


def test_a_source_that_hangs_does_not_cost_what_another_holds() -> None:
    """It counts as failed in time, and a note names it."""

    class Hanging(Source):
        async def statement(self, *_: object) -> SeriesTable:
            await asyncio.sleep(3600)
            raise AssertionError

    chain = ProviderChain([Source("store", PARTIAL), Hanging("SEC", WHOLE)], budget_s=0.1)
    table = asyncio.run(chain.statement(APPLE, StatementKind.INCOME, PeriodQuery()))

    assert table.rows == PARTIAL.rows
    assert [note for note in table.notes if note.startswith("SEC: no answer")]
