"""One question and what came of it."""

from datetime import UTC, datetime

import streamlit as st

from research_agent.domain.answers import Answer
from research_agent.reports.html import to_html
from research_agent.reports.markdown import to_markdown
from research_agent.reports.model import answer_report
from research_agent.runs.service import RunSnapshot
from research_agent.runtime import Runtime
from research_agent.ui.conversation import follow
from research_agent.ui.evidence import show_evidence, show_sources
from research_agent.ui.figures import annotated, traced_line
from research_agent.ui.owner import owner
from research_agent.ui.prose import show_prose
from research_agent.ui.steps import show_steps
from research_agent.ui.text import LONGEST_ECHO, literal, plain
from research_agent.ui.transcript import Transcript

__all__ = ["POLL_S", "is_running", "show_exchange"]

POLL_S = 0.3
RUNNING = "running"


def is_running(snapshot: RunSnapshot) -> bool:
    """Say whether a run still works."""
    return snapshot.state == RUNNING


def show_exchange(runtime: Runtime, run_id: str, *, running: bool) -> None:
    """Draw a run in a fragment of its own, which looks again on its own while it works."""
    st.fragment(run_every=POLL_S if running else None)(_draw)(runtime, run_id, running)


def _draw(runtime: Runtime, run_id: str, running: bool) -> None:
    followed = follow(runtime, run_id)
    if followed is None:
        st.rerun()
    snapshot, transcript = followed
    if running and not is_running(snapshot):
        st.rerun()  # the page as a whole: the box opens again, the polling ends
    _show_question(snapshot.question)
    with st.chat_message("assistant", avatar=":material/query_stats:"):
        show_steps(transcript, seconds=snapshot.seconds, running=running)
        for warning in transcript.warnings:
            st.caption(f":material/warning: {literal(warning)}")
        if running:
            _show_unfinished(runtime, run_id, transcript)
        else:
            _show_outcome(snapshot, transcript)


def _show_question(question: str) -> None:
    cut = len(question) > LONGEST_ECHO
    st.chat_message("user", avatar=":material/person:").text(
        f"{question[:LONGEST_ECHO]}…" if cut else question
    )


def _show_unfinished(runtime: Runtime, run_id: str, transcript: Transcript) -> None:
    if transcript.text:
        show_prose(literal(transcript.text))
    st.button(
        "Stop",
        key=f"stop-{run_id}",
        icon=":material/stop_circle:",
        on_click=runtime.runs.cancel,
        args=(run_id,),
        kwargs={"owner": owner()},
    )


def _show_outcome(snapshot: RunSnapshot, transcript: Transcript) -> None:
    answer = transcript.answer or snapshot.answer or Answer(text=transcript.text)
    _show_ending(snapshot, transcript, answer)
    if answer.text:
        show_prose(annotated(answer))
    traced = traced_line(answer.figures)
    if traced:
        st.caption(traced)
    show_evidence(answer, key=snapshot.run_id)
    show_sources(answer, key=snapshot.run_id)
    _show_exports(snapshot, answer)


def _show_ending(snapshot: RunSnapshot, transcript: Transcript, answer: Answer) -> None:
    found = " What was found so far is below." if answer.tables or answer.text else ""
    if transcript.cancelled:
        st.info(f"You stopped this one.{found}", icon=":material/stop_circle:")
    elif transcript.problem or snapshot.state == "failed":
        problem = transcript.problem or snapshot.message or "The run ended without an answer."
        st.error(f"{literal(problem)}{found}", icon=":material/error:")
    elif answer.partial:
        why = f" {literal(snapshot.message)}" if snapshot.message else ""
        st.warning(f"This answer is not complete.{why}", icon=":material/hourglass_bottom:")


def _show_exports(snapshot: RunSnapshot, answer: Answer) -> None:
    name = f"research-{snapshot.started_at:%Y%m%d-%H%M%S}"

    def markdown() -> str:
        return to_markdown(answer_report(snapshot.question, answer, at=datetime.now(UTC)))

    def html() -> str:
        return to_html(answer_report(snapshot.question, answer, at=datetime.now(UTC)))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if answer.text or answer.tables:
            st.download_button(
                "Markdown",
                data=markdown,
                file_name=f"{name}.md",
                mime="text/markdown",
                key=f"md-{snapshot.run_id}",
                icon=":material/download:",
                on_click="ignore",
            )
            st.download_button(
                "HTML",
                data=html,
                file_name=f"{name}.html",
                mime="text/html",
                key=f"html-{snapshot.run_id}",
                icon=":material/download:",
                on_click="ignore",
            )
        st.caption(_cost_line(snapshot, answer))


def _cost_line(snapshot: RunSnapshot, answer: Answer) -> str:
    usage = answer.usage
    words = [plain(answer.analyst)] if answer.analyst else []
    words.append(f"{snapshot.seconds:.1f} s")
    if usage.prompt_tokens or usage.completion_tokens:
        words.append(f"{usage.prompt_tokens:,} tokens in, {usage.completion_tokens:,} out")
    if usage.cost_usd is not None:
        words.append(rf"\${usage.cost_usd:.4f}")
    return " · ".join(words)
