"""The one runtime all browser sessions share."""

from collections.abc import Callable

import streamlit as st

from research_agent.errors import ConfigError, PackError
from research_agent.infra.settings import Settings
from research_agent.runtime import Runtime
from research_agent.ui.owner import remember_owner
from research_agent.ui.text import literal

__all__ = ["with_runtime"]


def with_runtime(page: Callable[[Runtime], None]) -> Callable[[], None]:
    """Return `page` as Streamlit calls it; a setup that does not work is one sentence on it."""

    def draw() -> None:
        try:
            runtime = _open_runtime()
        except (ConfigError, PackError) as error:
            st.error(literal(str(error)), title="The setup needs a hand", icon=":material/build:")
            return
        page(runtime)
        remember_owner()

    return draw


@st.cache_resource(show_spinner="Opening the filings…")
def _open_runtime() -> Runtime:
    return Runtime.from_settings(Settings.load())
