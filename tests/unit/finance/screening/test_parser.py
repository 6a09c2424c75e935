"""The filter language: every tree can be written and read again; a slip is shown at its place."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain.periods import Basis
from research_agent.errors import InvalidRequest
from research_agent.finance.metrics import METRIC_KEYS
from research_agent.finance.screening.industries import SECTOR_NAMES
from research_agent.finance.screening.names import metric_dimension
from research_agent.finance.screening.parser import MAX_DEPTH, MAX_METRICS, parse_screen
from research_agent.finance.screening.syntax import (
    Among,
    And,
    Attribute,
    Between,
    Comparison,
    Condition,
    IsMissing,
    Metric,
    Not,
    Number,
    Operator,
    Or,
    Order,
    Screen,
)
from research_agent.finance.screening.tokens import ScreenSyntaxError

BASES = st.sampled_from([None, Basis.ANNUAL, Basis.TTM])
METRICS = st.builds(Metric, st.sampled_from(METRIC_KEYS), BASES)
DIGITS = st.decimals(min_value=-1000, max_value=1000, places=4)


@st.composite
def numbers(draw: st.DrawFn, key: str) -> Number:
    dimension = metric_dimension(key)
    value = draw(DIGITS)
    if dimension == "fraction":
        return Number(value / 100, percent=True)
    if dimension.startswith("money"):
        return Number(value * 10**6, currency=draw(st.sampled_from(["", "USD", "TWD"])))
    return Number(value)


@st.composite
def comparisons(draw: st.DrawFn) -> Condition:
    left = draw(METRICS)
    operator = draw(st.sampled_from(Operator))
    if draw(st.booleans()):
        same = [k for k in METRIC_KEYS if metric_dimension(k) == metric_dimension(left.key)]
        return Comparison(left, operator, Metric(draw(st.sampled_from(same)), draw(BASES)))
    return Comparison(left, operator, draw(numbers(left.key)))


@st.composite
def ranges(draw: st.DrawFn) -> Condition:
    metric = draw(METRICS)
    first, second = draw(numbers(metric.key)), draw(numbers(metric.key))
    low, high = sorted((first, second), key=lambda number: number.value)
    return Between(
        metric,
        Number(low.value, low.percent, first.currency),
        Number(high.value, high.percent, first.currency),
    )


WORDS = st.text(st.characters(codec="utf-8", exclude_characters='"“”\n', exclude_categories=["C"]))
EXCHANGES = WORDS.map(str.strip).filter(bool)
AMONG = st.one_of(
    st.builds(
        Among,
        st.just(Attribute.SECTOR),
        st.lists(st.sampled_from(SECTOR_NAMES), min_size=1, max_size=3, unique=True).map(tuple),
    ),
    st.builds(
        Among,
        st.just(Attribute.EXCHANGE),
        st.lists(EXCHANGES, min_size=1, max_size=3, unique=True).map(tuple),
    ),
)
LEAVES = st.one_of(comparisons(), ranges(), st.builds(IsMissing, METRICS), AMONG)
CONDITIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(And, st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(Or, st.lists(inner, min_size=2, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)
SCREENS = st.builds(
    Screen,
    st.none() | CONDITIONS,
    st.lists(st.builds(Order, METRICS, st.booleans()), max_size=2).map(tuple),
    st.none() | st.integers(1, 1000),
)


@given(SCREENS)
def test_a_screen_written_and_read_again_is_the_same(screen: Screen) -> None:
    """The text shown beside a result is the screen that ran, and a link reopens it."""
    if len(str(screen)) > 2_000 or len(screen.metrics()) > MAX_METRICS:
        return
    assert parse_screen(str(screen)) == screen


@given(st.text(max_size=200))
def test_any_text_is_a_screen_or_one_sentence(text: str) -> None:
    """Whatever a person pastes, no other error comes out."""
    problem = ""
    try:
        parse_screen(text)
    except InvalidRequest as error:
        problem = str(error)
    assert "\n" not in problem


def test_the_example_of_the_manual() -> None:
    """Percent is a fraction; the sector is one of the list."""
    screen = parse_screen(
        'revenue growth > 20% and net margin > 15% and sector = "tech" order by revenue desc limit 20'
    )
    assert screen == Screen(
        And(
            (
                Comparison(Metric("revenue_growth"), Operator.ABOVE, Number(Decimal("0.2"), True)),
                Comparison(Metric("net_margin"), Operator.ABOVE, Number(Decimal("0.15"), True)),
                Among(Attribute.SECTOR, ("Technology",)),
            )
        ),
        (Order(Metric("revenue"), descending=True),),
        20,
    )


def test_and_binds_before_or_and_brackets_before_both() -> None:
    """As everywhere; else "a or b and c" would mean another thing than people read."""
    one, two, three = (parse_screen(f"{key} > 1") for key in ("revenue", "equity", "total_debt"))
    assert parse_screen("revenue > 1 or equity > 1 and total_debt > 1").condition == Or(
        (one.condition, And((two.condition, three.condition)))  # type: ignore[arg-type]
    )
    assert parse_screen("(revenue > 1 or equity > 1) and total_debt > 1").condition == And(
        (Or((one.condition, two.condition)), three.condition)  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("revenue > 1.5bn", "1500000000", ""),
        ("revenue > $10 billion", "10000000000", "USD"),
        ("revenue > 1,250,000", "1250000", ""),
        ("revenue > 2T TWD", "2000000000000", "TWD"),
        ("revenue > EUR 500k", "500000", "EUR"),
        ("5M < revenue", "5000000", ""),
    ],
)
def test_numbers_as_people_write_them(text: str, value: str, currency: str) -> None:
    """A scale read wrongly is wrong by a thousand."""
    condition = parse_screen(text).condition
    assert isinstance(condition, Comparison)
    assert condition.operator is Operator.ABOVE
    assert condition.right == Number(Decimal(value), currency=currency)


@pytest.mark.parametrize(
    ("text", "says", "at"),
    [
        ("revnue > 5", "did you mean revenue", 0),
        ("net_margin > 15", "write 15%", 13),
        ("revenue > 5%", "not a percentage", 10),
        ("revenue > 10B and", "name of a figure belongs here", 17),
        ("revenue >", "number or a figure belongs", 9),
        ("(revenue > 5", 'A ")" is missing', 12),
        ('sector = "Tecnology"', "did you mean Technology", 9),
        ("revenue between 5 and 10 billion", "need their scale", 16),
        ("revenue between 10bn and 5bn", "smaller number comes first", 16),
        ("revenue > net_margin", "cannot be compared", 10),
        ("revenue > 1 order by revenue limit 0", "A limit is 1 to", 35),
        ("revenue > 1; drop table x", "no meaning in a screen", 11),
        ("net_margin > $5", "not money in USD", 13),
        ("revenue > " + "9" * 30, "too large", 10),
        ("margins > 5%", "name one", 0),
    ],
)
def test_a_slip_is_shown_at_its_place(text: str, says: str, at: int) -> None:
    """One sentence, where it is, and what would do."""
    with pytest.raises(ScreenSyntaxError) as caught:
        parse_screen(text)
    assert says in caught.value.problem
    assert caught.value.at == at


def test_brackets_have_a_depth_and_a_screen_a_length() -> None:
    """A pasted monster is refused before it costs anything."""
    with pytest.raises(InvalidRequest, match="deep at most"):
        parse_screen("(" * (MAX_DEPTH + 1) + "revenue > 1" + ")" * (MAX_DEPTH + 1))
    with pytest.raises(InvalidRequest, match="are the most"):
        parse_screen("revenue > 1 and " * 200)
