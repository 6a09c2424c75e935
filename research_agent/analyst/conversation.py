"""What the messages of a conversation say: the date, the question, what the tools brought."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

from research_agent.domain.tables import SeriesTable
from research_agent.errors import InvalidRequest
from research_agent.evidence.artifact import Artifact

__all__ = ["Conversation", "ToolResult", "read_conversation"]

_TODAY = re.compile(r"Today is ([0-9]{4}-[0-9]{2}-[0-9]{2})\.")
_ERROR = re.compile(r"^Error \([a-z_]+\): ")
_ADVICE = re.compile(
    r" (?:Correct the arguments|Use one of the tools|Go on without|Do not (?:repeat|call)|A narrower call"
    r"|The same call may|Another try may)[^\n]*$"
)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """One call of this question and what came of it.

    Args:
        call: As it was made.
        message: Its result.
    """

    call: ToolCall
    message: ToolMessage

    @property
    def artifact(self) -> Artifact | None:
        """The figures; `None` when the call failed."""
        found = self.message.artifact
        return found if isinstance(found, Artifact) else None

    @property
    def problem(self) -> str:
        """Why the call failed, in one sentence; empty when it did not."""
        if self.message.status != "error":
            return ""
        first = str(self.message.content).partition("\n\n")[0]
        return _ADVICE.sub("", _ERROR.sub("", first)).strip()


@dataclass(frozen=True, slots=True)
class Conversation:
    """Where a conversation stands.

    Args:
        today: The date of the run.
        question: Of this run.
        earlier: Questions before it, oldest first.
        results: Of this run's calls, in their order.
        length: Number of messages, for call ids that do not repeat.
    """

    today: date
    question: str
    earlier: tuple[str, ...]
    results: tuple[ToolResult, ...]
    length: int

    def of(self, tool: str) -> tuple[ToolResult, ...]:
        """Return the results of one tool."""
        return tuple(result for result in self.results if result.call["name"] == tool)

    def tables(self) -> tuple[SeriesTable, ...]:
        """Return every series this run brought."""
        found = (result.artifact for result in self.results)
        return tuple(table for artifact in found if artifact for table in artifact.tables)

    def warnings(self) -> tuple[str, ...]:
        """Return what the tools said they could not bring."""
        found = (result.artifact for result in self.results)
        return tuple(
            dict.fromkeys(words for artifact in found if artifact for words in artifact.warnings)
        )


def read_conversation(messages: Sequence[BaseMessage]) -> Conversation:
    """Find out where a conversation stands.

    Raises:
        InvalidRequest: There is no question, or no date in the first line of the system message.
    """
    at = _question_place(messages)
    earlier = [str(m.text) for m in messages[:at] if isinstance(m, HumanMessage)]
    calls: dict[str, ToolCall] = {}
    results = []
    for message in messages[at:]:
        if isinstance(message, AIMessage):
            calls |= {call["id"] or "": call for call in message.tool_calls}
        elif isinstance(message, ToolMessage) and message.tool_call_id in calls:
            results.append(ToolResult(calls[message.tool_call_id], message))
    return Conversation(
        today=_today(messages),
        question=str(messages[at].text),
        earlier=tuple(earlier),
        results=tuple(results),
        length=len(messages),
    )


def _question_place(messages: Sequence[BaseMessage]) -> int:
    """Return where the question stands: what a person says right after a result is no question.

    An agent speaks so when it runs out of turns or sees the model going in circles.
    """
    for place in range(len(messages) - 1, -1, -1):
        asked = isinstance(messages[place], HumanMessage)
        if asked and not (place and isinstance(messages[place - 1], ToolMessage)):
            return place
    raise InvalidRequest("There is no question to answer.")


def _today(messages: Sequence[BaseMessage]) -> date:
    for message in messages:
        if isinstance(message, SystemMessage) and (found := _TODAY.match(str(message.text))):
            return date.fromisoformat(found[1])
    raise InvalidRequest('The system message must begin with "Today is YYYY-MM-DD.".')
