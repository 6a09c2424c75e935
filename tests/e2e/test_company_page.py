"""The Company page over the embedded figures."""

import json
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from research_agent.domain.periods import PeriodQuery
from research_agent.errors import NotFound
from tests.fakes.company_desk import desk

TIMEOUT_S = 60
GROWTH = "company_assume_terminal_growth"


def company_page_script() -> None:
    from research_agent.ui.pages.company import company_page
    from tests.fakes.company_desk import desk

    company_page(desk())  # type: ignore[arg-type]


def opened(**params: str) -> AppTest:
    st.cache_resource.clear()
    desk().reads.clear()
    page = AppTest.from_function(company_page_script, default_timeout=TIMEOUT_S)
    for name, value in params.items():
        page.query_params[name] = value
    return page.run()


def grids(page: AppTest) -> list[dict[str, Any]]:
    return [json.loads(element.proto.json) for element in page.get("bidi_component")]


def figures(page: AppTest, label: str, grid: int = 0) -> dict[str, str]:
    """The row called `label`: figure by column heading."""
    shown = grids(page)[grid]
    row = next(row for row in shown["rows"] if row["label"] == label)
    heads = [head["top"] for head in shown["heads"]]
    return dict(zip(heads, [cell["text"] for cell in row["cells"]], strict=True))


def value_per_share(page: AppTest) -> str:
    """The leading value, as the workings have it."""
    rows = [row for grid in grids(page) for row in grid["rows"]]
    return str(next(row["cells"][0]["text"] for row in rows if row["label"] == "Value per share"))


def warnings(page: AppTest) -> str:
    return " ".join(one.value for one in page.warning).replace("\\", "")


def test_a_statement_stands_under_its_period_ends_with_its_unit_said_once() -> None:
    """Apple's 10-K of fiscal 2023 (0000320193-23-000106): 383,285 and 6.13."""
    page = opened(company="AAPL")
    shown = grids(page)[0]
    assert {"top": "FY2023", "under": "2023-09-30"} in shown["heads"]
    assert shown["corner"] == "USD million"
    assert figures(page, "Revenue")["FY2023"] == "383,285"
    assert figures(page, "Diluted EPS")["FY2023"] == "6.13"
    units = {row["label"]: row["unit"] for row in shown["rows"]}
    assert (units["Revenue"], units["Diluted EPS"]) == ("", "USD per share")


def test_the_header_says_who_it_is_and_what_is_held_of_it() -> None:
    """The name, the SEC's number and the template decide how the figures are read."""
    page = opened(company="jpmorgan")
    said = " ".join(one.value for one in (*page.title, *page.markdown, *page.caption))
    for part in (
        "JPMorgan",
        "CIK 19617",
        "bank template",
        "FY2025 ended 31 December",
        "In the data:",
    ):
        assert part in said.replace("\\", "")


def test_headline_figures_carry_their_change_and_their_source() -> None:
    """Known on the last day of 2023: 96,995 after 99,803 million is -2.8 %."""
    page = opened(company="AAPL", version="as_of", as_of="2023-12-31")
    said = " ".join(one.value for one in page.markdown).replace("\\", "")
    assert "Net income, FY2023" in said
    assert "arrow_downward: 2.8%" in said
    assert "0000320193-23-000106" in said


def test_a_link_reopens_the_view_it_was_copied_from() -> None:
    """Company, tab, basis, periods and version are all in the address."""
    params = {
        "company": "PG",
        "tab": "ratios",
        "basis": "ttm",
        "periods": "4",
        "version": "as_reported",
    }
    page = opened(**params)
    assert {name: page.query_params[name] for name in params} == params
    assert "company=PG&tab=ratios&basis=ttm&periods=4" in page.code[0].value
    assert [head["top"][:3] for head in grids(page)[0]["heads"]] == ["TTM"] * 4


def test_a_name_leads_to_its_company() -> None:
    """Nobody has to know the ticker, and the link has it afterwards."""
    page = opened(company="apple")
    assert page.title[0].value == r"Apple Inc."
    assert page.query_params["company"] == "AAPL"


def test_an_unknown_name_is_said_with_the_nearest_ones() -> None:
    """A slip is never corrected silently; one click does it."""
    page = opened(company="Aplle")
    assert "did you mean AAPL (Apple Inc.)" in warnings(page)
    assert not page.title
    page.button(key="near-AAPL").click().run()
    assert page.title[0].value == "Apple Inc."
    assert not page.warning


def test_nonsense_in_the_address_falls_back_to_what_is_usual() -> None:
    """A hand-edited link never breaks the page."""
    page = opened(
        company="AAPL",
        tab="gossip",
        basis="weekly",
        periods="-3",
        version="as_of",
        as_of="yesterday",
        price="dear",
        set="beta:99,wrong:1,terminal_growth",
    )
    assert not page.exception
    assert page.query_params["tab"] == "statements"
    assert page.query_params["basis"] == "annual"
    assert len(grids(page)[0]["heads"]) == 6


def test_as_first_reported_differs_from_the_latest_version() -> None:
    """P&G's sales of fiscal 2014: 83,062 million filed first, 74,401 million since."""
    first = opened(company="PG", periods="20", version="as_reported")
    latest = opened(company="PG", periods="20")
    assert figures(first, "Revenue")["FY2014"] == "83,062"
    assert figures(latest, "Revenue")["FY2014"] == "74,401"


def test_nothing_filed_after_the_day_is_shown() -> None:
    """On 2020-01-31 Apple's newest annual report was that of fiscal 2019."""
    page = opened(company="AAPL", version="as_of", as_of="2020-01-31")
    assert next(iter(figures(page, "Revenue"))) == "FY2019"
    early = opened(company="AAPL", version="as_of", as_of="2009-01-01")
    assert "had filed nothing by 2009-01-01" in early.info[0].value
    assert str(early.date_input(key="company_as_of").value) == "2009-01-01"


def test_going_back_to_a_tab_reads_nothing_again() -> None:
    """The figures of a company are kept, whichever tab shows them."""
    page = opened(company="AAPL")
    page.session_state["company_tab"] = "Ratios"
    page.run()
    before = dict(desk().reads)
    page.session_state["company_tab"] = "Statements"
    page.run()
    page.session_state["company_tab"] = "Ratios"
    page.run()
    assert dict(desk().reads) == before
    assert before["ratios"] == 1


def test_a_bank_is_told_why_a_ratio_means_nothing_for_it() -> None:
    """One reason over all periods, not six times n/a."""
    page = opened(company="JPM", tab="ratios")
    row = next(row for row in grids(page)[0]["rows"] if row["label"] == "Gross margin")
    (cell,) = row["cells"]
    assert cell["text"].startswith("n/a: a bank has no gross margin: it sells no goods")
    assert cell["span"] == len(grids(page)[0]["heads"])


def test_the_formula_of_a_ratio_is_on_its_name() -> None:
    """What is averaged differs between textbooks, so it is said."""
    page = opened(company="AAPL", tab="ratios")
    row = next(row for row in grids(page)[0]["rows"] if row["label"] == "Return on equity")
    assert "average" in row["hint"]


def test_a_split_shows_its_parts_over_the_periods_that_have_them() -> None:
    """Apple's Services of fiscal 2024: 96,169 million (10-K 0000320193-24-000123)."""
    page = opened(company="AAPL", tab="segments")
    page.session_state["company_split"] = "Revenue by product"
    page.run()
    assert figures(page, "Services")["FY2024"] == "96,169"
    assert figures(page, "Revenue by product")["FY2024"] == "391,035"


def test_a_company_without_segments_says_so_in_a_sentence() -> None:
    """An empty box would look like a fault."""
    for company in desk().directory.covered():
        try:
            desk().segments(company.ticker, PeriodQuery(limit=1))
        except NotFound:
            break
    else:
        pytest.skip("every company of the pack has segments")
    page = opened(company=company.ticker, tab="segments")
    assert not page.exception
    assert not grids(page)
    assert "split" in page.info[0].value or "segment" in page.info[0].value


def test_checks_are_counted_and_laid_out_by_period() -> None:
    """What holds and what does not is seen at a glance."""
    page = opened(company="AAPL", tab="checks")
    cells = figures(page, "Total assets = total liabilities and equity")
    assert cells["FY2025"] == "✓"
    said = " ".join(one.value for one in page.markdown)
    assert "passed" in said
    assert "failed" in said


def test_periods_without_anything_to_check_say_so() -> None:
    """TSMC files once a year, so it has no quarters; an empty table would look like a fault."""
    page = opened(company="TSM", tab="checks", basis="quarterly")
    assert not grids(page)
    assert "Nothing can be checked" in page.info[0].value


def test_an_assumption_moves_the_value_and_is_in_the_address() -> None:
    """Whoever opens the link sees the same value."""
    page = opened(company="AAPL", tab="valuation")
    before = value_per_share(page)
    page.slider(key=GROWTH).set_value(0.03).run()
    after = value_per_share(page)
    assert page.query_params["set"] == "terminal_growth:0.03"
    assert before != after
    again = opened(company="AAPL", tab="valuation", set="terminal_growth:0.03")
    assert value_per_share(again) == after


def test_reset_goes_back_to_the_defaults() -> None:
    """An experiment can be undone."""
    page = opened(company="AAPL", tab="valuation", set="terminal_growth:0.03,beta:1.5")
    assert page.slider(key=GROWTH).value == 0.03
    page.button(key="company-reset").click().run()
    assert page.slider(key=GROWTH).value == 0.025
    assert "set" not in page.query_params


def test_assumptions_belong_to_one_company() -> None:
    """Apple's margin must not value Procter & Gamble."""
    page = opened(company="AAPL", tab="valuation", set="operating_margin:0.5", price="200")
    page.selectbox(key="company_picked").set_value("PG").run()
    assert "set" not in page.query_params
    assert "price" not in page.query_params


def test_a_bank_is_valued_by_what_it_earns_on_its_equity() -> None:
    """Discounting a bank's cash flow means nothing, and the page says why."""
    page = opened(company="JPM", tab="valuation")
    models = {row["label"]: row["cells"][0] for row in grids(page)[0]["rows"]}
    assert models["Discounted cash flow"]["text"] == "n/a"
    assert "bank" in models["Discounted cash flow"]["hint"]
    assert models["Excess returns on book equity"]["text"] != "n/a"
    assert any("not a forecast of the price" in one.value for one in page.caption)
