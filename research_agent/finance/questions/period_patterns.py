"""How periods are written in questions."""

import re
from calendar import monthrange
from collections.abc import Mapping
from types import MappingProxyType

__all__ = [
    "COUNT_WORDS",
    "FUTURE_SLACK",
    "PATTERNS",
    "QUARTER_WORDS",
    "date_of",
    "month_end",
    "number_of",
]

FUTURE_SLACK = 1
"""A fiscal year may be named after the next calendar year (NVIDIA's), no later one."""

QUARTER_WORDS: Mapping[str, int] = MappingProxyType(
    {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
    | {"final": 4, "fifth": 5, "5th": 5, "sixth": 6}
)
COUNT_WORDS: Mapping[str, int] = MappingProxyType(
    {
        word: number
        for number, word in enumerate(
            "zero one two three four five six seven eight nine ten eleven twelve".split()
        )
    }
    | {"fifteen": 15, "twenty": 20, "couple": 2, "few": 3, "several": 5}
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"[12][0-9]{3}"
_FY = r"(?:fy|fiscal(?:[ -]years?)?|financial[ -]years?)"
_CY = r"(?:cy|calendar(?:[ -]years?)?)"
_NAMED = rf"(?:(?:{_FY}|{_CY}|(?<!per )(?<!\ba )years?)\s?)?"
_DASH = r"\s?(?:-|–|—|to|through|thru|until|till|up\sto)\s?"
_COUNT = r"[0-9]{1,4}|" + "|".join(COUNT_WORDS)
_Q_WORD = "|".join(QUARTER_WORDS)
_DAY = rf"[12][0-9]{{3}}-[0-9]{{2}}-[0-9]{{2}}|{_MONTH}\s[0-9]{{1,2}}(?:st|nd|rd|th)?,?\s{_YEAR}|[0-9]{{1,2}}\s{_MONTH}\s{_YEAR}"
_NEWEST = r"(?:last|past|latest|newest|previous|prior|preceding|most\srecent|recent|trailing|these)"
_UNIT = r"(?:(?P<{0}>years?|annual\sreports?)|(?P<{1}>quarters?))"
_NOT_AN_AMOUNT = r"(?!\s?(?:million|billion|trillion|thousand|bn|mn|%|percent|shares|decimals))"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace(" ", r"\s"), re.IGNORECASE)


PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "as_of",
        _compiled(
            rf"\b(?:as of|as known (?:on|at)|known (?:on|at|by)|filed (?:by|before|until|up to)|using) (?:the )?"
            rf"(?P<day>{_DAY})(?:\s(?:filings?|data|reports?))\b"
            rf"|^\W*(?:as of|as known on|by|on|until) (?:the )?(?P<day3>{_DAY})(?=,? what (?:had|was|were|has|did)\b)"
            rf"|\b(?:as (?:was )?(?:known|seen|reported|published) (?:on|at|by|as of|until)|as filed (?:by|on|until)|known (?:on|by)|using (?:only )?filings (?:up )?(?:to|until|through|before|by|as of)|(?:with|from|in) filings (?:as of|up to|until|through|by)) (?:the )?(?P<day2>{_DAY})"
        ),
    ),
    (
        "as_reported",
        _compiled(
            r"\bat the time\b|\bas (?:originally|first|initially|then) (?:reported|filed|published|stated)\b"
            r"|\b(?:originally|initially|first) (?:reported|filed|report|file|published)\b|\bwhen (?:it was )?first (?:reported|filed|published)\b|\bas[ -]reported\b"
            r"|\bbefore (?:any )?(?:restatements?|recasts?)\b|\boriginal filing\b|\bunrestated\b"
        ),
    ),
    (
        "ttm",
        _compiled(
            r"\b(?:ttm|ltm)\b|\b(?:trailing|last|past|previous|latest)[ -](?:twelve|12)[ -]months?\b"
            r"|\btrailing (?:four|4) quarters?\b|\btrailing year\b"
        ),
    ),
    (
        "half",
        _compiled(
            rf"\bh(?P<h>[12])(?:\s?(?:of |in )?(?P<f>{_FY}|{_CY})?\s?[’']?(?P<y>{_YEAR}|[0-9]{{2}}\b))?\b"
            rf"|\b(?P<hw>first|second|1st|2nd|back)[ -]half(?:,?\s(?:of |in )?(?:the )?(?P<fw>{_FY}|{_CY})?\s?(?P<yw>{_YEAR}))?\b"
        ),
    ),
    (
        "months",
        _compiled(
            r"\b(?:six|nine|6|9)[ -]months?\b|\bhalf[ -]year(?:ly|s)?\b|\byear[ -]to[ -]date\b|\bytd\b|\bmonthly\b|\bweekly\b"
        ),
    ),
    (
        "quarter_range",
        _compiled(
            rf"\b(?:from )?q(?P<q1>[0-9])(?:\s?(?:of )?{_FY}?\s?(?P<y1>{_YEAR}))?{_DASH}q(?P<q2>[0-9])\s?(?:of )?{_FY}?\s?(?P<y2>{_YEAR})\b"
        ),
    ),
    (
        "quarter",
        _compiled(
            rf"\bq(?P<q>[0-9])(?:\s?(?:of |in )?(?P<f>{_FY}|{_CY})?\s?[’']?(?P<y>{_YEAR}|[0-9]{{2}}\b))?\b"
            rf"|\b(?P<qb>[0-9])q\s?(?P<fb>fy)?\s?[’']?(?P<yb>{_YEAR}|[0-9]{{2}})\b"
            rf"|\b(?P<fd>{_FY})?\s?(?P<yd>{_YEAR})[ ,_-]{{0,2}}q(?P<qd>[0-9])\b"
            rf"|\b(?P<qw>{_Q_WORD})(?: fiscal)?[ -]quarter(?:,?\s(?:of |in )?(?:the )?(?P<fw>{_FY}|{_CY})?\s?(?P<yw>{_YEAR}))?\b"
            rf"|\b(?P<fe>{_FY})\s?(?P<ye>[0-9]{{2}})\s?q(?P<qe>[0-9])\b"
        ),
    ),
    (
        "range",
        _compiled(
            rf"\bbetween (?P<fa>{_NAMED})(?P<a>{_YEAR}) and {_NAMED}(?P<b>{_YEAR})\b"
            rf"|\b(?:from )?(?P<fc>{_NAMED})(?P<c>{_YEAR}){_DASH}{_NAMED}(?P<d>{_YEAR})\b(?!-[0-9])"
            rf"|\b(?P<fe>{_FY}\s?)(?P<e>[0-9]{{2}}){_DASH}{_FY}\s?(?P<f>[0-9]{{2}})\b"
        ),
    ),
    (
        "day",
        _compiled(
            rf"\b(?:(?:(?P<q>quarter|three months)|(?P<y>(?:fiscal )?year|twelve months)) end(?:ed|ing) |as (?:of|at) |on |at |ended |ending )?"
            rf"(?:the )?(?P<day>{_DAY})\b"
            rf"|\b(?:(?P<q2>quarter|three months)|(?P<y2>(?:fiscal )?year|twelve months)) end(?:ed|ing|s)? (?:in )?(?P<month>{_MONTH}\s{_YEAR})\b"
            rf"|\b(?:as of|at (?:the )?end of) (?P<month2>{_MONTH}\s{_YEAR})\b"
        ),
    ),
    (
        "since",
        _compiled(
            rf"\b(?P<w>since|from|starting (?:in|with)|after|beginning (?:in|with)) (?P<fy>{_NAMED})(?P<y>{_YEAR})(?:\sonwards?|\son|\sto (?:date|now|today|present))?\b"
        ),
    ),
    (
        "count",
        _compiled(
            rf"\b(?:over |for |in |during )?(?:the )?{_NEWEST} (?P<n>{_COUNT})(?: of)?[ -]?(?:reported |full |fiscal |complete |completed |financial )?"
            + _UNIT.format("yu", "qu")
            + r"\b"
            + rf"|\b(?P<n2>{_COUNT})[ -]"
            + _UNIT.format("yu2", "qu2")
            + r"(?!\sago|\sof)(?:[ -](?:period|history|trend|view))?\b"
            + r"|\b(?:last|past) (?P<decade>decade)\b|\b(?P<n3>[0-9]{1,2})y\b"
        ),
    ),
    (
        "last_year",
        _compiled(
            rf"\b(?P<n>{_COUNT}) years ago\b|\b(?:in |of )?(?P<last>last year)(?!\s(?:to|quarter))(?:['’]s)?\b"
            r"|\b(?:in |of |than |with |to |versus |from )?(?:the )?(?P<before>(?:previous|prior|preceding) (?:fiscal )?year|year (?:before|earlier))(?:['’]s)?\b"
            r"|\b(?P<this>this year)(?:['’]s)?\b"
        ),
    ),
    (
        "latest_quarter",
        _compiled(
            rf"\b(?:in |for )?(?:the |its |their )?{_NEWEST} (?:reported |fiscal |completed |full )?quarter(?:ly (?:report|figures?|results?))?(?:['’]s)?\b|\bmrq\b"
            r"|\b(?:this|current) quarter\b"
        ),
    ),
    (
        "latest_year",
        _compiled(
            rf"\b(?:in |for )?(?:the |its |their )?{_NEWEST} (?:(?:reported |full |completed |complete )?(?:fiscal|financial)? ?years?|annual (?:report|figures?|results?)|10-k)(?:['’]s)?\b"
            r"|\b(?:latest|most recent|currently|right now|today|now|current(?= (?:revenue|sales|eps|net|gross|cash and|debt level)))\b"
        ),
    ),
    (
        "year",
        _compiled(
            rf"\b(?P<f>{_FY}|{_CY}|year)[ -]?[’']?(?P<y>{_YEAR}|[0-9]{{2}}(?![0-9%]))(?:a|e)?\b(?![.,][0-9])"
            rf"|(?<![\w.,$€£/-])(?P<y2>(?:19|20)[0-9]{{2}})(?:['’]s)?(?![\w%]|[.,][0-9]|-[0-9]){_NOT_AN_AMOUNT}"
            r"|\b(?:in|of|for|during) (?P<y3>[12][0-9]{3})(?![\w%]|[.,][0-9]|-[0-9])"
            + _NOT_AN_AMOUNT
            + r"|(?<!\w)[’'](?P<y4>[0-9]{2})\b"
        ),
    ),
    (
        "quarterly",
        _compiled(
            r"\b(?:quarterly|each quarter|every quarter|by quarter|per quarter|quarter by quarter|(?:the )?(?:four )?quarters)\b"
            r"|(?<=which )quarter\b|(?<=what )quarter\b|(?<=best )quarter\b|(?<=worst )quarter\b|(?<=strongest )quarter\b|(?<=weakest )quarter\b"
        ),
    ),
    (
        "annual",
        _compiled(
            r"\b(?:annual(?! (?:growth|rate))|yearly|by year|each year|every year|full[ -]year|year by year|by fiscal year|(?:the )?(?:fiscal )?years)\b"
        ),
    ),
)


def number_of(text: str) -> int:
    """Return the number written as digits or as a word."""
    low = text.lower()
    return int(low) if low.isdigit() else COUNT_WORDS[low]


def month_end(text: str) -> tuple[int, int, int]:
    """Return year, month and last day of "September 2023"."""
    name, year = text[:3].lower(), int(text[-4:])
    month = _MONTHS.index(name) + 1
    return year, month, monthrange(year, month)[1]


def date_of(text: str) -> tuple[int, int, int]:
    """Return year, month and day of a date as questions write it."""
    if text[4:5] == "-":
        year, month, day = text.split("-")
        return int(year), int(month), int(day)
    parts = re.findall(r"[A-Za-z]{3,}|[0-9]+", text)
    name = next(part for part in parts if part.isalpha() and part[:3].lower() in _MONTHS)
    smaller, larger = sorted(int(part) for part in parts if part.isdigit())
    return larger, _MONTHS.index(name[:3].lower()) + 1, smaller
