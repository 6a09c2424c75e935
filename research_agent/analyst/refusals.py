"""What the offline analyst says when there is nothing to look up."""

from research_agent.analyst.wording import short_name
from research_agent.finance.questions import ParsedQuestion

__all__ = ["EXAMPLES", "help_text", "no_figures", "no_valuation", "refusal"]

EXAMPLES = (
    "What was Apple's revenue in fiscal 2023?",
    "Compare NVIDIA and AMD gross margin over the last five years",
    "How fast did Alphabet grow revenue per year from 2015 to 2024?",
)


def refusal(parsed: ParsedQuestion) -> str:
    """Say plainly why a question cannot be answered; empty when it can be looked up."""
    if parsed.problem:
        return parsed.problem
    blocking = parsed.blocked or (parsed.topics[0] if parsed.topics else None)
    if blocking and (parsed.blocked or not parsed.asks_for_figures):
        return _with_examples(blocking.sentence, parsed)
    if not parsed.companies and parsed.asks_for_figures:
        return "Which company do you mean? Name one, or give its ticker."
    if not parsed.asks_for_figures:
        return _with_examples(_not_understood(parsed), parsed)
    return ""


def no_figures(problem: str) -> str:
    """Say that the tool brought nothing, and why, in one sentence."""
    if not problem:
        return "I could not look up any figures for this question."
    return problem if problem.endswith((".", "?", "!")) else f"{problem}."


def no_valuation() -> str:
    """Say that a value cannot be worked out here."""
    return "I cannot value a company here: the tool for valuations is not among those I may use."


def help_text() -> str:
    """Say what can be answered, with examples."""
    return (
        "I am the offline analyst: I answer questions about figures that listed companies filed "
        "with the SEC. " + _examples(EXAMPLES)
    )


def _not_understood(parsed: ParsedQuestion) -> str:
    if parsed.companies and parsed.not_understood:
        quoted = ", ".join(f'"{words}"' for words in parsed.not_understood)
        return (
            f"I did not understand {quoted}: I can report line items of the three statements and "
            "ratios worked out from them."
        )
    return (
        "I cannot answer that: I am the offline analyst and answer questions about figures that "
        "listed companies filed with the SEC."
    )


def _with_examples(sentence: str, parsed: ParsedQuestion) -> str:
    if not parsed.companies:
        return f"{sentence} {_examples(EXAMPLES)}"
    name = short_name(parsed.companies[0])
    return f"{sentence} " + _examples(
        (
            f"What was {name} revenue in the last fiscal year?",
            f"{name} free cash flow last four quarters",
            f"{name} net margin over the last five years",
        )
    )


def _examples(questions: tuple[str, ...]) -> str:
    return "You can ask, for example:\n\n" + "\n".join(f"- {question}" for question in questions)
