"""Values of a known shape out of replies of any shape."""

import json
from typing import Any, Literal

import pytest
from langchain_core.messages import HumanMessage
from pydantic import BaseModel, ConfigDict, Field

from research_agent.domain.answers import Usage
from research_agent.errors import ModelError
from research_agent.models.schemas import compact_schema, strict_schema
from research_agent.models.structured import (
    MalformedReply,
    ask_structured,
    parse_structured,
    response_format,
)
from tests.fakes.openai_server import Fault, Reply, Rule, openai_server
from tests.unit.models.conftest import Connect


class Route(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tool: Literal["income", "balance"] = Field(description="Which\n    statement.")
    ticker: str
    limit: int = Field(4, ge=1)
    as_of: str | None = None


class Plan(BaseModel):
    calls: list[Route]


class Open(BaseModel):
    inputs: dict[str, str]


ASK = [HumanMessage("q")]
PLAN = {"calls": [{"tool": "income", "ticker": "AAPL"}]}
TEXT = json.dumps(PLAN)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"\n {TEXT}\n",
        f"Here:\n```json\n{TEXT}\n```\nDone.",
        f"```\n{TEXT}\n```",
        f"```json\n{TEXT}",
        f"The plan is {TEXT}.",
        f"<think>{{maybe}} {{</think>{TEXT}",
    ],
)
def test_a_value_is_found_however_it_is_wrapped(text: str) -> None:
    """Plain, fenced, in prose, after thoughts."""
    assert parse_structured(text, Plan).calls == [Route(tool="income", ticker="AAPL")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Plan"),
        ("I cannot do that.", "Plan"),
        ('{"calls": [{"tool": "cash", "ticker": "KO"}]}', "calls.0.tool: Input should be 'income'"),
        ('{"calls": [{"tool": "income"}]}', "calls.0.ticker: Field required"),
        ("[" * 100_000, "Plan"),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_the_reason(text: str, problem: str) -> None:
    """The model mends what it is told of."""
    with pytest.raises(ModelError) as caught:
        parse_structured(text, Plan)

    assert caught.value.kind == "malformed"
    assert problem in str(caught.value)
    assert len(str(caught.value)) < 1000


async def test_the_schema_goes_out_and_the_value_comes_back(connect: Connect) -> None:
    """One request when the server keeps to the schema."""
    with openai_server([Rule(Reply(TEXT, usage=(20, 5)), schema="Plan")]) as server:
        plan, usage = await ask_structured(connect(server), ASK, Plan)

    assert plan == Plan.model_validate(PLAN)
    assert usage == Usage(20, 5, 1)


async def test_a_misfit_goes_back_once_with_its_error(connect: Connect) -> None:
    """The second request holds the reply and what was wrong with it; both are counted."""
    script = [Reply('{"calls": [{"tool": "income"}]}', usage=(20, 5)), Reply(TEXT, usage=(40, 6))]
    with openai_server(script) as server:
        plan, usage = await ask_structured(connect(server), ASK, Plan)

    assert plan.calls[0].ticker == "AAPL"
    assert usage == Usage(60, 11, 2)
    asked = server.requests[1].messages
    assert [message["role"] for message in asked] == ["user", "assistant", "user"]
    assert "calls.0.ticker: Field required" in asked[2]["content"]


async def test_a_second_misfit_is_the_end(connect: Connect) -> None:
    """The error carries the cost, so that the run's total stays true."""
    with openai_server([Rule(Reply("no", usage=(10, 1)))]) as server:
        model = connect(server)
        with pytest.raises(MalformedReply) as caught:
            await ask_structured(model, ASK, Plan)

    assert caught.value.usage == Usage(20, 2, 2)
    assert caught.value.kind == "malformed"
    assert len(server.requests) == 2


async def test_a_server_without_response_format_gets_the_schema_in_words(
    connect: Connect,
) -> None:
    """Not every server of one's own knows the parameter."""
    script = [
        Rule(Fault(400, "response_format is not supported"), schema="Plan"),
        Rule(Reply(TEXT), contains="JSON schema"),
    ]
    with openai_server(script) as server:
        plan, _ = await ask_structured(connect(server), ASK, Plan)

    assert plan.calls[0].tool == "income"


async def test_a_filtered_value_is_not_asked_for_again(connect: Connect) -> None:
    """A content filter does not tire."""
    with openai_server([Rule(Reply("", finish_reason="content_filter"))]) as server:
        model = connect(server)
        with pytest.raises(ModelError) as caught:
            await ask_structured(model, ASK, Plan)

    assert caught.value.kind == "content_filter"
    assert len(server.requests) == 1


def test_a_strict_schema_requires_all_and_allows_no_more() -> None:
    """What OpenAI's strict mode demands of every object, nested ones too."""
    form = response_format(Plan)["json_schema"]

    assert form["strict"] is True
    route = form["schema"]["$defs"]["Route"]
    assert route["required"] == ["tool", "ticker", "limit", "as_of"]
    assert route["additionalProperties"] is False
    assert route["properties"]["as_of"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert "title" not in json.dumps(form)
    assert "default" not in json.dumps(form)


def test_a_loose_schema_leaves_optional_fields_out() -> None:
    """A small model writes ten tokens less per field it may leave out."""
    form = response_format(Plan, strict=False)["json_schema"]

    assert form["strict"] is False
    route = form["schema"]["$defs"]["Route"]
    assert route["required"] == ["tool", "ticker"]
    assert route["properties"] == {
        "tool": {
            "enum": ["income", "balance"],
            "type": "string",
            "description": "Which\nstatement.",
        },
        "ticker": {"type": "string"},
        "limit": {"type": "integer", "default": 4, "minimum": 1},
        "as_of": {"type": "string"},
    }


def test_an_open_object_cannot_be_strict() -> None:
    """A map with free keys has no list of properties to require."""
    assert strict_schema(Open.model_json_schema()) is None
    assert response_format(Open)["json_schema"]["strict"] is False


def test_a_property_may_be_named_like_a_keyword() -> None:
    """`title` is also what a filing has."""
    schema: dict[str, Any] = {
        "title": "Filing",
        "type": "object",
        "properties": {
            "title": {"title": "Title", "type": "string"},
            "default": {"type": "string", "default": None},
            "properties": {"type": "object", "properties": {}, "title": "P"},
        },
    }

    assert compact_schema(schema)["properties"] == {
        "title": {"type": "string"},
        "default": {"type": "string"},
        "properties": {"type": "object", "properties": {}},
    }
