import pytest

from research_agent.search.page_url import normalised, page_key


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        pytest.param("HTTPS://WWW.Example.COM/A", "https://www.example.com/A", id="case"),
        pytest.param("https://example.com", "https://example.com/", id="no path"),
        pytest.param("https://example.com:443/a", "https://example.com/a", id="default port"),
        pytest.param("http://example.com:8080/a", "http://example.com:8080/a", id="own port"),
        pytest.param("https://example.com/a#top", "https://example.com/a", id="fragment"),
        pytest.param("https://example.com/a?utm_source=x", "https://example.com/a", id="utm"),
        pytest.param(
            "https://example.com/a?id=7&gclid=9&b=2&fbclid=x&UTM_Campaign=y",
            "https://example.com/a?id=7&b=2",
            id="tracking among others",
        ),
        pytest.param(
            "https://example.com/a?z=1&a=2", "https://example.com/a?z=1&a=2", id="order stays"
        ),
        pytest.param("https://example.com/a%20b?q=%C3%A9", "https://example.com/a%20b?q=%C3%A9", id="encoded"),
        pytest.param("https://example.com/é", "https://example.com/%C3%A9", id="not encoded"),
        pytest.param(" https://example.com/a ", "https://example.com/a", id="blanks around"),
        pytest.param("https://example.com/?ref_src=twsrc", "https://example.com/", id="referrer"),
        pytest.param("https://[2606:4700::1]/a", "https://[2606:4700::1]/a", id="IPv6"),
    ],
)  # fmt: skip
def test_an_address_is_put_in_its_plainest_form(given: str, plain: str) -> None:
    """So that one page is one source, and no click is tracked."""
    assert normalised(given) == plain
    assert normalised(plain) == plain


@pytest.mark.parametrize(
    "given",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "mailto:a@example.com",
        "https://user:pw@example.com/",
        "https://",
        "/a",
        "",
        "https://example.com/a b",
        'https://example.com/"onmouseover="x',
        "https://example.com:x/",
        "https://[::1/",
        None,
        7,
        ["https://example.com"],
    ],
)
def test_what_is_no_page_has_no_address(given: object) -> None:
    """It is left out of the results rather than linked."""
    assert normalised(given) is None


@pytest.mark.parametrize(
    "other",
    [
        "http://example.com/a",
        "https://www.example.com/a",
        "https://example.com/a/",
        "https://m.example.com/a",
        "https://example.com/a/index.html",
        "https://example.com/a/amp",
    ],
)
def test_one_page_under_two_addresses_is_one_page(other: str) -> None:
    """Search services mix them."""
    assert page_key(other) == page_key("https://example.com/a")


def test_two_pages_stay_two() -> None:
    """Paths keep their case, and parameters count, in any order."""
    assert page_key("https://example.com/a") != page_key("https://example.com/A")
    assert page_key("https://example.com/a?id=1") != page_key("https://example.com/a?id=2")
    assert page_key("https://example.com/a?x=1&y=2") == page_key("https://example.com/a?y=2&x=1")
