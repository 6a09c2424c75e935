"""How long a person waits for the first word: each round is a new process."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

PYTHON = sys.executable
AGENT = [PYTHON, "-m", "research_agent"]
QUESTION = "What was Apple's revenue in fiscal 2023?"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param([PYTHON, "-c", "pass"], id="python alone"),
        pytest.param([PYTHON, "-c", "import research_agent"], id="import research_agent"),
        pytest.param([PYTHON, "-c", "import research_agent.runtime"], id="import the runtime"),
        pytest.param([*AGENT, "--help"], id="--help"),
        pytest.param([*AGENT, "ask", "--offline", QUESTION], id="ask"),
        pytest.param([*AGENT, "company", "AAPL", "--limit", "10"], id="company, ten years"),
        pytest.param([*AGENT, "compare", "AAPL", "NVDA", "GOOGL"], id="compare, three companies"),
    ],
)
def test_cold_process(benchmark: BenchmarkFixture, command: list[str], tmp_path: Path) -> None:
    """Wall time from start to exit; the files are warm, the process is not."""

    def run() -> None:
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)

    benchmark.pedantic(run, rounds=7, warmup_rounds=1)
