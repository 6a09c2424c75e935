"""XBRL documents made by hand, as the readers would give them."""

from datetime import date
from decimal import Decimal

from research_agent.finance.xbrl.facts import Place, XbrlDocument, XbrlFact

YEARS = {year: (date(year, 1, 1), date(year, 12, 31)) for year in (2021, 2022, 2023, 2024)}
AXES = {
    "business": "us-gaap:StatementBusinessSegmentsAxis",
    "product": "srt:ProductOrServiceAxis",
    "place": "srt:StatementGeographicalAxis",
    "side": "srt:ConsolidationItemsAxis",
    "customer": "srt:MajorCustomersAxis",
    "plan": "us-gaap:RestructuringPlanAxis",
}
SIDES = {
    "segments": "us-gaap:OperatingSegmentsMember",
    "eliminations": "us-gaap:IntersegmentEliminationMember",
    "corporate": "us-gaap:CorporateNonSegmentMember",
}


def filed(
    *values: int,
    tag: str = "us-gaap:Revenues",
    table: int | None = None,
    row: str = "",
    decimals: int = 0,
    years: tuple[int, ...] = (2024, 2023),
    **members: str,
) -> list[XbrlFact]:
    """One row of figures, newest year first.

    Args:
        values: One for each of `years`.
        tag: Of the figures.
        table: Number of the table they stand in; `None` for none.
        row: Words beside them.
        decimals: As in XBRL.
        years: Calendar years.
        members: By short name of the axis: `business="acme:ToolsMember"`, `side="segments"`.
    """
    dimensions = {AXES[axis]: SIDES.get(member, member) for axis, member in members.items()}
    place = None if table is None else Place(table, row)
    return [
        XbrlFact(tag, "USD", *YEARS[year], Decimal(value), decimals, dimensions, place)
        for value, year in zip(values, years, strict=True)
    ]


def document(*rows: list[XbrlFact], name: str = "acme.html") -> XbrlDocument:
    """A report of ACME for 2024 with these rows."""
    return XbrlDocument(
        name=name,
        cik=7,
        form="10-K",
        period_end=date(2024, 12, 31),
        fiscal_year=2024,
        fiscal_period="FY",
        registrant="Acme",
        facts=tuple(fact for row in rows for fact in row),
    )
