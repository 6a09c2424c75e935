"""The company page over the embedded facts, in a real Chromium."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import test_browser_dashboard as dashboard

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

address, browser, open_page = dashboard.address, dashboard.browser, dashboard.open_page

FILING = "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/"
TABS = ("statements", "ratios", "segments", "checks", "valuation")


def shown(page: Page) -> Page:
    """Wait for the foot of the page."""
    expect(page.get_by_text("This link reopens")).to_be_visible(timeout=dashboard.PATIENCE_MS)
    expect(page.locator("td").first).to_be_visible(timeout=dashboard.PATIENCE_MS)
    return page


def figure(page: Page, text: str) -> Locator:
    return page.get_by_role("grid").locator("td", has_text=re.compile(f"^{re.escape(text)}$"))


def test_a_click_on_a_figure_shows_the_filing_it_was_read_in(open_page: dashboard.Open) -> None:
    """Apple's revenue of fiscal 2023 stands in 10-K 0000320193-23-000106."""
    page = shown(open_page("/company?company=AAPL&version=as_of&as_of=2023-12-31"))
    figure(page, "383,285").click()
    card = page.locator(".card")
    expect(card).to_contain_text("Revenue FY2023 = $383,285 million")
    expect(card).to_contain_text("0000320193-23-000106")
    link = card.get_by_role("link", name="10-K filed 2023-11-03")
    assert (link.get_attribute("href") or "").startswith(FILING)
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)


def test_the_table_is_walked_with_the_keyboard(open_page: dashboard.Open) -> None:
    """Arrows move, Enter opens the source, Escape closes it."""
    page = shown(open_page("/company?company=AAPL&version=as_of&as_of=2023-12-31"))
    figure(page, "383,285").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    card = page.locator(".card")
    expect(card).to_contain_text("Revenue FY2022 = $394,328 million")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_a_derived_quarter_opens_down_to_the_filings_it_was_made_from(
    open_page: dashboard.Open,
) -> None:
    """Q4 of fiscal 2023 is the year less nine months: 383,285 - 293,787 = 89,498."""
    page = shown(open_page("/company?company=AAPL&basis=quarterly&version=as_of&as_of=2023-12-31"))
    page.locator("td", has_text="89,498").click()
    card = page.locator(".card")
    expect(card).to_contain_text("383,285 million")
    expect(card).to_contain_text("293,787 million")
    expect(card.get_by_role("link")).to_have_count(2)


def test_a_wrong_name_offers_the_nearest_and_keeps_the_company(open_page: dashboard.Open) -> None:
    """The page does not go blank over a slip."""
    page = shown(open_page("/company?company=NVDA"))
    box = page.get_by_role("combobox", name="Company")
    box.click()
    box.fill("Alphabeet")
    box.press("Enter")
    expect(page.get_by_text("did you mean")).to_be_visible(timeout=dashboard.PATIENCE_MS)
    expect(page.get_by_role("heading", name="NVIDIA")).to_be_visible()
    page.get_by_role("button", name=re.compile("GOOGL")).click()
    expect(page.get_by_role("heading", name="Alphabet")).to_be_visible(
        timeout=dashboard.PATIENCE_MS
    )


def test_a_slider_moves_the_value_and_the_link(open_page: dashboard.Open) -> None:
    """With the keyboard too: an arrow is one step."""
    page = shown(open_page("/company?company=AAPL&tab=valuation"))
    expect(page.get_by_text("not a forecast of the price")).to_be_visible()
    slider = page.get_by_role("slider", name=re.compile("Terminal growth"))
    slider.focus()
    slider.press("ArrowRight")
    expect(page.get_by_text("yours, not 2.5%")).to_be_visible(timeout=dashboard.PATIENCE_MS)
    expect(page).to_have_url(re.compile(r"set=terminal_growth(:|%3A)0\.0275"))
    page.get_by_role("button", name="Reset to our defaults").click()
    expect(page.get_by_text("yours, not 2.5%")).to_have_count(0)


def test_the_tabs_are_in_the_address(open_page: dashboard.Open) -> None:
    """What is copied from the address bar opens the same tab."""
    page = shown(open_page("/company?company=AAPL"))
    page.get_by_role("tab", name="Segments").click()
    expect(page).to_have_url(re.compile("tab=segments"), timeout=dashboard.PATIENCE_MS)
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible()


def test_the_statement_can_be_saved_with_its_filings(open_page: dashboard.Open) -> None:
    """The exact value and the accession number, not the rounded cell."""
    page = shown(open_page("/company?company=AAPL&version=as_of&as_of=2023-12-31"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    text = Path(saved.value.path()).read_text()
    assert "383285000000" in text
    assert "0000320193-23-000106" in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_stand_out_from_their_paper(open_page: dashboard.Open, scheme: str) -> None:
    """The grid takes its colours from the theme the person uses."""
    page = shown(open_page("/company?company=AAPL", scheme=scheme))
    paper = dashboard.LIGHT if scheme == "light" else dashboard.DARK
    expect(page.locator("tbody th").first).to_have_css("background-color", paper)
    ink = page.locator("td").first.evaluate("cell => getComputedStyle(cell).color")
    assert ink == ("rgb(27, 37, 39)" if scheme == "light" else "rgb(231, 228, 220)")


@pytest.mark.parametrize("tab", TABS)
def test_a_phone_never_scrolls_sideways(open_page: dashboard.Open, tab: str) -> None:
    """Tables scroll on their own; the page stays."""
    page = shown(open_page(f"/company?company=AAPL&tab={tab}", dashboard.PHONE))
    assert dashboard.overflow_px(page) <= 0


def test_a_dollar_is_never_a_formula(open_page: dashboard.Open) -> None:
    """Two dollars in one sentence would be typeset as one."""
    page = shown(open_page("/company?company=AAPL&tab=valuation&price=200"))
    expect(page.locator(".katex")).to_have_count(0)
