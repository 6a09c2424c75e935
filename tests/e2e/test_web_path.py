"""Main model → web_search → answer with its pages, through the real SDKs of model and search."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from research_agent.cli.answer_text import answer_text
from research_agent.domain.answers import FigureStatus
from research_agent.domain.events import Answered, Event, ToolFinished, WarningRaised
from research_agent.infra.settings import Settings
from research_agent.runtime import Runtime
from tests.fakes.openai_server import Call, OpenAIServer, Reply, Rule, openai_server
from tests.fakes.search_servers import ANSWERS, PATHS, WebServer, web_server
from tests.fakes.search_servers import Reply as Page

TODAY = date(2026, 11, 30)
QUESTION = "Latest news on Example Inc.?"
URL = "https://www.example.com/news/q4"
SEARCHES = Rule(
    Reply(calls=[Call("web_search", {"query": "Example Inc. news", "recency": "month"})]),
    tool="web_search",
    turn=0,
)
ANSWER = (
    f"Example posted quarterly revenue of $102.5 billion, up 8 percent "
    f"([Example reports fourth quarter]({URL})). Its margin was 77.7%."
)


@contextmanager
def runtime(tmp_path: Path, server: OpenAIServer, **settings: object) -> Iterator[Runtime]:
    made = Runtime.from_settings(
        Settings.load(
            openai_api_key="test-key",
            openai_base_url=server.base_url,
            openai_model="scripted",
            home=tmp_path,
            **settings,
        ),
        today=lambda: TODAY,
    )
    try:
        yield made
    finally:
        made.close()


def run(
    tmp_path: Path, script: Sequence[Rule | Reply], search: WebServer | None
) -> tuple[list[Event], OpenAIServer]:
    keys = {"exa_api_key": "exa-secret-key", "exa_base_url": search.url} if search else {}
    with openai_server(script) as server, runtime(tmp_path, server, **keys) as made:
        return list(made.runs.follow(made.runs.start(QUESTION))), server


def test_news_is_searched_and_the_answer_cites_its_pages(tmp_path: Path) -> None:
    """Figures of the page are told apart from filed ones, and one it does not have is marked."""
    with web_server({PATHS["exa"]: Page(200, ANSWERS["exa"])}) as search:
        events, server = run(tmp_path, [SEARCHES, Rule(Reply(text=ANSWER), min_turn=1)], search)
        assert search.requests[0].json["startPublishedDate"] == "2026-10-30"
    final = events[-1]

    assert isinstance(final, Answered)
    assert [(f.text, f.status) for f in final.answer.figures] == [
        ("$102.5 billion", FigureStatus.QUOTED),
        ("8 percent", FigureStatus.QUOTED),
        ("77.7%", FigureStatus.UNVERIFIED),
    ]
    quote = final.answer.figures[0].quote
    assert quote is not None
    assert (quote.source.url, quote.printed) == (URL, "$102.5 billion")
    assert URL in [page.url for page in final.answer.web]
    shown = answer_text(final.answer)
    assert "$102.5 billion [w1]" in shown
    assert f'[w1] Example reports fourth quarter: {URL} ("$102.5 billion" in the search' in shown
    assert "2 quoted, 1 unverified" in shown
    told = str(server.requests[-1].body)
    assert "exa-secret-key" not in told
    assert "untrusted" in told


def test_without_a_key_the_model_is_told_and_has_no_search(tmp_path: Path) -> None:
    """It can say what is missing, instead of inventing news."""
    events, server = run(tmp_path, [Reply(text="Web search is not set up here.")], None)

    assert isinstance(events[-1], Answered)
    sent = server.requests[0].body
    assert "Web search is not set up here" in sent["messages"][0]["content"]
    offered = {tool["function"]["name"] for tool in sent["tools"]}
    assert "web_fetch" in offered
    assert "web_search" not in offered


def test_a_search_that_fails_is_data_for_the_model(tmp_path: Path) -> None:
    """The run goes on, and the person sees why."""
    with web_server({PATHS["exa"]: Page(402, b"{}")}) as search:
        script = [SEARCHES, Rule(Reply(text="No news could be found."), min_turn=1)]
        events, _ = run(tmp_path, script, search)

    (finished,) = [event for event in events if isinstance(event, ToolFinished)]
    assert finished.code == "provider_error"
    assert "exa: HTTP 402: the account has no credit left" in finished.content
    assert isinstance(events[-1], Answered)
    assert not [event for event in events if isinstance(event, WarningRaised)]


def test_doctor_tries_each_search_provider(tmp_path: Path) -> None:
    """With its time, or with the reason; and says what to set where there is none."""
    with (
        web_server({PATHS["exa"]: Page(200, ANSWERS["exa"])}) as search,
        openai_server([]) as server,
    ):
        keys = {"exa_api_key": "k", "exa_base_url": search.url, "tavily_api_key": "k"}
        keys["tavily_base_url"] = f"{search.url}/none"
        with runtime(tmp_path, server, **keys) as made:
            found = {check.name: (check.ok, check.message) for check in made.checks()}
        with runtime(tmp_path, server) as made:
            bare = {check.name: (check.ok, check.message) for check in made.checks()}

    assert found["web search: exa"][0]
    assert found["web search: exa"][1].startswith("found https://")
    assert found["web search: tavily"][0] is False
    assert found["web search: tavily"][1].startswith("HTTP 404, ")
    assert bare["web search"][0]
    assert "EXA_API_KEY" in bare["web search"][1]


def offline_answer(tmp_path: Path, question: str, **settings: object) -> Answered:
    made = Runtime.from_settings(
        Settings.load(offline=True, home=tmp_path, **settings), today=lambda: TODAY
    )
    try:
        final = list(made.runs.follow(made.runs.start(question)))[-1]
    finally:
        made.close()
    assert isinstance(final, Answered)
    return final


def test_the_offline_analyst_finds_news_with_a_key(tmp_path: Path) -> None:
    """Each page with its address; what it says is quoted, and said not to be checked."""
    with web_server({PATHS["exa"]: Page(200, ANSWERS["exa"])}) as search:
        final = offline_answer(
            tmp_path, "Latest news on Apple?", exa_api_key="k", exa_base_url=search.url
        )
    assert URL in final.answer.text
    assert "not checked against a filing" in final.answer.text
    assert {figure.status for figure in final.answer.figures} == {FigureStatus.QUOTED}


def test_without_a_key_news_are_answered_from_filings(tmp_path: Path) -> None:
    """And the person is told which key it takes."""
    final = offline_answer(tmp_path, "Latest news on Apple?")
    assert "Web search is not set up" in final.answer.text
    assert "EXA_API_KEY" in final.answer.text
    assert final.answer.figures
    assert {figure.status for figure in final.answer.figures} == {FigureStatus.VERIFIED}


def test_a_search_that_finds_nothing_is_told_plainly(tmp_path: Path) -> None:
    """With the reason of each provider."""
    with web_server({PATHS["exa"]: Page(402, b"{}")}) as search:
        final = offline_answer(
            tmp_path, "Latest news on Apple?", exa_api_key="k", exa_base_url=search.url
        )
    assert "I found no news" in final.answer.text
    assert "no credit left" in final.answer.text
