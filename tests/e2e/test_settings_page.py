"""The Settings page over a real runtime: what is set up, and a test of each service."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from research_agent.errors import InvalidRequest
from research_agent.infra.settings import Settings
from research_agent.runtime import Runtime
from tests.fakes.openai_script import Fault
from tests.fakes.openai_script import Reply as Said
from tests.fakes.openai_server import openai_server
from tests.fakes.search_servers import ANSWERS, PATHS, Reply, web_server

TODAY = date(2026, 11, 30)
SECRET = "a-secret-key-9f3b"
_OPEN: list[Runtime] = []


def settings_script() -> None:
    from research_agent.ui.pages.settings import settings_page
    from tests.e2e.test_settings_page import _OPEN

    settings_page(_OPEN[-1])


def page_of(person: str = "b" * 32) -> AppTest:
    page = AppTest.from_function(settings_script, default_timeout=20)
    page.session_state["_owner"], page.session_state["_owner_known"] = person, True
    return page.run()


@contextmanager
def opened(home: Path, **given: object) -> Iterator[tuple[Runtime, AppTest]]:
    runtime = Runtime.from_settings(Settings.load(home=home, **given), today=lambda: TODAY)
    _OPEN.append(runtime)
    try:
        yield runtime, page_of()
    finally:
        _OPEN.pop()
        runtime.close()


def words(page: AppTest) -> str:
    kinds = (page.markdown, page.caption, page.success, page.error, page.warning)
    return "\n".join(str(one.value) for kind in kinds for one in kind)


def test_without_any_key_it_says_what_works_and_what_to_set(tmp_path: Path) -> None:
    """Nothing to test, so no button that could fail."""
    with opened(tmp_path, offline=True) as (_, page):
        assert not page.exception
        assert "Offline analyst" in words(page)
        assert "Not set up" in words(page)
        assert "set TAVILY_API_KEY" in words(page)
        assert not page.button


def test_each_search_provider_can_be_tried(tmp_path: Path) -> None:
    """One answers with its time, the other tells why it does not; no key is shown."""
    with web_server({PATHS["exa"]: Reply(200, ANSWERS["exa"])}) as site:
        keys = {"exa_api_key": SECRET, "exa_base_url": site.url}
        keys |= {"tavily_api_key": SECRET, "tavily_base_url": f"{site.url}/none"}
        with opened(tmp_path, offline=True, **keys) as (runtime, page):
            page.button(key="test-exa").click().run()
            page.button(key="test-tavily").click().run()
            assert not page.exception
            assert "example" in page.success[0].value
            assert "404" in page.error[0].value
            assert SECRET not in words(page)
            exa, tavily, *_ = runtime.services.search()
            assert exa.seconds is not None
            assert not exa.last_error
            assert "404" in tavily.last_error
            fresh = page_of()
            assert "Last answer took" in words(fresh)
            assert "Last error" in words(fresh)


def test_the_model_can_be_tried(tmp_path: Path) -> None:
    """With one small request; a refused key is told in one sentence."""
    with openai_server([Said(text="OK"), Fault(401)]) as server:
        given = {"openai_api_key": SECRET, "openai_base_url": server.base_url}
        with opened(tmp_path, openai_model="scripted", **given) as (runtime, page):
            page.button(key="test-model").click().run()
            assert "OK" in page.success[0].value
            refused = runtime.services.test("model")
            assert not refused.ok
            assert "key" in refused.message
            assert SECRET not in refused.message


def test_what_is_not_set_up_cannot_be_tried(tmp_path: Path) -> None:
    """A wrong name is a sentence, not a crash."""
    with opened(tmp_path, offline=True) as (runtime, _), pytest.raises(InvalidRequest):
        runtime.services.test("exa")


def test_notes_are_kept_on_request_and_can_be_deleted(tmp_path: Path) -> None:
    """The offline analyst keeps them too; Settings shows each with a button."""
    with opened(tmp_path, offline=True) as (runtime, _):
        run = runtime.runs.start("Remember that I report in EUR", owner="a" * 32)
        final = list(runtime.runs.follow(run, owner="a" * 32))[-1]
        assert "I keep that" in final.answer.text  # type: ignore[union-attr]
        page = page_of("a" * 32)
        assert "I report in EUR" in words(page)
        (button,) = [one for one in page.button if one.label == "Delete"]
        button.click().run()
        assert "None yet." in words(page)
        assert runtime.notes.all("a" * 32) == ()
