"""The Compare page over hand-made figures."""

from typing import Any

from streamlit.testing.v1 import AppTest

from tests.fakes import runtime as fake

TIMEOUT_S = 20
TWO = {"companies": "AAPL,NVDA", "metrics": "revenue,gross_margin"}


def compare_page_script() -> None:
    from research_agent.ui.pages.compare import compare_page
    from tests.fakes.runtime import installed

    compare_page(installed())  # type: ignore[arg-type]


def opened(**params: str) -> AppTest:
    fake.install(fake.compared)
    page = AppTest.from_function(compare_page_script, default_timeout=TIMEOUT_S)
    for name, value in params.items():
        page.query_params[name] = value
    return page.run()


def column(page: AppTest, metric: int, company: str) -> dict[str, Any]:
    frame = page.dataframe[metric].value
    return dict(zip(frame["Period"], frame[company], strict=True))


def test_a_link_reopens_the_view_it_was_copied_from() -> None:
    """Companies, metrics, basis, periods and view are all in the address."""
    page = opened(**TWO, basis="ttm", periods="8", view="growth")
    assert page.multiselect(key="compare_companies").value == ["AAPL", "NVDA"]
    assert page.multiselect(key="compare_metrics").value == ["revenue", "gross_margin"]
    assert page.query_params["basis"] == "ttm"
    assert page.query_params["periods"] == "8"
    assert page.query_params["view"] == "growth"
    link = page.code[0].value
    assert "companies=AAPL,NVDA&metrics=revenue,gross_margin&basis=ttm&periods=8" in link


def test_a_change_is_in_the_address_at_once() -> None:
    """What is on the screen is what the copied link shows."""
    page = opened(**TWO)
    page.multiselect(key="compare_companies").select("JPM").run()
    assert page.query_params["companies"] == "AAPL,NVDA,JPM"


def test_each_figure_stands_with_its_own_period_end() -> None:
    """Apple's and NVIDIA's FY2023 end eight months apart."""
    page = opened(**TWO)
    assert column(page, 0, "AAPL")["FY2023"] == "383,285  (2023-09-30)"
    assert column(page, 0, "NVDA")["FY2023"] == "26,974  (2023-01-29)"
    assert column(page, 0, "AAPL")["FY2024"] == "–"


def test_what_has_no_meaning_for_a_company_is_not_a_number() -> None:
    """A bank has no gross margin; a zero would be a lie."""
    page = opened(companies="AAPL,JPM", metrics="gross_margin")
    assert column(page, 0, "JPM")["FY2023"] == "n/a"


def test_indexed_lines_meet_at_100_in_the_oldest_shared_period() -> None:
    """FY2022 is the oldest year both have; Apple's FY2021 is shown against it."""
    page = opened(**TWO, view="indexed")
    assert column(page, 0, "AAPL")["FY2022"].startswith("100.0 ")
    assert column(page, 0, "NVDA")["FY2022"].startswith("100.0 ")
    assert column(page, 0, "AAPL")["FY2023"].startswith("97.2 ")
    assert column(page, 0, "NVDA")["FY2024"].startswith("226.4 ")


def test_growth_of_a_margin_is_in_points() -> None:
    """44.13 % after 43.31 % is +0.8 points; "+1.9 %" would be misread."""
    page = opened(**TWO, view="growth")
    assert column(page, 0, "AAPL")["FY2023"].startswith("-2.8%")
    assert column(page, 1, "AAPL")["FY2023"].startswith("+0.8 pp")
    assert column(page, 0, "AAPL")["FY2021"] == "n/a"


def test_one_company_is_asked_for_a_second() -> None:
    """Half a choice is not an error, and nothing is computed for it."""
    page = opened(companies="AAPL", metrics="revenue")
    assert "two to 8 companies" in page.info[0].value
    assert not page.dataframe


def test_names_in_the_address_that_are_not_known_are_said() -> None:
    """A link with a typing error shows the rest."""
    page = opened(companies="AAPL,NVDA,NOPE", metrics="revenue,wrong")
    assert "NOPE, wrong" in page.warning[0].value.replace("\\", "")
    assert page.multiselect(key="compare_companies").value == ["AAPL", "NVDA"]


def test_nonsense_in_the_address_falls_back_to_what_is_usual() -> None:
    """A hand-edited link never breaks the page."""
    page = opened(companies=",,", metrics="", basis="weekly", periods="-3", view="sideways")
    assert not page.exception
    assert len(page.multiselect(key="compare_companies").value) == 3
    assert page.query_params["basis"] == "fiscal"


def test_the_same_comparison_is_fetched_once() -> None:
    """Switching the view reads nothing again."""
    page = opened(companies="AAPL,NVDA", metrics="net_income")
    page.run()
    assert fake.installed().compared <= 1
