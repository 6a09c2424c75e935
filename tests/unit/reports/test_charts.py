"""One chart specification for the screen and the file."""

from dataclasses import replace

from research_agent.domain.tables import SeriesTable
from research_agent.reports.charts import PALETTE, series_chart, to_svg
from tests.golden.example_run import example_tables


def table(ticker: str, kind: str = "statement") -> SeriesTable:
    return next(
        t for t in example_tables() if t.company.ticker == ticker and t.key.startswith(kind)
    )


def test_money_is_drawn_in_billions_of_its_currency() -> None:
    """Nobody reads 391035000000 off an axis."""
    spec = series_chart([table("AAPL")], "revenue")
    assert spec is not None
    assert [point["value"] for point in spec["data"]["values"]][:1] == [391.035]
    assert spec["encoding"]["y"]["axis"]["title"] == "$ billion"


def test_fractions_are_drawn_as_percent() -> None:
    """0.46 on an axis is no margin."""
    spec = series_chart([table("AAPL", "ratios"), table("NVDA", "ratios")], "gross_margin")
    assert spec is not None
    assert spec["encoding"]["y"]["axis"]["title"] == "%"
    assert round(spec["data"]["values"][0]["value"], 1) == 46.2


def test_each_company_has_its_own_colour_in_the_order_given() -> None:
    """The same company keeps its colour from chart to chart of one report."""
    spec = series_chart([table("NVDA"), table("AMD")], "revenue")
    assert spec is not None
    scale = spec["encoding"]["color"]["scale"]
    assert scale == {"domain": ["NVDA", "AMD"], "range": list(PALETTE[:2])}


def test_two_currencies_are_never_drawn_on_one_axis() -> None:
    """A Taiwan dollar is not a US dollar."""
    assert series_chart([table("AAPL"), table("TSM")], "revenue") is None


def test_one_figure_is_no_chart() -> None:
    """A single point shows nothing that the sentence does not say."""
    short = table("AAPL")
    rows = tuple(replace(row, cells=row.cells[:1]) for row in short.rows)
    assert series_chart([replace(short, periods=short.periods[:1], rows=rows)], "revenue") is None


def test_years_and_quarters_are_never_on_one_line() -> None:
    """The line would fall to a quarter of itself and back."""
    years, quarters = table("AAPL"), table("SNOW")
    mixed = [years, replace(quarters, company=years.company)]
    spec = series_chart(mixed, "revenue")
    assert spec is not None
    assert {point["period"][:2] for point in spec["data"]["values"]} == {"FY"}


def test_the_drawing_is_transparent_and_self_contained() -> None:
    """It stands on a light page, on a dark one, and on paper."""
    spec = series_chart([table("AAPL")], "revenue")
    assert spec is not None
    svg = to_svg(spec)
    assert svg.startswith("<svg")
    assert 'fill="white"' not in svg
    assert "<script" not in svg
    assert "<image" not in svg
