"""Which part a figure plays in its sentence: level or change, loss, the year before, repeated."""

import re
from collections.abc import Sequence

from research_agent.evidence.anchoring import attached, directly_before
from research_agent.evidence.claims import Claim
from research_agent.evidence.concept_names import ConceptName
from research_agent.evidence.figures import PrintedFigure, PrintedUnit
from research_agent.evidence.passages import Passage, PassageKind
from research_agent.evidence.period_names import PeriodName
from research_agent.evidence.said import Said, labels
from research_agent.evidence.wording import Earlier, Role, continues_list, earlier, role, says_loss

__all__ = ["earlier_of", "is_plain_level", "loss_of", "restates", "role_of"]

_WORKED_OUT = re.compile(
    r"\b(?:(?:total|combined|average|cumulative|aggregate|additional|extra|joint|"
    r"(?:increase|growth|difference|gap|change|decline|drop|fall|rise|reduction)\s+(?:in|of|between))"
    r"\s(?:[\w.&-]+['’]s?\s)?(?:\w+\s)?|(?:less|minus)\s(?:its\s)?|(?:together|combined)\b[^.;]*)$",
    re.I,
)


def role_of(text: str, said: Said, figure: PrintedFigure, last: Claim | None) -> Role:
    """Return the figure's role; one that goes on a list has the role of the one before."""
    own = role(text[: figure.start], text[figure.end :])
    if own is Role.LEVEL and text[figure.start] == "+":
        return Role.INCREASE
    if own.is_change or last is None or not last.role.is_change:
        return own
    between = text[last.figure.end : figure.start]
    if last.figure.unit is not figure.unit:  # "by 4.5%, or $102 million"
        return last.role if between.strip(" ,*_") == "or" else own
    for name in said.periods:
        if last.figure.end <= name.start and name.end <= figure.start:
            between = between.replace(text[name.start : name.end], " ")
    return last.role if continues_list(between) else own


def restates(last: Claim, figure: PrintedFigure, text: str) -> bool:
    """Say whether a figure in parentheses gives the one before it more exactly."""
    return (
        figure.enclosed
        and not text[last.figure.end : figure.start].strip(" (*_")
        and last.figure.unit in (PrintedUnit.MONEY, PrintedUnit.PLAIN)
        and figure.unit in (PrintedUnit.MONEY, PrintedUnit.PLAIN)
        and figure.step * figure.scale <= last.figure.step * last.figure.scale
    )


def is_plain_level(concepts: Sequence[ConceptName], figure: PrintedFigure, text: str) -> bool:
    """Say whether the figure directly follows its concept, with no arithmetic in the words."""
    for name in concepts:
        if directly_before(name, figure, text):
            return not _WORKED_OUT.search(text[max(0, name.start - 60) : name.start])
    return False


def earlier_of(
    passage: Passage,
    figure: PrintedFigure,
    figures: Sequence[PrintedFigure],
    periods: Sequence[PeriodName],
) -> Earlier:
    """Say whether a figure is of the period before; never when its own period is attached."""
    text = passage.text
    if passage.kind is PassageKind.CELL:
        return max(
            (earlier("", label) for label in labels(passage)),
            key=lambda one: one.value,
            default=Earlier.NO,
        )
    if periods and attached(figure, periods[0], figures, text):
        return Earlier.NO
    said = earlier(text[: figure.start], text[figure.end :])
    return Earlier.MAYBE if said is Earlier.YES and len(periods) > 1 else said


def loss_of(before: str, after: str, passage: Passage) -> bool:
    """Say whether the words or the labels of the row make a positive number a loss."""
    return says_loss(before, after) or any(says_loss(label, "") for label in labels(passage))
