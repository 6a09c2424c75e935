"""What a tool hands over beside the text the model sees."""

from dataclasses import dataclass

from research_agent.domain.answers import Usage
from research_agent.domain.facts import Fact
from research_agent.domain.sources import WebSource
from research_agent.domain.tables import SeriesTable

__all__ = ["Artifact"]


@dataclass(frozen=True, slots=True)
class Artifact:
    """The artifact of a LangChain tool with `response_format="content_and_artifact"`.

    Args:
        tables: Series returned, in their order.
        facts: Single figures, such as the result of `calculate`.
        web: Pages found or read.
        usage: Model tokens the tool itself spent (the inner router).
        warnings: What went wrong in a part, one sentence each.
        skills: Names of instructions that were read.
    """

    tables: tuple[SeriesTable, ...] = ()
    facts: tuple[Fact, ...] = ()
    web: tuple[WebSource, ...] = ()
    usage: Usage = Usage()
    warnings: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
