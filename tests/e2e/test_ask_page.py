"""The Ask page over a scripted runtime: what a person sees, without a browser."""

import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from research_agent.ui.suggestions import EXAMPLES
from tests.fakes import runtime as fake

APP = Path(__file__).resolve().parents[2] / "app.py"
TIMEOUT_S = 20
FILING = "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/"
QUESTION = EXAMPLES[0]
ME, SOMEONE = "a" * 32, "b" * 32


def ask_page_script() -> None:
    from research_agent.ui.pages.ask import ask_page
    from tests.fakes.runtime import installed

    ask_page(installed())  # type: ignore[arg-type]


def opened(owner: str = ME, **params: Any) -> AppTest:
    """A fresh page of the person `owner`, with what their address says."""
    page = AppTest.from_function(ask_page_script, default_timeout=TIMEOUT_S)
    page.session_state["_owner"] = owner
    page.session_state["_owner_known"] = True
    for name, value in params.items():
        page.query_params[name] = value
    return page.run()


def texts(page: AppTest) -> str:
    """Everything that is Markdown on the page."""
    kinds = (*page.markdown, *page.caption)
    return "\n".join(str(one.value) for one in kinds)


def asked(page: AppTest, question: str = QUESTION) -> AppTest:
    return page.chat_input[0].set_value(question).run()


def test_a_suggestion_is_asked_with_one_click() -> None:
    """The first answer is one click away, and its figure leads to the filing."""
    fake.install(fake.answered)
    page = opened()
    page.button(key="example-0").click().run()
    assert not page.exception
    assert page.chat_message[0].text[0].value == QUESTION
    assert f"[\\$383,285 million]({FILING}0000320193-23-000106-index.htm" in texts(page)


def test_each_figure_carries_what_code_found_out_about_it() -> None:
    """Filed, computed and unverified figures must not look alike."""
    fake.install(fake.answered)
    shown = texts(asked(opened()))
    assert re.search(r'383,285 million\]\(https\S+ "[^"]*"\):small\[:green\[✓\]\]', shown)
    assert re.search(r'44\.1%\]\(https\S+ "[^"]*"\):small\[:violet\[ƒ\]\]', shown)
    assert r"\$410 billion:small[:orange[?]]" in shown
    assert "**2 of 3 figures traced to filings**" in shown


def test_no_dollar_can_open_a_formula() -> None:
    """Two amounts in one sentence would otherwise be typeset as mathematics."""
    fake.install(fake.answered)
    page = asked(opened())
    assert re.search(r"(?<!\\)\$", texts(page)) is None


def test_a_running_answer_streams_and_can_be_stopped() -> None:
    """The text so far is there, the box waits, and Stop keeps the evidence."""
    runtime = fake.install(fake.answered, held=11)
    page = asked(opened())
    assert page.chat_input[0].disabled
    assert "Apple's revenue in fiscal 2023" in texts(page)
    page.button(key="stop-run-1").click().run()
    assert runtime.runs.snapshot("run-1", owner=ME).state == "cancelled"
    page.run()
    assert "You stopped this one" in page.info[0].value
    assert not page.chat_input[0].disabled


def test_a_step_shows_its_time_and_an_error_in_words() -> None:
    """A person sees which tool worked, for how long, and what went wrong."""
    fake.install(fake.answered)
    page = asked(opened())
    labels = [status.label for status in page.status]
    assert any("Read the filings" in label and "0.1 s" in label for label in labels)
    assert "No figure AAPL.b was returned." in texts(page)
    assert "get_income_statements AAPL" in texts(page).replace("\\", "")


def test_the_address_reopens_the_answer_for_its_owner_only() -> None:
    """A reload shows the run again; another person's browser does not show it at all."""
    fake.install(fake.answered)
    page = asked(opened())
    assert page.query_params["run"] == "run-1"
    again = opened(run=["run-1"])
    assert again.chat_message[0].text[0].value == QUESTION
    stranger = opened(SOMEONE, run=["run-1"])
    assert "belongs to someone else" in stranger.info[0].value
    assert "383,285" not in texts(stranger)


def test_a_follow_up_goes_on_from_the_answer_before() -> None:
    """Otherwise "and the year before?" could not be understood."""
    runtime = fake.install(fake.answered)
    page = asked(asked(opened()), "And the year before?")
    assert runtime.runs.kept["run-2"].follow_up_of == "run-1"
    assert [message.text[0].value for message in page.chat_message[::2]] == [
        QUESTION,
        "And the year before?",
    ]


def test_a_suggested_follow_up_is_asked_with_one_click() -> None:
    """It goes the same way as one that is typed."""
    runtime = fake.install(fake.answered)
    page = asked(opened())
    page.button(key="next-run-1-0").click().run()
    assert runtime.runs.kept["run-2"].question == "AAPL revenue over the last ten years"


@pytest.mark.parametrize(
    ("question", "sentence"),
    [("   ", "this one is empty"), ("x" * 100_000, "100,000 characters")],
    ids=["empty", "100,000 characters"],
)
def test_a_refused_question_is_one_sentence_and_loses_nothing(question: str, sentence: str) -> None:
    """The conversation stays, no run starts, and the next question works."""
    runtime = fake.install(fake.answered)
    page = asked(asked(opened()), question)
    assert not page.exception
    assert len(page.error) == 1
    assert sentence in page.error[0].value
    assert list(runtime.runs.kept) == ["run-1"]
    assert "383,285" in texts(page)
    assert not asked(page, "And in 2022?").error
    assert len(runtime.runs.kept) == 2


def test_a_failed_run_says_what_to_do_and_keeps_the_evidence() -> None:
    """The figures already read are worth having without the model."""
    fake.install(fake.failed)
    page = asked(opened())
    assert page.error[0].value.startswith("openai: the key was refused; check OPENAI_API_KEY.")
    assert any("Income statement, annual" in one.label for one in page.expander)
    assert not page.exception


def test_companies_are_compared_in_one_table_with_each_period_end() -> None:
    """Fiscal years with one label end months apart; the reader has to see that."""
    fake.install(fake.compared)
    shown = texts(asked(opened(), "Compare NVIDIA and Apple gross margin"))
    line = next(row for row in shown.splitlines() if row.startswith("| FY2023 "))
    assert "56.9%" in line
    assert "2023\u201101\u201129" in line
    assert "44.1%" in line
    assert "2023\u201109\u201130" in line


def test_a_new_question_starts_over_and_the_old_one_can_be_opened() -> None:
    """Leaving a conversation loses nothing."""
    fake.install(fake.answered)
    page = asked(opened())
    page.button(key="new").click().run()
    assert not page.chat_message
    page.button(key="open-run-1").click().run()
    assert page.chat_message[0].text[0].value == QUESTION


def test_a_missing_fact_store_is_one_sentence_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever set it up reads what to do, not a traceback."""
    monkeypatch.setenv("RESEARCH_AGENT_DATA_DIR", str(tmp_path))
    page = AppTest.from_file(str(APP), default_timeout=TIMEOUT_S).run()
    assert not page.exception
    assert len(page.error) == 1
    assert "Traceback" not in page.error[0].value
