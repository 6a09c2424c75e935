"""The marks behind figures and the list of sources they point at."""

from collections.abc import Iterator, Sequence

from research_agent.domain.answers import Answer, Figure, FigureStatus
from research_agent.domain.display import show_fact
from research_agent.domain.facts import Fact, Origin
from research_agent.domain.sources import Filing, WebSource
from research_agent.domain.web_passages import WebQuote

__all__ = ["Citations"]

UNVERIFIED = "[?]"
MAX_SHOWN_INPUTS = 5


class Citations:
    """Numbers for filings and letters for formulas, in the order they are first needed."""

    def __init__(self) -> None:
        self._filings: dict[str, Filing | WebSource] = {}
        self._periods: dict[str, dict[str, None]] = {}
        self._formulas: dict[str, Fact] = {}
        self._quotes: dict[str, list[WebQuote]] = {}

    def mark(self, figure: Figure) -> str:
        """Return what stands behind a figure: `"[1]"`, `"[a]"`, `"[w1]"` or `"[?]"`."""
        if figure.quote is not None:
            return self.mark_quote(figure.quote)
        if figure.fact is None or figure.status is FigureStatus.UNVERIFIED:
            return UNVERIFIED
        return self.mark_fact(figure.fact)

    def mark_fact(self, fact: Fact) -> str:
        """Return its source's number for a filed or quoted figure, the formula's letter for another."""
        if fact.origin in (Origin.FILED, Origin.QUOTED):
            return self._numbers(fact)
        name = f"{fact.ref} {fact.formula}"
        if name not in self._formulas:
            self._formulas[name] = fact
            self._numbers(fact)
        return f"[{_letters(list(self._formulas).index(name))}]"

    def mark_quote(self, quote: WebQuote) -> str:
        """Return the number of the web page a figure was quoted from."""
        url = quote.source.url
        self._quotes.setdefault(url, []).append(quote)
        return f"[w{list(self._quotes).index(url) + 1}]"

    def page_lines(self, pages: Sequence[WebSource]) -> Iterator[str]:
        """Yield `"[w1] Title: https://… ("$5 million" at character 1,272)"`, then the other pages."""
        for number, quotes in enumerate(self._quotes.values(), start=1):
            source = quotes[0].source
            places = dict.fromkeys(_place(quote) for quote in quotes)
            yield f"[w{number}] {source.title}: {source.url} ({'; '.join(places)})"
        for page in pages:
            if page.url not in self._quotes:
                yield f"{page.title}: {page.url}"

    def mark_evidence(self, answer: Answer, *, most: int) -> None:
        """Number the filings behind an answer's calculations and tables, of `most` facts."""
        facts = [fact for table in answer.tables for fact in table.facts()]
        for fact in (*answer.facts, *facts)[:most]:
            self.mark_fact(fact)

    def formula_lines(self) -> Iterator[str]:
        """Yield `"[a] Gross margin FY2023 = Gross profit ÷ Revenue ($1 million; $2 million), from [1]"` and so on."""
        for place, fact in enumerate(self._formulas.values()):
            origin = self._numbers(fact)
            name = f"{fact.ticker} {fact.label} {fact.period.label}".strip()
            line = f"[{_letters(place)}] {name} = {fact.formula}{_input_values(fact)}"
            yield f"{line}, from {origin}" if origin else line

    @property
    def filings(self) -> tuple[Filing | WebSource, ...]:
        """The numbered filings and data services, the first one being number 1."""
        return tuple(self._filings.values())

    @property
    def formulas(self) -> tuple[Fact, ...]:
        """The facts with a letter, the first one being a."""
        return tuple(self._formulas.values())

    def about(self, filing: Filing | WebSource) -> str:
        """Return what was read in a numbered filing: `"AAPL FY2023 (to 2023-09-30)"`."""
        return ", ".join(self._periods[_key(filing)])

    def numbers(self, fact: Fact) -> str:
        """Return the numbers of the filings behind a fact, `"[1,2]"`; empty when there are none."""
        return self._numbers(fact)

    def urls(self) -> set[str]:
        """Return the pages of all numbered filings."""
        return {filing.url for filing in self._filings.values()}

    def source_lines(self) -> Iterator[str]:
        """Yield `"[1] AAPL FY2023 (to 2023-09-30), 10-K filed 2023-11-03: https://…"`."""
        for number, (accession, filing) in enumerate(self._filings.items(), start=1):
            about = ", ".join(self._periods[accession])
            if isinstance(filing, WebSource):
                where = f": {filing.url}" if filing.url else ""
                yield f"[{number}] {about}, {filing.title}{where}"
            else:
                yield f"[{number}] {about}, {filing.form} filed {filing.filed}: {filing.url}"

    def _numbers(self, fact: Fact) -> str:
        numbers: list[int] = []
        for leaf in _leaves(fact):
            origin = leaf.filing or leaf.source
            if origin is None:
                continue
            accession = _key(origin)
            self._filings.setdefault(accession, origin)
            number = list(self._filings).index(accession) + 1
            about = f"{leaf.ticker} {leaf.period.label} (to {leaf.period.end})"
            self._periods.setdefault(accession, {})[about] = None
            if number not in numbers:
                numbers.append(number)
        return f"[{','.join(map(str, numbers))}]" if numbers else ""


def _input_values(fact: Fact) -> str:
    shown = [show_fact(part) for part in fact.inputs]
    return f" ({'; '.join(shown)})" if shown and len(shown) <= MAX_SHOWN_INPUTS else ""


def _leaves(fact: Fact) -> Iterator[Fact]:
    if fact.filing is not None or fact.source is not None:
        yield fact
    for part in fact.inputs:
        yield from _leaves(part)


def _key(origin: Filing | WebSource) -> str:
    """Return what tells one source from another."""
    return f"{origin.title} {origin.url}" if isinstance(origin, WebSource) else origin.accession


def _letters(place: int) -> str:
    """Return a for 0, z for 25, aa for 26."""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _place(quote: WebQuote) -> str:
    if quote.start is None:
        return f'"{quote.printed}" in the search result'
    where = f"character {quote.start:,}"
    page = f"page {quote.page}, " if quote.page else ""
    return f'"{quote.printed}" at {page}{where}'
