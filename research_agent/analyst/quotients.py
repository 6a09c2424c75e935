"""One figure over another, as a thing to work out."""

from research_agent.analyst.selection import Point
from research_agent.analyst.wording import point_label
from research_agent.analyst.work import Task, unknown

__all__ = ["quotient"]

_LABEL_LENGTH = 120


def quotient(
    kind: str, part: Point, whole: Point, *, unit: str = "fraction", name: str = ""
) -> Task:
    """Return `part` over `whole`.

    Args:
        kind: `"share"`, `"ratio"` or `"margin"`, which say how it is told.
        part: Above.
        whole: Below, of the same period.
        unit: `"fraction"` or `"ratio"`.
        name: Of the result, "Google Cloud operating margin"; by default made of the two.
    """
    if part.fact is None or whole.fact is None:
        return unknown(kind, (part.company,), part.concept, (part, whole))
    label = name or f"{point_label(part)} to {point_label(whole)} {part.label}"
    return Task(
        kind,
        (part.company,),
        part.concept,
        label[:_LABEL_LENGTH],
        "a / b",
        (("a", part.fact.ref), ("b", whole.fact.ref)),
        (part, whole),
        unit,
    )
