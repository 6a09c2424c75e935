"""The ratios as a document: `python -m research_agent.finance.ratios.table > docs/ratios.md`."""

import sys
from collections.abc import Iterator
from string import ascii_lowercase

from research_agent.finance.lines.line_items import Sector
from research_agent.finance.ratios.every_ratio import KEY_RATIOS, RATIOS, SECTOR_RATIOS
from research_agent.finance.ratios.ratio import Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import SectorRule

__all__ = ["ratio_document"]

_UNITS = {
    "fraction": "%",
    "ratio": "times",
    "days": "days",
    "money": "currency",
    "money/shares": "currency per share",
}
_SOURCES = tuple(dict.fromkeys(ratio.source for ratio in RATIOS.values()))
_RULES = tuple(
    dict.fromkeys(
        ratio.rule for ratio in RATIOS.values() if ratio.rule is not None and not ratio.rule.only
    )
)
_SCORES = frozenset({"altman_z_book", "altman_z_score", "beneish_m_score", "piotroski_f_score"})
_INTRODUCTION = """# Ratios

{count} ratios, worked out from filed figures; each result carries the figures it was made from. This page is
written by `python -m research_agent.finance.ratios.table`.

- A ratio is a pure function of line items. One that has no meaning is n/a with the reason: the company's sector
  has none, an input is missing, or what it is divided by is zero or negative.
- "Opening" is one year before the end of the period, for a quarter and for twelve months too.
- *annual or TTM only*: a year's flow against a balance; n/a for a quarter.
- **Bold** ratios are the ones every company is shown; all others are asked for by name. Those of group
  Valuation take the price of a share and are n/a without one; the price must stand on the same count of
  shares and in the same currency as the figures.
"""


def ratio_document() -> str:
    """Return the table of every ratio in Markdown, one section for each group."""
    parts = [_INTRODUCTION.format(count=len(RATIOS))]
    for group in RatioGroup:
        ratios = [ratio for ratio in RATIOS.values() if ratio.group is group]
        parts.append("\n".join(_section(group, ratios)))
    for lines in (_sectors(), _reasons(), _works()):
        parts.append("\n".join(lines))
    return "\n".join(parts)


def _section(group: RatioGroup, ratios: list[Ratio]) -> Iterator[str]:
    yield f"## {group} ({len(ratios)})\n"
    yield "| ratio | name | formula | unit | basis | sectors | follows |"
    yield "|---|---|---|---|---|---|---|"
    for ratio in ratios:
        label = f"**{ratio.label}**" if ratio.key in KEY_RATIOS else ratio.label
        unit = "points" if ratio.key in _SCORES else _UNITS[ratio.unit]
        cells = (label, f"`{ratio.key}`", ratio.formula, unit, ratio.basis, _for(ratio))
        yield f"| {' | '.join(cells)} | {_SOURCES.index(ratio.source) + 1} |"
    yield ""


def _for(ratio: Ratio) -> str:
    if ratio.rule is None:
        return "all"
    if ratio.rule.only:
        return f"only {_names(ratio.rule)}"
    return f"not {_names(ratio.rule)} ({_letter(ratio.rule)})"


def _names(rule: SectorRule) -> str:
    return ", ".join(sector.value for sector in Sector if sector in rule.sectors)


def _letter(rule: SectorRule) -> str:
    return ascii_lowercase[_RULES.index(rule)]


def _reasons() -> Iterator[str]:
    yield "## Why a sector has none\n"
    for rule in _RULES:
        yield f"- ({_letter(rule)}) {_names(rule)}: {rule.why}"
    yield ""


def _works() -> Iterator[str]:
    yield "## Follows\n"
    for number, source in enumerate(_SOURCES, start=1):
        yield f"{number}. {source}"
    yield ""


def _sectors() -> Iterator[str]:
    yield "## Shown besides, by sector\n"
    for sector, keys in SECTOR_RATIOS.items():
        if keys:
            yield f"- {sector}: {'; '.join(RATIOS[key].label for key in keys)}"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(ratio_document())
