"""A filer's slip of scale is pointed out, never repaired."""

from research_agent.domain.periods import PeriodQuery
from research_agent.finance.series import series_table
from tests.unit.finance.test_figures import YEAR, figures, filed

SHARES = "WeightedAverageNumberOfDilutedSharesOutstanding"


def notes(now: float) -> tuple[str, ...]:
    found = figures(
        filed(SHARES, YEAR, now, on="2025-02-01", unit="shares"),
        filed(SHARES, "2023-01-01/2023-12-31", 750_100_000, on="2024-02-01", unit="shares"),
    )
    query = PeriodQuery()
    return series_table(found, ["weighted_shares_diluted"], query, name="x", title="X").notes


def test_trap_29_a_count_filed_in_millions_is_flagged() -> None:
    """McDonald's files 716.4 for 716.4 million; a reader must not divide by it unawares."""
    assert notes(716.4) == (
        "Weighted average shares, diluted as filed is 716.4 for FY2024 and 750,100,000 for FY2023: "
        "one of them is most likely a slip of scale in the filing.",
    )


def test_an_ordinary_change_is_not_flagged() -> None:
    """A warning that is always there warns of nothing."""
    assert notes(716_400_000) == ()
