from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import Filing
from research_agent.errors import InvalidRequest, NotFound
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.tools.calculate import CalculateArguments, calculate_spec, calculated_fact

TODAY = date(2026, 11, 30)
FILING = Filing(320193, "0000320193-24-000123", "10-K", date(2024, 11, 1))


def filed(ref: str, value: str, unit: str = "USD", **changes: Any) -> Fact:
    """A filed figure from its reference; fiscal years end in September."""
    ticker, concept, label = ref.split(".")
    year = int(label[-4:])
    fact = Fact(
        cik=sum(map(ord, ticker)),
        ticker=ticker,
        concept=concept,
        label=concept.replace("_", " ").capitalize(),
        value=Decimal(value),
        unit=unit,
        period=Period(date(year - 1, 10, 1), date(year, 9, 30), label, Basis.ANNUAL),
        filing=FILING,
    )
    return replace(fact, **changes)


@pytest.fixture
def context() -> RunContext:
    """Apple's figures as filed, in whole dollars, and a few of others."""
    ledger = Ledger()
    ledger.add(
        Artifact(
            facts=(
                filed("AAPL.revenue.FY2023", "383285000000"),
                filed("AAPL.revenue.FY2024", "391035000000"),
                filed("AAPL.net_income.FY2024", "93736000000"),
                filed("AAPL.gross_margin.FY2023", "0.4413", "fraction"),
                filed("AAPL.gross_margin.FY2024", "0.4621", "fraction"),
                filed("AAPL.weighted_shares_diluted.FY2024", "15408095000", "shares"),
                filed("NVDA.revenue.FY2024", "60922000000"),
                filed("TSM.revenue.FY2024", "2894307700000", "TWD"),
                filed("PG.revenue.FY2014", "83062000000", vintage="as_reported"),
            )
        )
    )
    return RunContext(TODAY, ledger)


def work_out(
    context: RunContext, expression: str, *, label: str = "", unit: str = "", **inputs: str
) -> Fact:
    return calculated_fact(expression, inputs, label=label, unit=unit, context=context)


def test_growth_is_a_fraction_with_its_formula_and_inputs(context: RunContext) -> None:
    """391,035 / 383,285 - 1 = 2.02 %; a reader sees from what and can open both filings."""
    fact = work_out(
        context,
        "(b - a) / a",
        a="AAPL.revenue.FY2023",
        b="AAPL.revenue.FY2024",
        label="Revenue growth",
    )

    assert fact.ref == "AAPL.calc_revenue_growth.FY2024"
    assert round(fact.value, 6) == Decimal("0.020220")
    assert (fact.unit, fact.origin, fact.label) == ("fraction", Origin.COMPUTED, "Revenue growth")
    assert fact.formula == "(Revenue FY2024 - Revenue FY2023) / Revenue FY2023"
    assert {one.ref for one in fact.inputs} == {"AAPL.revenue.FY2023", "AAPL.revenue.FY2024"}
    assert fact.url == FILING.url


@pytest.mark.parametrize(
    ("expression", "label", "unit", "expected"),
    [
        ("b / a", "", "", "ratio"),
        ("b / a - 1", "", "", "fraction"),
        ("(b - a) / a", "", "", "fraction"),
        ("n / b", "Net margin", "", "fraction"),
        ("n / b", "", "%", "fraction"),
        ("n / b", "", "percent", "fraction"),
        ("b / a", "Growth", "ratio", "ratio"),
        ("b / a", "", "x", "ratio"),
        ("m2 - m1", "", "", "fraction"),
        ("avg(m1, m2)", "", "", "fraction"),
        ("b - a", "", "", "USD"),
        ("b - a", "", "USD million", "USD"),
        ("n / s", "", "", "USD/shares"),
        ("n / s", "", "USD per share", "USD/shares"),
        ("b * m2", "", "", "USD"),
    ],
)
def test_the_unit_follows_from_the_figures(
    context: RunContext, expression: str, label: str, unit: str, expected: str
) -> None:
    """What is shown in percent is a fraction; what is shown as 1.02× is a ratio."""
    fact = work_out(
        context,
        expression,
        label=label,
        unit=unit,
        a="AAPL.revenue.FY2023",
        b="AAPL.revenue.FY2024",
        n="AAPL.net_income.FY2024",
        m1="AAPL.gross_margin.FY2023",
        m2="AAPL.gross_margin.FY2024",
        s="AAPL.weighted_shares_diluted.FY2024",
    )

    assert fact.unit == expected


@pytest.mark.parametrize(
    ("expression", "unit", "expected", "kept_in"),
    [
        ("(b - a) / a * 100", "", "0.02022", "fraction"),
        ("100 * (b - a) / a", "%", "0.02022", "fraction"),
        ("(b / a - 1) * 100", "%", "0.02022", "fraction"),
        ("100 * (b / a - 1)", "percent", "0.02022", "fraction"),
        ("b / 1000000000", "USD billion", "391035000000", "USD"),
        ("b / 10 ** 6", "", "391035000000", "USD"),
        ("(a + b) / 2", "", "387160000000", "USD"),
    ],
)
def test_scaling_for_the_eye_is_undone(
    context: RunContext, expression: str, unit: str, expected: str, kept_in: str
) -> None:
    """Facts are fractions and whole dollars: `* 100` or `/ 10**9` at the end would be a lie."""
    fact = work_out(
        context, expression, unit=unit, a="AAPL.revenue.FY2023", b="AAPL.revenue.FY2024"
    )

    assert round(fact.value, 5) == Decimal(expected)
    assert fact.unit == kept_in


@pytest.mark.parametrize(
    ("expression", "unit", "complaint"),
    [
        ("a + t", "", "Cannot add USD and TWD"),
        ("a + s", "", "Cannot add USD and shares"),
        ("a - n", "EUR", "in USD, not in EUR; nothing is converted"),
        ("a / n", "USD", "has no unit, so it cannot be in USD"),
        ("a / n", "furlongs", "'furlongs' is no unit"),
        ("a * n", "", r"USD\^2"),
        ("a / 0", "", "divides by zero"),
        ("a + x", "", "uses x, but the inputs are a, n, s, t"),
    ],
)
def test_a_calculation_without_sense_is_refused(
    context: RunContext, expression: str, unit: str, complaint: str
) -> None:
    """A wrong figure with a source is worse than none; the sentence says what to change."""
    with pytest.raises(InvalidRequest, match=complaint):
        work_out(
            context,
            expression,
            unit=unit,
            a="AAPL.revenue.FY2024",
            n="AAPL.net_income.FY2024",
            s="AAPL.weighted_shares_diluted.FY2024",
            t="TSM.revenue.FY2024",
        )


def test_a_figure_nobody_returned_is_not_found(context: RunContext) -> None:
    """The model cannot slip in a figure from memory under a reference."""
    with pytest.raises(NotFound, match=r"AAPL\.revenue\.FY2023"):
        work_out(context, "a", a="AAPL.revenue.FY2019")


def test_references_in_the_expression_need_no_inputs(context: RunContext) -> None:
    """Models often write the reference where a name is meant; that is as good."""
    fact = work_out(context, "AAPL.revenue.FY2024 / aapl.revenue.fy2023 - 1")

    assert round(fact.value, 4) == Decimal("0.0202")
    assert fact.formula == "Revenue FY2024 / Revenue FY2023 - 1"


@pytest.mark.parametrize("text", ["1,250.5", "1250.5", "+1250.50", "1.2505e3", "125050%"])
def test_inputs_may_be_plain_numbers(context: RunContext, text: str) -> None:
    """A number from the question is no figure of a filing and needs no reference."""
    assert work_out(context, "x", x=text).value == Decimal("1250.5")


def test_plain_numbers_take_the_unit_that_is_given(context: RunContext) -> None:
    """With nothing filed in it, the result belongs to no company and is dated today."""
    fact = work_out(context, "x * 2", x="21", unit="USD", label="Twice")

    assert (fact.value, fact.unit, fact.ticker, fact.inputs) == (Decimal(42), "USD", "", ())
    assert fact.period.end == TODAY
    assert fact.formula == "21 * 2"


def test_figures_of_two_companies_give_a_figure_of_none(context: RunContext) -> None:
    """The formula then names the companies, and the latest period is the result's."""
    fact = work_out(context, "a / n", a="AAPL.revenue.FY2023", n="NVDA.revenue.FY2024")

    assert (fact.ticker, fact.cik, fact.period.label) == ("", 0, "FY2024")
    assert fact.formula == "AAPL Revenue FY2023 / NVDA Revenue FY2024"
    context.ledger.add(Artifact(facts=(fact,)))
    assert context.ledger.resolve(fact.ref) is fact


def test_the_vintage_of_the_inputs_is_that_of_the_result(context: RunContext) -> None:
    """A result over figures as first reported never passes for one over the latest."""
    fact = work_out(context, "a * 2", a="PG.revenue.FY2014@as_reported", label="Twice")

    assert fact.ref == "PG.calc_twice.FY2014@as_reported"


def test_two_results_never_share_a_reference_and_equal_ones_do(context: RunContext) -> None:
    """The ledger is keyed by reference: another formula under one label must not replace it."""
    ledger = context.ledger
    first = work_out(context, "a / n", a="AAPL.revenue.FY2024", n="2", label="Half")
    ledger.add(Artifact(facts=(first,)))
    same = work_out(context, "a / n", a="AAPL.revenue.FY2024", n="2", label="Half")
    other = work_out(context, "a / n", a="AAPL.net_income.FY2024", n="2", label="Half")

    assert same.ref == first.ref
    assert other.ref == "AAPL.calc_half_2.FY2024"


def test_a_result_can_be_the_next_input(context: RunContext) -> None:
    """Steps build on each other and every filing stays reachable."""
    ledger = context.ledger
    first = work_out(
        context, "b - a", a="AAPL.revenue.FY2023", b="AAPL.revenue.FY2024", label="Added"
    )
    ledger.add(Artifact(facts=(first,)))

    second = work_out(context, "d / 2", d="AAPL.calc_added.FY2024")

    assert second.value == Decimal(3_875_000_000)
    assert [filing.accession for filing in second.filings()] == [FILING.accession]


def test_the_result_is_exact(context: RunContext) -> None:
    """A sum of filed figures is the sum to the last dollar, whatever its size."""
    fact = work_out(context, "sum(a, b, 1)", a="AAPL.revenue.FY2023", b="AAPL.revenue.FY2024")

    assert fact.value == Decimal(774_320_000_001)


async def test_the_tool_gives_one_line_and_the_fact(context: RunContext) -> None:
    """The model reads reference, exact value, readable value and formula; we keep the fact."""
    call = {
        "type": "tool_call",
        "id": "c1",
        "name": "calculate",
        "args": {"expression": "a / 4", "inputs": {"a": "AAPL.revenue.FY2024"}, "label": "Mean"},
    }
    reply = await calculate_spec().tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})

    assert reply.content == (
        "AAPL.calc_mean.FY2024 = 97758750000 USD ($97.8 billion) = Revenue FY2024 / 4"
    )
    assert [fact.ref for fact in reply.artifact.facts] == ["AAPL.calc_mean.FY2024"]


@pytest.mark.parametrize(
    "given",
    [
        {"expression": ""},
        {"expression": "1", "precision": 3},
        {"expression": "1", "inputs": {"a": [1]}},
        {"expression": "1", "inputs": {f"x{at}": "1" for at in range(61)}},
        {},
    ],
)
def test_arguments_outside_the_schema_are_refused(given: dict[str, Any]) -> None:
    """Validation comes before anything runs."""
    with pytest.raises(ValidationError):
        CalculateArguments.model_validate(given)


def test_numbers_in_json_are_read_as_text() -> None:
    """Models write `{"n": 4}`; the schema still asks for text."""
    arguments = CalculateArguments.model_validate({"expression": "n", "inputs": {"n": 4}})

    assert arguments.inputs == {"n": "4"}
    shape = CalculateArguments.model_json_schema()["properties"]["inputs"]
    assert shape["additionalProperties"] == {"type": "string"}
