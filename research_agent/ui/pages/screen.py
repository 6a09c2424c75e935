"""Screen: which companies of the store fit a filter, each figure linked to its filing."""

from urllib.parse import quote

import streamlit as st

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.tables import Cell
from research_agent.errors import ResearchError
from research_agent.finance.screening.result import ScreenResult, ScreenRow, column_label
from research_agent.finance.screening.text import figure_text, screen_csv
from research_agent.runtime import Runtime
from research_agent.ui import screen_state as state
from research_agent.ui.figures import provenance
from research_agent.ui.prose import show_scrolling_table
from research_agent.ui.tables import NO_FIGURE, reasons_line
from research_agent.ui.text import literal, plain

__all__ = ["screen_page"]

CACHED_SCREENS = 32
KEPT_S = 600
NO_BREAK = "\u00a0"

_LANGUAGE = """\
- **Figures**: every line item and ratio by key or name, `net_margin` or `net margin`. Each is of the
  company's newest fiscal year; `ttm.revenue` is of the trailing twelve months. Growth over several
  years and averages have names of their own: `revenue_cagr_5y`, `net_margin_5y_average`.
- **Conditions**: `>` `>=` `<` `<=` `=` `!=`, `between 1bn and 5bn`, `is missing`, one figure against
  another: `ttm.revenue > revenue`.
- **Numbers**: `20%`, `1.5`, `500m`, `10 billion`, `2bn EUR`. Amounts without a currency are US dollars;
  nothing is converted.
- **Companies**: `sector = "Technology"`, `sector in ("Energy", bank)`, `currency = "TWD"`, `exchange = NYSE`.
- Joined by `and`, `or`, `not`, brackets; then `order by revenue desc`, `limit 20`.
"""


def screen_page(runtime: Runtime) -> None:
    """Draw the page: the filter, what fits, what could not be judged, exports and the link."""
    st.set_page_config(layout="wide")
    st.title("Screen companies")
    state.restore()
    with st.container(horizontal=True, gap="small"):
        for name, example in state.EXAMPLES.items():
            st.button(
                name,
                key=f"screen-{name}",
                on_click=state.choose,
                args=(example,),
                type="secondary",
                help=f"`{example}`",
            )
    st.text_input(
        "Filter",
        key=state.FILTER,
        placeholder="revenue_growth > 20% and net_margin > 15% order by revenue desc",
        persist_state="session",
    )
    text = str(st.session_state[state.FILTER]).strip()
    link = state.share(text)
    try:
        found = _screened(runtime, text)
    except ResearchError as error:
        st.error(literal(str(error)), icon=":material/error:")
        found = None
    with st.expander("How to write a filter"):
        st.markdown(_LANGUAGE)
    if found is not None:
        _show(found)
    st.caption("This link reopens the same view:")
    st.code(link, language=None, wrap_lines=True)


@st.cache_resource(max_entries=CACHED_SCREENS, ttl=KEPT_S, show_spinner="Reading the filings…")
def _screened(_runtime: Runtime, text: str) -> ScreenResult:
    return _runtime.screen(text)


def _show(found: ScreenResult) -> None:
    st.markdown(f"**{plain(found.headline)}** :small[:gray[Read as]] `{found.screen}`")
    if found.rows:
        show_scrolling_table(_table(found))
        if reasons := reasons_line(cell for row in found.rows for cell in row.cells):
            st.caption(reasons)
    for note in found.notes:
        st.caption(f":material/info: {literal(note)}")
    if found.rows:
        st.download_button(
            "CSV",
            data=lambda: screen_csv(found),
            file_name="screen.csv",
            mime="text/csv",
            key="screen-csv",
            icon=":material/download:",
            on_click="ignore",
        )


def _table(found: ScreenResult) -> str:
    heads = ["Company", *(plain(column_label(column)) for column in found.columns), "Period end"]
    rule = ["---", *("---:" for _ in found.columns), "---"]
    body = [[_company(row), *map(_figure, row.cells), _periods(row)] for row in found.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, rule, *body))


def _company(row: ScreenRow) -> str:
    ticker = quote(row.company.ticker)
    return f"[{plain(row.company.ticker)}](/company?company={ticker}) :small[{plain(row.company.name)}]"


def _figure(cell: Cell) -> str:
    if not isinstance(cell, Fact):
        return NO_FIGURE
    shown = plain(figure_text(cell)).replace(" ", NO_BREAK)
    if cell.url:
        title = provenance(cell).replace('"', "'").replace("|", "/").replace("$", r"\$")
        shown = f'[{shown}]({cell.url} "{title}")'
    return shown if cell.origin is Origin.FILED else f":small[:violet[ƒ]]{NO_BREAK}{shown}"


def _periods(row: ScreenRow) -> str:
    shown = ", ".join(f"{plain(one.label)} {_unbroken(one.end.isoformat())}" for one in row.periods)
    return f":small[{shown}] :small[:orange[old]]" if row.stale else f":small[{shown}]"


def _unbroken(text: str) -> str:
    return text.replace("-", "\u2011")
