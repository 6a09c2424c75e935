"""Tool calls that small models write as text."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.models.text_calls import extract_tool_calls

NAMES = {"get_financials", "calculate"}
QUERY = {"query": "Apple revenue {FY2023}"}


def found(text: str) -> list[tuple[str, dict[str, Any]]]:
    return [(call["name"], call["args"]) for call in extract_tool_calls(text, NAMES)]


def call(name: str = "get_financials", **arguments: object) -> str:
    return json.dumps({"name": name, "arguments": arguments or QUERY})


@pytest.mark.parametrize(
    "text",
    [
        f"<tool_call>{call()}</tool_call>",
        f"<tool_call>\n{call()}\n</tool_call> I will look.",
        f"Let me look.\n<tool_call>\n{call()}",
        f"```json\n{call()}\n```",
        f"```\n{call()}\n```",
        f"I call {call()} now.",
        f"<think>Which tool? {call()}",
        f"So {call('calculate')} would not do.</think>{call()}",
        f"<think>{call('calculate')}</think>\n{call()}",
        f"[{call()}]",
        json.dumps({"name": "get_financials", "parameters": QUERY}),
        json.dumps({"name": "get_financials", "arguments": json.dumps(QUERY)}),
        json.dumps({"function": {"name": "get_financials", "arguments": QUERY}}),
        json.dumps({"function": "get_financials", "arguments": QUERY}),
        json.dumps({"type": "function", "function": json.loads(call())}, indent=2),
        json.dumps({"tool_calls": [json.loads(call())]}),
        json.dumps({"tool_calls": [{"function": json.loads(call()), "id": "x"}]}),
        f'Use {{ to open a set, and "quotes". {call()}',
        f"{call()} and, to be sure, {call()}",
        f"{{{{ {call()} }}}}",
        f'{{"broken": {call()} oops }} {call()}',
        '{"name": "get_financials", "arguments": {"query": "Apple\nrevenue {FY2023}"}}'.replace(
            "Apple\n", "Apple "
        ),
    ],
)
def test_a_call_is_found_however_it_is_written(text: str) -> None:
    """Every form seen from small models is one call, with its braces and quotes intact."""
    assert found(text) == [("get_financials", QUERY)]


def test_a_line_end_inside_a_string_is_kept() -> None:
    """Small models do not escape them."""
    text = '{"name": "calculate", "arguments": {"expression": "1 +\n2"}}'

    assert found(text) == [("calculate", {"expression": "1 +\n2"})]


def test_several_calls_keep_their_order() -> None:
    """Blocks in a row, or several objects in one block; each has an id of its own."""
    text = (
        f"<tool_call>{call(query='a')}</tool_call><tool_call>{call(query='b')}\n"
        f"{call('calculate', expression='x')}"
    )

    calls = extract_tool_calls(text, NAMES)

    assert [c["args"] for c in calls] == [{"query": "a"}, {"query": "b"}, {"expression": "x"}]
    assert len({c["id"] for c in calls}) == 3


def test_blocks_win_over_other_json() -> None:
    """What stands beside a block explains it."""
    text = f"For example {call(query='no')}: <tool_call>{call(query='yes')}</tool_call>"

    assert found(text) == [("get_financials", {"query": "yes"})]


def test_json_counts_when_a_block_holds_no_call() -> None:
    """An empty or broken block does not hide the call beside it."""
    assert found(f"<tool_call></tool_call> {call()}") == [("get_financials", QUERY)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Apple's revenue was $383,285 million.",
        call("delete_everything"),
        f"<think>{call()}</think> The answer is 42.",
        f"Or rather {call()}</think> The answer is 42.",
        '{"name": "get_financials"}',
        '{"name": "get_financials", "arguments": "not json"}',
        '{"name": "get_financials", "arguments": ["a"]}',
        '{"name": ["get_financials"], "arguments": {}}',
        '{"name": "get_financials", "arguments": {"query": "cut o',
        json.dumps({"text": call()}),
        json.dumps({"schema": json.loads(call())}),
        '{"name": "calculate", "arguments": {"x": ' + "9" * 5000 + "}}",
        '{"a": ' * 100_000,
    ],
)
def test_other_text_is_no_call(text: str) -> None:
    """Names nobody granted, thoughts, quotations and fragments stay text."""
    assert found(text) == []


@pytest.mark.parametrize(
    "unit",
    [
        "{",
        '{"',
        '{"a',
        '{"a":',
        '{"a":{',
        "<think>",
        "</think>",
        "<tool_call>",
        '{"\\"',
        '[{"',
        call("x"),
    ],
)
@pytest.mark.timeout(30)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    """Half a megabyte of any of these ends long before a quadratic search would."""
    assert found(unit * (500_000 // len(unit))) == []


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
arguments = st.dictionaries(st.text(max_size=12), values, max_size=4)
prose = st.text(st.characters(exclude_characters="<{"), max_size=60)


@settings(deadline=None)
@given(
    prose,
    arguments,
    prose,
    st.sampled_from(["{}", "<tool_call>{}</tool_call>", "```json\n{}\n```"]),
)
def test_any_arguments_survive_any_prose(
    before: str, given_arguments: dict[str, Any], after: str, frame: str
) -> None:
    """Whatever the strings hold (braces, quotes, tags), the call comes out as it went in."""
    written = json.dumps({"name": "calculate", "arguments": given_arguments})
    written = written.replace("<", "\\u003c")

    text = before + frame.replace("{}", written) + after

    assert found(text) == [("calculate", given_arguments)]


@settings(deadline=None)
@given(st.text(st.sampled_from('{}[]"\\:, <>/aname') | st.characters(), max_size=300))
def test_no_text_breaks_the_search(text: str) -> None:
    """Whatever a model writes, the answer is a list."""
    assert all(call["name"] == "n" for call in extract_tool_calls(text, {"n"}))


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["<tool_call>", "</tool_call>", "<think>", "</think>", call(), call("x"), "{", '"', "}"]
        ),
        max_size=12,
    )
)
def test_only_granted_names_count(parts: list[str]) -> None:
    """No arrangement of tags and fragments makes a call of another tool."""
    assert {name for name, _ in found("".join(parts))} <= {"get_financials"}


def test_the_description_of_a_tool_repeated_is_no_call() -> None:
    """Small models echo the schema before they call; the real call behind it counts."""
    schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    echoed = json.dumps({"name": "get_financials", "parameters": schema})

    assert found(echoed) == []
    assert found(f"{echoed}\n{call()}") == [("get_financials", QUERY)]
