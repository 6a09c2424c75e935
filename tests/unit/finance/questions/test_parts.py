"""Parts of a company in the words of a question."""

from datetime import date

import pytest

from research_agent.finance.questions import Operation, ParsedQuestion, Rank, parse, route
from tests.fakes.named_companies import NamedCompanies

TODAY = date(2026, 3, 15)


def read(question: str) -> ParsedQuestion:
    return parse(question, directory=NamedCompanies(), today=TODAY)


@pytest.mark.parametrize(
    ("question", "parts", "metrics", "operation"),
    [
        ("Apple's Services revenue share in fiscal 2024", "Services", "revenue", "share"),
        ("Apple revenue in Greater China FY2024", "Greater China", "revenue", "value"),
        ("Compare Apple iPhone and Services growth", "iPhone|Services", "revenue", "growth"),
        ("Sum of Apple Mac and iPad revenue in FY2024", "Mac|iPad", "revenue", "sum"),
        ("NVIDIA data center revenue FY2025", "data center", "revenue", "value"),
        ("What share of Apple's revenue comes from the US?", "US", "revenue", "share"),
        ("Alphabet cloud operating margin 2024", "cloud", "operating_margin", "value"),
        ("Apple iPhone revenue growth 2024", "iPhone", "revenue", "growth"),
    ],
)
def test_a_part_is_told_from_the_whole(
    question: str, parts: str, metrics: str, operation: str
) -> None:
    """The total of a company is the wrong answer to a question about a part of it."""
    parsed = read(question)
    assert "|".join(part.text for part in parsed.parts) == parts
    assert all(part.sure for part in parsed.parts)
    assert " ".join(parsed.metrics) == metrics
    assert parsed.operation is Operation(operation)
    assert parsed.not_understood == ()


@pytest.mark.parametrize(
    ("question", "axis"),
    [
        ("NVIDIA revenue by segment last 3 years", "business"),
        ("Apple revenue by product", "product"),
        ("Alphabet revenue by region 2024", "geography"),
        ("Which P&G segment had the highest operating income in FY2025?", "business"),
        ("Which is Apple's fastest growing product?", "product"),
        ("NVIDIA's largest customer", "customer"),
        ("Apple geographic breakdown of sales", "geography"),
    ],
)
def test_all_parts_of_a_kind_can_be_asked_for(question: str, axis: str) -> None:
    """The kind decides which of a company's splits is shown."""
    parsed = read(question)
    assert parsed.axis == axis
    assert parsed.parts == ()
    assert [call.tool for call in route(parsed)] == ["get_financial_segments"]


def test_the_highest_part_is_a_rank_of_one_company() -> None:
    """Which segment ranks parts where which company ranks companies."""
    assert read("Which P&G segment had the highest sales in FY2025?").rank is Rank.HIGHEST


@pytest.mark.parametrize(
    "question",
    ["NVIDIA advertising expense", "How is the iPhone maker doing?", "Apple revenue in US dollars"],
)
def test_words_of_parts_are_no_parts_everywhere(question: str) -> None:
    """An expense, a paraphrase of a company and a currency split nothing."""
    assert [part for part in read(question).parts if part.sure] == []


def test_a_product_names_its_maker() -> None:
    """Only Apple sells iPhones; "cloud" alone names nobody."""
    assert [company.ticker for company in read("iPhone sales 2023").companies] == ["AAPL"]
    assert read("cloud revenue 2023").companies == ()


def test_all_but_a_part_is_not_the_part() -> None:
    """Outside the US and excluding China must never give the figures of the US and of China."""
    for question in ("Apple revenue outside the US", "Apple revenue excluding China in 2024"):
        assert [part.excluded for part in read(question).parts] == [True]


def test_words_beside_a_metric_may_name_a_part() -> None:
    """The company's own names decide; so both its statements and its parts are fetched."""
    parsed = read("Apple widget revenue in 2023, frobbed")
    assert [(part.text, part.sure) for part in parsed.parts] == [("widget", False)]
    assert parsed.not_understood == ("frobbed",)
    tools = [call.tool for call in route(parsed)]
    assert tools == ["get_income_statements", "get_financial_segments"]


def test_figures_of_parts_reach_back_to_the_year_asked_for() -> None:
    """They are counted from the newest, which may be years old."""
    (call,) = route(read("Apple Services revenue in 2022 as known on 2023-12-31"))
    assert call.arguments == {
        "ticker": "AAPL",
        "period": "annual",
        "limit": 6,
        "as_of": "2023-12-31",
    }
