"""What the steps of deep research hand to each other: the plan, the findings, the review."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from research_agent.domain.answers import Answer, FigureStatus
from research_agent.domain.facts import Fact

__all__ = [
    "MAX_SUB_QUESTIONS",
    "Plan",
    "SubQuestion",
    "brief",
    "has_findings",
    "review_task",
    "revision",
]

MAX_SUB_QUESTIONS = 5
MAX_REFERENCES = 80
_NO_FINDINGS = "no findings"


class SubQuestion(BaseModel):
    """One part of a question that can be looked up by itself."""

    question: str = Field(min_length=1, max_length=1_000)
    tool_hints: list[str] = Field(default_factory=list, max_length=8)


class Plan(BaseModel):
    """How a question is split."""

    sub_questions: list[SubQuestion] = Field(max_length=MAX_SUB_QUESTIONS)


def brief(question: str, plan: Plan, findings: Sequence[str]) -> str:
    """Return the task of the writer.

    Args:
        question: As the person asked it.
        plan: Its parts.
        findings: What was found for each part, or why nothing was.
    """
    found = "\n\n".join(
        f"Sub-question: {part.question}\n{said}"
        for part, said in zip(plan.sub_questions, findings, strict=True)
    )
    return (
        f"{question}\n\nResearchers found this; answer from it, look up only what is missing, and "
        f"say what could not be verified:\n\n{found}"
    )


def review_task(question: str, draft: Answer, evidence: Sequence[Fact]) -> str:
    """Return the task of the reviewer: the draft, what it may rest on, what no source has."""
    doubtful = [f.text for f in draft.figures if f.status is FigureStatus.UNVERIFIED]
    note = f"No source of the run has: {', '.join(doubtful)}." if doubtful else ""
    refs = ", ".join(fact.ref for fact in evidence[:MAX_REFERENCES])
    return f"Question: {question}\n\nDraft:\n{draft.text}\n\nFigures in evidence: {refs}.\n{note}"


def revision(task: str, draft: str, findings: str) -> str:
    """Return the task of correcting a draft."""
    return (
        f"{task}\n\nYour draft:\n{draft}\n\nA reviewer found:\n{findings}\n\n"
        "Correct what is right in that, and give the whole answer again."
    )


def has_findings(review: str) -> bool:
    """Say whether a review found anything."""
    text = review.strip().strip(".*_ ").casefold()
    return bool(text) and not text.startswith(_NO_FINDINGS)
