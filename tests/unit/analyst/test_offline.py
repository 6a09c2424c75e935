"""The offline analyst as a chat model: turns, tools, streaming, follow-ups, refusals."""

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from research_agent.analyst.offline import OfflineAnalyst
from research_agent.domain.tables import SeriesTable
from research_agent.errors import InvalidRequest
from research_agent.evidence.artifact import Artifact
from tests.fakes.named_companies import APPLE, NamedCompanies
from tests.unit.analyst.hand_made import TODAY, Talk, added_up, schemas, table

SYSTEM = SystemMessage(f"Today is {TODAY}.\nInstructions.")
QUESTION = "What was Apple's revenue in fiscal 2023?"


@pytest.fixture
def apple() -> SeriesTable:
    return table(
        APPLE,
        {"FY2023": "2023-09-30", "FY2022": "2022-09-24"},
        revenue={"FY2023": "383285", "FY2022": "394328"},
        net_income={"FY2023": "96995", "FY2022": "99803"},
    )


def analyst() -> OfflineAnalyst:
    return OfflineAnalyst(directory=NamedCompanies())


def test_it_has_a_name_to_show() -> None:
    """Answers say who wrote them."""
    assert analyst().display_name == "offline analyst"


def test_the_first_turn_looks_the_figures_up() -> None:
    """With the question as it is, and without a word of its own."""
    reply = (
        analyst().bind_tools(schemas(["get_financials"])).invoke([SYSTEM, HumanMessage(QUESTION)])
    )
    assert [(call["name"], call["args"]) for call in reply.tool_calls] == [
        ("get_financials", {"query": QUESTION})
    ]
    assert reply.text == ""


def test_growth_takes_a_second_turn_of_calculations(apple: SeriesTable) -> None:
    """Inputs are references to figures of the run, so that each result can be traced."""
    talk = Talk(apple)
    talk.ask("How much did Apple's revenue grow in fiscal 2023?")
    assert [call["name"] for call in talk.calls] == ["get_financials", "calculate"]
    assert talk.calls[1]["args"] == {
        "expression": "end / start - 1",
        "inputs": {"start": "AAPL.revenue.FY2022", "end": "AAPL.revenue.FY2023"},
        "label": "Revenue growth FY2022 to FY2023",
        "unit": "fraction",
    }


def test_call_ids_never_repeat_in_a_conversation(apple: SeriesTable) -> None:
    """A provider refuses a history in which they do."""
    talk = Talk(apple)
    talk.ask(QUESTION)
    talk.ask("And in 2022?", earlier=[HumanMessage(QUESTION), AIMessage("It was 383,285 million.")])
    ids = [call["id"] for call in talk.calls]
    assert len(set(ids)) == len(ids) == 2


async def test_the_text_streams_word_by_word(apple: SeriesTable) -> None:
    """The dashboard shows it as it comes; all pieces together are the whole."""
    call = AIMessage(
        "", tool_calls=[{"name": "get_financials", "args": {"query": QUESTION}, "id": "1"}]
    )
    result = ToolMessage("figures", tool_call_id="1", artifact=Artifact(tables=(apple,)))
    messages: list[BaseMessage] = [SYSTEM, HumanMessage(QUESTION), call, result]
    pieces = [piece async for piece in analyst().astream(messages)]
    assert len(pieces) > 10
    assert added_up(pieces).text == analyst().invoke(messages).text


@pytest.mark.parametrize(
    ("earlier", "question", "query"),
    [
        (QUESTION, "And in 2022?", "What was Apple's revenue in 2022?"),
        (QUESTION, "And net income?", "What was Apple's net income in fiscal 2023?"),
        (QUESTION, "What about NVIDIA?", "What was NVIDIA's revenue in fiscal 2023?"),
        (QUESTION, "What was its net income in 2022?", "AAPL: What was its net income in 2022?"),
        (QUESTION, "AMD revenue in 2021", "AMD revenue in 2021"),
        (
            "Compare NVIDIA and AMD gross margin over the last five years",
            "and Apple?",
            "Compare Apple gross margin over the last five years",
        ),
    ],
)
def test_a_follow_up_takes_what_it_lacks_from_before(
    earlier: str, question: str, query: str, apple: SeriesTable
) -> None:
    """People do not repeat the company."""
    talk = Talk(apple)
    talk.ask(question, earlier=[HumanMessage(earlier), AIMessage("It was so.")])
    assert talk.calls[0]["args"] == {"query": query}


def test_what_the_agent_says_after_a_result_is_no_question(apple: SeriesTable) -> None:
    """At the turn cap it asks for the best answer; that is not a new question."""
    call = AIMessage(
        "", tool_calls=[{"name": "get_financials", "args": {"query": QUESTION}, "id": "1"}]
    )
    result = ToolMessage("figures", tool_call_id="1", artifact=Artifact(tables=(apple,)))
    cap = HumanMessage("Tools are no longer available. Give the best answer from what was found.")
    reply = analyst().invoke([SYSTEM, HumanMessage(QUESTION), call, result, cap])
    assert reply.text.startswith("Apple's revenue in FY2023 (year ended 2023-09-30) was")


def test_without_tools_it_says_that_it_could_not_look() -> None:
    """It never answers from memory."""
    reply = analyst().invoke([SYSTEM, HumanMessage(QUESTION)])
    assert reply.text == "I could not look up any figures for this question."


def test_a_failed_tool_is_passed_on_in_one_sentence() -> None:
    """Without the code and the advice meant for a model."""
    problem = "TSLA (Tesla, Inc.) is not in the embedded pack."
    assert Talk(problem=problem).ask("Tesla revenue in 2023") == problem


@pytest.mark.parametrize(
    ("question", "beginning"),
    [
        (
            "Should I buy Tesla?",
            "I do not give investment advice: I only report what companies filed with the SEC. "
            "You can ask, for example:\n\n- What was Tesla revenue in the last fiscal year?",
        ),
        (
            "What is the weather?",
            "I cannot answer that: I am the offline analyst and answer questions about figures "
            "that listed companies filed with the SEC. You can ask, for example:\n\n"
            "- What was Apple's revenue in fiscal 2023?",
        ),
        ("", "I am the offline analyst: I answer questions about figures"),
        ("revenue in 2023", "Which company do you mean? Name one, or give its ticker."),
        ("Apple stock price", "I have no share prices: only figures from SEC filings are here."),
        ("Apple blorptitude", 'I did not understand "blorptitude": I can report line items'),
        ("Foobarcorp revenue in 2023", 'No listed company matches "Foobarcorp": did you mean'),
        ("Apple revenue in FY2050", "2050 lies in the future: today is 2026-03-15"),
        ("Apple revenue in Q5 2024", "There is no quarter Q5: a fiscal year has Q1 to Q4."),
    ],
)
def test_what_it_cannot_answer_it_says_at_once(question: str, beginning: str) -> None:
    """No tool is called, nothing is made up."""
    talk = Talk()
    assert talk.ask(question).startswith(beginning)
    assert talk.calls == []


def test_a_conversation_without_a_date_is_refused() -> None:
    """What "last year" means would be a guess."""
    with pytest.raises(InvalidRequest, match="Today is YYYY-MM-DD"):
        analyst().invoke([SystemMessage("Hello."), HumanMessage(QUESTION)])


def test_a_very_long_question_is_cut_to_what_the_tool_takes() -> None:
    """Its beginning is what counts."""
    reply = (
        analyst()
        .bind_tools(schemas(["get_financials"]))
        .invoke([SYSTEM, HumanMessage(f"{QUESTION} {'really ' * 2_000}")])
    )
    assert len(reply.tool_calls[0]["args"]["query"]) == 2_000
