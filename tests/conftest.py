"""What every test shares: loopback only, the machine's requirements, no silent skips.

The environment says how strict a run is; `.ci/run` sets all three:

- `RESEARCH_AGENT_REQUIRE_CORPUS=1`: a missing `../shared/corpus` fails the tests that read it.
- `RESEARCH_AGENT_REQUIRE_BROWSER=1`: likewise a missing Chromium.
- `RESEARCH_AGENT_FORBID_SKIPS=1`: a skipped test counts as failed.
"""

import os
import shutil
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
LOOPBACK = ["127.0.0.1", "localhost", "::1"]
OWN_SETTINGS = (
    "OPENAI_",
    "RESEARCH_AGENT_",
    "EXA_",
    "PERPLEXITY_",
    "TAVILY_",
    "LANGSEARCH_",
    "SEC_",
)
STRICTNESS = tuple(
    f"RESEARCH_AGENT_{what}" for what in ("REQUIRE_CORPUS", "REQUIRE_BROWSER", "FORBID_SKIPS")
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def required(what: str) -> bool:
    """Say whether this run insists on `what`."""
    return os.environ.get(f"RESEARCH_AGENT_{what}") == "1"


@cache
def corpus_problem() -> str:
    """Return why the corpus cannot be read; empty when it can."""
    return "" if (CORPUS / "companyfacts").is_dir() else "../shared/corpus is not there"


@cache
def browser_path() -> str:
    """Return the system's Chromium; empty when there is none."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), "")


def wants_local_model(config: pytest.Config) -> bool:
    """Say whether `-m` asks for the tests that talk to a real model."""
    return "localmodel" in (config.option.markexpr or "")


def need_corpus() -> None:
    """Skip the running test without the corpus, or fail it where the run insists."""
    if problem := corpus_problem():
        if required("REQUIRE_CORPUS"):
            pytest.fail(f"{problem}, and this run requires it", pytrace=False)
        pytest.skip(problem)


def need_browser() -> None:
    """Skip the running test without a Chromium, or fail it where the run insists."""
    if not browser_path():
        if required("REQUIRE_BROWSER"):
            pytest.fail("no Chromium found, and this run requires one", pytrace=False)
        pytest.skip("no Chromium found: install the package chromium")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let tests reach loopback only, and keep the keys and settings of the person out of them.

    pytest-socket reads the two options after us.
    """
    config.option.allow_hosts = config.option.allow_hosts or ",".join(LOOPBACK)
    config.option.allow_unix_socket = True
    if not wants_local_model(config):
        for name in [name for name in os.environ if name.startswith(OWN_SETTINGS)]:
            if name not in STRICTNESS:
                del os.environ[name]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that talk to a real model, unless `-m` names them."""
    if wants_local_model(config):
        return
    left_out = [item for item in items if item.get_closest_marker("localmodel")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("localmodel")]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A marker is enough to say what a test needs."""
    if item.get_closest_marker("corpus"):
        need_corpus()
    if item.get_closest_marker("browser"):
        need_browser()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where skips are forbidden, a skip is a failure that says its reason."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        forbid(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole module that skips itself."""
    report = yield
    if report.skipped:
        forbid(report)
    return report


def forbid(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure when this run forbids skips."""
    if required("FORBID_SKIPS"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, which this run forbids: {reason}"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real SEC inputs beside the project."""
    need_corpus()
    return CORPUS


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium."""
    need_browser()
    return browser_path()


@pytest.fixture(autouse=True)
def _own_main_module() -> Iterator[None]:
    """Put back `__main__`, which a page under test replaces: a process started later reads it."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before
