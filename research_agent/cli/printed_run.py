"""What the command line prints of a finished run."""

import click

from research_agent.cli.answer_text import answer_text, evidence_text
from research_agent.cli.followed_run import final_answer
from research_agent.cli.report_text import answer_report_text
from research_agent.cli.session import Session
from research_agent.domain.events import Answered, Cancelled, Event, Failed

__all__ = ["complain", "print_answer"]


def complain(final: Event) -> None:
    """Say on stderr why there is no answer."""
    if isinstance(final, Failed):
        click.echo(f"Error: {final.message}", err=True)
    elif isinstance(final, Cancelled):
        click.echo("Stopped.", err=True)


def print_answer(final: Event, report: str | None, question: str, session: Session) -> None:
    """Print the answer, or the evidence where there is none; as a report of format `report`."""
    answer = final_answer([final])
    if report is not None:
        text = answer_report_text(report, question, answer, at=session.now())
    else:
        text = answer_text(answer) if isinstance(final, Answered) else evidence_text(answer)
    if text:
        click.echo(text.rstrip("\n"))
