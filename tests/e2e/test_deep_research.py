"""Deep research through the real SDK: plan, parts side by side, draft, review, answer."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from research_agent.domain.answers import FigureStatus
from research_agent.domain.codec import decode, encode
from research_agent.domain.events import (
    Answered,
    Event,
    Failed,
    Nested,
    ToolFinished,
    ToolRequested,
    WarningRaised,
)
from research_agent.infra.settings import Settings
from research_agent.runtime import Runtime
from tests.fakes.openai_script import Call, Fault, Reply, Rule
from tests.fakes.openai_server import openai_server

TODAY = date(2026, 11, 30)
QUESTION = "Which of Apple and Microsoft had the higher revenue in fiscal 2023?"
PLAN = json.dumps(
    {
        "sub_questions": [
            {"question": "Apple revenue in fiscal 2023", "tool_hints": ["get_financials"]},
            {"question": "Microsoft revenue in fiscal 2023", "tool_hints": ["get_financials"]},
        ]
    }
)
APPLE, MICROSOFT = "$383,285 million", "$211,915 million"
DRAFT = f"Apple: its fiscal 2023 revenue was {APPLE}, Microsoft's was {MICROSOFT}."
WRONG = DRAFT.replace("383,285", "393,285")
ASKS = "You research one part"
REVIEWS = "You review a draft"


def looks_up(company: str) -> list[Rule]:
    """A researcher of one company: reads, then concludes."""
    figure = APPLE if company == "Apple" else MICROSOFT

    def mine(request: object) -> bool:
        first = request.body["messages"]  # type: ignore[attr-defined]
        system, task = str(first[0]["content"]), str(first[1]["content"])
        return ASKS in system and task.startswith(company)

    query = {"query": f"{company} revenue fiscal 2023"}
    conclusion = f"Conclusion: {company}'s revenue in fiscal 2023 was {figure}."
    return [
        Rule(Reply(calls=[Call("get_financials", query)]), when=mine, turn=0, schema=""),
        Rule(Reply(text=conclusion), when=mine, min_turn=1, schema=""),
    ]


def run(tmp_path: Path, rules: Sequence[Rule], **settings: object) -> tuple[list[Event], list[str]]:
    routes = Rule(Fault(500), tool="get_income_statements")  # the router by rules takes over
    with openai_server([*rules, routes]) as server:
        made = Runtime.from_settings(
            Settings.load(
                openai_api_key="k",
                openai_base_url=server.base_url,
                openai_model="scripted",
                home=tmp_path,
                retry_budget_s=0.1,
                **settings,
            ),
            today=lambda: TODAY,
        )
        try:
            events = list(made.runs.follow(made.runs.start(QUESTION, deep=True)))
        finally:
            made.close()
        return events, [request.raw.decode() for request in server.requests]


def script(*written: str, review: str = "No findings.") -> list[Rule]:
    drafts = [
        Rule(Reply(text=text), contains="Researchers found this", not_tool="x", times=1)
        for text in written
    ]
    return [
        Rule(Reply(text=PLAN), schema="Plan"),
        *looks_up("Apple"),
        *looks_up("Microsoft"),
        Rule(Reply(text=review), contains=REVIEWS),
        *drafts,
    ]


def finished(events: Sequence[Event]) -> dict[str, str]:
    return {event.call_id: event.code for event in events if isinstance(event, ToolFinished)}


def test_the_parts_are_researched_and_every_figure_is_traced(tmp_path: Path) -> None:
    """The writer sees what the researchers found; its figures verify against their evidence."""
    events, sent = run(tmp_path, script(DRAFT))

    final = events[-1]
    assert isinstance(final, Answered)
    assert final.answer.text == DRAFT
    assert {f.text: f.status for f in final.answer.figures} == {
        APPLE: FigureStatus.VERIFIED,
        MICROSOFT: FigureStatus.VERIFIED,
    }
    assert finished(events) == dict.fromkeys(["plan", "research-1", "research-2", "review"], "ok")
    assert final.answer.usage.requests >= 7
    assert any(REVIEWS in body and DRAFT in body for body in sent)


def test_what_the_roles_do_is_told_as_a_tree(tmp_path: Path) -> None:
    """Each step below the part it belongs to; as JSON and back it is the same."""
    events, _ = run(tmp_path, script(DRAFT))

    inner = [event for event in events if isinstance(event, Nested)]
    reads = {e.call_id for e in inner if isinstance(e.event, ToolRequested)}
    assert reads == {"research-1", "research-2"}
    assert {event.role for event in inner} == {"researcher", "reviewer"}
    assert [decode(Event, encode(event)) for event in events] == events


def test_a_finding_of_the_reviewer_is_corrected(tmp_path: Path) -> None:
    """The reviewer is shown which figures have no source, and the draft is written again."""
    events, sent = run(tmp_path, script(WRONG, WRONG, DRAFT, review="Critical: Apple is wrong."))

    final = events[-1]
    assert isinstance(final, Answered)
    assert final.answer.text == DRAFT
    assert any("No source of the run has: $393,285 million." in body for body in sent)
    assert any("A reviewer found:" in body and "Apple is wrong" in body for body in sent)


def test_without_a_plan_the_question_is_researched_as_one(tmp_path: Path) -> None:
    """A model that cannot plan still answers."""
    rules = script(DRAFT)
    rules[0] = Rule(Reply(text="I cannot plan."), schema="Plan")
    again = Rule(Reply(text="Still not."), contains="Reply with one JSON object")
    whole = Rule(Reply(text=f"Conclusion: {DRAFT}"), contains=ASKS)
    events, _ = run(tmp_path, [rules[0], again, whole, *rules[1:]])

    assert isinstance(events[-1], Answered)
    warned = [event.message for event in events if isinstance(event, WarningRaised)]
    assert any(message.startswith("No plan could be made") for message in warned)


def test_a_part_that_fails_costs_only_itself(tmp_path: Path) -> None:
    """The writer is told why, and the rest is answered."""
    rules = script("Apple's revenue in fiscal 2023 was $383,285 million.")
    broken = [Rule(Fault(400, message="no"), when=rules[3].when)]
    events, sent = run(tmp_path, [rules[0], *broken, *rules[1:3], *rules[5:]])

    assert isinstance(events[-1], Answered)
    assert finished(events)["research-1"] == "ok"
    assert finished(events)["research-2"] == "provider_error"
    assert any("Sub-question: Microsoft revenue in fiscal 2023" in body for body in sent)


def test_when_every_part_fails_the_run_says_why(tmp_path: Path) -> None:
    """One sentence, no made-up answer."""
    rules = [Rule(Reply(text=PLAN), schema="Plan"), Rule(Fault(401), contains=ASKS)]
    events, _ = run(tmp_path, rules)

    final = events[-1]
    assert isinstance(final, Failed)
    assert "key" in final.message


def test_a_budget_ends_the_research_with_a_partial_answer(tmp_path: Path) -> None:
    """The tokens of all roles count together; what was found is still answered."""
    events, _ = run(tmp_path, script(DRAFT), max_tokens=1_000)

    final = events[-1]
    assert isinstance(final, Answered)
    assert final.answer.partial
    assert "review" not in finished(events)


def test_the_offline_analyst_says_what_deep_research_needs(tmp_path: Path) -> None:
    """And does not pretend."""
    made = Runtime.from_settings(Settings.load(offline=True, home=tmp_path), today=lambda: TODAY)
    try:
        final = list(made.runs.follow(made.runs.start(QUESTION, deep=True)))[-1]
    finally:
        made.close()
    assert isinstance(final, Failed)
    assert "OPENAI_API_KEY" in final.message
