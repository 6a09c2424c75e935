"""`research-agent screen`: which companies of the store fit a filter."""

from typing import TYPE_CHECKING

import click

from research_agent.cli.grid import aligned
from research_agent.cli.json_lines import echo_json
from research_agent.cli.session import Session, quiet_option

if TYPE_CHECKING:
    from research_agent.finance.screening.result import ScreenResult

__all__ = ["screen"]

EXAMPLE = "research-agent screen 'revenue_growth > 20% and net_margin > 15% order by revenue desc'"


@click.command(epilog=EXAMPLE)
@click.argument("filter_text", metavar="FILTER")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one line of JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line per figure, with its filing.")
@quiet_option
@click.pass_obj
def screen(session: Session, filter_text: str, as_json: bool, as_csv: bool) -> None:
    """Find the companies that fit FILTER, on the newest fiscal year of each.

    FILTER: conditions such as net_margin > 15%, revenue between 1bn and 5bn, net_income >
    operating_income, capital_expenditure is missing, sector = "Technology", joined by and, or,
    not and brackets; then order by METRIC desc, limit N. ttm.METRIC is for trailing twelve months;
    "data metrics" lists the metrics.
    """
    if as_json and as_csv:
        raise click.UsageError("Choose --json or --csv.")
    with session.runtime(offline=True) as runtime:
        found = runtime.screen(filter_text)
    if as_json:
        echo_json(found)
    elif as_csv:
        from research_agent.finance.screening.text import screen_csv

        click.echo(screen_csv(found), nl=False)
    else:
        click.echo(_text(found))
    if as_json or as_csv:
        for note in found.notes:
            session.note(f"Note: {note}")


def _text(found: "ScreenResult") -> str:
    from research_agent.finance.screening.result import column_label
    from research_agent.finance.screening.text import figure_text, period_text

    lines = [found.headline, f"Filter: {found.screen}"]
    if found.rows:
        heads = ["Ticker", "Name", "Period", *map(column_label, found.columns)]
        body = [
            [row.company.ticker, row.company.name, period_text(row), *map(figure_text, row.cells)]
            for row in found.rows
        ]
        lines += ["", *aligned([heads, *body], left=3)]
    return "\n".join([*lines, *(f"Note: {note}" for note in found.notes)])
