"""`research-agent company`: one company's statements, ratios, segments and earnings, and its checks."""

from datetime import date
from typing import TYPE_CHECKING

import click

from research_agent.cli.json_lines import echo_json
from research_agent.cli.past_day import as_of_option
from research_agent.cli.session import Session, quiet_option
from research_agent.cli.table_text import table_text
from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage

if TYPE_CHECKING:
    from research_agent.domain.tables import SeriesTable
    from research_agent.finance.identities import IdentityReport
    from research_agent.runtime import Runtime

__all__ = ["company"]

EXAMPLES = """\b
research-agent company "J&J" --statement cash_flow --period quarterly
research-agent company AAPL --statement segments --limit 3
research-agent company AAPL --checks --limit 10
"""
RATIOS, SEGMENTS, EARNINGS = "ratios", "segments", "earnings"


@click.command(epilog=EXAMPLES)
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--statement",
    type=click.Choice(["income", "balance", "cash_flow", RATIOS, SEGMENTS, EARNINGS]),
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
@as_of_option
@click.option(
    "--checks",
    is_flag=True,
    help="Show what must add up in the statements, and whether it does.",
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
    checks: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show a statement, ratios or segments of the company NAME (a ticker, name or CIK)."""
    session = ctx.ensure_object(Session)
    if as_json and as_csv:
        raise click.UsageError("Choose --json or --csv.")
    if checks and period == Basis.TTM.value:
        raise click.UsageError("--checks are of annual or quarterly figures: choose --period.")
    query = PeriodQuery(basis=Basis(period), limit=limit, vintage=Vintage(vintage), as_of=as_of)
    with session.runtime(offline=True) as runtime:
        if checks:
            _print_checks(runtime.identities(" ".join(name), query), as_json, as_csv)
        else:
            _print_table(_table(runtime, " ".join(name), statement, query), as_json, as_csv)


def _print_table(table: "SeriesTable", as_json: bool, as_csv: bool) -> None:
    if as_json:
        echo_json(table)
    elif as_csv:
        from research_agent.finance.comparison_views import to_csv

        click.echo(to_csv([table]), nl=False)
    else:
        click.echo("\n".join([table_text(table), *_filings(table)]))


def _print_checks(report: "IdentityReport", as_json: bool, as_csv: bool) -> None:
    from research_agent.cli.check_text import check_csv, check_text

    if as_json:
        echo_json(report)
    elif as_csv:
        click.echo(check_csv(report), nl=False)
    else:
        click.echo(check_text(report))


def _table(runtime: "Runtime", name: str, statement: str, query: PeriodQuery) -> "SeriesTable":
    if statement == RATIOS:
        return runtime.ratios(name, query)
    if statement == SEGMENTS:
        return runtime.segments(name, query)
    if statement == EARNINGS:
        return runtime.earnings(name, query)
    from research_agent.finance.lines.line_items import StatementKind

    return runtime.statement(name, StatementKind(statement), query)


def _filings(table: "SeriesTable") -> list[str]:
    """Return the filings behind the table, newest first."""
    found = {filing.accession: filing for fact in table.facts() for filing in fact.filings()}
    newest = sorted(found.values(), key=lambda filing: filing.filed, reverse=True)
    lines = [f"{filing.form} filed {filing.filed}: {filing.url}" for filing in newest]
    return ["", "Sources:", *lines] if lines else []
