"""`calculate`: exact arithmetic on figures of the run; the result is a figure too."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Annotated, TypeVar

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from research_agent.domain.display import show_short
from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.errors import InvalidRequest
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.tools.expression import Node, names_in, parse
from research_agent.tools.quantities import Quantity, evaluate, unit_of
from research_agent.tools.registry import Risk, ToolSpec
from research_agent.tools.result_units import result_in_whole_units

__all__ = ["CalculateArguments", "calculate_spec", "calculated_fact"]

TIMEOUT_S = 5.0
OUTPUT_CAP = 2_000
MAX_INPUTS = 60
MAX_NUMBER_LENGTH = 40
MAX_SLUG = 48

_DESCRIPTION = (
    "Exact arithmetic for what get_financials did not return. expression: + - * / ** ( ) abs min max sum avg sqrt over the names in "
    "inputs; inputs: name -> figure (AAPL.revenue.FY2023) or number. Amounts are whole units; "
    "fractions, not percent. The result can be an input of the next calculation."
)
_NUMBER = re.compile(r"(?P<digits>[+-]?(?:[\d,]*\d)?\.?\d+(?:[eE][+-]?\d{1,2})?)(?P<percent>\s*%)?")
_NO_SLUG = re.compile(r"\W+")

T = TypeVar("T")


def _as_text(value: object) -> object:
    """Read a JSON number as text; models write both."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


class CalculateArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    expression: str = Field(min_length=1)
    inputs: dict[str, Annotated[str, BeforeValidator(_as_text)]] = Field(
        default_factory=dict, max_length=MAX_INPUTS
    )
    label: str = Field("", max_length=120, description="The result in words: Revenue growth")
    unit: str = Field("", max_length=40, description="fraction or ratio, where it is not clear")


def calculate_spec() -> ToolSpec:
    """Return the tool; it needs a `RunContext` and nothing else."""

    async def calculate(
        expression: str,
        config: RunnableConfig,
        inputs: Mapping[str, str] | None = None,
        label: str = "",
        unit: str = "",
    ) -> tuple[str, Artifact]:
        context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
        fact = calculated_fact(expression, inputs or {}, label=label, unit=unit, context=context)
        return _line(fact), Artifact(facts=(fact,))

    tool = StructuredTool.from_function(
        coroutine=calculate,
        name="calculate",
        description=_DESCRIPTION,
        args_schema=CalculateArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="exact arithmetic on figures of this run",
        risk=Risk.READ,
        concurrency_safe=False,  # a result may be the next one's input, and names must differ
        timeout_s=TIMEOUT_S,
        output_cap=OUTPUT_CAP,
        dated=True,
        needs_evidence=True,
        soft_limited=False,  # an answer may need many, each of them free
    )


def calculated_fact(
    expression: str,
    inputs: Mapping[str, str],
    *,
    label: str,
    unit: str,
    context: RunContext,
) -> Fact:
    """Work out an expression as a computed fact with its formula and inputs.

    Args:
        expression: See `expression.parse`; references may stand in it directly.
        inputs: Name to reference or plain number (`"1,250"`, `"4%"`).
        label: The result in words; may be empty.
        unit: `"fraction"`, `"ratio"`, a currency …; empty to take it from the figures. It never
            converts: it must agree with what the figures give.
        context: Of the run.

    Returns:
        The fact. Its period is that of the latest input; its reference is new in the run unless
        the same calculation was made before.

    Raises:
        InvalidRequest: The expression or the units make no sense.
        NotFound: An input names no figure of the run.
    """
    tree = parse(expression)
    facts: dict[str, Fact] = {}
    quantities: dict[str, Quantity] = {}
    for name in dict.fromkeys(name.text for name in names_in(tree)):
        given = _given(name, inputs)
        number = _plain_number(given)
        if number is not None:
            quantities[name] = Quantity(number, bare=True)
        else:
            facts[name] = context.ledger.resolve(given)
            quantities[name] = Quantity(facts[name].value, unit_of(facts[name].unit))
    used = tuple({fact.ref: fact for fact in facts.values()}.values())
    value, named = result_in_whole_units(
        tree, evaluate(tree, quantities), wanted=unit, label=label, inputs=used
    )
    formula = _formula(expression, tree, facts, inputs)
    return _unused_ref(
        Fact(
            cik=_shared([fact.cik for fact in used]) or 0,
            ticker=_shared([fact.ticker for fact in used]) or "",
            concept=f"calc_{_slug(label or formula)}",
            label=label.strip() or "Calculation",
            value=value,
            unit=named,
            period=_latest(used) or _on(context),
            origin=Origin.COMPUTED,
            formula=formula,
            inputs=used,
            vintage=_shared([fact.vintage for fact in used]) or "",
        ),
        context.ledger,
    )


def _given(name: str, inputs: Mapping[str, str]) -> str:
    if name in inputs:
        return inputs[name].strip()
    if "." in name:
        return name
    known = f"the inputs are {', '.join(inputs)}" if inputs else "there are no inputs"
    raise InvalidRequest(f"The expression uses {name}, but {known}.")


def _plain_number(text: str) -> Decimal | None:
    found = _NUMBER.fullmatch(text)
    if found is None or len(text) > MAX_NUMBER_LENGTH:
        return None
    value = Decimal(found["digits"].replace(",", ""))
    return value / 100 if found["percent"] else value


def _formula(
    expression: str, tree: Node, facts: Mapping[str, Fact], inputs: Mapping[str, str]
) -> str:
    """Write the expression over labels: `(Revenue FY2024 - Revenue FY2023) / Revenue FY2023`."""
    one_company = len({fact.ticker for fact in facts.values()}) == 1
    text = expression
    for name in reversed(names_in(tree)):
        fact = facts.get(name.text)
        if fact is None:
            words = inputs[name.text].strip()
        else:
            words = f"{fact.label} {fact.period.label}"
            words = words if one_company else f"{fact.ticker} {words}".strip()
        text = text[: name.start] + words + text[name.start + len(name.text) :]
    return " ".join(text.split())


def _slug(text: str) -> str:
    slug = _NO_SLUG.sub("_", text.casefold()).strip("_")
    return slug[:MAX_SLUG].rstrip("_") or "result"


def _shared(values: Sequence[T]) -> T | None:
    return values[0] if len(set(values)) == 1 else None


def _latest(facts: Sequence[Fact]) -> Period | None:
    return max((fact.period for fact in facts), key=lambda period: period.end, default=None)


def _on(context: RunContext) -> Period:
    """Return the day of a calculation without figures."""
    return Period(None, context.today, context.today.isoformat(), Basis.ANNUAL)


def _unused_ref(fact: Fact, ledger: Ledger) -> Fact:
    """Number the concept when another calculation has the reference."""
    taken = {known.ref: known for known in ledger.computed}
    numbered, count = fact, 1
    while numbered.ref in taken and not _same(numbered, taken[numbered.ref]):
        count += 1
        numbered = replace(fact, concept=f"{fact.concept}_{count}")
    return numbered


def _same(one: Fact, other: Fact) -> bool:
    return (one.formula, one.inputs, one.value) == (other.formula, other.inputs, other.value)


def _line(fact: Fact) -> str:
    exact = f"{fact.value.normalize():f}"
    return (
        f"{fact.ref} = {exact} {fact.unit} ({show_short(fact.value, fact.unit)}) = {fact.formula}"
    )
