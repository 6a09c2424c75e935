"""Figures of parts over time: as filed, derived, as first reported and as known on a day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.facts import NOT_IN_STORE, Fact, Missing, Origin
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.errors import InvalidRequest, NotFound
from research_agent.finance.metrics import check_metric, metric_label
from research_agent.finance.segments.part_figures import PartFigures
from research_agent.finance.segments.part_series import part_series
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.segments.table import segments_table
from tests.fakes.fact_rows import ACME, figures, filed

QUARTERS = {
    "Q1": "2023-01-01/2023-03-31",
    "Q2": "2023-04-01/2023-06-30",
    "6M": "2023-01-01/2023-06-30",
    "Q3": "2023-07-01/2023-09-30",
    "9M": "2023-01-01/2023-09-30",
    "FY": "2023-01-01/2023-12-31",
    "FY2022": "2022-01-01/2022-12-31",
    "6M2022": "2022-01-01/2022-06-30",
    "9M2022": "2022-01-01/2022-09-30",
}
TOTALS = {"Q1": 100, "6M": 210, "9M": 330, "FY": 460, "FY2022": 400, "6M2022": 190, "9M2022": 290}


def part(
    name: str,
    span: str,
    value: float,
    *,
    on: str = "2024-02-01",
    role: str = "member",
    within: str = "",
    piece: str = "",
    sign: int = 1,
) -> SegmentRow:
    """One filed figure; `span` is a key of `QUARTERS`, an empty name the total."""
    start, _, end = QUARTERS[span].partition("/")
    return SegmentRow(
        metric="revenue",
        axis="product",
        axis_tag="srt:ProductOrServiceAxis",
        member_tag=f"acme:{name}Member",
        label=name,
        role="total" if not name else role,
        part=piece,
        within=within,
        position=0,
        sign=sign,
        tag="us-gaap:Revenues",
        unit="USD",
        start=date.fromisoformat(start),
        end=date.fromisoformat(end),
        value=value,
        decimals=0,
        accession=f"0000000001-{on[2:4]}-{on[5:7]}{on[8:]}00",
        form="10-K" if span.startswith("FY") else "10-Q",
        filed=date.fromisoformat(on),
        fiscal_year=2023,
        fiscal_period="FY",
    )


def parts(rows: Sequence[SegmentRow], query: PeriodQuery | None = None) -> PartFigures:
    """The parts of a company whose totals are `TOTALS`."""
    asked = query or PeriodQuery()
    days = {
        "Q1": "2023-05-01",
        "6M": "2023-08-01",
        "9M": "2023-11-01",
        "6M2022": "2022-08-01",
        "9M2022": "2022-11-01",
    }
    facts = [
        filed(
            "Revenues",
            QUARTERS[span],
            value,
            on=days.get(span, "2024-02-01" if span == "FY" else "2023-02-01"),
            form="10-K" if span.startswith("FY") else "10-Q",
        )
        for span, value in TOTALS.items()
    ]
    return PartFigures(ACME, figures(*facts, query=asked), rows, asked)


def values(found: PartFigures, query: PeriodQuery, concept: str) -> list[int | str]:
    """The figures of one row, newest first; the reason where there is none."""
    row = segments_table(found, query).row(concept)
    assert row is not None
    return [int(c.value) if isinstance(c, Fact) else c.reason for c in row.cells]


YEAR = [part("", "FY", 460), part("Tools", "FY", 300), part("Toys", "FY", 160)]


def test_a_group_is_its_total_then_its_members() -> None:
    """Depth 0 is the whole, depth 1 what adds up to it, depth 2 what overlaps."""
    rows = [*YEAR, part("Hammers", "FY", 90, role="overlap")]
    table = segments_table(parts(rows), PeriodQuery(limit=1))

    assert [(row.depth, row.label, row.concept) for row in table.rows] == [
        (0, "Revenue by product", "revenue"),
        (1, "Tools", "revenue_product_tools"),
        (1, "Toys", "revenue_product_toys"),
        (2, "Hammers", "revenue_product_hammers"),
    ]
    assert [fact.label for fact in table.facts()][1] == "Tools revenue"
    assert any("not added" in note for note in table.notes)


def test_a_filed_figure_has_its_filing() -> None:
    """A segment figure is cited like any other."""
    fact = next(f for f in segments_table(parts(YEAR), PeriodQuery(limit=1)).facts() if f.tag)

    assert fact.filing
    assert fact.origin is Origin.FILED
    assert fact.ref == "ACME.revenue.FY2023"


def test_a_fourth_quarter_is_the_year_less_nine_months() -> None:
    """300 − 210 = 90 and 160 − 120 = 40; derived, with both filings behind it."""
    nine = [
        part("", "9M", 330, on="2023-11-01"),
        part("Tools", "9M", 210, on="2023-11-01"),
        part("Toys", "9M", 120, on="2023-11-01"),
    ]
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1)
    table = segments_table(parts([*YEAR, *nine]), query)
    fact = table.rows[1].cells[0]

    assert isinstance(fact, Fact)
    assert (fact.value, fact.origin, fact.formula) == (
        Decimal(90),
        Origin.DERIVED,
        "FY2023 − 9M FY2023",
    )
    assert len(list(fact.filings())) == 2
    assert values(parts([*YEAR, *nine]), query, "revenue_product_toys") == [40]


def test_a_part_that_only_one_of_two_filings_has_gives_no_quarter() -> None:
    """A new part's nine months are not known to be zero."""
    nine = [part("", "9M", 330, on="2023-11-01"), part("Tools", "9M", 330, on="2023-11-01")]
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1)
    found = segments_table(parts([*YEAR, *nine]), query)

    assert found.row("revenue_product_toys") is None
    assert found.row("revenue_product_tools") is not None


def test_twelve_months_roll_forward_from_the_last_year() -> None:
    """400 + 210 − 190 = 420 where the quarters between were never filed."""
    rows = [
        part("Tools", "FY2022", 400, on="2023-02-01"),
        part("Tools", "6M", 210, on="2023-08-01"),
        part("Tools", "6M2022", 190, on="2023-08-01"),
    ]
    query = PeriodQuery(basis=Basis.TTM, limit=1, end_lte=date(2023, 6, 30))
    found = parts(rows, query)
    fact = segments_table(found, query).rows[1].cells[0]

    assert isinstance(fact, Fact)
    assert (fact.value, fact.formula) == (Decimal(420), "FY2022 + 6M FY2023 − 6M FY2022")


def test_all_rows_of_a_period_come_from_one_filing() -> None:
    """After a reorganisation the old parts must not stand beside the new ones."""
    recast = [
        part("", "FY", 460, on="2025-02-01"),
        part("Home", "FY", 250, on="2025-02-01"),
        part("Office", "FY", 210, on="2025-02-01"),
    ]
    latest, first = PeriodQuery(limit=1), PeriodQuery(limit=1, vintage=Vintage.AS_REPORTED)

    assert [r.label for r in segments_table(parts([*YEAR, *recast]), latest).rows[1:]] == [
        "Home",
        "Office",
    ]
    table = segments_table(parts([*YEAR, *recast], first), first)
    assert [row.label for row in table.rows[1:]] == ["Tools", "Toys"]
    assert {fact.vintage for fact in table.facts()} == {"as_reported"}


def test_nothing_filed_after_the_day_is_seen() -> None:
    """Point in time: a later recast does not reach back."""
    recast = [part("", "FY", 460, on="2025-02-01"), part("Home", "FY", 460, on="2025-02-01")]
    query = PeriodQuery(limit=1, as_of=date(2024, 6, 30))
    table = segments_table(parts([*YEAR, *recast], query), query)

    assert [row.label for row in table.rows[1:]] == ["Tools", "Toys"]
    assert parts(YEAR, PeriodQuery(as_of=date(2023, 12, 31))).empty


def test_an_unchanged_figure_is_cited_from_the_filing_that_gave_it_first() -> None:
    """Fiscal 2023 belongs to the 10-K of 2023, though the next one repeats it."""
    again = [part(row.label, "FY", row.value, on="2025-02-01") for row in YEAR]
    table = segments_table(parts([*YEAR, *again]), PeriodQuery(limit=1))

    assert {f.filing.filed for f in table.facts() if f.filing} == {date(2024, 2, 1)}


def test_rows_that_do_not_add_up_are_named_with_the_difference() -> None:
    """The reader is told how much is not broken down, and of what the rows are."""
    rows = [part("", "FY", 460), part("Tools", "FY", 400, within="Stores")]
    (note,) = segments_table(parts(rows), PeriodQuery(limit=1)).notes

    assert "does not add up in FY2023" in note
    assert "$60 less than the total of $460" in note
    assert "of Stores only" in note


def test_pieces_are_added_and_a_cost_is_taken_off() -> None:
    """Both are derived from filed figures, which stay as filed among the inputs."""
    rows = [
        part("", "FY", 460),
        part("Tools", "FY", 300, piece="United States"),
        part("Tools", "FY", 180, piece="Elsewhere"),
        part("Rebates", "FY", 20, role="elimination", sign=-1),
    ]
    table = segments_table(parts(rows), PeriodQuery(limit=1))
    tools, rebates = (row.cells[0] for row in table.rows[1:])

    assert isinstance(tools, Fact)
    assert isinstance(rebates, Fact)
    assert (tools.value, tools.formula) == (
        Decimal(480),
        "Tools, United States revenue + Tools, Elsewhere revenue",
    )
    assert (rebates.value, rebates.inputs[0].value) == (Decimal(-20), Decimal(20))
    assert not any("does not add up" in note for note in table.notes)


def test_parts_are_asked_for_by_name_beside_the_whole() -> None:
    """Shares and trends need both in one table."""
    query = PeriodQuery(limit=4)
    keys = ["revenue_product_toys", "revenue", "net_income"]
    table = part_series(parts(YEAR), keys, query, title="Figures")
    toys, revenue, income = (row.cells[0] for row in table.rows)

    assert isinstance(toys, Fact)
    assert isinstance(revenue, Fact)
    assert toys.value / revenue.value == Decimal(160) / Decimal(460)
    assert isinstance(income, Missing)
    assert [period.label for period in table.periods] == ["FY2023"]


def test_an_unknown_part_names_those_there_are() -> None:
    """One sentence from which the next question can be asked."""
    with pytest.raises(NotFound, match="revenue_product_tools"):
        part_series(parts(YEAR), ["revenue_product_tool"], PeriodQuery(), title="")


def test_a_period_that_no_filing_splits_names_those_there_are() -> None:
    """The limit of the store is said, not left to be guessed."""
    with pytest.raises(NotFound, match=r"FY2023 .ended 2023-12-31. only"):
        segments_table(parts(YEAR), PeriodQuery(end_lt=date(2020, 1, 1)))
    with pytest.raises(InvalidRequest, match="periods"):
        segments_table(parts(YEAR), PeriodQuery(limit=0))


def test_a_period_missing_from_the_store_is_marked_as_such() -> None:
    """Another source may fill it, so the reason is the one sources know."""
    rows = [*YEAR, part("Tools", "FY2022", 400, on="2023-02-01")]
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1)
    found_parts = parts(YEAR, query)
    columns = list(found_parts.figures.columns.slots(Basis.QUARTERLY))

    assert values(parts(rows), PeriodQuery(limit=2), "revenue_product_toys") == [
        160,
        "not among the parts of that period's filing",
    ]
    with pytest.raises(NotFound, match="annual"):
        segments_table(found_parts, query)
    ((group,), (slot, *_)) = found_parts.versions.groups, columns
    missing = found_parts.cell(group, "toys", slot)
    assert isinstance(missing, Missing)
    assert missing.reason.endswith(NOT_IN_STORE)


def test_a_balance_alone_makes_no_column() -> None:
    """Assets by segment at a year's end would else head a quarter without any sales."""
    balance = replace(part("Tools", "FY", 50), metric="assets", start=None)
    rows = [*YEAR, balance]
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1)

    with pytest.raises(NotFound):
        segments_table(parts(rows, query), query)
    assert segments_table(parts(rows), PeriodQuery(limit=1)).row("assets_product_tools")


def test_names_of_parts_pass_as_metrics() -> None:
    """Their shape is checked here, whether a company has them when it is asked."""
    assert check_metric("revenue_geography_greater_china") == "revenue_geography_greater_china"
    assert metric_label("revenue_product_services") == "Services revenue"
    assert metric_label("operating_income_business_beauty") == "Beauty operating income"
    with pytest.raises(InvalidRequest):
        check_metric("revenue_planet_mars")
