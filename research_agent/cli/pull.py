"""`research-agent data pull`: companies from the SEC into the person's own store."""

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from research_agent.cli.json_lines import echo_json
from research_agent.cli.outcome import ExitCode
from research_agent.cli.session import Session, quiet_option

if TYPE_CHECKING:
    from research_agent.finance.sec.pull import PullResult
    from research_agent.runtime.pull_job import PullJob

__all__ = ["pull"]

POLL_S = 0.1
_HEADINGS = frozenset({"ticker", "tickers", "symbol", "symbols", "cik", "company", "name"})


@click.command("pull")
@click.argument("tickers", nargs=-1, metavar="TICKER...")
@click.option(
    "--index",
    "index",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Also every company of this file: one ticker a line, or CSV with the ticker first.",
)
@click.option("--again", is_flag=True, help="Also companies that were read a short time ago.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per company.")
@quiet_option
@click.pass_context
def pull(
    ctx: click.Context, tickers: tuple[str, ...], index: Path | None, again: bool, as_json: bool
) -> None:
    """Read companies from the SEC and keep them.

    Needs SEC_CONTACT, your name and e-mail address. May be stopped at any point: what was read
    is kept, and the same command goes on with the rest.
    """
    names = [*tickers, *(_names_in(index) if index is not None else ())]
    if not names:
        raise click.UsageError("Name at least one company, or a file with --index.")
    session = ctx.ensure_object(Session)
    with session.runtime(offline=True) as runtime:
        job = runtime.pulls.start(names, again=again)
        with _shown(session, len(job.names)) as show:
            try:
                _follow(job, show)
            except KeyboardInterrupt:
                job.stop()
                session.note("Stopped; what was read is kept. The same command goes on.")
    results = job.results
    if as_json:
        for result in results:
            echo_json(result)
    else:
        click.echo(_summary(results, len(job.names)))
    failed = [result for result in results if result.state == "failed"]
    if len(results) < len(job.names):
        ctx.exit(ExitCode.INTERRUPTED)
    if failed:
        _complain(failed)
        ctx.exit(ExitCode.FAILED if len(failed) == len(results) else ExitCode.PARTIAL)


def _names_in(path: Path) -> list[str]:
    """Return the first field of each line that has one, without a heading and remarks."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path} cannot be read as text.") from error
    rows = csv.reader(line for line in lines if not line.lstrip().startswith("#"))
    names = [row[0].strip() for row in rows if row and row[0].strip()]
    return names[1:] if names and names[0].casefold() in _HEADINGS else names


def _follow(job: "PullJob", show: "Callable[[PullResult], None]") -> None:
    seen = 0
    over = False
    while not over:
        over = job.wait(POLL_S)
        for result in job.results[seen:]:
            seen += 1
            show(result)


@contextmanager
def _shown(session: Session, total: int) -> "Iterator[Callable[[PullResult], None]]":
    """Show each result on stderr: above a bar on a terminal, as a line elsewhere."""
    if session.quiet or not sys.stderr.isatty():
        done = 0

        def line(result: "PullResult") -> None:
            nonlocal done
            done += 1
            session.note(f"{done}/{total} {_line(result)}")

        yield line
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(file=sys.stderr, highlight=False)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("pull", total=total)

        def above(result: "PullResult") -> None:
            bar.console.print(_line(result), markup=False, style="dim", soft_wrap=True)
            bar.advance(task)

        yield above


def _line(result: "PullResult") -> str:
    who = result.company.ticker if result.company is not None else result.name
    failed = "failed: " if result.state == "failed" else ""
    return f"{who} {failed}{result.message}"


def _summary(results: "Sequence[PullResult]", total: int) -> str:
    counts = {state: sum(r.state == state for r in results) for state in ("pulled", "held")}
    text = f"{counts['pulled']:,} pulled, {counts['held']:,} held already"
    failed = sum(result.state == "failed" for result in results)
    text += f", {failed:,} failed" if failed else ""
    left = total - len(results)
    return f"{text}, {left:,} left." if left else f"{text}."


def _complain(failed: "Sequence[PullResult]") -> None:
    """Say each reason once, with whom it concerns."""
    reasons: dict[str, list[str]] = {}
    for result in failed:
        who = result.company.ticker if result.company is not None else result.name
        reasons.setdefault(result.message, []).append(who)
    for reason, names in reasons.items():
        shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        click.echo(f"Error: {shown}: {reason}", err=True)
