"""`research-agent` as a person runs it: a real process on the embedded figures."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from research_agent.infra.settings import PACK_DIR

QUESTION = "What was Apple's revenue in fiscal 2023?"
FILING = (
    "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/"
    "0000320193-23-000106-index.htm"
)
LIMIT_S = 60


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "research_agent", *arguments]


def agent(
    folder: Path, *arguments: str, typed: str | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in `folder` with nothing set but `settings`."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=os.environ | settings,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT_S,
    )


def assert_one_sentence(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """The command failed with `code`, and said why in one line that holds `words`."""
    assert (done.returncode, done.stdout) == (code, "")
    said = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(said) == 1, done.stderr
    assert all(word in said[0] for word in words), said[0]
    assert "Traceback" not in done.stderr


def test_an_answer_has_its_figure_its_period_end_and_its_filing(tmp_path: Path) -> None:
    """Apple's 10-K for fiscal 2023, page 28: net sales $383,285 million, year to 2023-09-30."""
    done = agent(tmp_path, "ask", QUESTION)

    assert done.returncode == 0, done.stderr
    for expected in ("383,285", "2023-09-30", FILING):
        assert expected in done.stdout
    assert "get_financials" in done.stderr


def test_a_run_leaves_its_trace_in_the_home_folder(tmp_path: Path) -> None:
    """One JSONL file per run, under the folder that is set."""
    agent(tmp_path, "ask", "-q", QUESTION, RESEARCH_AGENT_HOME=str(tmp_path / "home"))

    (trace,) = (tmp_path / "home" / "runs").rglob("*.jsonl")
    assert "get_financials" in trace.read_text(encoding="utf-8")


def test_events_are_one_json_line_each_and_end_with_the_answer(tmp_path: Path) -> None:
    """A program reads the same events the dashboard does."""
    done = agent(tmp_path, "ask", "--json", "--quiet", "-", typed=QUESTION)

    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[0]["type"] == "RunStarted"
    assert events[-1]["type"] == "Answered"
    assert any(event["type"] == "ToolFinished" for event in events)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "question", ["What was the revenue of Zzyzzx Quuxco in 2023?", "Apple revenue in FY2093"]
)
def test_a_question_without_an_answer_says_why_and_fails(tmp_path: Path, question: str) -> None:
    """No such company, no such year: exit code 1, no figure, no traceback."""
    done = agent(tmp_path, "ask", question)

    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.strip()
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("question", "word"), [("", "empty"), (" \n", "empty"), ("x " * 50_000, "20,000")]
)
def test_a_question_that_cannot_be_asked_is_a_usage_error(
    tmp_path: Path, question: str, word: str
) -> None:
    """Empty, and 100,000 characters."""
    assert_one_sentence(agent(tmp_path, "ask", question), 2, word)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        pytest.param({"OPENAI_MODEL": "m"}, ("OPENAI_BASE_URL",), id="missing base URL"),
        pytest.param(
            {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1/chat/completions", "OPENAI_MODEL": "m"},
            ("/chat/completions", "use http://127.0.0.1:9/v1."),
            id="too long a base URL",
        ),
        pytest.param(
            {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, ("OPENAI_MODEL",), id="missing model"
        ),
        pytest.param({"RESEARCH_AGENT_MAX_TURNS": "many"}, ("max_turns",), id="not a number"),
    ],
)
def test_a_wrong_setting_is_named(
    tmp_path: Path, settings: dict[str, str], words: tuple[str, ...]
) -> None:
    """Before any request goes out, with what to set instead."""
    assert_one_sentence(agent(tmp_path, "ask", QUESTION, **settings), 1, *words)


def test_figures_need_no_model(tmp_path: Path) -> None:
    """A wrong model setting stops neither statements nor a question asked offline."""
    wrong = {"OPENAI_MODEL": "m"}
    shown = agent(tmp_path, "company", "AAPL", "--limit", "3", **wrong)
    asked = agent(tmp_path, "ask", "--offline", QUESTION, **wrong)

    assert (shown.returncode, asked.returncode) == (0, 0)


@pytest.fixture
def damaged_pack(tmp_path: Path) -> Path:
    """A copy of the embedded pack with a hole in its facts."""
    pack = tmp_path / "pack"
    shutil.copytree(PACK_DIR, pack)
    facts = pack / "facts.parquet"
    facts.write_bytes(facts.read_bytes()[:5_000])
    return pack


def test_a_damaged_pack_is_one_sentence(tmp_path: Path, damaged_pack: Path) -> None:
    """Every command that needs figures says so; `data verify` names the file."""
    setting = {"RESEARCH_AGENT_DATA_DIR": str(damaged_pack)}
    assert_one_sentence(agent(tmp_path, "ask", QUESTION, **setting), 1, "facts.parquet")
    assert_one_sentence(agent(tmp_path, "company", "AAPL", **setting), 1, "facts.parquet")
    assert_one_sentence(agent(tmp_path, "data", "verify", **setting), 1, "facts.parquet")
    assert "FAIL" in agent(tmp_path, "doctor", **setting).stdout


def test_a_pack_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """The folder is named."""
    where = str(tmp_path / "none")
    assert_one_sentence(agent(tmp_path, "ask", QUESTION, RESEARCH_AGENT_DATA_DIR=where), 1, where)


def test_a_home_that_cannot_be_written_loses_no_answer(tmp_path: Path) -> None:
    """The trace cannot be kept; that is a warning, and the answer comes all the same."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    home = str(tmp_path / "file" / "home")
    done = agent(tmp_path, "ask", QUESTION, RESEARCH_AGENT_HOME=home)

    assert done.returncode == 0, done.stderr
    assert "383,285" in done.stdout
    assert done.stderr.count("Warning") == 1


@pytest.mark.parametrize("kind", ["md", "html"])
def test_a_report_of_an_answer_holds_figure_and_filing(tmp_path: Path, kind: str) -> None:
    """Written beside the answer on the screen."""
    target = tmp_path / f"apple.{kind}"
    done = agent(tmp_path, "ask", QUESTION, "--output", str(target))

    assert done.returncode == 0, done.stderr
    report = target.read_text(encoding="utf-8")
    assert "383,285" in report
    assert FILING in report


def test_companies_compare_side_by_side(tmp_path: Path) -> None:
    """NVIDIA's revenue of fiscal 2024 (to 2024-01-28) was 60,922 million, Apple's 391,035."""
    report = tmp_path / "c.md"
    done = agent(
        tmp_path, "compare", "apple", "NVDA", "-m", "revenue", "--report", str(report)
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("FY2024"))
    assert line.split() == ["FY2024", "391,035", "2024-09-28", "60,922", "2024-01-28"]
    assert "60,922" in report.read_text(encoding="utf-8")


def test_a_statement_as_first_reported(tmp_path: Path) -> None:
    """P&G's sales of fiscal 2014: 83,062 million as filed first, 74,401 million since."""
    options = ("--as-of", "2014-12-31", "--limit", "1", "--vintage")
    first = agent(tmp_path, "company", "P&G", *options, "as_reported")
    csv = agent(tmp_path, "company", "P&G", "--limit", "15", "--csv")

    assert "83,062" in first.stdout
    assert "74401000000" in csv.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("company", "Zzyzzx Quuxco"),
        ("compare", "Zzyzzx Quuxco", "Quuxco Zzyzzx"),
    ],
)
def test_an_unknown_company_is_a_failure(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Exit code 1 and the name that was not found."""
    assert_one_sentence(agent(tmp_path, *arguments), 1, "Zzyzzx Quuxco")


def test_doctor_and_data_say_what_is_there(tmp_path: Path) -> None:
    """All is well in a fresh checkout, and Apple is among the companies."""
    assert agent(tmp_path, "doctor").returncode == 0
    assert agent(tmp_path, "data", "verify").returncode == 0
    assert any(
        line.startswith("AAPL ") for line in agent(tmp_path, "data", "list").stdout.splitlines()
    )


def test_an_ascii_terminal_and_a_closed_pipe_are_no_trouble(tmp_path: Path) -> None:
    """What cannot be shown becomes `?`, and a reader that leaves early leaves no traceback."""
    asked = "Compare Apple and NVIDIA current ratio"
    ascii_only = agent(tmp_path, "ask", asked, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ascii_only.returncode == 0, ascii_only.stderr

    reader, writer = os.pipe()
    os.close(reader)
    piped = subprocess.run(
        command("data", "list"),
        cwd=tmp_path,
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=LIMIT_S,
    )
    os.close(writer)
    assert b"Traceback" not in piped.stderr


def test_serve_prints_its_address_and_stops_when_told(tmp_path: Path) -> None:
    """The dashboard answers at the address, on the port asked for, until it is interrupted."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        command("serve", "--port", str(port)),
        env=os.environ | {"RESEARCH_AGENT_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == f"The dashboard is at http://127.0.0.1:{port}\n"
        with urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=10) as reply:
            assert reply.status == 200
        taken = agent(tmp_path, "serve", "--port", str(port))
        assert (taken.returncode, "is taken" in taken.stderr) == (2, True)
    finally:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                break
        time.sleep(0.1)
    else:
        pytest.fail("the dashboard still answers")
