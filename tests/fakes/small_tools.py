"""Tools for tests of what runs tools: each does one thing, well or badly."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.tools.registry import Risk, ToolSpec

__all__ = [
    "Query",
    "artifact_tool",
    "context_of",
    "failing",
    "sleeper",
    "spec",
    "stubborn",
    "thread",
]

Work = Callable[..., Awaitable[tuple[str, Artifact]]]


class Query(BaseModel):
    """Arguments of every tool here."""

    model_config = ConfigDict(extra="forbid")
    query: str = Field(max_length=50_000)


def spec(
    name: str,
    work: Work,
    *,
    risk: Risk = Risk.READ,
    safe: bool = True,
    timeout_s: float = 5.0,
    output_cap: int = 2_000,
    soft_limited: bool = True,
) -> ToolSpec:
    """A tool that does `work(query)`, or `work(query, config)`."""
    tool = StructuredTool.from_function(
        coroutine=work,
        name=name,
        description=f"Does {name}.",
        args_schema=Query,
        response_format="content_and_artifact",
    )
    return ToolSpec(tool, name, risk, safe, timeout_s, output_cap, soft_limited=soft_limited)


def context_of(config: RunnableConfig) -> RunContext:
    """The run a tool works for."""
    context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
    return context


def artifact_tool(name: str = "echo", artifact: Artifact | None = None, **options: Any) -> ToolSpec:
    """Repeats its query and hands over `artifact`."""

    async def work(query: str) -> tuple[str, Artifact]:
        return f"{name}: {query}", artifact or Artifact()

    return spec(name, work, **options)


def failing(error: BaseException, name: str = "fails", **options: Any) -> ToolSpec:
    """Raises `error`."""

    async def work(query: str) -> tuple[str, Artifact]:
        raise error

    return spec(name, work, **options)


def sleeper(log: list[str], name: str = "sleep", **options: Any) -> ToolSpec:
    """Sleeps as many seconds as its query says; notes when it begins, ends and is cancelled."""

    async def work(query: str) -> tuple[str, Artifact]:
        log.append(f"begin {query}")
        try:
            await asyncio.sleep(float(query))
        except asyncio.CancelledError:
            log.append(f"cancelled {query}")
            raise
        log.append(f"end {query}")
        return f"slept {query}", Artifact()

    return spec(name, work, **options)


def stubborn(free: asyncio.Event, name: str = "stubborn", **options: Any) -> ToolSpec:
    """Swallows every cancellation until `free` is set."""

    async def work(query: str) -> tuple[str, Artifact]:
        while not free.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await free.wait()
        return "free at last", Artifact()

    return spec(name, work, **options)


def thread(seconds: float, name: str = "thread", **options: Any) -> ToolSpec:
    """Blocks a thread, which nothing can stop."""

    async def work(query: str) -> tuple[str, Artifact]:
        await asyncio.to_thread(time.sleep, seconds)
        return "woke up", Artifact()

    return spec(name, work, **options)
