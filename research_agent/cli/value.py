"""`research-agent value`: what a share is worth under stated assumptions."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

import click

from research_agent.cli.json_lines import echo_json
from research_agent.cli.session import Session, quiet_option

__all__ = ["value"]

EXAMPLE = 'research-agent value "J&J" --price 160 --set terminal_growth=2% --set beta=0.6'


def _past_day(
    ctx: click.Context, _parameter: click.Parameter, value: datetime | None
) -> date | None:
    if value is None:
        return None
    if value.date() > ctx.ensure_object(Session).today:
        raise click.BadParameter(f"{value.date()} is in the future.")
    return value.date()


def _pairs(_ctx: click.Context, parameter: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """Split `NAME=VALUE`; the value may be empty only for a peer without a price."""
    pairs = {}
    for text in given:
        name, sign, written = text.rpartition("=")
        if not sign:
            raise click.BadParameter(f"{text!r} must be written {parameter.metavar}.")
        pairs[name.strip()] = written.strip()
    return pairs


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.replace(",", "").lstrip("$"))
    except InvalidOperation:
        raise click.BadParameter(f"{text!r} is no price; write a plain number.") from None


def _price(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> Decimal | None:
    return _decimal(text) if text is not None else None


@click.command(epilog=EXAMPLE)
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--set",
    "assumptions",
    multiple=True,
    metavar="KEY=VALUE",
    callback=_pairs,
    help="An assumption, such as beta=1.2 or terminal_growth=2%; again for more.",
)
@click.option("--price", callback=_price, help="Of one share, in the currency of the reports.")
@click.option(
    "--peer",
    "peers",
    multiple=True,
    metavar="NAME=PRICE",
    callback=_pairs,
    help="A company to compare multiples with, and the price of its share; again for more.",
)
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=_past_day,
    help="Only what the SEC had received by this day.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the valuation as one line of JSON.")
@quiet_option
@click.pass_context
def value(
    ctx: click.Context,
    name: tuple[str, ...],
    assumptions: dict[str, str],
    price: Decimal | None,
    peers: dict[str, str],
    as_of: date | None,
    as_json: bool,
) -> None:
    """Value the company NAME (a ticker, name or CIK) under assumptions that are shown."""
    from research_agent.finance.valuation import read_overrides, valuation_data, valuation_text

    session = ctx.ensure_object(Session)
    quoted = {peer: _decimal(text) if text else None for peer, text in peers.items()}
    with session.runtime(offline=True) as runtime:
        valuation = runtime.valuation(
            " ".join(name),
            overrides=read_overrides(assumptions),
            price=price,
            as_of=as_of,
            peers=quoted,
        )
    if as_json:
        echo_json(valuation_data(valuation))
    else:
        click.echo(valuation_text(valuation))
