"""`--as-of DATE`: work as on a day of the past."""

from datetime import date, datetime
from typing import Any

import click

from research_agent.cli.session import Session

__all__ = ["as_of_option"]


def as_of_option(command: Any) -> Any:
    """Add `--as-of` to a command; its function gets `as_of`, a `date` or `None`."""
    return click.option(
        "--as-of",
        type=click.DateTime(["%Y-%m-%d"]),
        callback=_past_day,
        help="Only what the SEC had received by this day.",
    )(command)


def _past_day(
    ctx: click.Context, _parameter: click.Parameter, value: datetime | None
) -> date | None:
    if value is None:
        return None
    if value.date() > ctx.ensure_object(Session).today:
        raise click.BadParameter(f"{value.date()} is in the future.")
    return value.date()
