"""Compare: companies side by side, each figure with its period's end and its source."""

from datetime import UTC, datetime

import streamlit as st

from research_agent.errors import ResearchError
from research_agent.finance.comparison import (
    MAX_COMPANIES,
    MAX_METRICS,
    Comparison,
    ComparisonBasis,
    ComparisonRequest,
)
from research_agent.finance.comparison_views import View, periods_needed, rows_in_view, to_csv
from research_agent.finance.metrics import METRIC_KEYS, metric_group, metric_label
from research_agent.reports.html import to_html
from research_agent.reports.markdown import to_markdown
from research_agent.reports.model import comparison_report
from research_agent.runtime import Runtime
from research_agent.ui import compare_state as state
from research_agent.ui.comparison_section import show_metric
from research_agent.ui.text import literal, plain

__all__ = ["compare_page", "forget_comparisons"]

CACHED_COMPARISONS = 32

_BASES = {
    ComparisonBasis.FISCAL: "Fiscal year",
    ComparisonBasis.QUARTERLY: "Quarter",
    ComparisonBasis.TTM: "TTM",
    ComparisonBasis.CALENDAR: "Calendar",
}
_VIEWS = {View.VALUE: "Value", View.INDEXED: "Indexed", View.GROWTH: "Growth"}
_BASIS_HELP = (
    "Fiscal year: as each company reports it. Quarter: single quarters. TTM: the last twelve "
    "months at each quarter. Calendar: the twelve months that end nearest to each 31 December."
)


def compare_page(runtime: Runtime) -> None:
    """Draw the page: what to compare, one section per metric, exports and the link."""
    st.set_page_config(layout="wide")
    st.title("Compare companies")
    unknown = state.restore(runtime.directory)
    if unknown:
        st.warning(
            f"Not held here, so left out: {plain(', '.join(unknown))}. The Data page adds companies."
        )
    _show_filters(runtime)
    chosen = state.selection()
    link = state.share(chosen)
    if not chosen.complete:
        st.info(
            f"Choose two to {MAX_COMPANIES} companies and at least one metric.",
            icon=":material/checklist:",
        )
        return
    try:
        comparison = _fetched(runtime, chosen, chosen.periods)
        wide = _fetched(runtime, chosen, periods_needed(chosen.periods, chosen.basis, chosen.view))
    except ResearchError as error:
        st.error(literal(str(error)), icon=":material/error:")
        return
    if comparison.problems:
        lines = (f"- {literal(problem)}" for problem in comparison.problems)
        st.warning("\n".join(lines), icon=":material/warning:")
    for metric in chosen.metrics:
        rows = rows_in_view(wide, metric, chosen.view, limit=chosen.periods)
        show_metric(metric_label(metric), rows, chosen.basis, key=metric)
    _show_exports(comparison, link)


def _fetched(runtime: Runtime, chosen: state.Selection, periods: int) -> Comparison:
    return _compared(runtime, chosen.companies, chosen.metrics, chosen.basis, periods)


@st.cache_resource(max_entries=CACHED_COMPARISONS, show_spinner="Reading the filings…")
def _compared(
    _runtime: Runtime,
    companies: tuple[str, ...],
    metrics: tuple[str, ...],
    basis: ComparisonBasis,
    periods: int,
) -> Comparison:
    return _runtime.compare(ComparisonRequest(companies, metrics, basis, periods))


def forget_comparisons() -> None:
    """Compare anew, because the store has changed."""
    _compared.clear()


def _show_filters(runtime: Runtime) -> None:
    names = {company.ticker: company.name for company in runtime.directory.covered()}
    left, right = st.columns(2)
    left.multiselect(
        "Companies",
        list(names),
        format_func=lambda ticker: f"{ticker} · {names.get(ticker, '')}",
        key=state.COMPANIES,
        max_selections=MAX_COMPANIES,
        placeholder="Choose two to eight",
        wrap=True,
        persist_state="session",
    )
    right.multiselect(
        "Metrics",
        METRIC_KEYS,
        format_func=_metric_name,
        key=state.METRICS,
        max_selections=MAX_METRICS,
        placeholder="Line items and ratios",
        wrap=True,
        persist_state="session",
    )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.segmented_control(
            "Basis",
            list(_BASES),
            format_func=lambda basis: _BASES[basis],
            key=state.BASIS,
            help=_BASIS_HELP,
            required=True,
            persist_state="session",
        )
        st.segmented_control(
            "Periods",
            list(state.PERIODS),
            key=state.YEARS,
            required=True,
            persist_state="session",
        )
        st.segmented_control(
            "View",
            list(_VIEWS),
            format_func=lambda view: _VIEWS[view],
            key=state.VIEW,
            help="Indexed starts all at 100. Growth is the change on the same period a year before.",
            required=True,
            persist_state="session",
        )


def _metric_name(key: str) -> str:
    group = metric_group(key).removesuffix(" statement").removesuffix(" sheet")
    return f"{metric_label(key)} · {group}"


def _show_exports(comparison: Comparison, link: str) -> None:
    name = f"compare-{'-'.join(company.ticker for company in comparison.companies)}"

    def csv() -> str:
        return to_csv(comparison.tables)

    def markdown() -> str:
        return to_markdown(comparison_report(comparison, at=datetime.now(UTC)))

    def html() -> str:
        return to_html(comparison_report(comparison, at=datetime.now(UTC)))

    st.subheader("Export and share")
    with st.container(horizontal=True, gap="small"):
        for label, data, ending, mime in (
            ("CSV", csv, "csv", "text/csv"),
            ("Markdown", markdown, "md", "text/markdown"),
            ("HTML", html, "html", "text/html"),
        ):
            st.download_button(
                label,
                data=data,
                file_name=f"{name}.{ending}",
                mime=mime,
                key=f"compare-{ending}",
                icon=":material/download:",
                on_click="ignore",
            )
    st.caption("This link reopens the same view:")
    st.code(link, language=None, wrap_lines=True)
