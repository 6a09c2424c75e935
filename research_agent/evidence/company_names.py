"""Companies as answers name them: by ticker, full name, short name, initials."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from research_agent.domain.companies import Company

__all__ = ["OTHER_COMPANY", "CompanyName", "CompanyNames"]

OTHER_COMPANY = "?"
"""Stands for a company that is named but has no figures in the run."""

_LEGAL_FORM = re.compile(
    r"(?:[,\s]+(?:Inc|Incorporated|Corp|Corporation|Co|Company|Companies|Ltd|Limited|PLC|plc|NV|"
    r"SA|AG|SE|LP|LLC|Holdings?|Group|Platforms|Technologies|\(?The\)?|ADR|DE|/[A-Z]{2}/?)\b\.?)+$",
    re.I,
)
_TOO_COMMON = frozenset(
    "american bank first general global international national new united the us advanced "
    "applied consolidated southern western northern eastern standard public capital energy".split()
)
_BRANDS = {
    "GOOGL": ("Google",),
    "META": ("Facebook",),
    "TSM": ("TSMC",),
    "BRK-B": ("Berkshire",),
    "XYZ": ("Square",),
    "IBM": ("IBM",),
}
_CAPITALISED = r"[A-Z][A-Za-z0-9&.-]*[A-Za-z0-9](?:\s[A-Z][A-Za-z0-9&.-]*[A-Za-z0-9])*"
_POSSESSIVE = re.compile(rf"\b(?P<name>{_CAPITALISED})['’]s?(?=\s)")
_REPORTING = re.compile(
    rf"\b(?P<name>{_CAPITALISED})\s(?:reported|posted|earned|generated|recorded|made|booked|had)\b"
)
_IN_PARENTHESES = re.compile(
    r"(?<=[A-Za-z.]\s)\((?:(?:NYSE|NASDAQ|Nasdaq):\s?)?(?P<name>[A-Z]{2,5}(?:[.-][A-Z])?)\)"
)
_NO_COMPANY = frozenset(
    "it they he she this that these those the both each year quarter company management "
    "january february march april may june july august september october november december "
    "shareholder shareholders stockholder stockholders investor investors analyst analysts wall "
    "street last ttm usd eur eps fcf gaap ifrs sec ebitda capex yoy cagr roe roa roic dso".split()
)


@dataclass(frozen=True, slots=True)
class CompanyName:
    """A company named in a text; `ticker` is `OTHER_COMPANY` when it is none of the run's."""

    start: int
    end: int
    ticker: str


class CompanyNames:
    """Finds the companies of a run in text, and names of companies that are not in it."""

    def __init__(self, companies: Iterable[Company]) -> None:
        self._tickers: dict[str, str] = {}
        plain: set[str] = set()
        exact: set[str] = set()
        for company in companies:
            for alias in _names(company):
                self._tickers.setdefault(alias.lower(), company.ticker)
                plain.add(alias)
            for ticker in (company.ticker, *company.tickers):
                for spelling in {ticker, ticker.replace("-", "."), ticker.replace("-", "/")}:
                    self._tickers.setdefault(spelling.lower(), company.ticker)
                    exact.add(spelling)
        self.tickers = frozenset(self._tickers.values())
        words = sorted(plain | {one for one in exact if len(one) > 1}, key=len, reverse=True)
        self._known = re.compile(
            rf"(?<![\w&.-])(?:{'|'.join(map(re.escape, words)) or '(?!)'})(?![\w&-]|\.[A-Z])"
        )

    def find(self, text: str, *, taken: Iterable[tuple[int, int]] = ()) -> tuple[CompanyName, ...]:
        """Return the companies named in `text`, in order.

        Args:
            text: What to search.
            taken: Spans that name something else (concepts, periods); no unknown company is
                seen in them.
        """
        names = [
            CompanyName(found.start(), found.end(), self._tickers[found.group().lower()])
            for found in self._known.finditer(text)
        ]
        occupied = [(name.start, name.end) for name in names] + list(taken)
        for pattern in (_POSSESSIVE, _REPORTING, _IN_PARENTHESES):
            for found in pattern.finditer(text):
                start, end = found.span("name")
                clash = any(left < end and start < right for left, right in occupied)
                if not clash and not _is_common(found["name"]):
                    names.append(CompanyName(start, end, OTHER_COMPANY))
                    occupied.append((start, end))
        return tuple(sorted(names, key=lambda name: name.start))


def _is_common(name: str) -> bool:
    return any(word.lower().strip(".") in _NO_COMPANY for word in name.split())


def _names(company: Company) -> Iterator[str]:
    """Yield the spellings of a company's name, longest first."""
    yield company.name
    short = _LEGAL_FORM.sub("", company.name.strip()).strip(" ,.")
    if len(short) > 1:
        yield short
        yield short.replace(" & ", " and ")
    words = [word for word in re.split(r"[\s,]+", short) if word]
    first = words[0].rstrip(".") if words else ""
    if len(first) >= 3 and first.lower().removesuffix(".com") not in _TOO_COMMON:
        yield first
        yield first.removesuffix(".com")
        if first.isupper() and len(first) > 4:
            yield first.capitalize()
    if "&" in words and len(words) == 3:
        yield f"{words[0][0]}&{words[2][0]}"
    yield from _BRANDS.get(company.ticker, ())
