import pytest

from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.identities import IdentityResult, Status, check_identities
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR


def splits(ticker: str, label: str) -> dict[str, IdentityResult]:
    store = FactStore(PACK_DIR)
    provider = StoreProvider(store)
    company = CompanyDirectory.load(PACK_DIR).resolve(ticker)
    query = PeriodQuery()
    report = check_identities(
        provider.figures(company, query),
        bases=(Basis.ANNUAL,),
        parts=provider.parts(company, query),
    )
    store.close()
    return {
        r.key.removeprefix("segments_sum."): r
        for r in report.results
        if r.key.startswith("segments_sum.") and r.period.label == label
    }


def test_products_and_regions_add_up_to_revenue() -> None:
    """Apple fiscal 2024: 391,035 million, by product and by region (10-K 0000320193-24-000123)."""
    found = splits("AAPL", "FY2024")

    for key in ("revenue_product", "revenue_geography"):
        assert found[key].status is Status.PASSED
        assert (found[key].left, found[key].right) == (391_035_000_000, 391_035_000_000)
        assert found[key].facts[0].concept.startswith("revenue")


@pytest.mark.parametrize(
    ("ticker", "label", "key"), [("AAPL", "FY2010", "operating_income_business")]
)
def test_what_is_not_allotted_to_a_segment_is_explained(ticker: str, label: str, key: str) -> None:
    """Apple's 10-K of 2010 leaves research and corporate costs out of its segments' income."""
    result = splits(ticker, label)[key]

    assert result.status is Status.EXPLAINED
    assert "allots only a part" in result.explanation
    assert (result.left, result.right) == (18_385_000_000, 22_971_000_000)
