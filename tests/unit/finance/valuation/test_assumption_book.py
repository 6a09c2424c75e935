from dataclasses import replace
from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact
from research_agent.errors import InvalidRequest
from research_agent.finance.valuation.assumption import Source, show_assumed
from research_agent.finance.valuation.assumption_book import (
    AssumptionBook,
    Suggestion,
    read_overrides,
)
from research_agent.finance.valuation.default_assumptions import DEFAULTS
from tests.unit.finance.valuation.small_company import inputs


def filed() -> Fact:
    """A figure of a filing in place of a rate of 20 %."""
    cell = inputs().now["revenue"]
    assert isinstance(cell, Fact)
    return replace(cell, value=Decimal("0.20"), unit="fraction")


def test_without_anything_else_our_default_is_taken_and_said_to_be_ours() -> None:
    """A reader must be able to tell our numbers from filed ones."""
    taken = AssumptionBook({}).take("terminal_growth")

    assert (taken.value, taken.source) == (Decimal("0.025"), Source.DEFAULT)
    assert taken.why == DEFAULTS["terminal_growth"].why


def test_filings_win_over_the_default_and_the_person_over_both() -> None:
    """The figure it came from stays attached."""
    fact = filed()
    suggestion = Suggestion(fact.value, "From the filings.", fact)

    by_filing = AssumptionBook({}).take("tax_rate", suggestion)
    by_person = AssumptionBook({"tax_rate": Decimal("0.3")}).take("tax_rate", suggestion)

    assert (by_filing.source, by_filing.basis) == (Source.FACT, fact)
    assert (by_person.value, by_person.source, by_person.basis) == (
        Decimal("0.3"),
        Source.PERSON,
        None,
    )


def test_a_figure_kept_within_our_bounds_is_ours() -> None:
    """10 % in place of 20 % is no fact of the filings."""
    fact = filed()

    taken = AssumptionBook({}).take("revenue_growth", Suggestion(Decimal("0.1"), "Kept.", fact))

    assert (taken.source, taken.basis) == (Source.DEFAULT, fact)


def test_no_value_is_outside_of_what_could_be_set() -> None:
    """A margin of −300 % would have no place on a slider; the reason says what was done."""
    taken = AssumptionBook({}).take("operating_margin", Suggestion(Decimal(-3), "As filed."))

    assert taken.value == taken.low == -1
    assert taken.why == "As filed. Kept at -100%, the bound of what can be set."


def test_every_model_gets_the_same_assumption() -> None:
    """Two models of one valuation must not assume two terminal growths."""
    book = AssumptionBook({})

    assert book.take("beta") is book.take("beta", Suggestion(Decimal(2), "Too late."))
    assert [one.key for one in book.taken] == ["beta"]


def test_what_nobody_used_can_be_told() -> None:
    """A bank has no exit multiple; who sets one should hear of it."""
    book = AssumptionBook({"exit_multiple": Decimal(10), "beta": Decimal("1.1")})
    book.take("beta")

    assert book.unused == ("exit_multiple",)


@pytest.mark.parametrize(
    ("given", "expected"),
    [("3%", "0.03"), ("0.03", "0.03"), (" 3 % ", "0.03"), ("-1%", "-0.01")],
)
def test_rates_are_read_as_percent_or_fraction(given: str, expected: str) -> None:
    """People write both."""
    assert read_overrides({"terminal_growth": given}) == {"terminal_growth": Decimal(expected)}


@pytest.mark.parametrize(
    ("key", "given", "sentence"),
    [
        (
            "terminal_grwoth",
            "3%",
            "There is no assumption 'terminal_grwoth': did you mean terminal_growth.",
        ),
        ("zzz", "1", "There is no assumption 'zzz': there are years, revenue_growth, "),
        ("beta", "high", "beta=high is no number; write 0.025 or 2.5%."),
        (
            "terminal_growth",
            "3",
            "terminal_growth can be -5% to 6%, written as a fraction (0.025) or in percent "
            "(2.5%); 3 is not.",
        ),
        ("beta", "NaN", "beta can be 0.1× to 4×; NaN is not."),
        ("years", "7.5", "years must be a whole number; 7.5 is not."),
        ("mid_year", "2", "mid_year can be 0 or 1; 2 is not."),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    key: str, given: str, sentence: str
) -> None:
    """The sentence says what would do."""
    with pytest.raises(InvalidRequest) as refused:
        read_overrides({key: given})

    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("key", DEFAULTS)
def test_every_default_is_inside_its_bounds_and_has_a_reason(key: str) -> None:
    """A slider shows all three."""
    default = DEFAULTS[key]

    assert default.low < default.high
    assert default.value is None or default.low <= default.value <= default.high
    assert default.why.endswith(".")


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        ("0.025", "fraction", "2.5%"),
        ("0.2", "fraction", "20%"),
        ("12", "ratio", "12×"),
        ("10", "years", "10 years"),
        ("1", "switch", "on"),
        ("0", "switch", "off"),
    ],
)
def test_a_value_is_shown_as_people_write_it(value: str, unit: str, shown: str) -> None:
    """Also where trailing zeros would be cut off a whole number."""
    assert show_assumed(Decimal(value), unit) == shown
