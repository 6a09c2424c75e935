"""Answers that are no row of figures: both versions, filings, earnings, a valuation, slips."""

from dataclasses import replace
from decimal import Decimal

from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage

from research_agent.analyst.offline import OfflineAnalyst
from research_agent.domain.facts import Fact, Origin
from research_agent.domain.tables import SeriesTable
from research_agent.evidence.artifact import Artifact
from tests.fakes.named_companies import APPLE, NVIDIA, PROCTER, NamedCompanies
from tests.unit.analyst.hand_made import TODAY, Talk, period, schemas, table

NOW = table(PROCTER, {"FY2014": "2014-06-30"}, filed="2016-08-09", revenue={"FY2014": "74401"})


def first_filed(latest: SeriesTable, value: str) -> SeriesTable:
    """The same table as first filed, with another figure."""
    (row,) = latest.rows
    (fact,) = row.cells
    assert isinstance(fact, Fact)
    first = replace(fact, value=Decimal(value) * 10**6, vintage="as_reported")
    return replace(latest, key="first", rows=(replace(row, cells=(first,)),))


def test_what_became_of_a_first_reported_figure_is_said() -> None:
    """P&G's 10-K of 2014 said 83,062 million; after divestitures it is 74,401 million."""
    text = Talk(first_filed(NOW, "83062"), NOW).ask(
        "What did P&G report for fiscal 2014 revenue at the time?"
    )
    assert "as first reported, was $83.1 billion ($83,062 million)" in text
    assert "In the latest version (filed 2016-08-09) Procter & Gamble's revenue" in text
    assert "$74.4 billion ($74,401 million)" in text


def test_a_figure_that_never_changed_has_one_version() -> None:
    """No remark where there is nothing to remark."""
    text = Talk(first_filed(NOW, "74401"), NOW).ask("P&G revenue FY2014 as first reported")
    assert "In the latest version" not in text


def test_the_day_of_a_filing_is_told_with_its_period() -> None:
    """From the figures' own filings; accession 0001045810-26-000021 came in on 2026-02-25."""
    newest = table(
        NVIDIA, {"FY2026": "2026-01-25"}, filed="2026-02-25", revenue={"FY2026": "215938"}
    )
    text = Talk(newest).ask("When did NVIDIA file its latest 10-K?")
    assert text.startswith(
        "NVIDIA filed its 10-K for FY2026 (period ended 2026-01-25) on 2026-02-25."
    )


def test_fiscal_years_are_told_by_their_ends() -> None:
    """The rule of a 52/53-week year shows in its days."""
    years = table(
        APPLE,
        {"FY2025": "2025-09-27", "FY2024": "2024-09-28"},
        revenue={"FY2025": "416161", "FY2024": "391035"},
    )
    text = Talk(years).ask("When does Apple's fiscal year end?")
    assert text.startswith(
        "Apple's fiscal year ends in September: FY2025 on 2025-09-27 and FY2024 on 2024-09-28."
    )


def test_earnings_have_a_row_for_each_quarter_with_its_filing_day() -> None:
    """Revenue, income and EPS, as they are announced."""
    quarters = table(
        APPLE,
        {"Q1 FY2026": "2025-12-27", "Q3 FY2025": "2025-06-28"},
        filed="2026-01-30",
        form="10-Q",
        revenue={"Q1 FY2026": "143756", "Q3 FY2025": "94036"},
        net_income={"Q1 FY2026": "42097", "Q3 FY2025": "23434"},
        eps_diluted={"Q1 FY2026": "2.84", "Q3 FY2025": "1.57"},
    )
    text = Talk(replace(quarters, title="Earnings, quarterly")).ask(
        "Apple earnings by quarter for the last 2 quarters"
    )
    assert "revenue in Q1 FY2026 (quarter ended 2025-12-27) was $143.8 billion" in text
    assert "| Q1 FY2026 | 2025-12-27 | 2026-01-30 | 143,756 | 42,097 | 2.84 |" in text


def test_a_slip_of_spelling_is_said_before_the_answer() -> None:
    """So that a reader can see what was answered."""
    revenue = table(APPLE, {"FY2023": "2023-09-30"}, revenue={"FY2023": "383285"})
    text = Talk(revenue).ask("Apple revenu in FY2023")
    assert text.startswith('I read "revenu" as revenue.\n\nApple\'s revenue in FY2023')


def test_old_figures_are_said_to_be_old() -> None:
    """The newest in the store need not be the newest there are: today is 2026-03-15."""
    revenue = table(APPLE, {"FY2023": "2023-09-30"}, revenue={"FY2023": "383285"})
    remark = "The newest such figures of Apple here are of FY2023 (year ended 2023-09-30)."
    assert remark in Talk(revenue).ask("Apple revenue")
    assert remark not in Talk(revenue).ask("Apple revenue in FY2023")


def value(concept: str, label: str, number: str, unit: str, formula: str) -> Fact:
    return Fact(
        cik=APPLE.cik,
        ticker=APPLE.ticker,
        concept=concept,
        label=label,
        value=Decimal(number),
        unit=unit,
        period=period("FY2025", "2025-09-27"),
        origin=Origin.COMPUTED,
        formula=formula,
    )


def test_a_valuation_is_asked_for_and_told_with_its_assumptions() -> None:
    """The value is worth nothing without what was assumed, and by whom."""
    model = OfflineAnalyst(directory=NamedCompanies()).bind_tools(
        schemas(["get_financials", "calculate", "value_company"])
    )
    asked = HumanMessage("What is Apple worth by DCF with 9% WACC?")
    start = [SystemMessage(f"Today is {TODAY}."), asked]
    reply = model.invoke(start)
    (call,) = reply.tool_calls
    assert (call["name"], call["args"]) == (
        "value_company",
        {"company": "AAPL", "assumptions": {"wacc": "9%"}},
    )
    facts = (
        value(
            "dcf_value_per_share", "Value per share (perpetual growth)", "105.9", "USD/shares", "x"
        ),
        value("assumed_wacc", "Cost of capital (WACC)", "0.09", "fraction", "set by the person"),
    )
    inputs = table(APPLE, {"FY2025": "2025-09-27"}, revenue={"FY2025": "416161"})
    result = ToolMessage(
        "text", tool_call_id=call["id"], artifact=Artifact(tables=(inputs,), facts=facts)
    )
    text = str(model.invoke([*start, reply, result]).text)
    assert text.startswith("Apple's value per share on the figures of FY2025")
    assert "$105.90. An estimate under the assumptions below, not a forecast" in text
    assert "| Cost of capital (WACC), % | 9.00% | set by the person |" in text


def test_without_the_tool_no_value_is_made_up() -> None:
    """A valuation by other means would be a guess."""
    assert Talk().ask("DCF of Apple").startswith("I cannot value a company here")
