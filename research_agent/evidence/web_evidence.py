"""What a web tool hands over: pages, and the stretches of them that the model was shown."""

from dataclasses import dataclass

from research_agent.domain.web_passages import WebPassage
from research_agent.evidence.artifact import Artifact

__all__ = ["WebArtifact"]


@dataclass(frozen=True, slots=True)
class WebArtifact(Artifact):
    """An artifact with text of the web.

    A figure of an answer may be looked up in `passages`. It then counts as quoted from a page,
    never as filed: no passage becomes a `Fact`, so that `calculate` and the comparison of
    figures keep to filings.

    Args:
        passages: As shown to the model, in that order.
    """

    passages: tuple[WebPassage, ...] = ()
