"""What a run returns: text, evidence, and what code found out about each figure."""

from dataclasses import dataclass
from enum import StrEnum

from research_agent.domain.facts import Fact
from research_agent.domain.sources import WebSource
from research_agent.domain.tables import SeriesTable
from research_agent.domain.web_passages import WebQuote

__all__ = ["Answer", "Figure", "FigureStatus", "Usage"]


class FigureStatus(StrEnum):
    """What code could establish about one printed figure."""

    VERIFIED = "verified"
    COMPUTED = "computed"
    QUOTED = "quoted"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure printed in an answer.

    Args:
        start: Offset of its first character in `Answer.text`.
        end: Offset behind its last character.
        text: As printed, `"$383.3 billion"`.
        status: Verified (equals a filed or derived fact), computed (equals a computed fact or
            a recomputation), quoted (stands in a web page of the run) or unverified.
        fact: The fact it matches; `None` when quoted or unverified.
        quote: Where it stands in a web page; `None` unless quoted.
    """

    start: int
    end: int
    text: str
    status: FigureStatus
    fact: Fact | None = None
    quote: WebQuote | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a run cost; tokens of the main model, the router and all else together.

    Args:
        prompt_tokens: Sent.
        completion_tokens: Received.
        requests: Model requests.
        cost_usd: `None` when the model's price is not known.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    requests: int = 0
    cost_usd: float | None = None

    def __add__(self, other: "Usage") -> "Usage":
        known = [c for c in (self.cost_usd, other.cost_usd) if c is not None]
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.requests + other.requests,
            sum(known) if known else None,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a run.

    Args:
        text: Markdown as written by the model.
        figures: Every figure found in `text`, in its order.
        tables: Every series a tool returned, in the order they came.
        facts: Figures worked out by `calculate`, in the order they came.
        web: Pages found or read.
        partial: True when the run was stopped before the model was done.
        usage: Tokens and cost of the whole run.
        analyst: Who answered: a model's name or `"offline analyst"`.
    """

    text: str
    figures: tuple[Figure, ...] = ()
    tables: tuple[SeriesTable, ...] = ()
    facts: tuple[Fact, ...] = ()
    web: tuple[WebSource, ...] = ()
    partial: bool = False
    usage: Usage = Usage()
    analyst: str = ""
