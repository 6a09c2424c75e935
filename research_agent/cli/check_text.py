"""The checks of one company's figures as text and as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from research_agent.cli.grid import aligned
from research_agent.domain.display import show_value

if TYPE_CHECKING:
    from research_agent.finance.identities import IdentityReport, IdentityResult

__all__ = ["check_csv", "check_text"]

_COLUMNS = (
    "ticker company check fiscal_label period_end status left right difference tolerance unit "
    "explanation urls"
).split()


def check_text(report: "IdentityReport") -> str:
    """Return the counts, a line for each check, then both sides of those that do not agree."""
    from research_agent.finance.identities import Status

    passed, explained, failed = (
        report.count(status) for status in (Status.PASSED, Status.EXPLAINED, Status.FAILED)
    )
    lines = [
        f"{report.company}: {report.run:,} checks run, {passed:,} passed, {explained:,} explained, "
        f"{failed:,} failed; {report.count(Status.NOT_CHECKED):,} lack a figure.",
        "",
        *aligned([["Check", "Passed", "Explained", "Failed"], *_counts(report)]),
    ]
    for status, heading in ((Status.FAILED, "Failed:"), (Status.EXPLAINED, "Explained:")):
        found = [result for result in report.results if result.status is status]
        if found:
            lines += ["", heading, *(line for result in found for line in _sides(result))]
    return "\n".join(lines)


def check_csv(report: "IdentityReport") -> str:
    """Return one line for each check and period, exact, with the filings behind it."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for result in report.results:
        filings = {filing.url: None for fact in result.facts for filing in fact.filings()}
        writer.writerow(
            {
                "ticker": report.company.ticker,
                "company": report.company.name,
                "check": result.label,
                "fiscal_label": result.period.label,
                "period_end": result.period.end.isoformat(),
                "status": result.status.value,
                "left": _exact(result.left),
                "right": _exact(result.right),
                "difference": _exact(result.difference),
                "tolerance": _exact(result.tolerance),
                "unit": result.facts[0].unit if result.facts else "",
                "explanation": result.explanation,
                "urls": " ".join(filings),
            }
        )
    return out.getvalue()


def _counts(report: "IdentityReport") -> Iterator[list[str]]:
    """Yield a line for each check that could be made; the period in a name is left out."""
    from research_agent.finance.identities import Status

    shown = (Status.PASSED, Status.EXPLAINED, Status.FAILED)
    names: dict[str, str] = {}
    counts: dict[str, Counter[Status]] = {}
    for result in report.results:
        if result.status in shown:
            names.setdefault(result.key, result.label.removesuffix(f" to {result.period.label}"))
            counts.setdefault(result.key, Counter())[result.status] += 1
    for key, name in names.items():
        yield [name, *(f"{counts[key][status]:,}" for status in shown)]


def _sides(result: "IdentityResult") -> Iterator[str]:
    unit = result.facts[0].unit
    left, right, apart = (
        show_value(side, unit)
        for side in (result.left, result.right, result.difference)
        if side is not None
    )
    yield f"{result.period.label}: {result.label}: {left} against {right}, difference {apart}"
    if result.explanation:
        yield f"  {result.explanation}"
    filings = {filing.url: None for fact in result.facts for filing in fact.filings()}
    yield from (f"  {url}" for url in filings)


def _exact(value: Decimal | None) -> str:
    return "" if value is None else f"{value:f}"
