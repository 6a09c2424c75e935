"""`research-agent data`: what the fact store holds, how to add to it, whether it is whole."""

from collections.abc import Sequence
from pathlib import Path

import click

from research_agent.cli.grid import aligned
from research_agent.cli.json_lines import echo_json
from research_agent.cli.outcome import ExitCode
from research_agent.cli.pull import pull
from research_agent.cli.session import Session, quiet_option

__all__ = ["data"]

_MEBIBYTE = 1 << 20


@click.group()
def data() -> None:
    """The fact store: list, pull, build, verify."""


data.add_command(pull)


@data.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per company.")
@click.option("--pulled", is_flag=True, help="Only those that were pulled or ingested.")
@quiet_option
@click.pass_obj
def _list_companies(session: Session, as_json: bool, pulled: bool) -> None:
    """List the companies whose figures are in the store, and where each came from."""
    with session.runtime(offline=True) as runtime:
        rows = runtime.coverage()
    if pulled:
        rows = tuple(row for row in rows if row.source != "embedded")
    if as_json:
        for row in rows:
            echo_json(row)
        return
    header = ["Ticker", "Name", "Coverage", "Facts", "From", "To", "Last filed", "Source"]
    grid = [
        [
            row.ticker,
            row.name,
            row.coverage,
            f"{row.facts:,}",
            str(row.first_end),
            str(row.last_end),
            str(row.last_filed),
            row.source,
        ]
        for row in rows
    ]
    click.echo("\n".join(aligned([header, *grid], left=3)))


@data.command("metrics")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per metric.")
@click.option(
    "--build", is_flag=True, help="Work out every metric of every company, for `screen`, instead."
)
@quiet_option
@click.pass_obj
def _metrics(session: Session, as_json: bool, build: bool) -> None:
    """List every line item and ratio that `compare` and `screen` take."""
    if build:
        with session.runtime(offline=True) as runtime, session.steps() as steps:
            steps.say("Working out every metric of every company…")
            path = runtime.screener.refresh()
        click.echo(f"{path}: {path.stat().st_size / _MEBIBYTE:.1f} MiB.")
        return
    from research_agent.finance.metrics import METRIC_KEYS, metric_label

    named = [(key, metric_label(key)) for key in METRIC_KEYS]
    if as_json:
        for key, label in named:
            echo_json({"key": key, "label": label})
        return
    click.echo("\n".join(aligned([["Key", "Name"], *map(list, named)], left=2)))


@data.command("build")
@click.argument(
    "inputs",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="DIR...",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the store.",
)
@quiet_option
@click.pass_obj
def _build(session: Session, inputs: Sequence[Path], output: Path) -> None:
    """Build a fact store from companyfacts JSON files (.json, .json.gz) in DIR."""
    from research_agent.finance.builder import build_pack

    with session.steps() as steps:
        manifest = build_pack(list(inputs), output, progress=steps.say)
    click.echo(
        f"{output}: {manifest.companies} companies, {manifest.facts:,} facts, "
        f"{manifest.bytes / _MEBIBYTE:.1f} MiB."
    )


@data.command("verify")
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as one line of JSON.")
@quiet_option
@click.pass_context
def _verify(ctx: click.Context, folder: Path | None, as_json: bool) -> None:
    """Check the store in DIR, by default the one in use: its bytes and its figures.

    Every file is read against the manifest. Then the figures of every company are set against
    each other, as last filed and as filed first: assets against liabilities and equity, cash
    flows against the change in cash, quarters against the year, earnings per share against
    income and shares, and so on. A difference that the filings themselves explain is counted
    apart; one that nothing explains is exit code 1.
    """
    from research_agent.cli.identity_text import identity_json, identity_text
    from research_agent.finance.identities.store_check import check_store
    from research_agent.finance.pack import verify_pack
    from research_agent.infra.settings import Settings

    where = folder or Settings.load(offline=True).data_dir
    report = verify_pack(where)
    for problem in report.problems:
        click.echo(f"Error: {problem}", err=True)
    if not report.ok:
        ctx.exit(ExitCode.FAILED)
    session = ctx.ensure_object(Session)
    with session.steps() as steps:
        found = check_store(where, progress=steps.say)
    if as_json:
        echo_json(identity_json(where, report, found))
    else:
        click.echo(
            f"{where} is whole: {report.files} files, {report.companies} companies, "
            f"{report.facts:,} facts.\n{identity_text(found)}"
        )
    if found.failures:
        click.echo(
            f"Error: {len(found.failures):,} checks failed and nothing in the filings explains "
            "them: the figures named above are wrong, or this program reads them wrongly.",
            err=True,
        )
        ctx.exit(ExitCode.FAILED)
