"""The dashboard: `streamlit run app.py`."""

import streamlit as st

from research_agent.ui.brand import ABOUT, LOGO
from research_agent.ui.pages.ask import ask_page
from research_agent.ui.pages.company import company_page
from research_agent.ui.pages.compare import compare_page
from research_agent.ui.pages.data import data_page
from research_agent.ui.pages.screen import screen_page
from research_agent.ui.pages.settings import settings_page
from research_agent.ui.session import with_runtime

st.set_page_config(
    page_title="Research agent",
    page_icon=LOGO,
    menu_items={"About": ABOUT},
)
st.logo(LOGO, size="large")

st.navigation(
    [
        st.Page(
            with_runtime(ask_page),
            title="Ask",
            icon=":material/forum:",
            url_path="ask",
            default=True,
            help="Ask a finance question; every figure in the answer links to its filing.",
        ),
        st.Page(
            with_runtime(compare_page),
            title="Compare",
            icon=":material/stacked_line_chart:",
            url_path="compare",
            help="Put companies side by side: values, indexed, growth, each with its source.",
        ),
        st.Page(
            with_runtime(company_page),
            title="Company",
            icon=":material/apartment:",
            url_path="company",
            help="One company: statements, ratios, segments, checks of figures, valuation.",
        ),
        st.Page(
            with_runtime(screen_page),
            title="Screen",
            icon=":material/filter_alt:",
            url_path="screen",
            help="Which companies fit a filter, each figure with its filing.",
        ),
        st.Page(
            with_runtime(data_page),
            title="Data",
            icon=":material/database:",
            url_path="data",
            help="Which companies are on this machine, and more of them from the SEC.",
        ),
        st.Page(
            with_runtime(settings_page),
            title="Settings",
            icon=":material/settings:",
            url_path="settings",
            help="Which model, searches and data are set up here, with a test of each.",
        ),
    ]
).run()
