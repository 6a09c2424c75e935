"""Which parts of a company a question is about, and why others cannot be given."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from research_agent.analyst.part_names import PartNames, name_tokens
from research_agent.analyst.part_rows import AXES, PartRow, part_rows
from research_agent.analyst.wording import listed, metric_words, possessive, short_name
from research_agent.domain.companies import Company
from research_agent.domain.tables import SeriesTable
from research_agent.finance.questions import ParsedQuestion
from research_agent.finance.questions.part_metrics import PART_METRICS, PART_RATIOS
from research_agent.finance.questions.words import BARRIER, blanked
from research_agent.finance.segments.concepts import segment_metric
from research_agent.finance.segments.metrics import CUSTOMER_SHARE

__all__ = ["ChosenPart", "PartChoice", "choose_parts"]

_AXIS_WORDS = {
    "business": "segment",
    "product": "product",
    "geography": "region",
    "customer": "customer",
}
_MAX_NAMES = 12


@dataclass(frozen=True, slots=True)
class ChosenPart:
    """One part whose figures are asked for.

    Args:
        company: Whose part.
        row: Its figures.
        below: What they are divided by, for a margin; `None` otherwise.
        ratio: Key of that margin; empty otherwise.
        excluded: True when all of the company but this part is asked for.
    """

    company: Company
    row: PartRow
    below: PartRow | None = None
    ratio: str = ""
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class PartChoice:
    """What a question about parts comes to.

    Args:
        parts: In the order of the question, or of the table.
        extra: Rows that reconcile the parts with the total, to be shown beside them.
        problems: Why a part cannot be given, one sentence each.
        remarks: What stands in for what was asked.
        axis_words: `"segment"`, `"product"` …, when all parts of that kind are asked for.
    """

    parts: tuple[ChosenPart, ...] = ()
    extra: tuple[PartRow, ...] = ()
    problems: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    axis_words: str = ""


def choose_parts(parsed: ParsedQuestion, tables: Sequence[SeriesTable]) -> PartChoice:
    """Find the parts a question names in the tables at hand."""
    by_company = {
        company: part_rows(tables, company, parsed.periods.basis) for company in parsed.companies
    }
    by_company = {company: rows for company, rows in by_company.items() if rows}
    if not by_company:
        return PartChoice()
    if parsed.parts:
        return _named(parsed, by_company)
    return _whole_axis(parsed, by_company)


@dataclass(slots=True)
class _Found:
    """What is found of the parts a question names, as it is collected."""

    chosen: list[ChosenPart] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    covered: set[str] = field(default_factory=set)

    def add(self, part: ChosenPart | None, remark: str) -> None:
        """Keep a part; a remark without one is a problem."""
        if part is not None:
            self.chosen.append(part)
        if remark:
            (self.remarks if part else self.problems).append(remark)


def _named(parsed: ParsedQuestion, by_company: dict[Company, tuple[PartRow, ...]]) -> PartChoice:
    found = _Found()
    for company, rows in by_company.items():
        names = _names_of(parsed, company, rows, found)
        excluded = _excluded(parsed, names)
        for name in names:
            own = [row for row in rows if row.name == name]
            for metric in parsed.metrics:
                part, remark = _of_metric(company, own, metric, parsed.axis)
                if part is not None and name in excluded:
                    part = replace(part, excluded=True)
                found.add(part, remark)
    missing = [part for part in parsed.parts if part.text not in found.covered]
    found.problems += [_unknown(part.text, by_company) for part in missing]
    if any(not part.sure for part in missing):
        found.chosen.clear()  # the words may be a condition, so the figure would be another's
    return PartChoice(
        tuple(found.chosen),
        (),
        tuple(dict.fromkeys(found.problems)),
        tuple(dict.fromkeys(found.remarks)),
    )


def _names_of(
    parsed: ParsedQuestion, company: Company, rows: Sequence[PartRow], found: _Found
) -> list[str]:
    """Return the company's names of the parts a question names, noting which words are covered."""
    text = blanked(parsed.question, [*parsed.metric_spans, *parsed.period_spans])
    names = PartNames(row.name for row in rows)
    said = list(names.said_in(text.replace(BARRIER, " ")))
    for part in parsed.parts:
        words = set(name_tokens(part.text))
        like = names.like(part.text)
        if any(words <= set(name_tokens(name)) for name in said):
            found.covered.add(part.text)
        elif len(like) == 1:
            said.append(like[0])
            found.covered.add(part.text)
        elif like and part.sure:
            found.covered.add(part.text)
            found.problems.append(_ambiguous(company, part.text, like))
    return said


def _excluded(parsed: ParsedQuestion, names: Sequence[str]) -> frozenset[str]:
    """Return the names of parts that are to be left out."""
    left_out = [set(name_tokens(part.text)) for part in parsed.parts if part.excluded]
    return frozenset(
        name for name in names if any(words <= set(name_tokens(name)) for words in left_out)
    )


def _whole_axis(
    parsed: ParsedQuestion, by_company: dict[Company, tuple[PartRow, ...]]
) -> PartChoice:
    found = _Found()
    extra: list[PartRow] = []
    for company, rows in by_company.items():
        for metric in parsed.metrics:
            group = _group_with(rows, metric, parsed.axis)
            if not group:
                found.problems.append(_no_axis(company, rows, metric, parsed.axis))
                continue
            if not _is_of_axis(group[0], parsed.axis):
                found.remarks.append(_other_axis(company, parsed.axis, group[0].axis))
            members, others = _members(rows, group)
            for name in dict.fromkeys(row.name for row in members):
                own = [row for row in rows if row.name == name and row.axis == group[0].axis]
                found.add(*_of_metric(company, own, metric, group[0].axis))
            extra += others
    return PartChoice(
        tuple(found.chosen),
        tuple(extra),
        tuple(dict.fromkeys(found.problems)),
        tuple(dict.fromkeys(found.remarks)),
        _AXIS_WORDS.get(parsed.axis, "part"),
    )


def _group_with(rows: Sequence[PartRow], metric: str, axis: str) -> list[PartRow]:
    """Return the rows of the first split on the axis asked for, or on the next one."""
    above = PART_RATIOS[metric][0] if metric in PART_RATIOS else metric
    swap = {"business": "product", "product": "business"}.get(axis)
    for key in PART_METRICS.get(above, ()):
        own = [row for row in rows if row.metric == key]
        for wanted in (axis, swap):
            group = next((r.group for r in own if wanted and _is_of_axis(r, wanted)), None)
            if group is not None:
                return [row for row in own if row.group == group]
    return []


def _is_of_axis(row: PartRow, axis: str) -> bool:
    """A company whose segments are regions splits by segment all the same."""
    return row.axis == axis or (axis == "business" and "segment" in row.group.lower())


def _members(
    rows: Sequence[PartRow], group: Sequence[PartRow]
) -> tuple[list[PartRow], list[PartRow]]:
    """Tell the parts of a split from what only reconciles them with the total.

    What has no revenue is no part: "Corporate", "Research and development expense".
    """
    earning = {row.name for row in rows if row.metric in PART_METRICS["revenue"] and row.added}
    added = [row for row in group if row.added]
    members = [r for r in added if not r.reconciling and (r.name in earning or not earning)]
    return members, [row for row in added if row not in members]


def _of_metric(
    company: Company, rows: Sequence[PartRow], metric: str, axis: str
) -> tuple[ChosenPart | None, str]:
    """Return the part's figures of a metric, and what is to be said about them or their absence."""
    if metric in PART_RATIOS:
        above, below = PART_RATIOS[metric]
        top, remark = _row_of(company, rows, above, axis)
        base, _ = _row_of(company, [r for r in rows if top and r.axis == top.axis], below, axis)
        if top is None or base is None:
            return None, remark or _not_by_part(company, rows, metric)
        return ChosenPart(company, top, base, metric), remark
    row, remark = _row_of(company, rows, metric, axis)
    return (ChosenPart(company, row) if row else None), remark


def _row_of(
    company: Company, rows: Sequence[PartRow], metric: str, axis: str
) -> tuple[PartRow | None, str]:
    wanted = PART_METRICS.get(metric, ())
    order = [axis, *AXES] if axis else list(AXES)
    for place, key in enumerate(wanted):
        own = sorted((r for r in rows if r.metric == key), key=lambda row: order.index(row.axis))
        if own:
            return own[0], _stand_in(company, metric, key) if place else ""
    return None, _not_by_part(company, rows, metric)


def _stand_in(company: Company, metric: str, key: str) -> str:
    if key == CUSTOMER_SHARE.key:
        return "Of customers only their share of revenue is filed."
    label = segment_metric(key).label
    return (
        f"{short_name(company)} reports no {metric_words(metric)} of its parts: "
        f"{label[0].lower()}{label[1:]} is what it measures them by."
    )


def _not_by_part(company: Company, rows: Sequence[PartRow], metric: str) -> str:
    known = dict.fromkeys(segment_metric(row.metric).label.lower() for row in rows)
    what = f": only {listed(list(known))}" if known else ""
    name = rows[0].name if rows else "its parts"
    return f"{short_name(company)} reports no {metric_words(metric)} of {name} here{what}."


def _no_axis(company: Company, rows: Sequence[PartRow], metric: str, axis: str) -> str:
    known = dict.fromkeys(_AXIS_WORDS[row.axis] for row in rows)
    return (
        f"{possessive(short_name(company))} {metric_words(metric)} by {_AXIS_WORDS[axis]} is not "
        f"here; it has figures by {listed(list(known))}."
    )


def _other_axis(company: Company, asked: str, given: str) -> str:
    return (
        f"{short_name(company)} has no figures by {_AXIS_WORDS[asked]} here: these are by "
        f"{_AXIS_WORDS[given]}."
    )


def _ambiguous(company: Company, text: str, names: Sequence[str]) -> str:
    return f'"{text}" can mean several parts of {short_name(company)}: {listed(list(names))}.'


def _unknown(text: str, by_company: dict[Company, tuple[PartRow, ...]]) -> str:
    sentences = []
    for company, rows in by_company.items():
        names = list(dict.fromkeys(r.name for r in _known(rows)))[:_MAX_NAMES]
        sentences.append(
            f'I did not understand "{text}": {short_name(company)} has no part of that name here; '
            f"it has {listed(names)}."
        )
    return " ".join(sentences)


def _known(rows: Iterable[PartRow]) -> Iterator[PartRow]:
    return (row for row in rows if not row.reconciling)
