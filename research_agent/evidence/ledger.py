"""Everything one run has found out, by reference."""

from collections.abc import Iterable

from research_agent.domain.answers import Usage
from research_agent.domain.facts import Fact
from research_agent.domain.sources import WebSource
from research_agent.domain.tables import SeriesTable
from research_agent.domain.web_passages import WebPassage
from research_agent.errors import NotFound
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.web_evidence import WebArtifact

__all__ = ["Ledger"]


class Ledger:
    """The evidence of one run; verification, citations and reports read it.

    Filled by the executor from each tool's artifact. Not shared between runs.

    Args:
        asked: What the person wrote, in this run and before it.

    Attributes:
        skills: Names of instructions that were read.
    """

    def __init__(self, asked: Iterable[str] = ()) -> None:
        self.asked = tuple(asked)
        self.skills: set[str] = set()
        self._tables: dict[str, SeriesTable] = {}
        self._computed: list[Fact] = []
        self._web: dict[str, WebSource] = {}
        self._passages: dict[WebPassage, None] = {}
        self._by_ref: dict[str, Fact] = {}
        self.usage = Usage()

    def add(self, artifact: Artifact) -> None:
        """Take in what a tool returned; a series asked for again replaces the earlier one."""
        for table in artifact.tables:
            self._tables[table.key] = table
            for fact in table.facts():
                self._by_ref[fact.ref.casefold()] = fact
        for fact in artifact.facts:
            self._computed.append(fact)
            self._by_ref[fact.ref.casefold()] = fact
        for page in artifact.web:
            self._web.setdefault(page.url, page)
        if isinstance(artifact, WebArtifact):
            self._passages.update(dict.fromkeys(artifact.passages))
        self.usage = self.usage + artifact.usage
        self.skills.update(artifact.skills)

    def absorb(self, other: "Ledger") -> None:
        """Take in what other work found; what it cost is not counted again."""
        for table in other.tables:
            self.add(Artifact(tables=(table,)))
        new = tuple(fact for fact in other.computed if fact not in self._computed)
        self.add(WebArtifact(facts=new, web=other.web, passages=other.passages))

    @property
    def tables(self) -> tuple[SeriesTable, ...]:
        """Every series, in the order first asked for."""
        return tuple(self._tables.values())

    @property
    def computed(self) -> tuple[Fact, ...]:
        """Every result of a calculation, in the order made."""
        return tuple(self._computed)

    @property
    def web(self) -> tuple[WebSource, ...]:
        """Every page, in the order found."""
        return tuple(self._web.values())

    @property
    def passages(self) -> tuple[WebPassage, ...]:
        """Every stretch of web text that the model was shown, in that order."""
        return tuple(self._passages)

    def facts(self) -> tuple[Fact, ...]:
        """Every figure of the run, without repeats."""
        return tuple(self._by_ref.values())

    def resolve(self, ref: str) -> Fact:
        """Return the fact that `ref` names, ignoring case.

        Raises:
            NotFound: No tool of this run returned it; the sentence names near references.
        """
        key = ref.strip().casefold().replace(" ", "_")
        if key in self._by_ref:
            return self._by_ref[key]
        head = key.rsplit(".", 1)[0]
        near = [fact.ref for known, fact in self._by_ref.items() if known.startswith(head)][:6]
        hint = f"; there are {', '.join(near)}" if near else ""
        raise NotFound(f"No figure {ref!r} was returned in this run{hint}.")
