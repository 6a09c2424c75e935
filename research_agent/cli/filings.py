"""`research-agent filings`: passages of a company's 10-K, 10-Q or 8-K."""

from datetime import date
from typing import TYPE_CHECKING

import click

from research_agent.cli.json_lines import echo_json
from research_agent.cli.past_day import as_of_option
from research_agent.cli.session import Session, quiet_option

if TYPE_CHECKING:
    from research_agent.finance.filings import FilingReading

__all__ = ["filings"]

EXAMPLES = """\b
research-agent filings AAPL --item 1A --query "supply chain"
research-agent filings NVDA --form 10-Q --quarter 2 --item "Part I Item 2"
research-agent filings IBM --item 3 --item "note Q" --json
"""
MAX_SHOWN = 40


@click.command(epilog=EXAMPLES)
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--form", type=click.Choice(["10-K", "10-Q", "8-K"]), default="10-K", show_default=True
)
@click.option(
    "--item", "items", multiple=True, help='An item, "notes" or "note 7"; may be repeated.'
)
@click.option(
    "--query", "words", default="", help="Words to look for; the best passages come first."
)
@click.option("--year", type=click.IntRange(1993, 2100), help="Fiscal year, as the company counts.")
@click.option("--quarter", type=click.IntRange(1, 3), help="Of a 10-Q.")
@click.option(
    "--limit", type=click.IntRange(1, MAX_SHOWN), default=5, show_default=True, help="Passages."
)
@as_of_option
@click.option("--json", "as_json", is_flag=True, help="Print each passage as one line of JSON.")
@quiet_option
@click.pass_context
def filings(
    ctx: click.Context,
    name: tuple[str, ...],
    form: str,
    items: tuple[str, ...],
    words: str,
    year: int | None,
    quarter: int | None,
    limit: int,
    as_of: date | None,
    as_json: bool,
) -> None:
    """Show what a filing of the company NAME (a ticker, name or CIK) says.

    Reads from the SEC with SEC_CONTACT set, and from the folder in RESEARCH_AGENT_FILINGS_DIR.
    """
    from research_agent.finance.filings import FilingRead, FilingWanted

    session = ctx.ensure_object(Session)
    if quarter and form != "10-Q":
        raise click.UsageError("--quarter is of a 10-Q: add --form 10-Q.")
    with session.runtime(offline=True) as runtime:
        company = runtime.directory.resolve(" ".join(name))
        wanted = FilingWanted(form, year, quarter, as_of)
        reading = runtime.filing(FilingRead(company, wanted, items, words))
    for remark in reading.remarks:
        session.note(remark)
    if as_json:
        for passage in reading.passages[:limit]:
            echo_json(passage)
    else:
        click.echo(_text(reading, limit))


def _text(reading: "FilingReading", limit: int) -> str:
    parts = [reading.filing.title]
    for passage in reading.passages[:limit]:
        where = f"{passage.item} (sheet {passage.page}, characters from {passage.start:,})"
        parts.append(f"{where}\n{passage.url}\n{passage.text}")
    left = len(reading.passages) - limit
    if left > 0:
        parts.append(f"{left} more passages; show them with --limit.")
    return "\n\n".join(parts)
