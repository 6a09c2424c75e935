import json
from pathlib import Path

import pytest

from research_agent.errors import ConfigError, PackError
from tests.unit.cli.scripted_runtime import ScriptedRuntime, run


def test_list_names_each_company_with_its_coverage() -> None:
    """A person sees what can be asked, and how fresh it is."""
    lines = run(ScriptedRuntime(), "data", "list").stdout.splitlines()

    assert lines[0].split() == "Ticker Name Coverage Facts From To Last filed Source".split()
    row = "AAPL Apple Inc. full 5,386 2006-09-30 2026-03-28 2026-05-01 embedded"
    assert lines[1].split() == row.split()


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


def store_of(folder: Path, gross_profit: int) -> Path:
    """A store of one company with revenue 100, cost 60 and a gross profit, in millions."""
    row = {
        "start": "2024-01-01",
        "end": "2024-12-31",
        "accn": "0000000007-25-000001",
        "fy": 2024,
        "fp": "FY",
        "form": "10-K",
        "filed": "2025-02-01",
    }
    lines = {"Revenues": 100, "CostOfRevenue": 60, "GrossProfit": gross_profit}
    facts = {t: {"units": {"USD": [row | {"val": v * 10**6}]}} for t, v in lines.items()}
    source = folder / "facts.json"
    source.write_text(json.dumps({"cik": 7, "entityName": "Acme", "facts": {"us-gaap": facts}}))
    run(ScriptedRuntime(), "data", "build", str(source), "-o", str(folder / "store"))
    return folder / "store"


def test_verify_counts_what_was_checked_and_what_passed(tmp_path: Path) -> None:
    """A person sees that the bytes are whole and that the figures fit each other."""
    result = run(ScriptedRuntime(), "data", "verify", str(store_of(tmp_path, 40)))

    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0].endswith("is whole: 3 files, 1 companies, 3 facts.")
    assert lines[1].startswith("Identities: 2 checks run, 2 passed, 0 explained, 0 failed;")
    assert ["gross_profit", "2", "0", "0"] in [line.split() for line in lines]
    assert "1 of 1 companies checked" in result.stderr


def test_verify_fails_on_figures_that_nothing_explains(tmp_path: Path) -> None:
    """Both sides, the difference and the filing are named; the exit code stops a script."""
    result = run(ScriptedRuntime(), "data", "verify", "-q", str(store_of(tmp_path, 47)))

    assert result.exit_code == 1
    assert (
        "CIK7 FY2024: Revenue − cost of revenue = gross profit: 47,000,000 against 40,000,000, "
        "difference 7,000,000\n  https://www.sec.gov/Archives/edgar/data/7/"
    ) in result.stdout
    assert result.stderr.startswith("Error: 2 checks failed")


def test_verify_as_json_has_every_count_and_failure(tmp_path: Path) -> None:
    """One line for a program; amounts are text, so that no digit is lost."""
    result = run(ScriptedRuntime(), "data", "verify", "-q", "--json", str(store_of(tmp_path, 47)))

    (line,) = result.stdout.splitlines()
    found = json.loads(line)
    assert result.exit_code == 1
    assert (found["companies"], found["facts"], found["run"], found["failed"]) == (1, 3, 2, 2)
    assert found["identities"]["gross_profit"]["failed"] == 2
    assert found["slowest"][0]["ticker"] == "CIK7"
    assert [(f["period"], f["vintage"], f["difference"]) for f in found["failures"]] == [
        ("FY2024", "latest", "7000000"),
        ("FY2024", "as_reported", "7000000"),
    ]


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
