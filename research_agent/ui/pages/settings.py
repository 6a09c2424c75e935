"""Settings: what is set up here, how each service last did, and a test of each."""

import streamlit as st

from research_agent.errors import ResearchError
from research_agent.runtime import Runtime, Service
from research_agent.search.chain import Probe
from research_agent.ui.owner import owner
from research_agent.ui.text import plain

__all__ = ["settings_page"]

_TESTED = "settings_tested"


def settings_page(runtime: Runtime) -> None:
    """Draw the page: the model, web search, the figures and the limits of a run."""
    st.title("Settings")
    st.markdown(
        "Keys are read from the environment or a `.env` file when the dashboard starts, and are "
        "never shown. Without any key everything here works on the embedded filings."
    )
    _show_model(runtime)
    _show_search(runtime)
    _show_figures(runtime)
    _show_notes(runtime)
    _show_limits(runtime)


def _show_model(runtime: Runtime) -> None:
    st.subheader("Who answers", divider="gray")
    model = runtime.services.model()
    if not model.is_set:
        st.markdown(":material/check_circle: **Offline analyst**: answers by rules, without a key.")
        st.caption("Set OPENAI_API_KEY, or OPENAI_BASE_URL and OPENAI_MODEL, to use a model.")
        return
    _show_service(runtime, model)


def _show_search(runtime: Runtime) -> None:
    st.subheader("Web search", divider="gray")
    providers = runtime.services.search()
    if not any(one.is_set for one in providers):
        st.markdown(
            ":material/do_not_disturb_on: **Not set up**: questions are answered from filings."
        )
    else:
        st.caption("Asked in this order; when one does not deliver, the next is.")
    for one in providers:
        _show_service(runtime, one)


def _show_service(runtime: Runtime, service: Service) -> None:
    tested: dict[str, Probe] = st.session_state.setdefault(_TESTED, {})
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        icon = "check_circle" if service.is_set else "radio_button_unchecked"
        st.markdown(f":material/{icon}: **{plain(service.label)}**", width="stretch")
        if not service.is_set:
            st.caption(f"set {service.setting}", width="content")
            return
        if st.button("Test", key=f"test-{service.name}", icon=":material/network_check:"):
            with st.spinner(f"Asking {plain(service.label)}…"):
                tested[service.name] = runtime.services.test(service.name)
    probe = tested.get(service.name)
    if probe is not None and probe.ok:
        st.success(f"{plain(probe.message)} in {probe.seconds:.1f} s", icon=":material/check:")
    elif probe is not None:
        st.error(f"{plain(probe.message)} ({probe.seconds:.1f} s)", icon=":material/error:")
    elif service.last_error:
        st.warning(f"Last error: {plain(service.last_error)}", icon=":material/history:")
    elif service.seconds is not None:
        st.caption(f"Last answer took {service.seconds:.1f} s.")


def _show_figures(runtime: Runtime) -> None:
    st.subheader("Figures", divider="gray")
    rows = runtime.coverage()
    full = sum(row.coverage == "full" for row in rows)
    newest = max((row.last_filed for row in rows), default=None)
    st.markdown(
        f"{len(rows)} companies, {full} of them in full"
        + (f"; newest filing {newest}." if newest else ".")
        + " The Data page lists them and pulls more."
    )


def _show_notes(runtime: Runtime) -> None:
    st.subheader("Notes", divider="gray")
    try:
        notes = runtime.notes.all(owner())
    except ResearchError as error:
        st.warning(plain(str(error)), icon=":material/error:")
        return
    if not notes:
        st.caption('None yet. Ask "remember that I report in EUR", and it is kept here.')
        return
    st.caption("Kept because you asked; a model sees them only when it looks them up, as a step.")
    for note in notes:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"{plain(note.text)} :gray[{note.kept_at:%Y-%m-%d}]", width="stretch")
            st.button(
                "Delete",
                key=f"forget-{note.note_id}",
                icon=":material/delete:",
                on_click=runtime.notes.delete,
                args=(owner(), note.note_id),
            )


def _show_limits(runtime: Runtime) -> None:
    st.subheader("Limits of a run", divider="gray")
    limits = runtime.settings
    st.dataframe(
        [
            {"Limit": name, "Value": value, "Setting": setting}
            for name, value, setting in (
                ("Model requests", f"{limits.max_turns}", "RESEARCH_AGENT_MAX_TURNS"),
                (
                    "One read of figures",
                    f"{limits.sub_tool_timeout_s:g} s",
                    "RESEARCH_AGENT_SUB_TOOL_TIMEOUT_S",
                ),
                (
                    "One model request",
                    f"{limits.model_timeout_s:g} s",
                    "RESEARCH_AGENT_MODEL_TIMEOUT_S",
                ),
                ("All searches", f"{limits.search_budget_s:g} s", "RESEARCH_AGENT_SEARCH_BUDGET_S"),
                ("One web page", f"{limits.fetch_timeout_s:g} s", "RESEARCH_AGENT_FETCH_TIMEOUT_S"),
            )
        ],
        hide_index=True,
    )
