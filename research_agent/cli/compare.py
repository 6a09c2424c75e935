"""`research-agent compare`: companies side by side."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from research_agent.cli.comparison_text import comparison_text
from research_agent.cli.json_lines import echo_json
from research_agent.cli.outcome import ExitCode
from research_agent.cli.output_file import check_writable, report_format, write_whole
from research_agent.cli.past_day import as_of_option
from research_agent.cli.report_text import comparison_report_text
from research_agent.cli.session import Session, quiet_option
from research_agent.domain.periods import MAX_PERIODS

if TYPE_CHECKING:
    from research_agent.finance.comparison import Comparison

__all__ = ["compare"]

DEFAULT_METRICS = ("revenue", "net_income", "net_margin")
EXAMPLE = "research-agent compare AAPL MSFT NVDA --metric revenue --metric gross_margin"
BASES = ["fiscal", "quarterly", "ttm", "calendar"]


def _metric_keys(
    _ctx: click.Context, _parameter: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the keys of the metrics named, by key or in words.

    Raises:
        InvalidRequest: There is no such metric.
    """
    if not names:
        return DEFAULT_METRICS
    from research_agent.finance.metrics import METRIC_KEYS, check_metric, metric_label

    by_word = {metric_label(key).casefold(): key for key in METRIC_KEYS}
    words = [" ".join(name.casefold().split()) for name in names]
    return tuple(
        by_word.get(word) or check_metric(word.replace(" ", "_").replace("-", "_"))
        for word in words
    )


@click.command(epilog=EXAMPLE)
@click.argument("companies", nargs=-1, required=True, metavar="COMPANY...")
@click.option(
    "-m",
    "--metric",
    "metrics",
    multiple=True,
    callback=_metric_keys,
    help='Such as revenue or gross_margin, again for more; "data metrics" lists them all.',
)
@click.option("--basis", type=click.Choice(BASES), default="fiscal", show_default=True)
@click.option(
    "--limit",
    type=click.IntRange(1, MAX_PERIODS),
    default=5,
    show_default=True,
    help="Periods, counted from the newest.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as one line of JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line per figure, with its filing.")
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a report to this .md or .html file.",
)
@as_of_option
@quiet_option
@click.pass_context
def compare(
    ctx: click.Context,
    companies: tuple[str, ...],
    metrics: tuple[str, ...],
    basis: str,
    limit: int,
    as_json: bool,
    as_csv: bool,
    report: Path | None,
    as_of: date | None,
) -> None:
    """Compare two to eight companies, named by ticker, name or CIK."""
    session = ctx.ensure_object(Session)
    if as_json and as_csv:
        raise click.UsageError("Choose --json or --csv.")
    kind = report_format(report) if report else ""
    if report:
        check_writable(report)
    with session.runtime(offline=True) as runtime:
        from research_agent.finance.comparison import ComparisonBasis, ComparisonRequest

        request = ComparisonRequest(companies, metrics, ComparisonBasis(basis), limit, as_of)
        comparison = runtime.compare(request)
    _print(comparison, as_json=as_json, as_csv=as_csv)
    if report:
        write_whole(report, comparison_report_text(kind, comparison, at=session.now()))
        session.note(f"Report written to {report}.")
    partial = len(comparison.companies) < len(comparison.request.companies)
    ctx.exit(ExitCode.PARTIAL if partial else ExitCode.ANSWERED)


def _print(comparison: "Comparison", *, as_json: bool, as_csv: bool) -> None:
    if not (as_json or as_csv):
        click.echo(comparison_text(comparison))
        return
    for problem in comparison.problems:
        click.echo(f"Note: {problem}", err=True)
    if as_json:
        echo_json(comparison)
        return
    from research_agent.finance.comparison_views import to_csv

    click.echo(to_csv(comparison.tables), nl=False)
