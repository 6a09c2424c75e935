"""What filings say in words: the passages that fit a question, quoted with their place."""

import re

from langchain_core.messages import AIMessage

from research_agent.analyst.conversation import Conversation
from research_agent.analyst.markup import unmarked
from research_agent.domain.web_passages import WebPassage
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.finance.filings.questions import asks_for_filing_text, names_filing_text
from research_agent.finance.filings.source import NO_FILINGS
from research_agent.finance.questions import ParsedQuestion

__all__ = ["READ_FILINGS", "filing_text_answer", "is_about_filing_text", "no_filing_texts"]

READ_FILINGS = "read_filings"
MAX_PASSAGES = 3
MAX_QUOTED = 420
_NOT_CHECKED = "These are the companies' own words, shortened; the links lead to the whole text."
_SENTENCE_END = re.compile(r"[.!?](?=\s)")


def is_about_filing_text(parsed: ParsedQuestion) -> bool:
    """Say whether the words of a filing answer a question, and no figure of it."""
    if names_filing_text(parsed.question):
        return True
    return not parsed.asks_for_figures and asks_for_filing_text(parsed.question)


def no_filing_texts(parsed: ParsedQuestion) -> str:
    """Say what to set to have filings read."""
    names = ", ".join(company.ticker for company in parsed.companies)
    about = f" of {names}" if names else ""
    return f"I have not read the filings{about}. {NO_FILINGS}"


def filing_text_answer(now: Conversation) -> AIMessage:
    """Quote what `read_filings` brought."""
    done = now.of(READ_FILINGS)[-1]
    artifact = done.artifact
    if not isinstance(artifact, WebArtifact) or not artifact.passages:
        return AIMessage(done.problem or "I found no passage of a filing that answers this.")
    quotes = [_quote(passage) for passage in _spread(artifact.passages)]
    remarks = [f"Note: {unmarked(warning)}" for warning in artifact.warnings]
    return AIMessage("\n\n".join(["The filings say:", *quotes, *remarks, _NOT_CHECKED]))


def _spread(passages: tuple[WebPassage, ...]) -> list[WebPassage]:
    """Return the first passages of each filing, in their order."""
    filings = {passage.source.title.partition(",")[0] for passage in passages}
    each = max(1, MAX_PASSAGES // max(1, len(filings)))
    counts: dict[str, int] = {}
    chosen = []
    for passage in passages:
        filing = passage.source.title.partition(",")[0]
        counts[filing] = counts.get(filing, 0) + 1
        if counts[filing] <= each:
            chosen.append(passage)
    return chosen


def _quote(passage: WebPassage) -> str:
    words = " ".join(passage.text.split())
    if len(words) > MAX_QUOTED:
        ends = [found.end() for found in _SENTENCE_END.finditer(words, 0, MAX_QUOTED)]
        cut = ends[-1] if ends and ends[-1] > MAX_QUOTED // 3 else words.rfind(" ", 0, MAX_QUOTED)
        words = f"{words[:cut]} …"
    return f"> {unmarked(words)}\n>\n> [{unmarked(passage.source.title)}]({passage.source.url})"
