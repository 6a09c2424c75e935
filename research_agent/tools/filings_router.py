"""From one question to the filings and items that answer it: a model chooses, rules when it cannot."""

import asyncio
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import BaseModel, ConfigDict, field_validator, model_validator

from research_agent.domain.answers import Usage
from research_agent.errors import ResearchError
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.filings.filing import FilingWanted
from research_agent.finance.filings.questions import filing_reads
from research_agent.finance.filings.request import FilingRead
from research_agent.models.structured import MalformedReply, ask_structured
from research_agent.tools.router import ROUTER_TIMEOUT_S

__all__ = ["FilingsRoute", "route_filings"]

MAX_REASON = 160
MAX_WORDS = 200

_INSTRUCTIONS = """\
Route a question to the filings whose text answers it. Today is {today}. Reply with JSON only.
ticker: one read per company and form.
form: 10-K unless the question means a quarterly report (10-Q) or a current report, announcement or earnings release (8-K).
items: keys of the items to read; [] to search the whole form.
- 10-K: 1 business and competition, 1A risks, 1C cybersecurity, 2 properties, 3 legal proceedings, 5 buybacks, 7 management's discussion, 7A market risk, 8 statements, 9A controls, notes, "note 7"
- 10-Q: I-1 statements, I-2 management's discussion, I-3 market risk, I-4 controls, II-1 legal proceedings, II-1A risks, II-2 buybacks, notes
- 8-K: 2.02 results, 5.02 officers, 8.01 other, 99.1 press release
words: the few words to look for in them, as a filing would write them; "" for the beginning of each item.
fiscal_year: only when the question names one, else 0. quarter: 1 to 3 for a 10-Q of that quarter, else 0."""


class _ChosenRead(BaseModel):
    """A read."""

    model_config = ConfigDict(extra="ignore")

    ticker: str
    form: Literal["10-K", "10-Q", "8-K"] = "10-K"
    items: list[str] = []
    words: str = ""
    fiscal_year: int = 0
    quarter: int = 0

    @model_validator(mode="before")
    @classmethod
    def _leave_out_nothing(cls, given: Any) -> Any:
        """Read null as left out."""
        if not isinstance(given, dict):
            return given
        return {key: value for key, value in given.items() if value is not None}

    @field_validator("words")
    @classmethod
    def _short(cls, words: str) -> str:
        return words[:MAX_WORDS]


class _Routing(BaseModel):
    """The reads."""

    reads: list[_ChosenRead]


@dataclass(frozen=True, slots=True)
class FilingsRoute:
    """What to read for a question.

    Args:
        reads: At least one.
        usage: What the choice cost.
        warning: Why the model's choice was not used; empty when it was, or when there is none.
    """

    reads: tuple[FilingRead, ...]
    usage: Usage = Usage()
    warning: str = ""


async def route_filings(
    query: str,
    *,
    model: BaseChatModel | None,
    directory: CompanyDirectory,
    today: date,
    as_of: date | None = None,
    timeout_s: float = ROUTER_TIMEOUT_S,
) -> FilingsRoute:
    """Choose the filings and items that answer `query`.

    Args:
        query: Names companies in any way.
        model: Who chooses; `None` for rules.
        directory: Knows the companies.
        today: The day of the run.
        as_of: Nothing filed later is read, whoever chooses.
        timeout_s: For the model.

    Raises:
        InvalidRequest: Neither the model nor the rules found anything to read.
    """
    if model is None:
        return FilingsRoute(filing_reads(query, directory=directory, today=today, as_of=as_of))
    usage = Usage(requests=1)
    try:
        async with asyncio.timeout(timeout_s):
            reads, usage = await _chosen(model, query, directory, today, as_of)
        if reads:
            return FilingsRoute(reads, usage)
        reason = "it chose nothing"
    except MalformedReply as error:
        usage, reason = error.usage, str(error)
    except ResearchError as error:
        reason = str(error)
    except TimeoutError:
        reason = f"no answer within {timeout_s:g} s"
    except Exception as error:  # noqa: BLE001 - any chat model can be plugged in, whatever it raises
        reason = f"it raised {type(error).__name__}"
    shown = reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 1]}…"
    return FilingsRoute(
        filing_reads(query, directory=directory, today=today, as_of=as_of),
        usage,
        f"Rules chose what to read, because the router's model failed: {shown}",
    )


async def _chosen(
    model: BaseChatModel,
    query: str,
    directory: CompanyDirectory,
    today: date,
    as_of: date | None,
) -> tuple[tuple[FilingRead, ...], Usage]:
    mentions = directory.mentions(query)
    named = {mention.company.cik: mention.company for mention in mentions}
    listed = "\n".join(f"{company.ticker}: {company.name}" for company in named.values())
    messages = [
        SystemMessage(_INSTRUCTIONS.format(today=today.isoformat())),
        HumanMessage(f"{query}\n{listed}".strip()),
    ]
    routing, usage = await ask_structured(model, messages, _Routing, strict=False)
    reads: dict[FilingRead, None] = {}
    for chosen in routing.reads:
        wanted = FilingWanted(
            chosen.form,
            chosen.fiscal_year or None,
            chosen.quarter if chosen.form == "10-Q" and 1 <= chosen.quarter <= 3 else None,
            as_of,
        )
        items = tuple(dict.fromkeys(filter(None, map(str.strip, chosen.items))))
        company = directory.resolve(chosen.ticker)
        reads[FilingRead(company, wanted, items, chosen.words)] = None
    return tuple(reads), usage
