"""Notes that a person asks to keep."""

import re

from langchain_core.messages import AIMessage

from research_agent.analyst.conversation import Conversation

__all__ = ["MEMORY", "kept", "note_asked_for"]

MEMORY = "memory"
MAX_NOTE = 500
_ASKED = re.compile(
    r"\s*(?:please\s+)?(?:remember|keep in mind|note)\s*(?:that\b|:|,)\s*(?P<note>\S.*)",
    re.I | re.S,
)


def note_asked_for(question: str) -> str:
    """Return what is to be remembered; empty when nothing is."""
    found = _ASKED.fullmatch(question)
    return found["note"].strip()[:MAX_NOTE] if found else ""


def kept(now: Conversation) -> AIMessage | None:
    """Say what came of keeping it; `None` before that was tried."""
    done = now.of(MEMORY)
    if not done:
        return None
    if done[-1].problem:
        return AIMessage(f"I could not keep that: {done[-1].problem}")
    return AIMessage(
        "I keep that; it is shown in Settings and can be deleted there. I work by rules, so a "
        "language model will heed it, and I will not."
    )
