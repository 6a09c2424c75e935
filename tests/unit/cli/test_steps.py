import pytest

from research_agent.cli.steps import MAX_LINE, TerminalSteps, step_line
from research_agent.domain.events import (
    Event,
    RunStarted,
    TextDelta,
    ToolFinished,
    ToolProgress,
    ToolRequested,
    TurnStarted,
    WarningRaised,
)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (RunStarted("r", "q", "gpt-5-mini", "t", "d"), "Asking gpt-5-mini"),
        (ToolRequested("c", "calculate", {"expression": "a/b"}), "calculate: a/b"),
        (ToolProgress("c", "reading\nAAPL"), "  reading AAPL"),
        (
            ToolFinished("c", "calculate", "timeout", "too slow", "", 15.02),
            "  failed, timeout: too slow (15.0 s)",
        ),
        (WarningRaised("nearly the same query"), "  Warning: nearly the same query"),
        (TextDelta(1, "Apple"), ""),
    ],
)
def test_each_step_is_one_line(event: Event, line: str) -> None:
    """What a person sees of an event; text pieces are no step."""
    assert step_line(event) == line


def test_a_long_query_does_not_flood_the_terminal() -> None:
    """A line has an end even when the query has none."""
    line = step_line(ToolRequested("c", "get_financials", {"query": "x" * 20_000}))

    assert len(line) == MAX_LINE


def test_a_terminal_shows_markup_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """A company called [bold] is no instruction to the screen."""
    with TerminalSteps() as steps:
        steps.show(TurnStarted(1))
        steps.show(ToolRequested("c", "get_financials", {"query": "[bold] & [/x]"}))

    shown = capsys.readouterr()
    assert "get_financials: [bold] & [/x]" in shown.err
    assert shown.out == ""
