import json
from pathlib import Path

import pytest

from research_agent.errors import ConfigError, PackError
from tests.unit.cli.scripted_runtime import ScriptedRuntime, run


def test_list_names_each_company_with_its_coverage() -> None:
    """A person sees what can be asked, and how fresh it is."""
    lines = run(ScriptedRuntime(), "data", "list").stdout.splitlines()

    assert lines[0].split() == "Ticker Name Coverage Facts From To Last filed".split()
    assert lines[1].split() == "AAPL Apple Inc. full 5,386 2006-09-30 2026-03-28 2026-05-01".split()


def test_metrics_lists_line_items_and_ratios() -> None:
    """Every key that `compare --metric` takes is there."""
    result = run(ScriptedRuntime(), "data", "metrics", "--json")

    keys = {json.loads(line)["key"] for line in result.stdout.splitlines()}
    assert {"revenue", "total_assets", "free_cash_flow", "gross_margin"} <= keys


def test_build_without_a_companyfacts_file_changes_nothing(tmp_path: Path) -> None:
    """A wrong folder is a usage error that names it; no half store is left."""
    (tmp_path / "in").mkdir()
    out = tmp_path / "out"
    result = run(ScriptedRuntime(), "data", "build", str(tmp_path / "in"), "-o", str(out))

    assert (result.exit_code, result.stdout) == (2, "")
    assert str(tmp_path / "in") in result.stderr
    assert not out.exists()


def test_verify_says_what_is_wrong_with_a_store(tmp_path: Path) -> None:
    """A damaged store is exit code 1 and one sentence."""
    result = run(ScriptedRuntime(), "data", "verify", str(tmp_path))

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.stderr


def test_doctor_shows_every_check() -> None:
    """One line per check, exit code 0 when all are well."""
    result = run(ScriptedRuntime(), "doctor")

    assert (result.exit_code, result.stdout) == (0, "ok  figures  96 companies\n")


@pytest.mark.parametrize("error", [ConfigError("Set a key."), PackError("The store is damaged.")])
def test_doctor_works_where_nothing_else_does(error: ConfigError | PackError) -> None:
    """What stops every other command is a failed check here, said once or twice."""
    result = run(ScriptedRuntime(failure=error), "doctor")

    assert (result.exit_code, result.stderr) == (1, "")
    assert str(error) in result.stdout
    assert all(line.startswith("FAIL") for line in result.stdout.splitlines())
