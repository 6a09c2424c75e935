"""Peak memory of a process, from start to exit."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], capture_output=True, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
AGENT = [sys.executable, "-m", "research_agent"]
KIB_PER_MB = 1000 / 1.024


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--help"], id="--help"),
        pytest.param(["ask", "--offline", "What was Apple's revenue in fiscal 2023?"], id="ask"),
        pytest.param(["compare", "AAPL", "NVDA", "GOOGL"], id="compare"),
    ],
)
def test_peak_memory(
    benchmark: BenchmarkFixture,
    arguments: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The largest resident set of three runs, printed beside the times."""
    peaks: list[int] = []

    def run() -> None:
        command = [sys.executable, "-c", MEASURE, *AGENT, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True)
        peaks.append(int(done.stdout))

    benchmark.pedantic(run, rounds=3)
    benchmark.extra_info["peak_mb"] = round(max(peaks) / KIB_PER_MB, 1)
    with capsys.disabled():
        print(f"\npeak memory of {arguments[0]}: {benchmark.extra_info['peak_mb']} MB")
