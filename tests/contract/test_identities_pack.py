"""What must add up in every company's statements does, in every company of the embedded pack.

`research-agent data verify` prints the same. A difference that the filings show to be of the
filer's making (a recast, another scope, a slip with its accession number) is counted as explained;
any other is a wrong figure, and there may be none.
"""

from collections.abc import Iterator

import pytest

from research_agent.domain.periods import PeriodQuery
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.identities import Status, check_identities
from research_agent.finance.identities.filing_errors import FILING_ERRORS
from research_agent.finance.identities.store_check import StoreCheck, check_store
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR

AMD, NVIDIA = 2488, 1045810
MAX_EXPLAINED = 0.03
"""Share of the checks; more would mean that an explanation has become an excuse."""
KINDS = {
    "assets_liabilities_equity": 350,
    "balance_sheet_balances": 600,
    "cash_flows_sum": 800,
    "cash_ties_to_balance_sheet": 800,
    "current_and_noncurrent_assets": 100,
    "eps_basic_fits_income": 600,
    "eps_diluted_fits_income": 600,
    "gross_profit": 500,
    "net_income": 600,
    "operating_income_by_expenses": 350,
    "quarters_sum": 20_000,
    "segments_sum": 800,
}
"""Checks of each kind that there are at least."""


@pytest.fixture(scope="module")
def checked() -> StoreCheck:
    return check_store(PACK_DIR)


def test_no_figure_of_the_pack_contradicts_another_without_a_reason(checked: StoreCheck) -> None:
    """A figure that does not fit its own statement is wrong, whoever made the mistake."""
    assert [f"{f.ticker} {f.period} {f.vintage} {f.label}" for f in checked.failures] == []


def test_the_checks_are_many_and_few_need_an_explanation(checked: StoreCheck) -> None:
    """A check that silently stopped running would pass, too."""
    passed = {key: counts[Status.PASSED] for key, counts in checked.by_identity().items()}

    assert {key: n for key, n in KINDS.items() if passed.get(key, 0) < n} == {}
    assert checked.count(Status.EXPLAINED) <= MAX_EXPLAINED * checked.run


def test_every_slip_that_is_listed_is_in_the_pack(checked: StoreCheck) -> None:
    """A list of excuses must not outlive what it excuses."""
    store = FactStore(PACK_DIR)
    filed = {(row.accession, row.tag, row.end) for cik in (AMD, NVIDIA) for row in store.rows(cik)}
    store.close()

    assert {(slip.accession, slip.tag, slip.end) for slip in FILING_ERRORS} <= filed
    assert {error.reason for error in FILING_ERRORS} <= set(checked.by_reason())


@pytest.fixture(scope="module")
def provider() -> Iterator[StoreProvider]:
    store = FactStore(PACK_DIR)
    yield StoreProvider(store)
    store.close()


@pytest.mark.parametrize(
    ("ticker", "key", "label", "status"),
    [
        # 352,583 = 290,437 + 62,146 million (10-K 0000320193-23-000106)
        ("AAPL", "assets_liabilities_equity", "FY2023", Status.PASSED),
        # 1,031,473.6 - 533,487.5 = 497,986.1; 497,874.3 million TWD after 111.8 of profit on sales to
        # associates that is not yet realised (20-F 0001193125-19-108390)
        ("TSM", "gross_profit", "FY2018", Status.EXPLAINED),
        # tag of income to common holds continuing operations only (10-K 0001193125-10-188769), so
        # it is worked out from net income, which proves nothing
        ("PG", "net_income_to_common", "FY2009", Status.NOT_CHECKED),
        # a bank's balance sheet is not split into current and non-current
        ("JPM", "current_and_noncurrent_assets", "FY2024", Status.NOT_CHECKED),
        # 58,471 million over 2,879 million shares are 20.31, 19.75 after preferred dividends, which
        # the cut-down store lacks (10-K 0000019617-25-000270)
        ("JPM", "eps_diluted_fits_income", "FY2024", Status.EXPLAINED),
    ],
)
async def test_what_is_known_of_a_filing_comes_out(
    provider: StoreProvider, ticker: str, key: str, label: str, status: Status
) -> None:
    """Each outcome occurs where it is known from the filing that it should."""
    company = CompanyDirectory.load(PACK_DIR).resolve(ticker)
    report = check_identities(provider.figures(company, PeriodQuery()))
    (result,) = (r for r in report.results if r.key == key and r.period.label == label)

    assert result.status is status
    assert bool(result.explanation) is (status is not Status.PASSED)
