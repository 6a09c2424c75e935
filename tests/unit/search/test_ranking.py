import itertools

from research_agent.search.ranking import ranked
from research_agent.search.result import SearchResult


def result(url: str, snippet: str = "text", title: str = "t") -> SearchResult:
    return SearchResult(title, url, None, snippet, "exa")


def urls(results: tuple[SearchResult, ...]) -> list[str]:
    return [one.url for one in results]


A, B, C = (result(f"https://{name}.example/") for name in "abc")
REGULATOR = result("https://www.sec.gov/news/1")


def test_the_providers_order_is_kept() -> None:
    """It knows how well a page fits the question."""
    assert ranked([C, A, B], limit=5) == (C, A, B)


def test_one_page_is_listed_once_with_the_fuller_text_at_the_better_place() -> None:
    """Two addresses of one page are no two sources."""
    again = result("http://www.a.example", "a longer text")
    assert ranked([A, B, again], limit=5) == (again, B)


def test_a_first_source_moves_up_a_little() -> None:
    """From the third place to the first, not from the last one of ten."""
    assert urls(ranked([A, B, REGULATOR], limit=5))[0] == REGULATOR.url
    many = [result(f"https://{number}.example/") for number in range(9)]
    assert urls(ranked([*many, REGULATOR], limit=10)).index(REGULATOR.url) == 7


def test_a_page_of_which_nothing_is_known_moves_down() -> None:
    """A title alone supports no answer."""
    bare = result("https://bare.example/", snippet="")
    assert urls(ranked([bare, A, B], limit=5))[-1] == bare.url


def test_a_look_alike_of_a_regulator_is_none() -> None:
    """Only the end of a host says whose it is."""
    fake = result("https://sec.gov.example/")
    assert urls(ranked([A, B, fake], limit=5))[-1] == fake.url


def test_the_same_results_have_the_same_order() -> None:
    """Equal places are settled by the address, never by chance."""
    bare = [result(f"https://{name}.example/", snippet="") for name in "xyz"]
    orders = {tuple(ranked(order, limit=9)) for order in itertools.permutations([A, B])}
    assert len(orders) == 2  # the provider's order counts
    assert ranked([*bare, A], limit=9) == ranked([*bare, A], limit=9)


def test_no_more_than_asked_for() -> None:
    """The rest is not shown, cited or stored."""
    assert ranked([A, B, C], limit=2) == (A, B)
