"""The offline analyst: a chat model made of rules, for when no language model is configured."""

import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForLLMRun,
    CallbackManagerForLLMRun,
)
from langchain_core.language_models import LanguageModelInput
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolCall
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ConfigDict

from research_agent.analyst.answer import answer_text
from research_agent.analyst.conversation import Conversation, read_conversation
from research_agent.analyst.filing_texts import (
    READ_FILINGS,
    filing_text_answer,
    is_about_filing_text,
    no_filing_texts,
)
from research_agent.analyst.follow_ups import complete_question
from research_agent.analyst.market_answer import market_reply
from research_agent.analyst.news import (
    NO_SEARCH,
    WEB_SEARCH,
    figures_instead,
    found_pages,
    is_about_news,
    search_for,
)
from research_agent.analyst.notes import MEMORY, kept, note_asked_for
from research_agent.analyst.refusals import help_text, no_figures, no_valuation, refusal
from research_agent.analyst.screening_answer import screening_answer
from research_agent.analyst.tasks import tasks
from research_agent.analyst.valuation_answer import valuation_answer
from research_agent.analyst.work import Task, work
from research_agent.domain.facts import Fact
from research_agent.errors import InvalidRequest
from research_agent.finance.questions import CompanyNames, ParsedQuestion, parse
from research_agent.finance.screening.names import sector_named
from research_agent.finance.screening.translation import translate

__all__ = ["FINANCIALS", "OfflineAnalyst"]

FINANCIALS = "get_financials"
CALCULATE = "calculate"
VALUATION = "value_company"
SCREENING = "screen_companies"
MAX_QUERY_LENGTH = 2_000
"""What `get_financials` takes; a longer question is cut."""

MAX_CALCULATIONS = 40

_WORD = re.compile(r"\S+\s*|\s+")


class OfflineAnalyst(BaseChatModel):
    """Answers finance questions by rules, from tool results alone.

    A question takes up to three turns: look the figures up, work out what has to be worked
    out, write the answer. Nothing is random and nothing is guessed; today's date is read from
    the first line of the system message, `Today is YYYY-MM-DD.`.

    Args:
        directory: Knows the companies.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    directory: Any
    display_name: str = "offline analyst"

    @property
    def _llm_type(self) -> str:
        return "offline-analyst"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Remember which tools may be called; the rules need no schemas."""
        names = [_tool_name(tool) for tool in tools]
        return self.bind(offered=names, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        reply = self._reply(messages, frozenset(kwargs.get("offered", ())))
        return ChatResult(generations=[ChatGeneration(message=reply)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        yield from _pieces(self._reply(messages, frozenset(kwargs.get("offered", ()))))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for piece in _pieces(self._reply(messages, frozenset(kwargs.get("offered", ())))):
            yield piece

    def _reply(self, messages: Sequence[BaseMessage], offered: frozenset[str]) -> AIMessage:
        now = read_conversation(messages)
        if not now.question.strip():
            return AIMessage(help_text())
        if (note := note_asked_for(now.question)) and (MEMORY in offered or now.of(MEMORY)):
            return kept(now) or _calls([(MEMORY, {"action": "keep", "text": note})], now)
        names: CompanyNames = self.directory
        query = complete_question(now.question, now.earlier, directory=names, today=now.today)
        query = query[:MAX_QUERY_LENGTH]
        parsed = parse(query, directory=names, today=now.today)
        if is_about_news(parsed):
            return self._news(parsed, now, offered)
        return self._figures(parsed, query, now, offered)

    def _news(
        self, parsed: ParsedQuestion, now: Conversation, offered: frozenset[str]
    ) -> AIMessage:
        """Have the web searched; without a search, say so and answer from filings."""
        if now.of(WEB_SEARCH):
            return found_pages(now)
        if WEB_SEARCH in offered:
            return _calls([search_for(parsed)], now)
        if not parsed.companies:
            return AIMessage(f"{NO_SEARCH} {help_text()}")
        query = figures_instead(parsed)
        instead = parse(query, directory=self.directory, today=now.today)
        reply = self._figures(instead, query, now, offered)
        if reply.tool_calls:
            return reply
        return AIMessage(f"{NO_SEARCH} What the newest filings say:\n\n{reply.text}")

    def _figures(
        self, parsed: ParsedQuestion, query: str, now: Conversation, offered: frozenset[str]
    ) -> AIMessage:
        if SCREENING in offered and _asks_for_many(query, parsed):
            return _screened(query, now)
        if parsed.companies and is_about_filing_text(parsed):
            return _filing_texts(parsed, query, now, offered)
        if (market := market_reply(parsed, now, offered)) is not None:
            return market
        if refused := refusal(parsed):
            return AIMessage(refused)
        if parsed.valuation is not None:
            return _valued(parsed, now, offered)
        looked_up = now.of(FINANCIALS)
        if not looked_up and FINANCIALS in offered:
            return _calls([(FINANCIALS, {"query": query})], now)
        if not now.tables():
            return AIMessage(no_figures(looked_up[-1].problem if looked_up else ""))
        return _answer(parsed, now, offered)


def _asks_for_many(query: str, parsed: ParsedQuestion) -> bool:
    """Say whether a question is about companies it does not name; "banks" is no company's name."""
    named = [parsed.question[start:end] for start, end in parsed.company_spans]
    misread = [slip.read_as for slip in parsed.corrections if sector_named(slip.written)]
    if parsed.blocked or not all(sector_named(name) or name in misread for name in named):
        return False
    try:
        return translate(query) is not None
    except InvalidRequest:
        return True  # a screen with a slip; the tool says where


def _screened(query: str, now: Conversation) -> AIMessage:
    done = now.of(SCREENING)
    return (
        AIMessage(screening_answer(done[-1]))
        if done
        else _calls([(SCREENING, {"query": query})], now)
    )


def _filing_texts(
    parsed: ParsedQuestion, query: str, now: Conversation, offered: frozenset[str]
) -> AIMessage:
    """Have filings read, and quote them; without a source, say what to set."""
    if now.of(READ_FILINGS):
        return filing_text_answer(now)
    if READ_FILINGS in offered:
        return _calls([(READ_FILINGS, {"query": query})], now)
    return AIMessage(no_filing_texts(parsed))


def _valued(parsed: ParsedQuestion, now: Conversation, offered: frozenset[str]) -> AIMessage:
    """Have the first company named valued, and say what came of it."""
    asked = parsed.valuation
    done = now.of(VALUATION)
    if asked is None or (not done and VALUATION not in offered):
        return AIMessage(no_valuation())
    if not done:
        arguments: dict[str, Any] = {"company": parsed.companies[0].ticker}
        arguments |= {"assumptions": dict(asked.assumptions)} if asked.assumptions else {}
        arguments |= {"price": asked.price} if asked.price else {}
        arguments |= {"as_of": parsed.as_of.isoformat()} if parsed.as_of else {}
        return _calls([(VALUATION, arguments)], now)
    artifact = done[-1].artifact
    if artifact is None:
        return AIMessage(no_figures(done[-1].problem))
    return AIMessage(valuation_answer(parsed, artifact, str(done[-1].message.content)))


def _answer(parsed: ParsedQuestion, now: Conversation, offered: frozenset[str]) -> AIMessage:
    laid_out = work(parsed, now.tables())
    open_tasks = [task for task in tasks(laid_out) if task.expression][:MAX_CALCULATIONS]
    done = now.of(CALCULATE)
    if open_tasks and not done and CALCULATE in offered:
        return _calls([(CALCULATE, _arguments(task)) for task in open_tasks], now)
    results: dict[Task, Fact | str] = {}
    for task, result in zip(open_tasks, done, strict=False):
        facts = result.artifact.facts if result.artifact else ()
        results[task] = facts[0] if facts else result.problem
    return AIMessage(answer_text(laid_out, results, warnings=now.warnings()))


def _arguments(task: Task) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        "expression": task.expression,
        "inputs": dict(task.inputs),
        "label": task.label,
    }
    return arguments | ({"unit": task.unit} if task.unit else {})


def _calls(calls: Sequence[tuple[str, dict[str, Any]]], now: Conversation) -> AIMessage:
    """Return a reply that asks for tools; ids are unique because a conversation only grows."""
    return AIMessage(
        "",
        tool_calls=[
            ToolCall(name=name, args=arguments, id=f"offline_{now.length}_{place}")
            for place, (name, arguments) in enumerate(calls, 1)
        ],
    )


def _pieces(reply: AIMessage) -> Iterator[ChatGenerationChunk]:
    """Yield a reply word by word, or all its tool calls at once."""
    if reply.tool_calls:
        yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_calls=reply.tool_calls))
        return
    for found in _WORD.finditer(str(reply.text)):
        yield ChatGenerationChunk(message=AIMessageChunk(content=found.group()))


def _tool_name(tool: dict[str, Any] | type | Callable[..., Any] | BaseTool) -> str:
    if isinstance(tool, BaseTool):
        return tool.name
    return str(convert_to_openai_tool(tool)["function"]["name"])
