"""Ask: a question in, the work as it happens, an answer whose figures lead to filings."""

import streamlit as st

from research_agent.runs.service import RunSnapshot
from research_agent.runtime import Runtime
from research_agent.ui.conversation import (
    ask,
    follow,
    forget,
    open_run,
    refusal,
    start_over,
    thread,
)
from research_agent.ui.exchange import is_running, show_exchange
from research_agent.ui.owner import owner
from research_agent.ui.suggestions import EXAMPLES, follow_ups
from research_agent.ui.text import literal, plain, short
from research_agent.ui.transcript import Transcript

__all__ = ["ask_page"]

MAX_RECENT = 10
BOX = "question"

_RUN_ICONS = {
    "running": ":material/progress_activity:",
    "answered": ":material/check_circle:",
    "partial": ":material/hourglass_bottom:",
    "failed": ":material/error:",
    "cancelled": ":material/stop_circle:",
}


def ask_page(runtime: Runtime) -> None:
    """Draw the page: a start with suggestions, or the conversation, and the box below."""
    runs = {run_id: follow(runtime, run_id) for run_id in thread()}
    lost = [run_id for run_id, run in runs.items() if run is None]
    if lost:
        forget(lost)
        st.info("That answer is no longer kept here, or it belongs to someone else.")
    shown = [run for run in runs.values() if run is not None]
    working = any(is_running(snapshot) for snapshot, _ in shown)
    if not shown:
        _show_start(runtime)
    for snapshot, _ in shown:
        show_exchange(runtime, snapshot.run_id, running=is_running(snapshot))
    if shown and not working:
        _show_follow_ups(runtime, shown[-1])
    _show_refusal()
    _show_box(runtime, working=working, started=bool(shown))
    _show_recent(runtime)


def _show_start(runtime: Runtime) -> None:
    st.title("Every figure, traced to its filing")
    count = len(runtime.directory.covered())
    st.markdown(
        "Ask about a listed company: each figure in the answer links to the SEC filing it was "
        "read in, or shows the formula that made it."
    )
    st.caption(f"{count} companies held here · answered by {plain(runtime.analyst)}")
    with st.container(horizontal=True, gap="xsmall"):
        for number, question in enumerate(EXAMPLES):
            st.button(
                plain(question),
                key=f"example-{number}",
                on_click=ask,
                args=(runtime, question),
                wrap=True,
            )


def _show_follow_ups(runtime: Runtime, last: tuple[RunSnapshot, Transcript]) -> None:
    snapshot, transcript = last
    questions = follow_ups(transcript.answer) if transcript.answer else ()
    with st.container(gap="xxsmall"):
        for number, question in enumerate(questions):
            st.button(
                plain(question),
                key=f"next-{snapshot.run_id}-{number}",
                icon=":material/subdirectory_arrow_right:",
                type="tertiary",
                on_click=ask,
                args=(runtime, question),
                wrap=True,
            )


def _show_refusal() -> None:
    refused = refusal()
    if refused is not None:
        st.error(literal(refused[0]), icon=":material/error:")


def _show_box(runtime: Runtime, *, working: bool, started: bool) -> None:
    first = "Ask about revenue, margins, cash flow, ratios…"
    st.chat_input(
        "Answering…" if working else "Ask a follow-up" if started else first,
        key=BOX,
        disabled=working,
        on_submit=_take,
        args=(runtime,),
    )


def _take(runtime: Runtime) -> None:
    question = st.session_state[BOX] or ""
    ask(runtime, question)
    if refusal() is not None:
        st.session_state[BOX] = question  # back in the box, to be mended there


def _show_recent(runtime: Runtime) -> None:
    with st.sidebar:
        st.button(
            "New question", icon=":material/add:", on_click=start_over, width="stretch", key="new"
        )
        recent = runtime.runs.runs(owner())[:MAX_RECENT]
        if recent:
            st.caption("Recent questions")
        for run in recent:
            st.button(
                plain(short(run.question, 48)),
                key=f"open-{run.run_id}",
                icon=_RUN_ICONS.get(run.state),
                type="tertiary",
                on_click=open_run,
                args=(run.run_id,),
                wrap=False,
            )
