"""News: pages of the web when search is set up, and the newest filed figures when it is not."""

from langchain_core.messages import AIMessage

from research_agent.analyst.conversation import Conversation
from research_agent.analyst.markup import unmarked
from research_agent.domain.web_passages import WebPassage
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.finance.questions import ParsedQuestion

__all__ = [
    "NO_SEARCH",
    "WEB_SEARCH",
    "figures_instead",
    "found_pages",
    "is_about_news",
    "search_for",
]

WEB_SEARCH = "web_search"
MAX_PAGES = 5
MAX_QUOTED = 280
MAX_SEARCH_WORDS = 400

NO_SEARCH = (
    "Web search is not set up, so I have no news: set EXA_API_KEY, PERPLEXITY_API_KEY, "
    "TAVILY_API_KEY or LANGSEARCH_API_KEY for it."
)
_NOT_CHECKED = (
    "I quote these pages as the search found them: what they say is not checked against a filing."
)
_NEWS = "news"


def is_about_news(parsed: ParsedQuestion) -> bool:
    """Say whether news is all that can be answered of a question."""
    return (
        not parsed.asks_for_figures
        and parsed.blocked is None
        and any(topic.name == _NEWS for topic in parsed.topics)
    )


def search_for(parsed: ParsedQuestion) -> tuple[str, dict[str, str]]:
    """Return the call that searches the web for what was asked."""
    return WEB_SEARCH, {"query": parsed.question[:MAX_SEARCH_WORDS]}


def figures_instead(parsed: ParsedQuestion) -> str:
    """Return the question that filings can answer in place of one about news."""
    names = " and ".join(company.ticker for company in parsed.companies)
    return f"Revenue and net income of {names} in the latest quarter"


def found_pages(now: Conversation) -> AIMessage:
    """Write down what the search brought, each page with its address."""
    done = now.of(WEB_SEARCH)[-1]
    artifact: Artifact | None = done.artifact
    if not isinstance(artifact, WebArtifact) or not artifact.web:
        return AIMessage(f"I found no news: {done.problem or 'the search brought no page.'}")
    said: dict[str, WebPassage] = {}
    for passage in artifact.passages:
        said.setdefault(passage.source.url, passage)
    lines = []
    for page in artifact.web[:MAX_PAGES]:
        when = f", {page.published}" if page.published else ""
        quoted = _quoted(said[page.url].text) if page.url in said else ""
        title = unmarked(" ".join(page.title.split()))
        lines.append(f"- [{title}]({page.url}){when}" + (f": {quoted}" if quoted else ""))
    return AIMessage("\n".join(["The web search found:", "", *lines, "", _NOT_CHECKED]))


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    if len(words) > MAX_QUOTED:
        words = words[:MAX_QUOTED].rsplit(" ", 1)[0] + "…"
    return f"“{unmarked(words)}”"
