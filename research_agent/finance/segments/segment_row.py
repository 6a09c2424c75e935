"""One filed figure of a part of a company, as the store keeps it."""

from dataclasses import dataclass
from datetime import date

__all__ = ["SegmentRow"]


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """One filed figure of a part of a company.

    Args:
        metric: Key of the `SegmentMetric`.
        axis: What it is split by: `"business"`, `"product"`, `"geography"`, `"customer"`.
        axis_tag: The axis of the breakdown.
        member_tag: The member; the figure's own tag for a reconciling figure without one; empty
            for the total.
        label: The member's short name.
        role: What it is to the total.
        part: The piece of the member this is, where the filing has it in pieces only.
        within: What the breakdown is confined to, in words; empty for the whole company.
        position: Place in the breakdown.
        sign: -1 where the filed figure is taken off.
        tag: Of the figure, with its taxonomy.
        unit: `"USD"`, or `"pure"` for a share.
        start: First day; `None` for a moment.
        end: Last day.
        value: As filed.
        decimals: How it was rounded; `None` when not known.
        accession: Of the filing.
        form: Its form.
        filed: Its day.
        fiscal_year: The filing's DocumentFiscalYearFocus; 0 when absent.
        fiscal_period: The filing's `"FY"`, `"Q1"` …; empty when absent.
    """

    metric: str
    axis: str
    axis_tag: str
    member_tag: str
    label: str
    role: str
    part: str
    within: str
    position: int
    sign: int
    tag: str
    unit: str
    start: date | None
    end: date
    value: float
    decimals: int | None
    accession: str
    form: str
    filed: date
    fiscal_year: int
    fiscal_period: str
