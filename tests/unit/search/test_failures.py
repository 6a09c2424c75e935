import pytest

from research_agent.search.failures import MAX_QUOTED, error_in, quoted

KEY = "tvly-Dev0Abcdef1234"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        pytest.param("index is down", "index is down", id="harmless"),
        pytest.param(f"key {KEY} unknown", "key … unknown", id="whole key"),
        pytest.param("key Bearer=tvly-Dev0 unknown", "key … unknown", id="its beginning"),
        pytest.param("key …ef1234 unknown", "key … unknown", id="its end"),
        pytest.param("key sk-***99 unknown", "key … unknown", id="masked"),
        pytest.param("token " + "A" * 30, "token …", id="long word"),
        pytest.param("two\nlines", "two lines", id="one line"),
    ],
)
def test_a_services_words_are_repeated_without_keys(words: str, shown: str) -> None:
    """They help to mend the setup; a key in them would reach screens, logs and models."""
    assert quoted(words, KEY) == shown


def test_long_words_are_cut() -> None:
    """A page of HTML is no reason."""
    assert len(quoted("no luck " * 100, KEY)) == MAX_QUOTED


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"results": []}, None),
        ({"error": None, "results": [1]}, None),
        ({"error": "", "results": [1]}, None),
        ({"code": 200, "msg": None, "data": {}}, None),
        ({"status": "success", "results": []}, None),
        ({"statusCode": 503, "message": "later"}, (503, "later")),
        ({"error": {"error": {"message": "deep"}}}, (0, "deep")),
        ({"errors": [{"message": "first"}], "success": False}, (0, "first")),
        ({"ok": False}, (0, "")),
        ([], None),
        (None, None),
        ("error", None),
    ],
)
def test_an_error_in_a_success_is_found(body: object, found: tuple[int, str] | None) -> None:
    """And an ordinary answer, which may name an empty error, is none."""
    assert error_in(body) == found
