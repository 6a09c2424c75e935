"""The frame of a run: whatever happens inside, it ends with exactly one last event."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime

from research_agent.agent.cancellation import RunCancelled, until_cancelled
from research_agent.agent.run_state import RunState
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Event,
    Failed,
    RunStarted,
    WarningRaised,
)
from research_agent.errors import InvalidRequest, ResearchError
from research_agent.tools.tool_errors import error_code

__all__ = ["framed"]

logger = logging.getLogger(__name__)


async def framed(
    work: AsyncGenerator[Event],
    state: RunState,
    *,
    question: str,
    run_id: str,
    cancel: asyncio.Event | None,
) -> AsyncGenerator[Event]:
    """Begin with `RunStarted`, pass on what `work` yields, end with the last event.

    The history of `state` pairs each call with a result on every way out.
    """
    yield RunStarted(
        run_id,
        question,
        state.analyst,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        today=state.today.isoformat(),
        as_of=state.as_of.isoformat() if state.as_of else "",
        tools=state.tools.versions(),
    )
    try:
        async with aclosing(until_cancelled(work, cancel)) as events:
            async for event in events:
                yield event
                if isinstance(event, Answered):
                    return  # a cancel from here on comes too late
    except RunCancelled:
        yield Cancelled(state.so_far())
    except ResearchError as error:
        code = "invalid_request" if isinstance(error, InvalidRequest) else error_code(error)
        for event in _failure(code, str(error), state):
            yield event
    except Exception:
        logger.exception("run %s failed", run_id)
        sentence = "The run failed unexpectedly; the details are in the log."
        for event in _failure("internal", sentence, state):
            yield event
    finally:
        state.close_open_calls()


def _failure(code: str, sentence: str, state: RunState) -> list[Event]:
    """End a run that failed; an answer that was only being corrected is not lost with it."""
    if state.draft:
        return [WarningRaised(sentence), Answered(state.so_far())]
    return [Failed(code, sentence, state.so_far())]
