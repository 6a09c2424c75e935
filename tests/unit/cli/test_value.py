import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from click.testing import CliRunner, Result

from research_agent.cli.group import ResearchGroup
from research_agent.cli.outcome import ExitCode
from research_agent.cli.session import Session
from research_agent.cli.value import value
from research_agent.errors import UnknownCompany
from research_agent.finance.valuation import (
    PeerInputs,
    Valuation,
    compute_valuation,
    valuation_text,
)
from research_agent.finance.valuation.inputs import read_inputs
from tests.fakes.fact_rows import figures
from tests.unit.finance.valuation.small_company import inputs, rows


class OneCompanyRuntime:
    """Values one small company; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        self.closed = False

    def valuation(
        self,
        name: str,
        *,
        overrides: Mapping[str, Decimal],
        price: Decimal | None,
        as_of: date | None,
        peers: Mapping[str, Decimal | None],
    ) -> Valuation:
        if name != "Acme Corp":
            raise UnknownCompany(name)
        self.asked = {"as_of": as_of, "peers": dict(peers)}
        return compute_valuation(
            read_inputs(figures(*rows()), as_of=as_of),
            overrides=overrides,
            price=price,
            peers=[PeerInputs(inputs(), quoted) for quoted in peers.values()],
        )

    def close(self) -> None:
        self.closed = True


def run(*arguments: str) -> tuple[Result, OneCompanyRuntime]:
    runtime = OneCompanyRuntime()
    session = Session(
        open_runtime=lambda _settings: runtime,  # type: ignore[arg-type, return-value]
        now=lambda: datetime(2026, 11, 30, tzinfo=UTC),
    )
    group = ResearchGroup(commands={"value": value})
    return CliRunner().invoke(group, ["value", *arguments], obj=session), runtime


def test_the_valuation_is_printed_as_text() -> None:
    """A name may be several words, as in the other commands."""
    result, runtime = run("Acme", "Corp")

    expected = valuation_text(compute_valuation(read_inputs(figures(*rows()))))
    assert result.exit_code == ExitCode.ANSWERED
    assert result.stdout == f"{expected}\n"
    assert runtime.closed


def test_assumptions_prices_and_day_are_handed_on() -> None:
    """Percent and fractions, a peer with and one without a price."""
    result, runtime = run(
        *("Acme", "Corp", "--set", "terminal_growth=2%", "--set", "beta=1.5", "--price", "1,020.5"),
        *("--peer", "MSFT=400", "--peer", "GOOGL=", "--as-of", "2026-01-31"),
    )

    assert result.exit_code == ExitCode.ANSWERED, result.output
    assert "terminal_growth            2%        person" in result.stdout
    assert "the price of $1,020.50" in result.stdout
    assert runtime.asked == {
        "as_of": date(2026, 1, 31),
        "peers": {"MSFT": Decimal(400), "GOOGL": None},
    }


def test_json_is_one_line_with_every_figure_by_its_reference() -> None:
    """For programs."""
    result, _ = run("Acme", "Corp", "--json")

    (line,) = result.stdout.splitlines()
    data = json.loads(line)
    assert data["type"] == "Valuation"
    assert data["value_per_share"] in data["figures"]
    assert {one["key"] for one in data["assumptions"]} >= {"beta", "terminal_growth"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--set", "beta"), "'beta' must be written KEY=VALUE."),
        (("--set", "beta=9"), "beta can be 0.1× to 4×; 9 is not."),
        (("--set", "bta=1"), "There is no assumption 'bta': did you mean beta."),
        (("--price", "cheap"), "'cheap' is no price; write a plain number."),
        (("--price", "-4"), "A price must be above zero; -4 is not."),
        (("--peer", "MSFT=dear"), "'dear' is no price; write a plain number."),
        (("--as-of", "2027-01-01"), "2027-01-01 is in the future."),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    arguments: tuple[str, ...], sentence: str
) -> None:
    """On stderr, with the exit code of a usage error and without a traceback."""
    result, _ = run("Acme", "Corp", *arguments)

    assert result.exit_code == ExitCode.USAGE
    assert sentence in result.stderr
    assert "Traceback" not in result.output


def test_an_unknown_company_is_said_to_be_one() -> None:
    """As in every command."""
    result, _ = run("Nobody")

    assert result.exit_code == ExitCode.FAILED
    assert 'No listed company matches "Nobody"' in result.stderr
