"""Whether two filed figures stand on one basis, so that one may be taken from the other."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Vintage
from research_agent.domain.sources import Filing
from research_agent.finance.filed_facts import FiledFacts, Span
from research_agent.finance.lines.line_items import Choice, LineItem, StatementKind
from research_agent.finance.resolution import resolve_row
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["BASIS_TOLERANCE", "on_one_basis", "pair_on_one_basis", "recast_since"]

BASIS_TOLERANCE = Decimal("0.002")
"""A smaller difference between two versions of a figure is a rounding."""


def pair_on_one_basis(
    facts: FiledFacts, item: LineItem, spans: tuple[Span, Span], vintage: Vintage
) -> tuple[FactRow, FactRow] | None:
    """Return the values of `item` for a longer and a shorter span that may be subtracted.

    Filings on one fiscal year are tried first, best vintage first: a year from next year's
    report is recast with it, and so are its nine months. A spin-off between the third 10-Q and
    the 10-K still recasts one and not the other, which `on_one_basis` tells.

    Returns:
        Both rows; `None` when one was not filed or no two stand on one basis.
    """
    longer, shorter = spans
    cycles = sorted(
        {facts.cycle(row.accession) for row in facts.rows(item, longer)},
        reverse=vintage is Vintage.LATEST,
    )
    for cycle in cycles:
        first = resolve_row(facts, item, longer, vintage, cycle=cycle)
        second = resolve_row(facts, item, shorter, vintage, cycle=cycle)
        if first is None or second is None or not _agree(facts, item, first, second):
            continue
        if first.tag == second.tag or (
            item.choice is Choice.TOTAL and _synonyms(facts, item, first, second)
        ):
            return first, second
    first = resolve_row(facts, item, longer, vintage)
    second = resolve_row(facts, item, shorter, vintage)
    if first is None or second is None or not _agree(facts, item, first, second):
        return None
    if item.choice is Choice.TOTAL:
        return (first, second) if _synonyms(facts, item, first, second) else None
    if first.tag == second.tag or item.statement is not StatementKind.INCOME:
        return first, second
    pairs = (_under_one_tag(facts, item, spans, cycle, vintage) for cycle in cycles)
    return next(filter(None, pairs), (first, second))


def _under_one_tag(
    facts: FiledFacts, item: LineItem, spans: tuple[Span, Span], cycle: int, vintage: Vintage
) -> tuple[FactRow, FactRow] | None:
    """Return both spans under a tag that one year's reports have for both.

    AMD's 10-K shows income before tax with the income of associates in a note and without it on the
    statement, its 10-Qs only without it: what is subtracted must be one of the two.
    """
    newest = max if vintage is Vintage.LATEST else min
    for tag in facts.filed_tags(item):
        found = [
            [
                r
                for r in facts.rows(item, span)
                if r.tag == tag and facts.cycle(r.accession) == cycle
            ]
            for span in spans
        ]
        if all(found):
            first, second = (newest(rows, key=lambda r: (r.filed, r.accession)) for rows in found)
            if _agree(facts, item, first, second):
                return first, second
    return None


def _synonyms(facts: FiledFacts, item: LineItem, one: FactRow, other: FactRow) -> bool:
    """Say whether two figures have one tag, or tags that a filing uses for one and the same."""
    if one.tag == other.tag:
        return True
    return any(
        len({row.tag for row in rows if row.value == first.value} & {one.tag, other.tag}) == 2
        for first in (one, other)
        for rows in (facts.rows(item, (first.start, first.end)),)
    )


def on_one_basis(facts: FiledFacts, item: LineItem, one: Fact, other: Fact) -> bool:
    """Say whether no filing behind `one` contradicts what was known with `other`, or the reverse."""
    return all(
        not _recast_between(facts, item, first, second)
        for first in one.filings()
        for second in other.filings()
    )


def recast_since(facts: FiledFacts, item: LineItem, fact: Fact, day: date) -> bool:
    """Say whether a filed figure is another one than was known of its line and period on a day."""
    if fact.filing is None or fact.filing.filed <= day or fact.period.start is None:
        return False
    known = _known(facts, item, (fact.period.start, fact.period.end), day)
    value = float(fact.value)
    return known is not None and abs(known - value) > float(BASIS_TOLERANCE) * abs(known)


def _agree(facts: FiledFacts, item: LineItem, one: FactRow, other: FactRow) -> bool:
    first, second = (Filing(facts.cik, row.accession, row.form, row.filed) for row in (one, other))
    return not _recast_between(facts, item, first, second)


def _recast_between(facts: FiledFacts, item: LineItem, one: Filing, other: Filing) -> bool:
    """Say whether the later filing recasts the line and the earlier one does not yet.

    That is: the later one gives some period another value than was known on the day of the
    earlier one, while the earlier one repeats what was known before it.
    """
    earlier, later = sorted((one, other), key=lambda filing: (filing.filed, filing.accession))
    if earlier.accession == later.accession:
        return False
    return _recasts(facts, item, later, earlier.filed) and not _recasts(
        facts, item, earlier, earlier.filed - timedelta(days=1)
    )


def _recasts(facts: FiledFacts, item: LineItem, filing: Filing, known_by: date) -> bool:
    """Say whether a filing gives some period another value than was known on a day."""
    return any(
        (known := _known(facts, item, (row.start, row.end), known_by)) is not None
        and abs(known - row.value) > float(BASIS_TOLERANCE) * abs(known)
        for row in _on_face(facts, item, facts.in_filing(item, filing.accession))
    )


def _known(facts: FiledFacts, item: LineItem, span: Span, day: date) -> float | None:
    """Newest value of a span that had been filed by `day`."""
    rows = [row for row in facts.rows(item, span) if row.filed <= day]
    found = list(_on_face(facts, item, rows))
    return max(found, key=lambda row: (row.filed, row.accession)).value if found else None


def _on_face(facts: FiledFacts, item: LineItem, rows: Iterable[FactRow]) -> Iterable[FactRow]:
    return (row for row in rows if row.tag == facts.face_tag(item, row.accession))
