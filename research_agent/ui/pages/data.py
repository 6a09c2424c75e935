"""Data: which companies are on this machine, and more of them pulled from the SEC."""

import re
from collections.abc import Sequence

import streamlit as st

from research_agent.finance.sec.pull import PullResult, PullState
from research_agent.runtime import CompanyCoverage, Runtime
from research_agent.runtime.pull_job import PullJob
from research_agent.ui.company_data import forget_companies
from research_agent.ui.pages.compare import forget_comparisons
from research_agent.ui.text import literal, plain

__all__ = ["data_page"]

POLL_S = 0.5
MAX_NAMES = 500
"""Of one pull from the page; the command line takes any number."""
NAMES = "data_names"
_JOB = "data_job"
_REFUSED = "data_refused"

_ICONS = {
    PullState.PULLED: ":material/check_circle:",
    PullState.HELD: ":material/check_circle:",
    PullState.FAILED: ":material/error:",
}


def data_page(runtime: Runtime) -> None:
    """Draw the page: a field for tickers, the pull as it goes on, and what is held."""
    st.title("Data")
    st.markdown(
        "A question about a company that is not held here is answered from the SEC on the way. "
        "Pull companies beforehand to have them whole, quickly, and without a network."
    )
    job: PullJob | None = st.session_state.get(_JOB)
    running = job is not None and not job.finished
    _show_form(runtime, running=running)
    if job is not None:
        st.fragment(run_every=POLL_S if running else None)(_show_job)(job, running)
    _show_held(runtime.coverage())


def _show_form(runtime: Runtime, *, running: bool) -> None:
    off = runtime.pulls.off_because
    if off:
        st.info(literal(off), icon=":material/key_off:")
    with st.form("pull", border=False):
        st.text_input(
            "Companies",
            key=NAMES,
            placeholder="Tickers, with spaces or commas between: CRM, SHOP, ASML",
            disabled=bool(off) or running,
        )
        st.form_submit_button(
            "Pull from the SEC",
            icon=":material/download:",
            disabled=bool(off) or running,
            on_click=_start,
            args=(runtime,),
        )
    if refused := st.session_state.pop(_REFUSED, None):
        st.warning(literal(refused), icon=":material/edit:")


def _start(runtime: Runtime) -> None:
    names = [name for name in re.split(r"[\s,;]+", st.session_state[NAMES] or "") if name]
    if not names:
        st.session_state[_REFUSED] = "Name at least one company by its ticker."
    elif len(names) > MAX_NAMES:
        st.session_state[_REFUSED] = (
            f"{len(names):,} companies are too many for the page, which takes {MAX_NAMES}: use "
            "`research-agent data pull --index FILE`."
        )
    else:
        st.session_state[_JOB] = runtime.pulls.start(names)


def _show_job(job: PullJob, running: bool) -> None:
    results, total = job.results, len(job.names)
    if running and job.finished:
        forget_companies()  # what was held in part may be held whole now
        forget_comparisons()
        st.rerun()
    if running:
        st.progress(len(results) / total, text=f"{len(results):,} of {total:,} companies read")
        st.button("Stop", icon=":material/stop_circle:", on_click=job.stop)
    else:
        st.caption(_summary(results, total))
    for result in reversed(results):
        name = result.company.ticker if result.company is not None else result.name
        st.markdown(f"{_ICONS[result.state]} **{plain(name)}** {literal(result.message)}")


def _summary(results: Sequence[PullResult], total: int) -> str:
    pulled = sum(result.state is PullState.PULLED for result in results)
    held = sum(result.state is PullState.HELD for result in results)
    failed = len(results) - pulled - held
    parts = [f"{pulled:,} pulled", f"{held:,} held already", f"{failed:,} failed"]
    left = f", {total - len(results):,} left out" if len(results) < total else ""
    return f"{', '.join(parts)}{left}."


def _show_held(rows: Sequence[CompanyCoverage]) -> None:
    count = "One company" if len(rows) == 1 else f"{len(rows):,} companies"
    st.subheader(f"{count} on this machine", divider="gray")
    st.dataframe(
        [
            {
                "Ticker": row.ticker,
                "Company": row.name,
                "Items": "all" if row.coverage == "full" else "some",
                "Figures": row.facts,
                "From": row.first_end,
                "Newest filing": row.last_filed,
                "Source": row.source,
            }
            for row in rows
        ],
        hide_index=True,
        column_config={"Figures": st.column_config.NumberColumn(format="localized")},
    )
