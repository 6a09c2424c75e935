import json
from datetime import date
from pathlib import Path

import pytest

from research_agent.cli.ask import MAX_STDIN
from research_agent.domain.answers import Answer
from research_agent.domain.events import Answered, Failed, ToolFinished
from research_agent.errors import ConfigError, PackError
from tests.unit.cli.scripted_runtime import (
    ANSWERED,
    FINISHED,
    GROSS_PROFIT,
    MARGIN,
    REVENUE,
    TABLE,
    URL,
    ScriptedRuns,
    ScriptedRuntime,
    answer,
    run,
    run_events,
)

QUESTION = "What was Apple's revenue in fiscal 2023?"


def test_answer_is_on_stdout_and_steps_are_on_stderr() -> None:
    """A pipe gets the answer and nothing else; a person still sees what went on."""
    result = run(ScriptedRuntime(), "ask", QUESTION)

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Apple's revenue in FY2023 (to 2023-09-30) was $383,285 million [1].",
        "",
        "Sources:",
        f"[1] AAPL FY2023 (to 2023-09-30), 10-K filed 2023-11-03: {URL}",
        "",
        "Figures: 1 verified, 0 computed, 0 unverified.",
    ]
    assert result.stderr.splitlines() == [
        "Asking the offline analyst",
        "get_financials: Apple revenue",
        "  1 table (0.2 s)",
    ]


@pytest.mark.parametrize("arguments", [("-q", "ask", QUESTION), ("ask", QUESTION, "--quiet")])
def test_quiet_leaves_stderr_empty(arguments: tuple[str, ...]) -> None:
    """`--quiet` works before and behind the command's name."""
    result = run(ScriptedRuntime(), *arguments)

    assert result.stderr == ""
    assert "$383,285 million" in result.stdout


def test_json_prints_one_event_per_line_and_filings_have_their_url() -> None:
    """Every line is an event; a reader of the last one can open the filing."""
    result = run(ScriptedRuntime(), "ask", "--json", QUESTION)

    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["type"] for line in lines] == [type(event).__name__ for event in ANSWERED]
    assert lines[-1]["answer"]["figures"][0]["fact"]["filing"]["url"] == URL


def test_words_need_no_quotes_and_a_dash_reads_standard_input() -> None:
    """Both ways to type a question end in the same run."""
    runtime = ScriptedRuntime()
    run(runtime, "ask", "Apple", "revenue")
    run(runtime, "ask", "-", input="Apple\nnet income\n")

    assert runtime.runs.asked == ["Apple revenue", "Apple\nnet income\n"]
    assert runtime.closed == 2


def test_endless_input_is_not_read_to_its_end() -> None:
    """A question from a pipe is bounded before the run refuses it."""
    result = run(ScriptedRuntime(), "ask", "-", input="x" * (MAX_STDIN + 10))

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("", "Error: The question is empty.\n"),
        ("   ", "Error: The question is empty.\n"),
        ("x" * 100_000, "Error: The question is too long.\n"),
    ],
)
def test_a_question_that_cannot_be_asked_is_a_usage_error(question: str, sentence: str) -> None:
    """Nothing on stdout, one sentence on stderr, exit code 2."""
    result = run(ScriptedRuntime(), "ask", question)

    assert (result.exit_code, result.stdout, result.stderr) == (2, "", sentence)


@pytest.mark.parametrize("error", [PackError("The store is damaged."), ConfigError("Set a key.")])
def test_a_setup_that_does_not_work_is_a_failure(error: PackError | ConfigError) -> None:
    """One sentence, exit code 1, no traceback."""
    result = run(ScriptedRuntime(failure=error), "ask", QUESTION)

    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"Error: {error}\n")


def test_offline_needs_no_model() -> None:
    """`--offline` reaches the settings, so that a half set-up model cannot get in the way."""
    runtime = ScriptedRuntime()
    run(runtime, "ask", "--offline", QUESTION)

    assert runtime.settings[0].offline is True


@pytest.mark.parametrize(
    ("final", "code"),
    [
        pytest.param(Answered(Answer("Half.", partial=True)), 3, id="partial"),
        pytest.param(Failed("model", "The model is down.", Answer("")), 1, id="failed"),
        pytest.param(Answered(Answer("Hello.")), 0, id="no figure was asked for"),
    ],
)
def test_exit_code_says_how_it_ended(final: Answered | Failed, code: int) -> None:
    """0 answered, 1 failed, 3 partial."""
    runtime = ScriptedRuntime(ScriptedRuns(run_events(FINISHED, final=final)))

    assert run(runtime, "ask", QUESTION).exit_code == code


def test_an_answer_that_only_says_why_there_is_none_counts_as_failed() -> None:
    """A script must not take "no such company" for an answered question."""
    failed = ToolFinished("c1", "get_financials", "not_found", "No listed company", "…", 0.1)
    final = Answered(Answer('No listed company matches "Foo".'))
    result = run(ScriptedRuntime(ScriptedRuns(run_events(failed, final=final))), "ask", "Foo?")

    assert result.exit_code == 1
    assert result.stdout == 'No listed company matches "Foo".\n'


def test_an_offline_answer_without_evidence_counts_as_failed() -> None:
    """An unknown company never reaches a tool, and the script must learn of it all the same."""
    final = Answered(answer('No listed company matches "Foo".'))
    runs = ScriptedRuns(run_events(final=final))

    assert run(ScriptedRuntime(runs), "ask", "Foo?").exit_code == 1


@pytest.mark.parametrize(
    ("url", "times"), [(URL, 1), ("https://example.com/other", 2)], ids=["same", "another"]
)
def test_the_answers_own_list_of_sources_is_not_repeated(url: str, times: int) -> None:
    """It goes when the numbered list says the same, and stays when it says more."""
    text = f"Revenue was $383,285 million.\n\n**Sources:**\n- [10-K]({url})"
    final = Answered(answer(text, ("$383,285 million", REVENUE)))
    result = run(ScriptedRuntime(ScriptedRuns(run_events(FINISHED, final=final))), "ask", "x")

    assert result.stdout.count("Sources:") == times


def test_a_failed_run_still_shows_what_it_found() -> None:
    """The evidence gathered before a failure is not lost."""
    failed = Failed("model", "The model did not answer.", Answer("", tables=(TABLE,)))
    result = run(ScriptedRuntime(ScriptedRuns(run_events(FINISHED, final=failed))), "ask", "x")

    assert "Error: The model did not answer." in result.stderr
    assert "383,285" in result.stdout


def test_ctrl_c_cancels_the_run_and_shows_the_evidence() -> None:
    """Exit code 130, the run is told to stop, and what it had found is printed."""
    runs = ScriptedRuns(interrupt_at=4)
    result = run(ScriptedRuntime(runs), "ask", QUESTION)

    assert (result.exit_code, runs.cancelled) == (130, ["r1"])
    assert "$383,285 million [1]" in result.stdout
    assert "Stopped." in result.stderr


def test_computed_figures_show_formula_and_filing() -> None:
    """A margin is no filed figure: its letter leads to a formula, the formula to the filing."""
    text = "Gross margin was 44.1%, perhaps 50%."
    final = Answered(answer(text, ("44.1%", MARGIN), ("50%", None)))
    result = run(ScriptedRuntime(ScriptedRuns(run_events(FINISHED, final=final))), "ask", "x")

    lines = result.stdout.splitlines()
    assert lines[0] == "Gross margin was 44.1% [a], perhaps 50% [?]."
    assert (
        "[a] AAPL Gross margin FY2023 = Gross profit / Revenue ($169,148 million; $383,285 million), from [1]"
        in lines
    )
    assert lines[-1].startswith("Figures: 0 verified, 1 computed, 1 unverified;")


def test_sources_are_listed_even_when_the_text_prints_no_figure() -> None:
    """The calculation's filings are the sources of an answer in words."""
    final = Answered(Answer("It grew.", facts=(GROSS_PROFIT,)))
    result = run(ScriptedRuntime(ScriptedRuns(run_events(FINISHED, final=final))), "ask", "x")

    assert URL in result.stdout


def test_report_file_must_have_a_known_ending_and_a_folder(tmp_path: Path) -> None:
    """Both are told before the work, and nothing is written."""
    runtime = ScriptedRuntime()
    for target in (tmp_path / "a.pdf", tmp_path / "none" / "a.md"):
        result = run(runtime, "ask", QUESTION, "--output", str(target))
        assert (result.exit_code, result.stdout) == (2, "")

    assert runtime.runs.asked == []
    assert list(tmp_path.iterdir()) == []


def test_a_question_may_be_asked_as_of_a_day() -> None:
    """The run is bound to the day, whatever the question says."""
    runtime = ScriptedRuntime()
    result = run(runtime, "ask", "-q", "--as-of", "2020-03-31", "Apple revenue")

    assert result.exit_code == 0
    assert runtime.runs.as_of == [date(2020, 3, 31)]


@pytest.mark.parametrize("day", ["2099-01-01", "2020-02-30", "soon"])
def test_a_day_that_cannot_be_is_a_usage_error(day: str) -> None:
    """Nothing is known as of the future."""
    runtime = ScriptedRuntime()

    assert run(runtime, "ask", "--as-of", day, "Apple revenue").exit_code == 2
    assert runtime.runs.asked == []
