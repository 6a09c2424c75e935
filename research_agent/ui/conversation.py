"""The questions asked on one page, in order; the runs themselves live in the server."""

from collections.abc import Sequence

import streamlit as st

from research_agent.errors import NotFound, ResearchError
from research_agent.runs.service import RunSnapshot
from research_agent.runtime import Runtime
from research_agent.ui.owner import owner
from research_agent.ui.transcript import Transcript

__all__ = [
    "PARAM",
    "Refusal",
    "ask",
    "follow",
    "forget",
    "open_run",
    "refusal",
    "start_over",
    "thread",
]

PARAM = "run"
MAX_THREAD = 12  # runs named in the address

Refusal = tuple[str, str]
"""Why a question was not taken, and the question."""

_THREAD = "thread"
_REFUSAL = "refusal"
_TRANSCRIPTS = "transcripts"


def thread() -> list[str]:
    """Return the run ids of the page, oldest first; a fresh page takes them from its address."""
    if _THREAD not in st.session_state:
        st.session_state[_THREAD] = list(st.query_params.get_all(PARAM))[:MAX_THREAD]
    runs: list[str] = st.session_state[_THREAD]
    if st.query_params.get_all(PARAM) != runs:
        st.query_params.from_dict({PARAM: runs} if runs else {})
    return runs


def ask(runtime: Runtime, question: str) -> None:
    """Start a run that goes on from the newest one; a refused question is kept for the box."""
    runs = thread()
    try:
        run_id = runtime.runs.start(
            question, owner=owner(), follow_up_of=runs[-1] if runs else None
        )
    except ResearchError as error:
        st.session_state[_REFUSAL] = (str(error), question)
        return
    st.session_state[_REFUSAL] = None
    st.session_state[_THREAD] = [*runs, run_id][-MAX_THREAD:]


def open_run(run_id: str) -> None:
    """Show an earlier run alone."""
    st.session_state[_THREAD] = [run_id]
    st.session_state[_REFUSAL] = None


def start_over() -> None:
    """Leave the conversation; its runs stay in the list."""
    st.session_state[_THREAD] = []
    st.session_state[_REFUSAL] = None


def refusal() -> Refusal | None:
    """Return why the last question was not taken, `None` when it was."""
    held: Refusal | None = st.session_state.get(_REFUSAL)
    return held


def follow(runtime: Runtime, run_id: str) -> tuple[RunSnapshot, Transcript] | None:
    """Return a run as it is now; `None` when it is another person's or no longer kept."""
    transcripts: dict[str, Transcript] = st.session_state.setdefault(_TRANSCRIPTS, {})
    transcript = transcripts.setdefault(run_id, Transcript())
    try:
        snapshot = runtime.runs.snapshot(run_id, owner=owner(), after=transcript.seen)
    except NotFound:
        return None
    transcript.take(snapshot.events)
    return snapshot, transcript


def forget(run_ids: Sequence[str]) -> None:
    """Take runs that cannot be shown off the page."""
    st.session_state[_THREAD] = [run for run in thread() if run not in run_ids]
