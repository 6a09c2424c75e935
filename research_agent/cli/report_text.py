"""A report in one of its formats; the writers are imported only when one is wanted."""

from datetime import datetime
from typing import TYPE_CHECKING

from research_agent.domain.answers import Answer

if TYPE_CHECKING:
    from research_agent.finance.comparison import Comparison
    from research_agent.reports.model import Report

__all__ = ["answer_report_text", "comparison_report_text"]


def answer_report_text(kind: str, question: str, answer: Answer, *, at: datetime) -> str:
    """Return the report of an answer as `kind`, `"md"` or `"html"`."""
    from research_agent.reports.model import answer_report

    return _written(kind, answer_report(question, answer, at=at))


def comparison_report_text(kind: str, comparison: "Comparison", *, at: datetime) -> str:
    """Return the report of a comparison as `kind`, `"md"` or `"html"`."""
    from research_agent.reports.model import comparison_report

    return _written(kind, comparison_report(comparison, at=at))


def _written(kind: str, report: "Report") -> str:
    if kind == "html":
        from research_agent.reports.html import to_html

        return to_html(report)
    from research_agent.reports.markdown import to_markdown

    return to_markdown(report)
