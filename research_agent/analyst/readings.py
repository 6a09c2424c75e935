"""How a question was read, where that is not plain: slips of spelling, words left out."""

from research_agent.analyst.wording import listed, short_name
from research_agent.analyst.work import Work
from research_agent.finance.questions import ParsedQuestion

__all__ = ["as_read", "left_out", "unknown_parts"]


def as_read(parsed: ParsedQuestion) -> str:
    """Say which words were taken for others; empty when none was."""
    if not parsed.corrections:
        return ""
    names = {company.ticker: short_name(company) for company in parsed.companies}
    read = [
        f'"{one.written}" as {names.get(one.read_as, one.read_as)}' for one in parsed.corrections
    ]
    return f"I read {listed(read)}."


def left_out(parsed: ParsedQuestion) -> str:
    """Say first what of the question was left out: the figures below answer something wider."""
    if not parsed.not_understood:
        return ""
    return (
        f"I did not understand {_quoted(parsed.not_understood)} and left it out; what follows is "
        "without it."
    )


def unknown_parts(work: Work) -> str:
    """Say that words beside a metric name no part of the company; empty when they do.

    The figure of the whole company would answer another question.
    """
    parsed, choice = work.parsed, work.choice
    if choice is None or choice.parts:
        return ""
    if choice.problems:
        return " ".join(choice.problems)
    names = listed([short_name(company) for company in parsed.companies])
    if parsed.parts:
        words = _quoted([part.text for part in parsed.parts])
        return f"I did not understand {words}: I have no such part of {names} and no such figure."
    return f"I have no figures by segment, product or region of {names}."


def _quoted(words: "list[str] | tuple[str, ...]") -> str:
    return ", ".join(f'"{word}"' for word in words)
