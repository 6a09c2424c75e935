import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from research_agent.infra.log import LOG_FILE, log_to


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    logger = logging.getLogger("research_agent")
    handlers, propagate = list(logger.handlers), logger.propagate
    yield
    logger.handlers[:], logger.propagate = handlers, propagate


def test_an_unexpected_failure_is_written_with_its_traceback(tmp_path: Path) -> None:
    """The person is told "the details are in the log"; there they must be."""
    log_to(tmp_path / "home")
    try:
        int("odd")
    except ValueError:
        logging.getLogger("research_agent.x").exception("run failed")

    text = (tmp_path / "home" / LOG_FILE).read_text()
    assert "run failed" in text
    assert "ValueError: invalid literal" in text


def test_nothing_reaches_the_screen(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """No traceback on stderr, also when the log cannot be written."""
    (tmp_path / "file").write_text("")
    log_to(tmp_path / "file" / "home")
    logging.getLogger("research_agent.x").error("lost")

    assert capfd.readouterr() == ("", "")
