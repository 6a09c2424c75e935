"""`screen_companies`: which companies of the store fit, each figure with its filing."""

import asyncio
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.domain.answers import Usage
from research_agent.errors import InvalidRequest, ResearchError
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.finance.screening.parser import parse_screen
from research_agent.finance.screening.result import ScreenResult
from research_agent.finance.screening.syntax import Screen
from research_agent.finance.screening.text import screen_markdown
from research_agent.finance.screening.tokens import MAX_LENGTH
from research_agent.finance.screening.translation import Translation, translate
from research_agent.models.structured import MalformedReply, ask_structured
from research_agent.tools.registry import Risk, ToolSpec
from research_agent.tools.screening_prompt import WrittenScreen, screen_messages

__all__ = ["CompanyScreener", "ScreenArguments", "screen_companies_spec", "screen_result"]

TRANSLATION_TIMEOUT_S = 15.0
TIMEOUT_S = 60.0
"""The table of metrics may have to be built on the way."""

OUTPUT_CAP = 8_000
MOST = 25
"""Companies shown to the model."""

MAX_REASON = 160

_DESCRIPTION = (
    "Finds the companies that fit, from filed figures: revenue growth above 20% and net margin "
    "above 15%, top 10 banks by net income. Needs no company name; for named ones use "
    "get_financials."
)


class CompanyScreener(Protocol):
    """Who runs screens."""

    def screen(self, screen: Screen, *, today: date, most: int = ...) -> ScreenResult:
        """Return what fits."""
        ...


class ScreenArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=MAX_LENGTH)


@dataclass(frozen=True, slots=True)
class _Read:
    screen: Screen
    usage: Usage = Usage()
    warnings: tuple[str, ...] = ()


def screen_companies_spec(
    screener: CompanyScreener, *, router_model: BaseChatModel | None = None
) -> ToolSpec:
    """Return the tool.

    Args:
        screener: Runs the screens.
        router_model: Turns the question into a filter; `None` for rules.
    """

    async def screen_companies(query: str, config: RunnableConfig) -> tuple[str, Artifact]:
        context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
        return await screen_result(query, screener, router_model=router_model, context=context)

    tool = StructuredTool.from_function(
        coroutine=screen_companies,
        name="screen_companies",
        description=_DESCRIPTION,
        args_schema=ScreenArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="which companies fit a condition",
        risk=Risk.READ,
        concurrency_safe=True,
        timeout_s=TIMEOUT_S,
        output_cap=OUTPUT_CAP,
    )


async def screen_result(
    query: str,
    screener: CompanyScreener,
    *,
    router_model: BaseChatModel | None,
    context: RunContext,
) -> tuple[str, Artifact]:
    """Turn a question into a filter, run it, and write down what fits.

    Returns:
        The text for the model, with the filter as it was understood, and every figure in it.

    Raises:
        InvalidRequest: The question asks for no screen, or its filter cannot be read.
    """
    context.progress("Reading the filter…")
    read = await _screen_of(query, router_model)
    context.progress(f"Screening: {read.screen}")
    found = await asyncio.to_thread(
        lambda: screener.screen(read.screen, today=context.today, most=MOST)
    )
    lines = [
        found.headline,
        f"Filter: `{found.screen}`",
        "",
        screen_markdown(found),
        "",
        *(f"- {note}" for note in (*read.warnings, *found.notes)),
    ]
    artifact = Artifact(facts=found.facts(), usage=read.usage, warnings=read.warnings)
    return "\n".join(lines).strip(), artifact


async def _screen_of(query: str, model: BaseChatModel | None) -> _Read:
    """Return the screen a question asks for; a filter is taken as it stands."""
    refusal: InvalidRequest | None = None
    draft: Translation | None = None
    try:
        draft = translate(query)
    except InvalidRequest as error:
        refusal = error
    if draft is not None and draft.exact:
        return _Read(draft.screen)
    usage, warnings = Usage(), list[str]()
    if model is not None:
        screen, usage, reason = await _written(model, query, draft)
        if screen is not None:
            return _Read(screen, usage)
        warnings.append(f"Rules read the filter, because the router's model failed: {reason}")
    if draft is None:
        raise refusal or InvalidRequest(
            "This asks for no screen: write a filter such as `revenue_growth > 20% and net_margin > "
            '15%`, or ask "companies with revenue growth above 20%".'
        )
    if draft.not_read:
        words = " ".join(draft.not_read)
        warnings.append(f'Not understood, so it narrows nothing: "{words}".')
    return _Read(draft.screen, usage, tuple(warnings))


async def _written(
    model: BaseChatModel, query: str, draft: Translation | None
) -> tuple[Screen | None, Usage, str]:
    """Ask the model; whatever it does, there is an answer in time."""
    messages = screen_messages(query, str(draft.screen) if draft else "")
    usage = Usage(requests=1)
    try:
        async with asyncio.timeout(TRANSLATION_TIMEOUT_S):
            written, usage = await ask_structured(model, messages, WrittenScreen, strict=False)
            return parse_screen(written.filter), usage, ""
    except MalformedReply as error:
        usage, reason = error.usage, str(error)
    except ResearchError as error:
        reason = str(error)
    except TimeoutError:
        reason = f"no answer within {TRANSLATION_TIMEOUT_S:g} s"
    except Exception as error:  # noqa: BLE001 - any chat model can be plugged in, whatever it raises
        reason = f"it raised {type(error).__name__}"
    return None, usage, reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 1]}…"
