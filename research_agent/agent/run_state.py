"""What one run knows while it goes on."""

from dataclasses import dataclass, field
from datetime import date

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from research_agent.agent.loop_detector import LoopDetector
from research_agent.agent.replies import Reply
from research_agent.domain.answers import Answer, FigureStatus, Usage
from research_agent.domain.companies import Company
from research_agent.domain.messages import pairing_problems
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.verification import verify
from research_agent.tools.registry import ToolSnapshot
from research_agent.tools.repeats import RepeatWatch

__all__ = ["RunState", "history_problems"]

_NOT_RUN = "Error (cancelled): The run ended before this call had a result."


@dataclass(slots=True)
class RunState:
    """The conversation, the evidence and the counters of one run.

    Args:
        messages: The conversation.
        today: The date the run works with.
        analyst: Who answers.
        tools: What this run may use.
        as_of: Nothing filed later is seen; `None` for no bound.
        asked_about: Companies that the question names.
        owner: Whose run it is.
        heard: Text of a reply that is still coming.
        draft: A whole answer whose figures went back for correction.
        compactions: How often the model found the conversation too long.
    """

    messages: list[BaseMessage]
    today: date
    analyst: str
    tools: ToolSnapshot = field(default_factory=lambda: ToolSnapshot(()))
    as_of: date | None = None
    asked_about: tuple[Company, ...] = ()
    owner: str = "local"
    ledger: Ledger = field(default_factory=Ledger)
    repeats: RepeatWatch = field(default_factory=RepeatWatch)
    detector: LoopDetector = field(default_factory=LoopDetector)
    continuations: int = 0
    nudged: bool = False
    corrected: bool = False
    heard: str = ""
    draft: str = ""
    compactions: int = 0
    _usage: Usage = field(default_factory=Usage)
    _pieces: list[str] = field(default_factory=list)
    _reply: Reply | None = None
    _start: int = field(init=False)

    def __post_init__(self) -> None:
        self._start = len(self.messages) - 1

    @property
    def start(self) -> int:
        """Place of the question in the history."""
        return self._start

    @property
    def last_reply(self) -> Reply:
        """The reply taken last."""
        assert self._reply is not None
        return self._reply

    @property
    def usage(self) -> Usage:
        """Tokens of the main model and of every tool so far."""
        return self._usage + self.ledger.usage

    def take(self, reply: Reply, usage: Usage) -> None:
        """Put a reply into the history and count its cost."""
        self._reply, self.heard = reply, ""
        self._usage = self._usage + usage
        self.messages.append(reply.message)
        if reply.calls:
            self._pieces = []  # what was begun before the tools ran is not gone on with
        elif reply.finish == "length":
            self._pieces.append(reply.text)

    def say(self, text: str) -> None:
        """Tell the model something, as the person would."""
        self.messages.append(HumanMessage(text))

    def whole_text(self) -> str:
        """The last reply, with the pieces that were cut off before it."""
        text = "".join(self._pieces) + self.last_reply.text
        self._pieces = []
        self.continuations = 0
        return text

    def answer(self, text: str, *, partial: bool = False) -> Answer:
        """Put the outcome together; every figure in `text` is checked against the evidence."""
        return Answer(
            text=text,
            figures=verify(text, self.ledger, asked_about=self.asked_about) if text else (),
            tables=self.ledger.tables,
            facts=self.ledger.computed,
            web=self.ledger.web,
            partial=partial,
            usage=self.usage,
            analyst=self.analyst,
        )

    def so_far(self) -> Answer:
        """The outcome of a run that ends before its answer: text and evidence there are."""
        return self.answer(self.draft or "".join(self._pieces) + self.heard, partial=True)

    def unmatched_figures(self, answer: Answer) -> list[str]:
        """The printed figures that no evidence accounts for."""
        return [f.text for f in answer.figures if f.status is FigureStatus.UNVERIFIED]

    def close_open_calls(self) -> None:
        """Give every call without a result one that says so."""
        answered = {m.tool_call_id for m in self.messages if isinstance(m, ToolMessage)}
        for place in range(len(self.messages) - 1, -1, -1):
            message = self.messages[place]
            if isinstance(message, AIMessage):
                missing = [c["id"] or "" for c in message.tool_calls if c["id"] not in answered]
                self.messages[place + 1 : place + 1] = [
                    ToolMessage(_NOT_RUN, tool_call_id=call, status="error") for call in missing
                ]


def history_problems(messages: list[BaseMessage]) -> list[str]:
    """List why a provider would refuse `messages`; empty when it would not."""
    turns: list[tuple[str, list[str]]] = []
    for message in messages:
        if isinstance(message, ToolMessage):
            turns.append(("result", [message.tool_call_id]))
        elif isinstance(message, AIMessage) and message.tool_calls:
            turns.append(("calls", [call["id"] or "" for call in message.tool_calls]))
        else:
            turns.append(("other", []))
    return pairing_problems(turns)
