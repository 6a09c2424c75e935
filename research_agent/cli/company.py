"""`research-agent company`: one company's statements and ratios."""

from datetime import date, datetime
from typing import TYPE_CHECKING

import click

from research_agent.cli.json_lines import echo_json
from research_agent.cli.session import Session, quiet_option
from research_agent.cli.table_text import table_text
from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage

if TYPE_CHECKING:
    from research_agent.domain.tables import SeriesTable
    from research_agent.runtime import Runtime

__all__ = ["company"]

EXAMPLE = 'research-agent company "J&J" --statement cash_flow --period quarterly'
RATIOS = "ratios"


def _past_day(
    ctx: click.Context, _parameter: click.Parameter, value: datetime | None
) -> date | None:
    if value is None:
        return None
    if value.date() > ctx.ensure_object(Session).today:
        raise click.BadParameter(f"{value.date()} is in the future.")
    return value.date()


@click.command(epilog=EXAMPLE)
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--statement",
    type=click.Choice(["income", "balance", "cash_flow", RATIOS]),
    default="income",
    show_default=True,
)
@click.option(
    "--period",
    type=click.Choice([basis.value for basis in Basis]),
    default=Basis.ANNUAL.value,
    show_default=True,
)
@click.option(
    "--limit",
    type=click.IntRange(1, MAX_PERIODS),
    default=4,
    show_default=True,
    help="Periods, counted from the newest.",
)
@click.option(
    "--vintage",
    type=click.Choice([vintage.value for vintage in Vintage]),
    default=Vintage.LATEST.value,
    show_default=True,
    help="Figures as last filed, or as filed first.",
)
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=_past_day,
    help="Only what the SEC had received by this day.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the table as one line of JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line per figure, with its filing.")
@quiet_option
@click.pass_context
def company(
    ctx: click.Context,
    name: tuple[str, ...],
    statement: str,
    period: str,
    limit: int,
    vintage: str,
    as_of: date | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show a statement, or the ratios, of the company NAME (a ticker, name or CIK)."""
    session = ctx.ensure_object(Session)
    if as_json and as_csv:
        raise click.UsageError("Choose --json or --csv.")
    query = PeriodQuery(basis=Basis(period), limit=limit, vintage=Vintage(vintage), as_of=as_of)
    with session.runtime(offline=True) as runtime:
        table = _table(runtime, " ".join(name), statement, query)
    if as_json:
        echo_json(table)
    elif as_csv:
        from research_agent.finance.comparison_views import to_csv

        click.echo(to_csv([table]), nl=False)
    else:
        click.echo("\n".join([table_text(table), *_filings(table)]))


def _table(runtime: "Runtime", name: str, statement: str, query: PeriodQuery) -> "SeriesTable":
    if statement == RATIOS:
        return runtime.ratios(name, query)
    from research_agent.finance.line_items import StatementKind

    return runtime.statement(name, StatementKind(statement), query)


def _filings(table: "SeriesTable") -> list[str]:
    """Return the filings behind the table, newest first."""
    found = {filing.accession: filing for fact in table.facts() for filing in fact.filings()}
    newest = sorted(found.values(), key=lambda filing: filing.filed, reverse=True)
    lines = [f"{filing.form} filed {filing.filed}: {filing.url}" for filing in newest]
    return ["", "Sources:", *lines] if lines else []
