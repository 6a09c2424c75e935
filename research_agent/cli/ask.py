"""`research-agent ask`: one question in, an answer with its sources out."""

import sys
from datetime import date
from pathlib import Path

import click

from research_agent.cli.followed_run import final_answer, followed_run
from research_agent.cli.json_lines import echo_json
from research_agent.cli.outcome import run_code
from research_agent.cli.output_file import check_writable, report_format, write_whole
from research_agent.cli.past_day import as_of_option
from research_agent.cli.printed_run import complain, print_answer
from research_agent.cli.report_text import answer_report_text
from research_agent.cli.session import Session, quiet_option
from research_agent.domain.events import Event

__all__ = ["ask"]

EXAMPLES = """\b
research-agent ask "What was Apple's revenue in fiscal 2023?"
research-agent ask --output apple.html "Apple net income last 5 years"
"""
MAX_STDIN = 1_000_000  # characters; far above the longest question, which the run refuses


@click.command(epilog=EXAMPLES)
@click.argument("question", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print every event as one line of JSON.")
@click.option("--offline", is_flag=True, help="Use the offline analyst even when a key is set.")
@click.option("--report", type=click.Choice(["md", "html"]), help="Make a report of the answer.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the report to this file; the answer is printed too.",
)
@click.option(
    "--deep", is_flag=True, help="Plan, research the parts side by side, and review the draft."
)
@as_of_option
@quiet_option
@click.pass_context
def ask(
    ctx: click.Context,
    question: tuple[str, ...],
    as_json: bool,
    offline: bool,
    report: str | None,
    output: Path | None,
    deep: bool,
    as_of: date | None,
) -> None:
    """Answer QUESTION; "-" reads it from standard input."""
    session = ctx.ensure_object(Session)
    if output is not None:
        report = report or report_format(output)
        check_writable(output)
    elif report and as_json:
        raise click.UsageError("--json and --report both print: add --output FILE.")
    text = _question(question)
    with session.runtime(offline=offline) as runtime, session.steps() as steps:

        def on_event(event: Event) -> None:
            steps.show(event)
            if as_json:
                echo_json(event)

        events = followed_run(runtime.runs, text, on_event, as_of=as_of, deep=deep)
    answer = final_answer(events)
    if not as_json:
        complain(events[-1])
        print_answer(events[-1], None if output else report, text, session)
    if output is not None and report is not None and (answer.text or answer.tables):
        write_whole(output, answer_report_text(report, text, answer, at=session.now()))
        session.note(f"Report written to {output}.")
    ctx.exit(run_code(events))


def _question(words: tuple[str, ...]) -> str:
    text = " ".join(words)
    if text == "-":
        text = sys.stdin.read(MAX_STDIN)
    return text.encode("utf-8", "replace").decode("utf-8")
