"""Figures as printed in an answer: number, scale, unit, sign and the precision they claim."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from research_agent.evidence.period_names import PeriodName, period_names
from research_agent.evidence.printed_money import CODES, SCALES, SYMBOLS, currencies

__all__ = ["PrintedFigure", "PrintedUnit", "find_figures"]

_CODE = "|".join(CODES)
_SYMBOL = "|".join(re.escape(symbol) for symbol in sorted(SYMBOLS, key=len, reverse=True))
_SCALE_WORD = "thousand|million|billion|trillion|mln|bln|trn|mn|bn|tn"
_NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+"

_FIGURE = re.compile(
    rf"""
    (?P<open>\()?
    (?P<sign>[-−–+])?
    (?P<currency>\\?(?:{_SYMBOL})|\b(?:{_CODE}|RMB)(?:\s?\\?[$€£¥])?\s?)?
    (?P<sign2>[-−])?
    (?<![0-9A-Za-z_#]) (?<![0-9][.,/:]) (?<![A-Za-z][-‑]) (?P<number>{_NUMBER}) (?![0-9])
    (?:[\s-]?(?P<word>{_SCALE_WORD})s?\b | (?P<letter>mm|MM|Mn|Bn|[kKmMbBtT])(?![A-Za-z0-9]))?
    (?P<unit>\s?%(?:[\s-]?(?:points?|pts?)\b)? | \s?(?:percentage|basis)[\s-]points?\b
      | \s(?:percent|per\scent|pct)\b | \s?(?:pps?|ppts?|pts|bps|bp)\b | \s(?:points)\b
      | \s?× | [xX](?![A-Za-z0-9]) | \stimes\b | \sdays\b | \sshares\b
      | \s(?:US\s|U\.S\.\s|New\sTaiwan\s|Canadian\s)?(?:dollars?|euros?|pounds?|yen|yuan|won|rupees?|francs?)\b
      | \s(?:{_CODE}|RMB)\b )?
    (?P<close>\))?
    """,
    re.VERBOSE,
)
_NOT_A_FIGURE = re.compile(
    r"""\b(?:CIK|Items?|Notes?|Exhibits?|Sections?|Tables?|Figures?|Charts?|Pages?|Chapters?|Parts?|
        Levels?|Rules?|Steps?|Topics?|versions?|No\.|ASC|IFRS|IAS|SFAS|Form|Class|Series)
        [\s:#]*[0-9][0-9A-Za-z.()-]*
      | \b[0-9]{1,3}-?[KQF]\b(?:/A)? | \b[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\b
      | \b[0-9]+(?:\.[0-9]+)?\s?(?:[-–]for[-–]|:|/)\s?[0-9]+(?:\.[0-9]+)?\b
      | \b[0-9]+(?:st|nd|rd|th)\b | \bS&P\s[0-9]+ | \b[0-9]{3}\([a-z]\)
      | \b[0-9]+[\s-](?:years?|quarters?|months?|weeks?|companies|periods?|fiscal|filings?|hours?)\b
      | \b(?:last|past|within|next|every|first|top)\s[0-9]+(?:\s(?:days|times))?\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SHARES_AFTER = re.compile(
    r"(?:\s(?:diluted|basic|weighted|average|common|ordinary|outstanding|class\s[A-C])){1,4}\sshares\b",
    re.I,
)
_PER_SHARE_AFTER = re.compile(
    r"\s?(?:per|a|/)\s?(?:(?:diluted|basic|common|ordinary)\s)?(?:share|ADS)\b", re.I
)
_WORTH_A_NUMBER = re.compile(
    r"\b(?:ratios?|multiples?|eps|margins?|turnover|coverage|per\sshare|earnings)\b[^.;0-9]{0,40}"
    r"\b(?:of|was|is|were|at|to|stood\sat|equals)\s$",
    re.I,
)
_RANGE_GOES_ON = re.compile(
    rf"\s?(?:[-–—]|to\s|and\s)\s?[0-9][0-9.,]*\s?(?:%|×|x\b|percent|{_SCALE_WORD})", re.I
)
_RANGE_JOIN = re.compile(r"\s?(?:-|–|—|to|and|or|versus|vs\.?|,)\s?(?:to\s)?", re.I)


class PrintedUnit(StrEnum):
    """The unit a reader sees."""

    MONEY = "money"
    PERCENT = "percent"
    POINTS = "points"
    TIMES = "times"
    DAYS = "days"
    SHARES = "shares"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """One figure in a text.

    Args:
        start: Offset of its first character in the text searched.
        end: Offset behind its last character.
        number: As printed, with the printed sign, before scale: `-383.3`.
        step: Value of its last printed place: `0.1`.
        scale: 1,000,000 for "million"; 1 when none is printed.
        unit: As printed.
        currencies: ISO codes the printed currency can mean; empty when none is printed.
        per_share: True for "6.13 per share".
        enclosed: True when it stands alone in parentheses, in accounts a minus sign.
        basis_points: True when points are hundredths of a percentage point.
    """

    start: int
    end: int
    number: Decimal
    step: Decimal
    scale: Decimal = Decimal(1)
    unit: PrintedUnit = PrintedUnit.PLAIN
    currencies: tuple[str, ...] = ()
    per_share: bool = False
    enclosed: bool = False
    basis_points: bool = False

    @property
    def scaled(self) -> bool:
        """True when a scale is printed with the number."""
        return self.scale != 1


def find_figures(
    text: str, periods: Sequence[PeriodName] | None = None, *, in_table: bool = False
) -> tuple[PrintedFigure, ...]:
    """Find the figures in one passage; dates, labels, counts and numbering are none.

    Args:
        text: A passage with unread parts blanked out.
        periods: Its period names, where they are known already.
        in_table: True for a table cell, where a bare integer is a figure too.
    """
    if not any(map(str.isdigit, text)):
        return ()
    names = period_names(text) if periods is None else periods
    taken = [(name.start, name.end) for name in names]
    taken += [found.span() for found in _NOT_A_FIGURE.finditer(text)]
    figures = [
        figure
        for found in _FIGURE.finditer(text)
        if (figure := _figure(found, taken, in_table=in_table)) is not None
    ]
    return tuple(_with_shared_scale(text, figures))


def _figure(
    found: re.Match[str], taken: Sequence[tuple[int, int]], *, in_table: bool
) -> PrintedFigure | None:
    first, last = found.span("number")
    if any(left < last and first < right for left, right in taken):
        return None
    unit_text = (found["unit"] or "").strip()
    scale_text = found["word"] or found["letter"] or ""
    currency = (found["currency"] or "").strip()
    text = found.string
    after = text[found.end() :]
    bare = not (unit_text or scale_text or currency)
    if bare and not _counts_as_figure(found, in_table=in_table):
        return None
    digits = found["number"].replace(",", "")
    places = len(digits.partition(".")[2])
    enclosed = bool(found["open"] and found["close"])
    start, end = _span(found, enclosed=enclosed and in_table)
    signed = _sign(found)
    unit, money = _unit(unit_text, currency)
    if unit is PrintedUnit.PLAIN and _SHARES_AFTER.match(after):
        unit = PrintedUnit.SHARES
    return PrintedFigure(
        start,
        end,
        number=Decimal(digits) * signed,
        step=Decimal(1).scaleb(-places),
        scale=Decimal(10) ** SCALES.get(scale_text.lower(), 0),
        unit=unit,
        currencies=money,
        per_share=bool(_PER_SHARE_AFTER.match(after)),
        enclosed=enclosed,
        basis_points=unit_text.lower().startswith(("bp", "basis")),
    )


def _counts_as_figure(found: re.Match[str], *, in_table: bool) -> bool:
    """Say whether a number without unit, scale and currency is a figure."""
    number = found["number"]
    after = found.string[found.end("number") : found.end("number") + 2]
    if re.match(r"[-–][A-Za-z]|[A-Za-z_]|[.,/:][0-9]", after):
        return False
    if _RANGE_GOES_ON.match(found.string, found.end("number")):
        return True
    if in_table or "," in number or "." in number:
        return True
    if len(number) >= 4:
        return not number.startswith("0")
    return bool(_WORTH_A_NUMBER.search(found.string[: found.start()]))


def _span(found: re.Match[str], *, enclosed: bool) -> tuple[int, int]:
    if enclosed:
        return found.span()
    start, end = found.span()
    if found["open"]:
        start += 1
    if found["close"]:
        end -= 1
    if found["sign"] and not _sign_counts(found):
        start += 1
    return start, end


def _sign_counts(found: re.Match[str]) -> bool:
    """Tell a sign from a hyphen or a dash between two words."""
    at = found.start("sign")
    return at == 0 or found.string[at - 1] in " \t\n(|[*_~≈:\"'"


def _sign(found: re.Match[str]) -> int:
    if found["sign2"]:
        return -1
    return -1 if found["sign"] in ("-", "−", "–") and _sign_counts(found) else 1


def _unit(unit: str, currency: str) -> tuple[PrintedUnit, tuple[str, ...]]:
    low = unit.lower()
    if currency:
        return PrintedUnit.MONEY, currencies(currency)
    if not low:
        return PrintedUnit.PLAIN, ()
    if "point" in low or low.startswith(("pp", "pts", "bp")) or re.match(r"%\W?p", low):
        return PrintedUnit.POINTS, ()
    if low in ("%", "percent", "per cent", "pct"):
        return PrintedUnit.PERCENT, ()
    if low in ("x", "×", "times"):
        return PrintedUnit.TIMES, ()
    if low in ("days", "shares"):
        return PrintedUnit(low), ()
    return PrintedUnit.MONEY, currencies(unit)


def _with_shared_scale(text: str, figures: list[PrintedFigure]) -> list[PrintedFigure]:
    """Give "$394.3 to $383.3 billion" and "43 to 44 percent" one scale and unit for both."""
    shared = list(figures)
    for at in range(len(shared) - 2, -1, -1):
        left, right = shared[at], shared[at + 1]
        if not _RANGE_JOIN.fullmatch(text[left.end : right.start]):
            continue
        if left.unit is PrintedUnit.PLAIN and not left.scaled:
            shared[at] = replace(
                left, scale=right.scale, unit=right.unit, currencies=right.currencies
            )
        elif right.scaled and not left.scaled and right.currencies in ((), left.currencies):
            shared[at] = replace(left, scale=right.scale)
    return shared
