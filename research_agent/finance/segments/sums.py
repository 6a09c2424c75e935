"""Whether the parts of a company add up to the whole."""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.display import show_value
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Period
from research_agent.finance.columns import Slot
from research_agent.finance.segments.part_figures import WHOLE, PartFigures
from research_agent.finance.segments.versions import Group

__all__ = ["SumCheck", "check_sum"]


@dataclass(frozen=True, slots=True)
class SumCheck:
    """The parts of a group against the total, in one period.

    Args:
        group: The split.
        period: The period.
        parts: Sum of members and eliminations.
        total: The figure of the whole company in the same filings.
        slack: How far rounding alone may put them apart.
        within: What the split is confined to, in words; empty for the whole company.
        facts: The parts, then the total.
    """

    group: Group
    period: Period
    parts: Decimal
    total: Decimal
    slack: Decimal
    within: str
    facts: tuple[Fact, ...]

    @property
    def difference(self) -> Decimal:
        """Parts less total."""
        return self.parts - self.total

    @property
    def holds(self) -> bool:
        """True when the difference is no more than rounding."""
        return abs(self.difference) <= self.slack

    @property
    def sentence(self) -> str:
        """What a reader must know; empty when the parts add up."""
        if self.holds:
            return ""
        unit = self.facts[-1].unit
        less = "less" if self.difference < 0 else "more"
        only = f" (the rows are of {self.within} only)" if self.within else ""
        return (
            f"{self.group.title} does not add up in {self.period.label}: the rows come to "
            f"{show_value(self.parts, unit)}, {show_value(abs(self.difference), unit)} {less} than "
            f"the total of {show_value(self.total, unit)}{only}."
        )


def check_sum(figures: PartFigures, group: Group, slot: Slot) -> SumCheck | None:
    """Compare the parts of a group with the total of the same filings.

    Returns:
        `None` where the filings have no total (named customers), or a part is missing in one of
        two filings whose difference the column is.
    """
    total = figures.figure(group, WHOLE, slot)
    behind = figures.behind(group, slot)
    if isinstance(total, Missing) or not behind:
        return None
    found = []
    for part in figures.parts(group, [slot]):
        if not part.overlaps:
            figure = figures.figure(group, part.slug, slot)
            if isinstance(figure, Missing):
                return None
            found.append(figure)
    if not found:
        return None
    return SumCheck(
        group=group,
        period=slot.period,
        parts=sum((figure.fact.value for figure in found), Decimal(0)),
        total=total.fact.value,
        slack=sum((figure.slack for figure in found), total.slack),
        within=next((row.within for row in behind[0].rows if row.within), ""),
        facts=(*(figure.fact for figure in found), total.fact),
    )
