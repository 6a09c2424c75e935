from datetime import date

from research_agent.domain.periods import PeriodQuery
from research_agent.finance.companies.profile import company_profile
from research_agent.finance.lines.line_items import Sector
from tests.fakes.fact_rows import figures, filed

ROWS = (
    filed("Revenues", "2023-01-01/2023-12-31", 90, on="2024-02-01"),
    filed("Revenues", "2024-01-01/2024-12-31", 100, on="2025-02-01"),
    filed("Revenues", "2025-01-01/2025-03-31", 30, on="2025-04-20", form="10-Q"),
)


def test_a_profile_has_template_years_and_newest_filing() -> None:
    """What a reader must know before the first figure."""
    profile = company_profile(figures(*ROWS), ROWS, complete=True)
    assert (profile.sector, profile.currency, profile.complete) == (Sector.INDUSTRIAL, "USD", True)
    assert [period.label for period in profile.years] == ["FY2024", "FY2023"]
    assert profile.fiscal_year_end == date(2024, 12, 31)
    assert profile.newest_filing is not None
    assert (profile.newest_filing.form, profile.newest_filing.filed) == ("10-Q", date(2025, 4, 20))
    assert profile.oldest is not None
    assert profile.oldest.label == "FY2023"


def test_a_profile_of_a_day_knows_nothing_filed_later() -> None:
    """On 2025-01-15 the report on 2024 had not been filed."""
    query = PeriodQuery(as_of=date(2025, 1, 15))
    profile = company_profile(figures(*ROWS, query=query), ROWS, complete=True, as_of=query.as_of)
    assert [period.label for period in profile.years] == ["FY2023"]
    assert profile.newest_filing is not None
    assert profile.newest_filing.filed == date(2024, 2, 1)


def test_a_company_that_filed_nothing_has_an_empty_profile() -> None:
    """No year, no filing, and no error."""
    profile = company_profile(figures(), (), complete=False)
    assert profile.newest_filing is None
    assert (profile.fiscal_year_end, profile.newest, profile.oldest) == (None, None, None)
