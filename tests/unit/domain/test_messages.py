import pytest

from research_agent.domain.messages import pairing_problems


@pytest.mark.parametrize(
    ("turns", "problems"),
    [
        ([("other", []), ("calls", ["a", "b"]), ("result", ["a"]), ("result", ["b"]), ("other", [])], []),
        ([("calls", ["a"]), ("other", [])], ["call a has no result"]),
        ([("calls", ["a"])], ["call a has no result"]),
        ([("result", ["a"])], ["result a has no call"]),
        ([("calls", ["a"]), ("result", ["a"]), ("result", ["a"])], ["call a has two results"]),
        ([("calls", ["a"]), ("result", ["a"]), ("calls", ["a"]), ("result", ["a"])], ["call id a is used twice"]),
    ],
)  # fmt: skip
def test_every_call_has_exactly_one_result(
    turns: list[tuple[str, list[str]]], problems: list[str]
) -> None:
    """Providers refuse anything else with a 400, and the run could not go on."""
    assert pairing_problems(turns) == problems
