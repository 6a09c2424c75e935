"""The answer to "what is it worth": a value under stated assumptions, as the valuation tool has it."""

from collections.abc import Iterator, Sequence

from research_agent.analyst.printed import cell_text, heading, printed
from research_agent.analyst.source_lines import source_lines
from research_agent.analyst.wording import possessive, short_name
from research_agent.domain.facts import Fact
from research_agent.evidence.artifact import Artifact
from research_agent.finance.questions import ParsedQuestion
from research_agent.finance.ratios.sector_rule import in_sentence

__all__ = ["valuation_answer"]

_LEADING = (
    "dcf_value_per_share",
    "excess_return_value_per_share",
    "dividend_value_two_stages",
    "dividend_value_one_stage",
)
_SHOWN = (
    "base_free_cash_flow_to_firm",
    "wacc",
    "cost_of_equity",
    "dcf_value_of_forecast_years",
    "dcf_present_terminal_value",
    "dcf_enterprise_value",
    "dcf_equity_value",
    "dcf_value_per_share",
    "dcf_exit_value_per_share",
    "excess_return_value",
    "excess_return_equity_value",
    "excess_return_value_per_share",
    "dividend_value_one_stage",
    "dividend_value_two_stages",
    "price",
    "value_against_price",
    "implied_revenue_growth",
)
_CAVEAT = (
    "An estimate under the assumptions below, not a forecast of the price and no advice; defaults "
    "are round numbers, not market data."
)


def valuation_answer(parsed: ParsedQuestion, artifact: Artifact, text: str) -> str:
    """Write the answer in Markdown.

    Args:
        parsed: The question.
        artifact: What the tool brought: the figures of the filings and those it worked out.
        text: The tool's own; its first line says why there is no value where there is none.
    """
    by_key = {fact.concept: fact for fact in artifact.facts}
    leading = next((by_key[key] for key in _LEADING if key in by_key), None)
    company = artifact.tables[0].company if artifact.tables else parsed.companies[0]
    if leading is None:
        return text.partition("\n")[0]
    shown = printed(leading.value, leading.unit, parsed.presentation)
    lead = (
        f"{possessive(short_name(company))} {in_sentence(leading.label)} on the figures of "
        f"{leading.period.label} (to {leading.period.end}) is {shown}. {_CAVEAT}"
    )
    values = [by_key[key] for key in _SHOWN if key in by_key]
    assumed = [fact for fact in artifact.facts if fact.concept.startswith("assumed_")]
    tables = (_table("Value", values, parsed), _assumptions(assumed, parsed))
    return "\n\n".join([lead, *tables, source_lines([leading])])


def _table(head: str, facts: Sequence[Fact], parsed: ParsedQuestion) -> str:
    rows = (f"| {_label(fact)}{_unit(fact, parsed)} | {_cell(fact, parsed)} |" for fact in facts)
    return "\n".join([f"| {head} |  |", "| --- | ---: |", *rows])


def _assumptions(facts: Sequence[Fact], parsed: ParsedQuestion) -> str:
    rows: Iterator[str] = (
        f"| {_label(fact)}{_unit(fact, parsed)} | {_cell(fact, parsed)} | {fact.formula} |"
        for fact in facts
    )
    return "\n".join(["| Assumption |  | From |", "| --- | ---: | --- |", *rows])


def _unit(fact: Fact, parsed: ParsedQuestion) -> str:
    return f", {heading(fact.unit, parsed.presentation)}"


def _cell(fact: Fact, parsed: ParsedQuestion) -> str:
    return cell_text(fact.value, fact.unit, parsed.presentation)


def _label(fact: Fact) -> str:
    """Return what it is; "year 1" in words, so that no reader takes the 1 for a figure."""
    return fact.label.replace(" year 1", " year one")
