"""Screens through the front doors: the command line and a run of the offline analyst."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from research_agent.cli.main import main
from research_agent.domain.answers import FigureStatus
from research_agent.domain.events import Answered
from research_agent.infra.settings import Settings
from research_agent.runtime import Runtime


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def screen(home: Path, *arguments: str) -> Result:
    return CliRunner(env={"RESEARCH_AGENT_HOME": str(home)}).invoke(main, ["screen", *arguments])


def test_a_table_with_periods_and_notes(home: Path) -> None:
    """Headline, the filter as read, a line per company."""
    result = screen(home, "net margin > 50% order by revenue desc")
    assert result.exit_code == 0
    assert "Filter: net_margin > 50% order by revenue desc" in result.stdout
    assert "NVIDIA Corp" in result.stdout
    assert "FY2026, ended 2026-01-25" in result.stdout


def test_csv_and_json_have_the_filings(home: Path) -> None:
    """For programs: exact values and addresses."""
    lines = list(csv.DictReader(io.StringIO(screen(home, "ticker = NVDA", "--csv").stdout)))
    assert [line["metric"] for line in lines] == ["revenue", "net_income"]
    assert lines[0]["value"] == "215938000000"
    data = json.loads(screen(home, "ticker = NVDA", "--json").stdout)
    assert data["matched"] == 1
    assert "https://www.sec.gov/" in json.dumps(data)


def test_a_slip_is_a_usage_error_with_its_place(home: Path) -> None:
    """Exit code 2, one sentence, nothing on stdout."""
    result = screen(home, "revnue > 5")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean revenue" in result.stderr


def test_the_offline_analyst_screens_and_every_figure_is_traced(home: Path) -> None:
    """A question that names no company; each figure of the answer has its filing."""
    runtime = Runtime.from_settings(Settings.load(offline=True, home=home))
    try:
        run = runtime.runs.start("Which companies have revenue growth above 40%?")
        events = list(runtime.runs.follow(run))
    finally:
        runtime.close()
    last = events[-1]
    assert isinstance(last, Answered)
    assert "Filter: `revenue_growth > 40%`" in last.answer.text
    assert "NVDA (NVIDIA Corp)" in last.answer.text
    assert len(last.answer.figures) >= 5
    assert {figure.status for figure in last.answer.figures} <= {
        FigureStatus.VERIFIED,
        FigureStatus.COMPUTED,
    }


def test_banks_are_a_sector_and_no_company(home: Path) -> None:
    """A company is called Bank7; who asks for banks does not mean it."""
    runtime = Runtime.from_settings(Settings.load(offline=True, home=home))
    try:
        run = runtime.runs.start("most profitable banks")
        last = list(runtime.runs.follow(run))[-1]
    finally:
        runtime.close()
    assert isinstance(last, Answered)
    assert 'Filter: `sector = "bank" order by net_margin desc`' in last.answer.text
    assert "JPM (JPMorgan Chase & Co)" in last.answer.text
