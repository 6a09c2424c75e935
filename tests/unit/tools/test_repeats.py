import pytest

from research_agent.tools.repeats import RepeatWatch, nearly_the_same
from tests.fakes.small_tools import artifact_tool

TOOL = artifact_tool("search")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Apple revenue FY2023", "Apple revenue FY2023"),
        ("Apple's quarterly revenue in FY2023", "What is Apple's quarterly revenue in FY2023?"),
        ("Apple annual revenue for 2023", "apple annual revenue 2023."),
        (
            "Show Apple revenue and net income by fiscal year",
            "Get Apple revenue and net income by fiscal year",
        ),
        ("apple total annual revenue 2023", "apple annual revenue 2023"),
        ("annual revenue of AAPL 2023", "AAPL annual revenue 2023"),
        ("BRK.B book value", "book value BRK.B"),
        ("", ""),
    ],
)
def test_the_same_question_in_other_words_is_the_same(one: str, other: str) -> None:
    """Order, case, punctuation and words that only ask make no other question."""
    assert nearly_the_same(one, other)
    assert nearly_the_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            "annual revenue and net income of Apple over the last five fiscal years",
            "annual revenue and net income of Nvidia over the last five fiscal years",
            id="another company",
        ),
        pytest.param(
            "annual revenue and net income of apple over the last five fiscal years",
            "annual revenue and net income of nvidia over the last five fiscal years",
            id="another company in lower case",
        ),
        pytest.param(
            "AAPL income statement annual all line items",
            "MSFT income statement annual all line items",
            id="another ticker",
        ),
        pytest.param(
            "aapl annual income statement with every line item there is",
            "msft annual income statement with every line item there is",
            id="another ticker in lower case",
        ),
        pytest.param(
            "apple annual income statement all items fiscal 2022",
            "apple annual income statement all items fiscal 2023",
            id="another year",
        ),
        pytest.param(
            "Apple revenue last 5 years by fiscal year",
            "Apple revenue last 10 years by fiscal year",
            id="another number",
        ),
        pytest.param(
            "Apple annual revenue over the last fiscal years",
            "Apple quarterly revenue over the last fiscal years",
            id="another period",
        ),
        pytest.param(
            "revenue of Apple by fiscal year",
            "revenue of Apple and Nvidia by fiscal year",
            id="one company more",
        ),
        pytest.param("Apple revenue", "Apple cash flow statement", id="another subject"),
    ],
)
def test_another_company_year_or_number_is_another_question(one: str, other: str) -> None:
    """A warning here would talk the model out of the second company of a comparison."""
    assert not nearly_the_same(one, other)
    assert not nearly_the_same(other, one)


def test_words_count_from_seven_in_ten() -> None:
    """Seven common words of ten are nearly the same, six of ten are not."""
    seven = "a1 b2 c3 d4 e5 f6 g7"

    assert nearly_the_same(seven, f"{seven} h i j")
    assert not nearly_the_same(seven.rsplit(" ", 1)[0], f"{seven.rsplit(' ', 1)[0]} h i j k")


def test_the_same_query_gets_a_warning_the_second_time() -> None:
    """Asking again brings the same result at the same price."""
    watch = RepeatWatch()

    assert watch.warning(TOOL, {"query": "Apple revenue"}) == ""
    assert "asked nearly the same before" in watch.warning(TOOL, {"query": "apple revenue"})


def test_the_third_call_of_a_tool_gets_a_warning() -> None:
    """Different questions are welcome, but not without end."""
    watch = RepeatWatch()
    warnings = [watch.warning(TOOL, {"query": name}) for name in ("Apple", "Nvidia", "Intel")]

    assert warnings[:2] == ["", ""]
    assert warnings[2].startswith("This is call 3 of search in this run")


def test_each_tool_is_counted_alone() -> None:
    """Two tools may be asked the same."""
    watch, other = RepeatWatch(), artifact_tool("other")

    assert watch.warning(TOOL, {"query": "Apple"}) == ""
    assert watch.warning(other, {"query": "Apple"}) == ""


def test_a_tool_without_soft_limits_gets_no_warning() -> None:
    """A calculation is free; an answer may need many."""
    watch, free = RepeatWatch(), artifact_tool("free", soft_limited=False)

    assert [watch.warning(free, {"query": "1 + 1"}) for _ in range(5)] == [""] * 5
