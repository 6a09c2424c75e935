"""Questions about the market, understood by rules: what is asked, of whom, over which days."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from research_agent.domain.companies import Company
from research_agent.errors import InvalidRequest
from research_agent.finance.market.routing import MarketCall
from research_agent.finance.questions import CompanyNames

__all__ = ["market_calls", "price_days", "says_market"]

_ASKS: tuple[tuple[str, str], ...] = (
    ("get_market_cap", r"\bmarket (?:cap\w*|value)\b|\bhow much is .{1,60} worth\b"),
    (
        "get_valuation_ratios",
        r"\bp/?e\b(?: ratio)?|\bprice[- ]to[- ]\w+|\bprice[- /]earnings\b|\bev/\w+|\bdividend yield\b"
        r"|\benterprise value\b|\bearnings yield\b|\bfree cash flow yield\b",
    ),
    ("get_insider_trades", r"\binsiders?\b"),
    (
        "get_institutional_holders",
        r"\binstitution\w* (?:holder|owner|investor)\w*|\bwho owns\b|\b13f\b"
        r"|\b(?:biggest|largest|top) (?:share|stock)?holders\b",
    ),
    ("get_news", r"\bnews\b|\bheadlines?\b|\bannouncements?\b|\bpress releases?\b"),
    (
        "get_prices",
        r"\b(?:share|stock|closing|opening) ?prices?\b|\bprices? of\b|\bstock (?:performance|return|chart)s?\b"
        r"|\b52[ -]week (?:high|low|range|return)|\bprices?\b|\btrad(?:e|es|ed|ing) at\b|\bstock quote\b|\bquote\b"
        r"|\btotal shareholder return\b|\bstock (?:has |have )?perform(?:ed|ing)?\b",
    ),
)
_PATTERNS = tuple((tool, re.compile(words, re.IGNORECASE)) for tool, words in _ASKS)
_NOW = re.compile(
    r"\b(?:current|currently|now|latest|today|trad(?:e|es|ing) at|quote)\b|\bwhat is\b", re.I
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?"
_ISO = re.compile(r"\b([0-9]{4})-([0-9]{2})-([0-9]{2})\b")
_US_DAY = re.compile(rf"\b({_MONTH}) ([0-9]{{1,2}}),? ([0-9]{{4}})\b", re.I)
_EU_DAY = re.compile(rf"\b([0-9]{{1,2}}) ({_MONTH}) ([0-9]{{4}})\b", re.I)
_MONTH_YEAR = re.compile(rf"\b({_MONTH}) ([0-9]{{4}})\b", re.I)
_YEARS = re.compile(
    r"\b(?:from |between )?((?:19|20)[0-9]{2}) ?(?:to|and|-|–|until) ?((?:19|20)[0-9]{2})\b", re.I
)
_SINCE = re.compile(r"\bsince (?:the (?:start|beginning) of )?((?:19|20)[0-9]{2})\b", re.I)
_YEAR = re.compile(r"\b((?:19|20)[0-9]{2})\b")
_BACK = re.compile(
    r"\b(?:last|past|previous|trailing) (?:([0-9]+|two|three|four|five|six|ten|twelve) )?"
    r"(day|week|month|quarter|year)s?\b|\b52[ -]week",
    re.I,
)
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "twelve": 12}
_LENGTH = {"day": 1, "week": 7, "month": 30.4375, "quarter": 91.3125, "year": 365.25}
DAY_BEFORE = 7
"""Days to look back for the last trading day before one on which nothing was traded."""


def says_market(question: str) -> bool:
    """Say whether a question has words for prices, market value, news or owners."""
    return any(pattern.search(question) for _, pattern in _PATTERNS)


def market_calls(question: str, *, directory: CompanyNames, today: date) -> tuple[MarketCall, ...]:
    """Return the calls that answer `question`.

    Raises:
        InvalidRequest: It names no company, or nothing that is known of the market.
    """
    mentions = directory.mentions(question)
    companies = tuple({m.company.cik: m.company for m in mentions}.values())
    if not companies:
        raise InvalidRequest("Which company do you mean? Name one, or give its ticker.")
    tools = [tool for tool, pattern in _PATTERNS if pattern.search(question)]
    if len(tools) > 1 and "get_prices" in tools and not _share_price(question):
        tools.remove("get_prices")  # "price to earnings" asks for no prices
    if not tools:
        raise InvalidRequest(
            "Ask for prices, market capitalisation, P/E, news, insider trades or institutional "
            "holders of a company."
        )
    first, last = price_days(question, today)
    now = _NOW.search(question) and (first, last) == _default(today)
    calls = []
    for tool in tools:
        for company in companies:
            ticker = _ticker(question, company)
            if tool != "get_prices":
                calls.append(MarketCall(tool, ticker))
            elif now:
                calls.append(MarketCall("get_price_snapshot", ticker))
            else:
                calls.append(MarketCall(tool, ticker, first, last))
    return tuple(calls)


def price_days(question: str, today: date) -> tuple[date, date]:
    """Return the first and the last day a question speaks of; the last twelve months without any."""
    days = sorted(_named_days(question))
    if len(days) > 1:
        return days[0], days[-1]
    if days:
        since = re.search(r"\bsince\b", question, re.IGNORECASE)
        return (days[0], today) if since else (days[0] - timedelta(days=DAY_BEFORE), days[0])
    for reader in (_years, _months, _back):
        if (found := reader(question, today)) is not None:
            return found[0], min(found[1], today)
    return _default(today)


def _default(today: date) -> tuple[date, date]:
    return today - timedelta(days=365), today


def _named_days(question: str) -> set[date]:
    found = [(int(y), int(m), int(d)) for y, m, d in _ISO.findall(question)]
    found += [(int(y), _month(m), int(d)) for m, d, y in _US_DAY.findall(question)]
    found += [(int(y), _month(m), int(d)) for d, m, y in _EU_DAY.findall(question)]
    days = set()
    for year, month, day in found:
        try:
            days.add(date(year, month, day))
        except ValueError:
            continue
    return days


def _years(question: str, today: date) -> tuple[date, date] | None:
    if found := _YEARS.search(question):
        first, last = sorted(int(year) for year in found.groups())
        return date(first, 1, 1), date(last, 12, 31)
    if found := _SINCE.search(question):
        return date(int(found[1]), 1, 1), today
    if re.search(r"\b(?:ytd|year[- ]to[- ]date|this year)\b", question, re.IGNORECASE):
        return date(today.year, 1, 1), today
    return None


def _months(question: str, today: date) -> tuple[date, date] | None:
    if found := _MONTH_YEAR.search(question):
        year, month = int(found[2]), _month(found[1])
        after = date(year + month // 12, month % 12 + 1, 1)
        return date(year, month, 1), after - timedelta(days=1)
    if found := _YEAR.search(question):
        return date(int(found[1]), 1, 1), date(int(found[1]), 12, 31)
    return None


def _back(question: str, today: date) -> tuple[date, date] | None:
    """Read "last year" as the calendar year, "over the last year" and "last 2 years" as up to today."""
    found = _BACK.search(question)
    if found is None:
        return None
    if not found[2]:
        return today - timedelta(days=365), today
    over = re.search(r"\b(?:over|in|during|within|for) the $", question[: found.start()], re.I)
    if found[2].lower() == "year" and not found[1] and not over and found[0].lower() == "last year":
        return date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)
    number = _WORDS.get((found[1] or "").lower()) or int(found[1] or 1)
    return today - timedelta(days=round(number * _LENGTH[found[2].lower()])), today


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _ticker(question: str, company: Company) -> str:
    """Return the class of shares that the question names, else the primary one."""
    words = set(re.findall(r"[A-Z][A-Z.\-]*", question))
    others: Sequence[str] = [one for one in company.tickers if one != company.ticker]
    return next((one for one in others if one in words), company.ticker)


def _share_price(question: str) -> bool:
    return bool(
        re.search(r"\b(?:share|stock|closing) prices?\b|\btrad(?:e|es|ing) at\b", question, re.I)
    )
