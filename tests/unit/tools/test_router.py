import json
from datetime import date
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolCall

from research_agent.domain.answers import Usage
from research_agent.errors import InvalidRequest, ProviderError
from research_agent.finance.questions import route_by_rules
from research_agent.finance.routing import SUB_TOOLS, RoutedCall
from research_agent.models.structured import response_format
from research_agent.tools.router import Route, route
from research_agent.tools.routing_prompt import ChosenCall, Routing, router_instructions
from tests.fakes.financials import HANGS, directory
from tests.fakes.scripted_chat import TOKENS, ScriptedChat
from tests.fakes.token_count import token_count

TODAY = date(2026, 11, 30)
DIRECTORY = directory()
QUESTION = "What was Apple's revenue in fiscal 2023?"
INCOME = {"tool": "get_income_statements", "ticker": "AAPL", "period": "annual", "limit": 2}
ONE_REQUEST = Usage(TOKENS["input_tokens"], TOKENS["output_tokens"], 1)


def calls(*chosen: dict[str, Any]) -> str:
    return json.dumps({"calls": chosen})


async def routed(
    model: ScriptedChat | None, query: str = QUESTION, *, timeout_s: float = 5.0
) -> Route:
    return await route(query, model=model, directory=DIRECTORY, today=TODAY, timeout_s=timeout_s)


def by_rules(query: str = QUESTION) -> tuple[RoutedCall, ...]:
    return route_by_rules(query, directory=DIRECTORY, today=TODAY)


async def test_the_model_chooses_the_calls_under_a_schema() -> None:
    """One request with the schema in it; its tokens count for the run."""
    model = ScriptedChat(calls(INCOME))

    chosen = await routed(model)

    arguments = {"ticker": "AAPL", "period": "annual", "limit": 2}
    assert chosen == Route(
        (RoutedCall("get_income_statements", arguments),), ONE_REQUEST, by_rules()
    )
    assert model.options[0]["response_format"]["json_schema"]["name"] == "Routing"


async def test_the_model_is_told_the_date_the_companies_and_what_rules_would_read() -> None:
    """What is last year depends on today; tickers and bounds need not be made up."""
    model = ScriptedChat(calls(INCOME))

    await routed(model, "Revenue of Apple and NVIDIA")

    system, question = model.asked[0]
    assert "Today is 2026-11-30." in system.text
    asked, apple, nvidia, draft = question.text.split("\n")
    assert asked == "Revenue of Apple and NVIDIA"
    assert (apple, nvidia) == ("AAPL: Apple Inc.", "NVDA: NVIDIA Corp")
    drafted = json.loads(draft.removeprefix("Draft: "))["calls"]
    assert [(one["tool"], one["ticker"]) for one in drafted] == [
        ("get_income_statements", "AAPL"),
        ("get_income_statements", "NVDA"),
    ]


async def test_choosing_nothing_leaves_the_draft_as_it_is() -> None:
    """The shortest reply to a draft that is right; that is no failure and no reason to warn."""
    chosen = await routed(ScriptedChat(calls()))

    assert chosen == Route(by_rules(), ONE_REQUEST, by_rules())


async def test_choosing_nothing_where_the_rules_found_nothing_is_refused() -> None:
    """There is nothing to read; the rules say what is missing."""
    with pytest.raises(InvalidRequest):
        await routed(ScriptedChat(calls()), "How are you?")


async def test_the_model_may_understand_what_the_rules_do_not() -> None:
    """A refusal of the rules is not the last word while there is a model."""
    chosen = await routed(ScriptedChat(calls(INCOME)), "How is the search giant doing?")

    assert chosen.by_rules == ()
    assert chosen.calls[0].arguments["ticker"] == "AAPL"


async def test_braces_in_a_question_are_only_text() -> None:
    """TRAPS 46: what a person types never goes through a template."""
    model = ScriptedChat(calls(INCOME))

    await routed(model, "Apple {today} {0} {revenue")

    assert model.asked[0][1].text.startswith("Apple {today} {0} {revenue")


async def test_native_calls_of_the_sub_tools_are_taken_too() -> None:
    """A server that answers with calls, whatever it was asked for, has answered."""
    reply = AIMessage(
        "",
        tool_calls=[
            ToolCall(name="get_income_statements", args={"ticker": "AAPL", "limit": 3}, id="1"),
            ToolCall(name="get_key_ratios", args={"ticker": "NVDA"}, id="2"),
        ],
        usage_metadata=TOKENS,
    )

    chosen = await routed(ScriptedChat(reply), "Compare Apple and NVIDIA")

    assert chosen.usage == ONE_REQUEST
    assert chosen.calls == (
        RoutedCall("get_income_statements", {"ticker": "AAPL", "limit": 3}),
        RoutedCall("get_key_ratios", {"ticker": "NVDA"}),
    )


async def test_calls_written_into_the_text_are_taken_too() -> None:
    """Small models write the call they were trained to make (K9)."""
    text = (
        '<tool_call>\n{"name": "get_balance_sheets", "arguments": {"ticker": "AAPL"}}\n</tool_call>'
    )

    chosen = await routed(ScriptedChat(text))

    assert chosen.calls == (RoutedCall("get_balance_sheets", {"ticker": "AAPL"}),)


async def test_a_reply_that_does_not_fit_goes_back_once() -> None:
    """The second try is told what was wrong (K8), and both are paid for."""
    model = ScriptedChat("Sure! Let me look that up.", f"```json\n{calls(INCOME)}\n```")

    chosen = await routed(model)

    assert chosen.warning == ""
    assert chosen.calls[0].arguments["limit"] == INCOME["limit"]
    assert chosen.usage == ONE_REQUEST + ONE_REQUEST
    assert "not a valid Routing" in model.asked[1][-1].text


@pytest.mark.parametrize(
    ("replies", "requests", "reason"),
    [
        pytest.param(["", ""], 2, "not a valid Routing", id="nothing"),
        pytest.param(["I am sorry.", "Dave."], 2, "not a valid Routing", id="prose"),
        pytest.param(
            [calls({"tool": "get_weather", "ticker": "AAPL"})] * 2, 2, "tool", id="unknown tool"
        ),
        pytest.param(
            [calls({**INCOME, "report_period_gte": "2023-02-30"})] * 2,
            2,
            "report_period_gte",
            id="impossible date",
        ),
        pytest.param(["[1, 2", '{"calls": 7}'], 2, "calls", id="other JSON"),
        pytest.param(
            [AIMessage("", tool_calls=[ToolCall(name="rm", args={}, id="1")])] * 2,
            2,
            "not a valid Routing",
            id="unknown native call",
        ),
        pytest.param([ProviderError("openai", "HTTP 503")], 1, "HTTP 503", id="server down"),
        pytest.param([ValueError("boom " * 99)], 1, "ValueError", id="foreign exception"),
        pytest.param([HANGS], 1, "no answer within 0.05 s", id="hangs"),
    ],
)
async def test_whatever_the_model_does_the_rules_take_over(
    replies: list[Any], requests: int, reason: str
) -> None:
    """A failing router costs a note, never the answer."""
    slow = any(isinstance(reply, float) for reply in replies)
    chosen = await routed(ScriptedChat(*replies), timeout_s=0.05 if slow else 5.0)

    assert chosen.calls == by_rules()
    assert chosen.usage.requests == requests
    assert chosen.warning.startswith("Rules chose what to read")
    assert reason in chosen.warning
    assert len(chosen.warning) < 260


async def test_without_a_model_the_rules_choose_and_nothing_is_wrong() -> None:
    """The offline analyst has no router to warn about."""
    assert await routed(None) == Route(by_rules(), by_rules=by_rules())


async def test_when_the_rules_find_nothing_either_the_question_is_refused() -> None:
    """The sentence of the rules says what is missing."""
    with pytest.raises(InvalidRequest):
        await routed(ScriptedChat("", ""), "How are you?")


@pytest.mark.parametrize(
    ("query", "written", "read"),
    [
        pytest.param("Coca-Cola revenue", ["COCO"], ["KO"], id="another company's ticker"),
        pytest.param("Coca-Cola revenue", ["COKE-COLA"], ["KO"], id="no ticker at all"),
        pytest.param("Coca-Cola revenue", [""], ["KO"], id="left out"),
        pytest.param("Coca-Cola revenue", ["KO"], ["KO"], id="right"),
        pytest.param("COCO against Coca-Cola", ["COCO", "KO"], ["COCO", "KO"], id="both meant"),
        pytest.param("COCO revenue", ["COCO"], ["COCO"], id="the ticker stands there"),
        pytest.param("the iPhone maker's revenue", ["AAPL"], ["AAPL"], id="known by the model"),
        pytest.param(
            "Apple and Coca-Cola", ["AAPL", "COCO"], ["AAPL", "KO"], id="one of two is wrong"
        ),
        pytest.param(
            "Apple and Coca-Cola", ["XXA", "XXB"], ["XXA", "XXB"], id="two wrong: no guessing"
        ),
        pytest.param("Apple, NVIDIA", ["AAPL, NVDA"], ["AAPL", "NVDA"], id="two in one call"),
    ],
)
async def test_companies_are_put_right_from_the_question(
    query: str, written: list[str], read: list[str]
) -> None:
    """A small model writes COCO for Coca-Cola, which is another listed company."""
    reply = calls(*({"tool": "get_key_ratios", "ticker": ticker} for ticker in written))

    chosen = await routed(ScriptedChat(reply), query)

    assert [call.arguments.get("ticker", "") for call in chosen.calls] == read


async def test_arguments_a_sub_tool_does_not_take_are_left_out() -> None:
    """A model fills every field of a flat schema; that is no reason to refuse the call."""
    everything = {
        **INCOME,
        "report_period_gte": "",
        "report_period_lte": "2024-02-28",
        "as_of": None,
        "limit": 400,
        "confidence": 0.8,
    }
    model = ScriptedChat(calls(everything, {**everything, "tool": "get_key_ratios"}))

    chosen = await routed(model)

    assert chosen.calls == (
        RoutedCall(
            "get_income_statements",
            {
                "ticker": "AAPL",
                "period": "annual",
                "limit": 80,
                "report_period_lte": "2024-02-28",
            },
        ),
        RoutedCall("get_key_ratios", {"ticker": "AAPL"}),
    )


def test_the_schema_offers_the_eight_and_no_more() -> None:
    """The names in the schema are those the rules and the sub-tools know."""
    shape = Routing.model_json_schema()["$defs"]["ChosenCall"]["properties"]

    assert tuple(shape["tool"]["enum"]) == SUB_TOOLS
    assert "report_period_gt" not in shape  # two bounds are enough to choose from
    assert ChosenCall(tool="get_earnings", ticker="").call() == RoutedCall("get_earnings")


def test_prompt_and_schema_stay_under_a_thousand_tokens() -> None:
    """SPEC F2; every question pays for them once."""
    sent = router_instructions(TODAY) + json.dumps(response_format(Routing, strict=False))

    assert token_count(sent) <= 1_000
