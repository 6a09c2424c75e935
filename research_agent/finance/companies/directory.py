"""Which company a name, a ticker or a sentence is about."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from research_agent.domain.companies import Company
from research_agent.errors import PackError, UnknownCompany
from research_agent.finance.companies.index import NameIndex
from research_agent.finance.companies.mentions import Mention, MentionFinder
from research_agent.finance.companies.names import name_key, ticker_key
from research_agent.finance.pack import COMPANIES_FILE

__all__ = ["CompanyDirectory", "Mention"]

MAX_CANDIDATES = 5
"""Companies offered when a name is unknown or fits several."""

MAX_NAME_LENGTH = 150
"""The longest listed name has some hundred characters."""

_INDEXES = "_places _search_texts _covered _by_cik _names _class_shares _by_ticker _finder".split()

_NOTHING: Mapping[int, Sequence[str]] = MappingProxyType({})

_CIK = re.compile(r"(?:cik\W*)?0*(\d{1,10})", re.IGNORECASE)
_EXCHANGE = re.compile(r"(?:nyse(?: american)?|nasdaq|amex|otc|cboe)\s*:\s*", re.IGNORECASE)
_SHOWN = re.compile(r"(?P<ticker>[A-Z0-9.-]+) \(.+\)")
_BRACKET = re.compile(r"\((?:\w+ ?: ?)?([A-Z0-9.-]+)\)$")
_TICKER = re.compile(r"\$?[A-Za-z0-9]{1,6}(?:[./\s-]{1,2}[A-Za-z]{1,3})?")


class CompanyDirectory:
    """Finds companies; indexes are built when first needed, and anew when companies come in.

    Args:
        companies: Largest first; that order settles names several companies bear.
        former_names: Earlier names by CIK.
        former_ciks: CIKs used before a re-organisation, to today's CIK.
        coverage: CIK to `"full"` or `"partial"` for companies with facts in the store.
    """

    def __init__(
        self,
        companies: Iterable[Company],
        *,
        former_names: Mapping[int, Sequence[str]] = _NOTHING,
        former_ciks: Mapping[int, int] = MappingProxyType({}),
        coverage: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self._companies = tuple(companies)
        self._former_names = former_names
        self._former_ciks = former_ciks
        self._coverage = coverage
        self._added: tuple[Company, ...] = ()

    @classmethod
    def load(
        cls,
        data_dir: Path,
        *,
        coverage: Mapping[int, str] = MappingProxyType({}),
        added: Sequence[Company] = (),
    ) -> "CompanyDirectory":
        """Read the list of companies of a store.

        Args:
            data_dir: Folder of the store.
            coverage: CIK to `"full"` or `"partial"`.
            added: Companies the list may not have yet; see `add`.

        Raises:
            PackError: The file is missing or damaged.
        """
        import duckdb

        path = data_dir / COMPANIES_FILE
        remedy = "restore the folder or build it anew with `research-agent data build`"
        if not path.is_file():
            raise PackError(f"There is no {COMPANIES_FILE} in {data_dir}: {remedy}.")
        try:
            with duckdb.connect(":memory:", config={"threads": 1}) as connection:
                rows = connection.execute(
                    "SELECT cik, name, exchange, array_to_string(tickers, ' '), "
                    "array_to_string(former_names, chr(10)), array_to_string(former_ciks, ' ') "
                    "FROM read_parquet(?) ORDER BY rank",
                    [str(path)],
                ).fetchall()
        except duckdb.Error:
            raise PackError(f"{COMPANIES_FILE} in {data_dir} is damaged: {remedy}.") from None
        directory = cls(
            [_company(*row[:4]) for row in rows],
            former_names={row[0]: row[4].split("\n") for row in rows if row[4]},
            former_ciks={int(former): row[0] for row in rows for former in row[5].split()},
            coverage=coverage,
        )
        directory.add(added)
        return directory

    def add(self, companies: Iterable[Company]) -> tuple[Company, ...]:
        """Take companies whose number and ticker are new, behind those that are known.

        A ticker that is known stays with the company it belongs to.

        Returns:
            Those that were new.
        """
        tickers = {ticker for company in self._companies for ticker in company.tickers}
        tickers |= {company.ticker for company in self._companies}
        known = {company.cik for company in self._companies} | self._former_ciks.keys()
        new = tuple(
            company
            for company in companies
            if company.cik not in known and company.ticker not in tickers
        )
        if new:
            self._companies += new
            self._added += new
            for name in _INDEXES:  # the way in comes last: what it finds must be in the others
                self.__dict__.pop(name, None)
        return new

    def added(self) -> tuple[Company, ...]:
        """Return what `add` took."""
        return self._added

    def cover(self, coverage: Mapping[int, str]) -> None:
        """Learn what the store holds now, CIK to `"full"` or `"partial"`."""
        if coverage != self._coverage:
            self._coverage = dict(coverage)
            self.__dict__.pop("_covered", None)

    def resolve(self, name: str) -> Company:
        """Return the one company `name` means.

        Args:
            name: A ticker in any spelling and case (`brk.b`, `BRK/B`), a CIK (`320193`,
                `CIK0000320193`), a present or former name, or what people call the company
                ("J&J"). A ticker in capitals wins over a name; otherwise the company in the
                store, then the larger one, does.

        Raises:
            UnknownCompany: No company, or several, with the nearest as candidates. A spelling
                mistake is never corrected silently.
        """
        text = " ".join(name.split())
        if not text or len(text) > MAX_NAME_LENGTH:
            raise UnknownCompany(text)
        if shown := _SHOWN.fullmatch(text):
            listed = self.by_ticker(shown["ticker"])
            if listed is not None:
                return listed
        if cik := _CIK.fullmatch(text):
            by_number = self.by_cik(int(cik[1]))
            if by_number is not None:
                return by_number
        text = _EXCHANGE.sub("", text, count=1) if _EXCHANGE.match(text) else text
        found = self._named(text) or self._in_brackets(text)
        if len(found) == 1:
            return found[0]
        if not found:
            nearest = self._names.nearest(text, MAX_CANDIDATES)
            raise UnknownCompany(name.strip(), [str(company) for company in nearest])
        candidates = [str(company) for company in found[:MAX_CANDIDATES]]
        raise UnknownCompany(name.strip(), candidates, ambiguous=True)

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Return the companies named in free text, in order, without overlap.

        A company named twice is there twice, each with its own span. Words that are tickers or
        names by accident ("all", "net", "target") count only where the text singles them out.
        """
        return self._finder.find(text)

    def search(self, prefix: str, limit: int = 8) -> tuple[Company, ...]:
        """Return companies whose ticker or name begins like `prefix`, for completion.

        A ticker that fits exactly comes first, then companies in the store, then names that
        begin so before names with such a word further back, then larger companies.
        With an empty prefix: the companies in the store.
        """
        key, ticker = name_key(prefix), ticker_key(prefix)
        if not key:
            return self.covered()[:limit]
        hits: dict[int, tuple[bool, bool, bool, int]] = {}
        for at, company in enumerate(self._companies):
            exact = ticker in company.tickers
            begins = company.ticker.startswith(ticker) or f"|{key}" in self._search_texts[at]
            if exact or begins or f" {key}" in self._search_texts[at]:
                hits[at] = (not exact, not self.is_covered(company), not begins, at)
        best = sorted(hits, key=hits.__getitem__)[:limit]
        return tuple(self._companies[at] for at in best)

    def by_ticker(self, ticker: str) -> Company | None:
        """Return the company with that ticker, in any spelling and case, or `None`."""
        key = ticker_key(ticker)
        return self._by_ticker.get(key) or self._by_ticker.get(self._class_shares.get(key, ""))

    def by_cik(self, cik: int) -> Company | None:
        """Return the company with that number, now or before a re-organisation, or `None`."""
        return self._by_cik.get(cik) or self._by_cik.get(self._former_ciks.get(cik, -1))

    def covered(self) -> tuple[Company, ...]:
        """Return the companies whose facts are in the store, by ticker."""
        return self._covered

    def is_covered(self, company: Company) -> bool:
        """Say whether the store has facts of `company`."""
        return company.cik in self._coverage

    def coverage(self, company: Company) -> str:
        """Return `"full"`, `"partial"` (a cut-down set of items) or `"none"`."""
        return self._coverage.get(company.cik, "none")

    def _named(self, text: str) -> tuple[Company, ...]:
        """Return the company `text` is the ticker or a name of, or all that tie."""
        listed = self.by_ticker(text) if _TICKER.fullmatch(text) else None
        if listed is not None and (
            text.startswith("$") or (text.isupper() and ticker_key(text) == listed.ticker)
        ):
            return (listed,)
        named = self._names.named(text)
        if listed is None:
            return named or self._names.beginning(text)
        if len(named) == 1 and self._weight(named[0]) < self._weight(listed):
            return named
        return (listed,)

    def _in_brackets(self, text: str) -> tuple[Company, ...]:
        """Return the company of "Apple Inc. (AAPL)" or "Apple (NASDAQ: AAPL)"."""
        bracket = _BRACKET.search(text)
        listed = self.by_ticker(bracket[1]) if bracket else None
        return () if listed is None else (listed,)

    def _weight(self, company: Company) -> tuple[bool, int]:
        return (not self.is_covered(company), self._places[company.cik])

    @cached_property
    def _names(self) -> NameIndex:
        return NameIndex(self._companies, self._former_names, self.is_covered)

    @cached_property
    def _finder(self) -> MentionFinder:
        return MentionFinder(
            self._companies, self._names, by_ticker=self.by_ticker, covered=self.is_covered
        )

    @cached_property
    def _by_ticker(self) -> dict[str, Company]:
        found: dict[str, Company] = {}
        for company in self._companies:
            for ticker in (company.ticker, *company.tickers):
                found.setdefault(ticker, company)
        return found

    @cached_property
    def _class_shares(self) -> dict[str, str]:
        """`BRKB` to `BRK-B`, where no ticker is spelled so."""
        squeezed = {ticker.replace("-", ""): ticker for ticker in self._by_ticker if "-" in ticker}
        return {key: ticker for key, ticker in squeezed.items() if key not in self._by_ticker}

    @cached_property
    def _by_cik(self) -> dict[int, Company]:
        return {company.cik: company for company in reversed(self._companies)}

    @cached_property
    def _places(self) -> dict[int, int]:
        return {company.cik: at for at, company in enumerate(self._companies)}

    @cached_property
    def _covered(self) -> tuple[Company, ...]:
        return tuple(sorted(filter(self.is_covered, self._companies), key=lambda c: c.ticker))

    @cached_property
    def _search_texts(self) -> list[str]:
        """For each company all its keys, each after a bar, so that beginnings are found."""
        texts = [""] * len(self._companies)
        for level in (self._names.full, self._names.former):
            for key, places in level.items():
                for at in places:
                    texts[at] += f"|{key}"
        for key, at in self._names.aliases.items():
            texts[at] += f"|{key}"
        return texts


def _company(cik: int, name: str, exchange: str, joined: str) -> Company:
    tickers = tuple(joined.split(" "))
    return Company(cik, tickers[0], name, exchange, tickers)
