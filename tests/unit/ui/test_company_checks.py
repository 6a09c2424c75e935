from dataclasses import replace
from datetime import date
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, Period
from research_agent.finance.identities import IdentityReport, IdentityResult, Status
from research_agent.ui.company_checks import check_card, checks_grid
from tests.fakes.filed import APPLE, statement

REVENUE = statement(APPLE).rows[0].cells[0]
assert isinstance(REVENUE, Fact)
YEAR = REVENUE.period
BEFORE = Period(date(2021, 9, 26), date(2022, 9, 24), "FY2022", Basis.ANNUAL)

AGREES = IdentityResult(
    key="balance",
    label="Assets = liabilities + equity",
    period=YEAR,
    status=Status.PASSED,
    left=Decimal(383_285_000_000),
    right=Decimal(383_285_000_000),
    difference=Decimal(0),
    tolerance=Decimal(1_000_000),
    facts=(REVENUE,),
)
DIFFERS = replace(
    AGREES,
    status=Status.EXPLAINED,
    right=Decimal(383_200_000_000),
    difference=Decimal(85_000_000),
    explanation="The filer recast one side.",
)
LACKS = IdentityResult(
    key="cash",
    label="Cash ties",
    period=YEAR,
    status=Status.NOT_CHECKED,
    explanation="cash: not reported",
)


def report(*results: IdentityResult) -> IdentityReport:
    return IdentityReport(APPLE, results)


def test_each_check_is_a_line_and_each_period_end_a_column() -> None:
    """Newest first, as everywhere."""
    older = replace(DIFFERS, period=BEFORE)
    grid = checks_grid(report(older, AGREES))
    assert [(head.top, head.under) for head in grid.heads] == [
        ("FY2023", "2023-09-30"),
        ("FY2022", "2022-09-24"),
    ]
    heading, line = grid.rows
    assert (heading.label, heading.cells) == ("Within the statements", ())
    assert [(cell.text, cell.tone) for cell in line.cells] == [("✓", "good"), ("≈", "caution")]
    assert line.cells[1].hint == "The filer recast one side."


def test_a_check_that_could_never_be_made_takes_no_line() -> None:
    """It is counted above; a line of dashes says nothing."""
    assert [row.label for row in checks_grid(report(AGREES, LACKS)).rows] == [
        "Within the statements",
        "Assets = liabilities + equity",
    ]


def test_sums_of_quarters_share_a_line_and_stand_where_their_last_quarter_ends() -> None:
    """Nine months end with the third quarter; they are no column of their own."""
    quarter = Period(date(2023, 4, 2), date(2023, 7, 1), "Q3 FY2023", Basis.QUARTERLY)
    nine = Period(date(2022, 9, 25), date(2023, 7, 1), "9M FY2023", Basis.QUARTERLY)
    summed = replace(
        AGREES,
        key="quarters_sum.revenue",
        label="Revenue: quarters add up to 9M FY2023",
        period=nine,
    )
    grid = checks_grid(report(summed, replace(AGREES, period=quarter)))
    assert [head.top for head in grid.heads] == ["Q3 FY2023"]
    assert [row.label for row in grid.rows][2:] == [
        "Quarters add up to the year, or to its months so far",
        "Revenue",
    ]


def test_a_card_has_both_sides_and_the_figures_with_their_filings() -> None:
    """A person can follow the arithmetic down to the filings."""
    card = check_card(DIFFERS)
    assert card.title == "Assets = liabilities + equity, FY2023: differs, explained"
    sides, figure = card.lines
    assert sides.text == "$383,285 million against $383,200 million: $85 million apart"
    assert figure.link == "10-K filed 2023-11-03"
    assert card.note == "The filer recast one side."


def test_every_cell_of_one_grid_has_a_name_of_its_own() -> None:
    """A click must open the check that was clicked."""
    results = (AGREES, replace(DIFFERS, key="other", label="Another"))
    grid = checks_grid(report(*results))
    assert len(grid.ids()) == len(results)
