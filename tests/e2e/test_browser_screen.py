"""The Screen page over the embedded facts, in a real Chromium."""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import test_browser_dashboard as dashboard

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

address, browser, open_page = dashboard.address, dashboard.browser, dashboard.open_page

FAST = 'revenue_growth > 60% and sector = "Technology"'


def shown(page: Page) -> Page:
    """Wait for the foot of the page."""
    expect(page.get_by_text("This link reopens")).to_be_visible(timeout=dashboard.PATIENCE_MS)
    return page


def test_a_link_reopens_its_screen_and_figures_link_to_filings(open_page: dashboard.Open) -> None:
    """NVIDIA's revenue of fiscal 2026 is in 10-K 0001045810-26-000021: 215,938 against 130,497."""
    page = shown(open_page(f"/screen?filter={quote(FAST)}"))
    row = page.locator("tr", has_text="NVDA")
    expect(row).to_contain_text("65.47%")
    expect(row).to_contain_text("2026\u201101\u201125")
    href = row.get_by_role("link", name="65.47%").get_attribute("href") or ""
    assert href.startswith("https://www.sec.gov/Archives/edgar/data/1045810/")
    company = row.get_by_role("link", name="NVDA").get_attribute("href") or ""
    assert company.endswith("/company?company=NVDA")
    expect(page.get_by_test_id("stCode")).to_contain_text(f"/screen?filter={quote(FAST)}")


def test_an_error_stands_under_the_field_and_the_link_stays(open_page: dashboard.Open) -> None:
    """The place of the slip and the nearest name, no table of something else."""
    page = shown(open_page("/screen?filter=revnue%20%3E%205bn"))
    expect(page.get_by_test_id("stAlert")).to_contain_text("did you mean revenue")
    expect(page.locator("table")).to_have_count(0)


def test_an_example_fills_the_field_and_the_address(open_page: dashboard.Open) -> None:
    """A chip is a start to edit from."""
    page = shown(open_page("/screen"))
    page.get_by_role("button", name="Losing money").click()
    expect(page.get_by_label("Filter", exact=True)).to_have_value(
        "net_income < 0 order by net_income"
    )
    expect(page.locator("tr", has_text="INTC").or_(page.locator("td").first)).to_be_visible()
    page.wait_for_url("**/screen?filter=net_income*")


def test_the_result_can_be_saved_with_its_filings(open_page: dashboard.Open) -> None:
    """Each line has value, period end and the filing's address."""
    page = shown(open_page(f"/screen?filter={quote(FAST)}"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "NVDA,NVIDIA Corp,1045810,Technology,USD,revenue_growth" in text
    assert "https://www.sec.gov/Archives/edgar/data/1045810/" in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_never_scrolls_sideways(open_page: dashboard.Open, scheme: str) -> None:
    """The table does, within its own frame."""
    page = shown(open_page("/screen", size=dashboard.PHONE, scheme=scheme))
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= dashboard.PHONE[0]
