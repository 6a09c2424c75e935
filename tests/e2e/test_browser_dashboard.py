"""The real dashboard over the embedded facts, in a real Chromium."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

ROOT = Path(__file__).resolve().parents[2]
START_S = 60
PATIENCE_MS = 30_000
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
DESK, PHONE = (1280, 860), (390, 844)
LIGHT, DARK = "rgb(251, 250, 246)", "rgb(15, 21, 23)"

APPLE = "What was Apple's revenue in fiscal 2023?"
MARGINS = "Compare NVIDIA and AMD gross margin over the last five years"
ALPHABET = "How fast did Alphabet grow revenue per year from 2015 to 2024?"

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The dashboard's address; it runs without a key, as on a fresh machine."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = tmp_path_factory.mktemp("home")
    log = (home / "log").open("w")
    server = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"],
        cwd=ROOT,
        env={**os.environ, "RESEARCH_AGENT_HOME": str(home), "RESEARCH_AGENT_OFFLINE": "1"},
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)
        log.close()


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and server.poll() is None:
        with suppress(OSError), urllib.request.urlopen(url, timeout=1):
            return
        time.sleep(0.2)
    pytest.fail("the dashboard did not start")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Open]:
    """Open a page as a new person; none may ask for anything outside this machine."""
    strays: list[str] = []
    contexts = []

    def open_(path: str = "/", size: tuple[int, int] = DESK, scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: strays.append(request.url))
        page.goto(address + path)
        return page

    yield open_
    for context in contexts:
        context.close()
    own = (address, "ws://127.0.0.1", "data:", "blob:")
    assert [url for url in strays if not url.startswith(own)] == []


def ask(page: Page, question: str) -> Locator:
    """Type a question, press Enter and wait for its answer."""
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(question)
    box.press("Enter")
    expect(page.get_by_text(re.compile(r"figures? traced to filings"))).to_be_visible(
        timeout=PATIENCE_MS
    )
    return page.get_by_test_id("stChatMessage").last


def overflow_px(page: Page) -> int:
    """How far the page scrolls sideways."""
    wide: int = page.evaluate(
        "Math.max(...['html', '[data-testid=stMain]'].map(s => document.querySelector(s))"
        ".filter(e => e).map(e => e.scrollWidth - e.clientWidth))"
    )
    return wide


def filing_of(answer: Locator, figure: str) -> str:
    """The address that the figure in the answer links to."""
    link = answer.get_by_role("link", name=re.compile(re.escape(figure))).first
    return link.get_attribute("href") or ""


def test_apple_revenue_links_to_the_filing_it_was_read_in(open_page: Open) -> None:
    """The 10-K of fiscal 2023, filed 2023-11-03, says 383,285."""
    answer = ask(open_page(), APPLE)
    assert filing_of(answer, "383,285").startswith(
        "https://www.sec.gov/Archives/edgar/data/320193/"
    )
    expect(answer).to_contain_text("2023-09-30")
    expect(
        answer.get_by_text(re.compile(r"^(\d+) of \1 figures? traced to filings"))
    ).to_be_visible()


def test_two_companies_get_a_chart_and_a_table_with_period_ends(open_page: Open) -> None:
    """NVIDIA's fiscal 2025 (to 2025-01-26): 97,858 / 130,497 = 74.99 %; AMD's 2024: 49.35 %."""
    answer = ask(open_page(), MARGINS)
    expect(answer.get_by_test_id("stVegaLiteChart").first).to_be_visible()
    table = answer.get_by_role("table").first
    expect(table).to_contain_text("74.99%")
    expect(table).to_contain_text("49.35%")
    expect(table).to_contain_text("2025-01-26")


def test_a_growth_rate_over_nine_years_shows_its_formula(open_page: Open) -> None:
    """(350,018 / 74,989) ** (1/9) - 1 = 18.67 % a year."""
    answer = ask(open_page(), ALPHABET)
    expect(answer).to_contain_text("18.67%")
    answer.get_by_text(re.compile(r"^Source of each figure")).click()
    expect(answer).to_contain_text("350,018 million")
    expect(answer).to_contain_text("74,989 million")


def test_a_reload_keeps_the_answer_and_a_stranger_does_not_see_it(
    open_page: Open, address: str
) -> None:
    """A run lives in the server and belongs to one browser."""
    page = open_page()
    ask(page, APPLE)
    page.reload()
    expect(page.get_by_text("383,285").first).to_be_visible(timeout=PATIENCE_MS)
    stranger = open_page(page.url.removeprefix(address))
    expect(stranger.get_by_text("belongs to someone else")).to_be_visible(timeout=PATIENCE_MS)
    expect(stranger.get_by_text("383,285")).to_have_count(0)


def test_a_suggestion_starts_the_first_run(open_page: Open) -> None:
    """Nobody has to think of a question."""
    page = open_page()
    page.get_by_role("button", name=APPLE).click()
    expect(page.get_by_text("383,285").first).to_be_visible(timeout=PATIENCE_MS)


def test_an_answer_can_be_saved_as_one_html_file(open_page: Open) -> None:
    """The report holds the figure and its filing."""
    page = open_page()
    ask(page, APPLE)
    with page.expect_download() as saved:
        page.get_by_role("button", name="HTML").click()
    report = Path(saved.value.path()).read_text()
    assert "383,285" in report
    assert "0000320193" in report
    assert "<script" not in report


def test_a_link_opens_the_comparison_and_a_click_shows_a_source(open_page: Open) -> None:
    """The first cell is the newest figure of the first company."""
    page = open_page("/compare?companies=NVDA,AAPL&metrics=revenue&periods=3")
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible(timeout=PATIENCE_MS)
    grid = page.get_by_test_id("stDataFrame").first
    expect(grid).to_be_visible()
    page.wait_for_timeout(500)
    box = grid.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 190, box["y"] + 52)
    card = page.get_by_text(re.compile(r"NVDA Revenue FY\d{4}"))
    expect(card).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("link", name=re.compile("10-K filed"))).to_be_visible()


@pytest.mark.parametrize(("scheme", "paper"), [("light", LIGHT), ("dark", DARK)])
def test_light_and_dark_follow_the_person(open_page: Open, scheme: str, paper: str) -> None:
    """Both are this project's own."""
    page = open_page(scheme=scheme)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", paper)


@pytest.mark.parametrize("path", ["/", "/compare?companies=AAPL,NVDA&metrics=revenue,net_margin"])
def test_a_phone_never_scrolls_sideways(open_page: Open, path: str) -> None:
    """Tables scroll on their own; the page stays."""
    page = open_page(path, PHONE)
    if path == "/":
        ask(page, MARGINS)
    else:
        expect(page.get_by_text("This link reopens")).to_be_visible(timeout=PATIENCE_MS)
    assert overflow_px(page) <= 0


def test_a_question_too_long_is_one_sentence_and_the_page_lives_on(open_page: Open) -> None:
    """100,000 characters are refused without a traceback; the next question works."""
    page = open_page()
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill("why " * 25_000)
    box.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("Traceback")).to_have_count(0)
    ask(page, APPLE)
