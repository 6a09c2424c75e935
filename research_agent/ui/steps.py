"""The work of a run as a list of steps."""

from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from research_agent.ui.text import literal, plain, short
from research_agent.ui.transcript import Step, Transcript

__all__ = ["show_steps"]

SHOWN_CONTENT = 6_000  # characters of a tool's result on the page
CONTENT_PX = 220

_VERBS = {
    "get_financials": "Read the filings",
    "calculate": "Calculate",
    "web_search": "Search the web",
    "web_fetch": "Read a web page",
    "read_filings": "Read filing text",
    "get_market_data": "Look up market data",
    "screen_companies": "Screen companies",
    "planner": "Plan the research",
    "researcher": "Research",
    "reviewer": "Review the draft",
    "delegate": "Hand on",
}
_State = Literal["running", "complete", "error"]
_STATES: dict[str, _State] = {
    "waiting": "running",
    "running": "running",
    "done": "complete",
    "error": "error",
}


def show_steps(transcript: Transcript, *, seconds: float, running: bool) -> None:
    """Draw one line for the whole work, open while it runs, with a step for each tool call.

    The containers are never entered with `with`: leaving one would mark it as complete.
    """
    if not transcript.steps and not running:
        return
    state: _State = "error" if transcript.problem else "complete"
    work = st.status(
        _headline(transcript, seconds=seconds, running=running),
        type="compact",
        state="running" if running else state,
        expanded=running,
    )
    if not transcript.steps:
        work.caption("Reading the question…")
    for step in transcript.steps:
        _show_step(work, step, running=running)


def _headline(transcript: Transcript, *, seconds: float, running: bool) -> str:
    if running:
        return f":shimmer[Researching] :gray[{seconds:.0f} s]"
    count = len(transcript.steps)
    steps = f"{count} step" if count == 1 else f"{count} steps"
    verb = "Stopped after" if transcript.cancelled else "Worked for"
    return f"{verb} {seconds:.1f} s · {steps}"


def _show_step(work: DeltaGenerator, step: Step, *, running: bool) -> None:
    state = _STATES[step.state]
    if not running and state == "running":
        state = "error"  # the run ended before the step did
    took = f" :gray[{step.seconds:.1f} s]" if step.seconds is not None else ""
    box = work.status(f"{_title(step)}{took}", type="step", state=state)
    for message in step.progress or (["Waiting…"] if state == "running" else []):
        box.caption(literal(message))
    for inner in step.inner.steps if step.inner else ():
        took = f" · {inner.seconds:.1f} s" if inner.seconds is not None else ""
        mark = {"done": "check", "error": "close"}.get(inner.state, "pending")
        box.caption(f":material/{mark}: {_title(inner)}{took}")
    if step.summary:
        box.markdown(literal(step.summary))
    if step.content and step.state == "done":
        box.code(step.content[:SHOWN_CONTENT], language=None, height=CONTENT_PX)


def _title(step: Step) -> str:
    verb = _VERBS.get(step.name, step.name.replace("_", " ").capitalize())
    about = next((v for v in step.arguments.values() if isinstance(v, str) and v), "")
    return f"{verb}: {plain(short(about, 70))}" if about else verb
