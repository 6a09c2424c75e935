import asyncio
import threading
import time
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, field_validator

from research_agent.domain.answers import Usage
from research_agent.domain.events import (
    Event,
    ToolFinished,
    ToolProgress,
    ToolRequested,
    ToolStarted,
    WarningRaised,
)
from research_agent.errors import AuthError, NotFound, RateLimited
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.ledger import Ledger
from research_agent.tools.executor import MAX_PARALLEL, Call, ToolBatch
from research_agent.tools.registry import Risk, ToolRegistry, ToolSpec
from research_agent.tools.repeats import RepeatWatch
from tests.fakes.filed import APPLE, statement
from tests.fakes.small_tools import (
    artifact_tool,
    context_of,
    failing,
    sleeper,
    spec,
    stubborn,
    thread,
)

TODAY = date(2026, 11, 30)


def batch(
    specs: Sequence[ToolSpec], *calls: tuple[str, dict[str, Any]], **options: Any
) -> ToolBatch:
    registry = ToolRegistry(specs)
    return ToolBatch(
        calls=[Call(f"c{n}", name, arguments) for n, (name, arguments) in enumerate(calls)],
        tools=registry.granted(options.pop("preset", "full")),
        known=registry.names,
        ledger=options.pop("ledger", Ledger()),
        today=TODAY,
        repeats=options.pop("repeats", RepeatWatch()),
    )


async def run(work: ToolBatch) -> list[Event]:
    return [event async for event in work.events()]


def finished(events: Sequence[Event]) -> list[ToolFinished]:
    return [event for event in events if isinstance(event, ToolFinished)]


async def failure(tool: ToolSpec, arguments: dict[str, Any] | None = None) -> str:
    """The code of one call."""
    events = await run(batch([tool], (tool.name, arguments or {"query": "a"})))
    return finished(events)[0].code


async def test_a_call_is_told_from_request_to_result() -> None:
    """The screen shows a step for it; the model gets its text."""
    work = batch([artifact_tool()], ("echo", {"query": "Apple"}))
    events = await run(work)

    assert [type(event) for event in events] == [ToolRequested, ToolStarted, ToolFinished]
    done = finished(events)[0]
    assert (done.code, done.summary, done.content) == ("ok", "echo: Apple", "echo: Apple")
    assert [(m.tool_call_id, m.content, m.status) for m in work.results] == [
        ("c0", "echo: Apple", "success")
    ]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "query: Field required."),
        ({"query": 5}, "query: Input should be a valid string."),
        ({"query": "a", "limit": 3}, "limit: Extra inputs are not permitted."),
    ],
)
async def test_arguments_are_checked_before_anything_runs(
    arguments: dict[str, Any], problem: str
) -> None:
    """What was not asked for rightly has no side effect, and the model reads what was wrong."""
    log: list[str] = []
    work = batch([sleeper(log, risk=Risk.WRITE)], ("sleep", arguments))
    events = await run(work)

    assert log == []
    assert not any(isinstance(event, ToolStarted) for event in events)
    assert work.results[0].content == (
        f"Error (invalid_arguments): {problem} Correct the arguments and call again."
    )
    assert work.results[0].status == "error"


async def test_a_tool_that_is_not_granted_cannot_run() -> None:
    """What the person did not grant stays out of reach, whatever the model writes."""
    log: list[str] = []
    work = batch(
        [sleeper(log, risk=Risk.WRITE), artifact_tool()],
        ("sleep", {"query": "0"}),
        ("rm", {}),
        preset="readonly",
    )
    events = await run(work)

    assert log == []
    assert [done.code for done in finished(events)] == ["not_granted", "unknown_tool"]
    assert "sleep is not offered at this point" in str(work.results[0].content)
    assert "no tool 'rm'; offered: echo." in str(work.results[1].content)


async def test_without_any_tool_the_error_says_so() -> None:
    """An empty list of names would read like a mistake."""
    work = batch([], ("echo", {}))
    await run(work)

    assert "offered: none." in str(work.results[0].content)


async def test_a_call_whose_arguments_could_not_be_read_does_not_run() -> None:
    """A problem found while the reply was read counts like one of validation."""
    work = batch([artifact_tool()])
    work.calls = [Call("c0", "echo", problem="The arguments are not a JSON object.")]
    events = await run(work)

    assert finished(events)[0].code == "invalid_arguments"
    assert finished(events)[0].summary == "The arguments are not a JSON object."


async def test_safe_calls_run_side_by_side() -> None:
    """Three companies take as long as one."""
    calls = [("sleep", {"query": "0.2"})] * 3
    begun = time.monotonic()
    await run(batch([sleeper([], soft_limited=False)], *calls))

    assert time.monotonic() - begun < 0.4


async def test_results_keep_the_order_of_calls_while_events_come_fastest_first() -> None:
    """The person sees what is ready; the model reads results where it expects them."""
    calls = [("sleep", {"query": s}) for s in ("0.15", "0.01", "0.08")]
    work = batch([sleeper([], soft_limited=False)], *calls)
    events = await run(work)

    assert [done.call_id for done in finished(events)] == ["c1", "c2", "c0"]
    assert [m.tool_call_id for m in work.results] == ["c0", "c1", "c2"]
    assert [m.content for m in work.results] == ["slept 0.15", "slept 0.01", "slept 0.08"]


async def test_a_call_that_is_not_safe_runs_alone_and_in_order() -> None:
    """What it changes must not change under a neighbour."""
    log: list[str] = []
    specs = [
        sleeper(log, "safe", soft_limited=False),
        sleeper(log, "lone", safe=False, soft_limited=False),
    ]
    await run(
        batch(
            specs,
            ("safe", {"query": "0.03"}),
            ("safe", {"query": "0.02"}),
            ("lone", {"query": "0.011"}),
            ("lone", {"query": "0.010"}),
            ("safe", {"query": "0.001"}),
        )
    )

    assert log == [
        "begin 0.03",
        "begin 0.02",
        "end 0.02",
        "end 0.03",
        "begin 0.011",
        "end 0.011",
        "begin 0.010",
        "end 0.010",
        "begin 0.001",
        "end 0.001",
    ]


async def test_not_more_than_ten_run_at_once() -> None:
    """Thirty calls must not open thirty connections."""
    running = most = 0

    async def work(query: str) -> tuple[str, Artifact]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return query, Artifact()

    calls = [("count", {"query": str(n)}) for n in range(3 * MAX_PARALLEL)]
    events = await run(batch([spec("count", work)], *calls))

    assert most == MAX_PARALLEL == 10
    assert len(finished(events)) == 30


async def test_a_timeout_really_cancels_and_costs_its_call_only() -> None:
    """Work that nobody waits for must not go on."""
    log: list[str] = []
    work = batch(
        [sleeper(log, timeout_s=0.05, soft_limited=False)],
        ("sleep", {"query": "9"}),
        ("sleep", {"query": "0.01"}),
    )
    events = await run(work)

    assert {done.call_id: done.code for done in finished(events)} == {"c0": "timeout", "c1": "ok"}
    assert "cancelled 9" in log
    assert work.results[0].content == (
        "Error (timeout): sleep took longer than 0.05 s. A narrower call may succeed."
    )


async def test_a_timeout_holds_for_a_tool_that_ignores_it() -> None:
    """One badly written tool must not hold up the run for ever."""
    free = asyncio.Event()
    begun = time.monotonic()
    assert await failure(stubborn(free, timeout_s=0.05)) == "timeout"
    assert time.monotonic() - begun < 1.0
    free.set()


async def test_a_timeout_holds_for_a_tool_that_blocks_a_thread() -> None:
    """The thread ends when it ends; the run goes on."""
    begun = time.monotonic()
    assert await failure(thread(0.6, timeout_s=0.05)) == "timeout"
    assert time.monotonic() - begun < 0.5


async def test_closing_the_events_cancels_what_runs_and_pairs_every_call() -> None:
    """A stopped run leaves neither work nor a call without result."""
    log: list[str] = []
    work = batch(
        [sleeper(log, safe=False, soft_limited=False)],
        ("sleep", {"query": "9"}),
        ("sleep", {"query": "8"}),
    )
    events = work.events()
    async for event in events:
        if isinstance(event, ToolStarted):
            break
    await asyncio.sleep(0.01)
    await events.aclose()

    assert log == ["begin 9", "cancelled 9"]
    assert [m.content for m in work.results] == [
        "Error (cancelled): The run ended before this call had a result. Do not call again."
    ] * 2


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotFound("There is no such filing."), "not_found"),
        (RateLimited("sec", "too many requests"), "rate_limited"),
        (AuthError("tavily", "the key was refused"), "auth"),
        (TimeoutError(), "timeout"),
        (ValueError("key=sk-123"), "internal"),
        (asyncio.CancelledError(), "internal"),
        (RecursionError(), "internal"),
    ],
    ids=lambda v: v if isinstance(v, str) else type(v).__name__,
)
async def test_what_a_tool_raises_becomes_an_error_result(error: BaseException, code: str) -> None:
    """A run survives its tools."""
    work = batch([failing(error)], ("fails", {"query": "a"}))
    events = await run(work)

    assert finished(events)[0].code == code
    assert str(work.results[0].content).startswith(f"Error ({code}): ")
    assert "sk-123" not in str(events)
    assert "Traceback" not in str(events)


async def test_a_validator_with_a_bug_costs_its_call_only() -> None:
    """Not every check fails the way pydantic expects."""

    class Odd(BaseModel):
        query: str

        @field_validator("query")
        @classmethod
        def check(cls, value: str) -> str:
            raise KeyError(value)

    async def work(query: str) -> tuple[str, Artifact]:
        return query, Artifact()

    tool = StructuredTool.from_function(
        coroutine=work,
        name="odd",
        description="Odd.",
        args_schema=Odd,
        response_format="content_and_artifact",
    )
    odd = ToolSpec(tool, "odd", Risk.READ, True, 5.0, 100)
    events = await run(
        batch([odd, artifact_tool()], ("odd", {"query": "a"}), ("echo", {"query": "b"}))
    )

    assert {done.name: done.code for done in finished(events)} == {"odd": "internal", "echo": "ok"}


async def test_a_long_result_is_cut_at_its_cap() -> None:
    """One tool must not fill the window; the model reads that something is missing."""
    work = batch([artifact_tool(output_cap=100)], ("echo", {"query": "x" * 1_000}))
    await run(work)

    content = str(work.results[0].content)
    assert content.startswith("echo: xxx")
    assert content.endswith("[cut after 100 of 1,006 characters]")
    assert len(content) < 160


async def test_a_long_error_is_cut_as_well() -> None:
    """An error that repeats what it was given is no way round the cap."""
    work = batch(
        [failing(NotFound("x" * 9_000), output_cap=200), artifact_tool()],
        ("fails", {"query": "a"}),
        ("echo", {"y" * 90_000: 1}),
    )
    await run(work)

    assert all(len(str(message.content)) < 1_100 for message in work.results)


async def test_evidence_goes_into_the_ledger() -> None:
    """Figures are checked against it, and the router's tokens count."""
    ledger, table = Ledger(), statement(APPLE)
    tool = artifact_tool(artifact=Artifact(tables=(table,), usage=Usage(7, 3, 1)))
    work = batch([tool], ("echo", {"query": "a"}), ledger=ledger)
    await run(work)

    assert ledger.tables == (table,)
    assert ledger.usage == Usage(7, 3, 1)
    assert work.results[0].artifact.tables == (table,)


async def test_what_a_tool_could_not_do_is_told_to_the_person() -> None:
    """A part that failed is seen, not only read by the model."""
    tool = artifact_tool(artifact=Artifact(warnings=("NVDA took too long.",)))
    events = await run(batch([tool], ("echo", {"query": "a"})))

    assert WarningRaised("NVDA took too long.", "c0") in events


async def test_a_soft_warning_stands_in_the_result_and_is_an_event() -> None:
    """The model reads it where it looks, the person sees it, and the call runs all the same."""
    work = batch([artifact_tool()], ("echo", {"query": "Apple"}), ("echo", {"query": "apple"}))
    events = await run(work)
    warnings = [event for event in events if isinstance(event, WarningRaised)]

    assert [(w.call_id, "nearly the same" in w.message) for w in warnings] == [("c1", True)]
    assert work.results[0].content == "echo: Apple"
    assert work.results[1].content == f"echo: apple\n\nNote: {warnings[0].message}"
    assert finished(events)[1].code == "ok"


async def test_a_soft_warning_is_not_cut_off() -> None:
    """The cap is for the result; the warning comes after it."""
    repeats = RepeatWatch()
    tool = artifact_tool(output_cap=10)
    await run(batch([tool], ("echo", {"query": "Apple"}), repeats=repeats))
    work = batch([tool], ("echo", {"query": "Apple"}), repeats=repeats)
    await run(work)

    assert "Note: echo was asked nearly the same before" in str(work.results[0].content)


async def test_a_refused_call_is_not_counted() -> None:
    """Correcting one's arguments is no repetition."""
    work = batch(
        [artifact_tool()], ("echo", {"query": "Apple", "x": 1}), ("echo", {"query": "Apple"})
    )
    events = await run(work)

    assert not any(isinstance(event, WarningRaised) for event in events)


async def test_a_tool_knows_its_run_and_tells_its_progress() -> None:
    """Messages reach the screen while the tool works, each with its call."""
    seen = []

    async def work(query: str, config: RunnableConfig) -> tuple[str, Artifact]:
        context = context_of(config)
        context.progress("half way")
        seen.append(context.today)
        await asyncio.sleep(0.01)
        return "done", Artifact()

    events = await run(batch([spec("work", work)], ("work", {"query": "a"})))

    assert seen == [TODAY]
    assert [type(event) for event in events] == [
        ToolRequested,
        ToolStarted,
        ToolProgress,
        ToolFinished,
    ]


async def test_progress_may_be_told_from_a_thread() -> None:
    """Work in a thread must wake the screen at once, not with the next event."""
    told = threading.Event()

    async def work(query: str, config: RunnableConfig) -> tuple[str, Artifact]:
        progress = context_of(config).progress
        await asyncio.to_thread(progress, "from a thread")
        await asyncio.to_thread(told.wait, 2.0)
        return "done", Artifact()

    async for event in batch([spec("work", work)], ("work", {"query": "a"})).events():
        if isinstance(event, ToolProgress):
            told.set()
        if isinstance(event, ToolFinished):
            assert event.seconds < 1.0
    assert told.is_set()
