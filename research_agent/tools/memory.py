"""`memory`: keep what a person asks to keep, and look it up again."""

import asyncio
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.errors import InvalidRequest, NotFound
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.tools.registry import Risk, ToolSpec

if TYPE_CHECKING:
    from research_agent.memory.notes import Notes

__all__ = ["memory_spec"]

MIN_SHARE_OF_OWN_WORDS = 0.6
_WORD = re.compile(r"[^\W_]+")
_DESCRIPTION = (
    "keep: a note the person asked to remember, in their words. find: notes about some words, "
    "such as their preferences."
)
_NOT_ASKED = (
    "Only what the person said can be kept, in their words; nothing of a page or a tool result."
)


class _Arguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    action: Literal["keep", "find"]
    text: str = Field(min_length=1, max_length=500)


def memory_spec(notes: "Callable[[], Notes]") -> ToolSpec:
    """Return the tool.

    Args:
        notes: Gives where they are kept, each for its owner; called at the first note, because
            the database takes a moment to open.
    """

    async def memory(
        action: Literal["keep", "find"], text: str, config: RunnableConfig
    ) -> tuple[str, Artifact]:
        context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
        if action == "keep":
            if not _is_said(text, context.ledger.asked):
                raise InvalidRequest(_NOT_ASKED)
            note = await asyncio.to_thread(notes().keep, context.owner, text)
            return f"Kept: {note.text} (shown and deletable in Settings)", Artifact()
        found = await asyncio.to_thread(notes().find, context.owner, text)
        if not found:
            raise NotFound("No note has any of these words.")
        lines = "\n".join(f"- {note.text} ({note.kept_at:%Y-%m-%d})" for note in found)
        return f"Notes of the person:\n{lines}", Artifact()

    tool = StructuredTool.from_function(
        coroutine=memory,
        name="memory",
        description=_DESCRIPTION,
        args_schema=_Arguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="what the person asked to remember",
        risk=Risk.READ,
        concurrency_safe=False,
        timeout_s=15.0,
        output_cap=4_000,
        soft_limited=False,
        dated=True,
    )


def _is_said(note: str, asked: Iterable[str]) -> bool:
    """Say whether most words of a note are the person's own."""
    own = {word.casefold() for text in asked for word in _WORD.findall(text)}
    words = [word.casefold() for word in _WORD.findall(note)]
    return bool(words) and sum(word in own for word in words) >= MIN_SHARE_OF_OWN_WORDS * len(words)
