"""The identities of a store as text and as JSON."""

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from research_agent.cli.grid import aligned

if TYPE_CHECKING:
    from research_agent.finance.identities.store_check import FailedCheck, StoreCheck
    from research_agent.finance.pack import PackReport

__all__ = ["identity_json", "identity_text"]

_SLOWEST = 5
_WIDEST_REASON = 110


def identity_text(found: "StoreCheck") -> str:
    """Return the counts, what was explained and by what, the slowest companies, the failures."""
    from research_agent.finance.identities import Status

    outcomes = (Status.PASSED, Status.EXPLAINED, Status.FAILED)
    passed, explained, failed = (found.count(outcome) for outcome in outcomes)
    lines = [
        f"Identities: {found.run:,} checks run, {passed:,} passed, {explained:,} explained, "
        f"{failed:,} failed; {found.count(Status.NOT_CHECKED):,} lack a figure.",
        "",
    ]
    grid = [
        [key, *(f"{counts[outcome]:,}" for outcome in outcomes)]
        for key, counts in found.by_identity().items()
        if any(counts[outcome] for outcome in outcomes)
    ]
    lines += aligned([["Identity", "Passed", "Explained", "Failed"], *grid])
    if reasons := found.by_reason().most_common():
        rows = [[_short(reason), f"{number:,}"] for reason, number in reasons]
        lines += ["", *aligned([["Explained by", "Checks"], *rows])]
    slowest = [[company.ticker, f"{company.seconds:.2f} s"] for company in found.companies]
    lines += ["", *aligned([["Slowest", "Time"], *slowest[:_SLOWEST]])]
    if failures := found.failures:
        lines += ["", *_failure_lines(failures)]
    return "\n".join(lines)


def identity_json(where: Path, report: "PackReport", found: "StoreCheck") -> dict[str, Any]:
    """Return the same as plain data, decimals as text, every company in it."""
    from research_agent.finance.identities import Status

    return {
        "store": str(where),
        "files": report.files,
        "companies": report.companies,
        "facts": report.facts,
        "run": found.run,
        **{outcome.value: found.count(outcome) for outcome in Status},
        "identities": {
            key: {outcome.value: counts[outcome] for outcome in Status}
            for key, counts in found.by_identity().items()
        },
        "explanations": dict(found.by_reason().most_common()),
        "slowest": [
            {"ticker": company.ticker, "seconds": company.seconds} for company in found.companies
        ],
        "failures": found.failures,
    }


def _failure_lines(failures: Sequence["FailedCheck"]) -> list[str]:
    lines = ["Failed:"]
    for failure in failures:
        vintage = " as reported" if failure.vintage == "as_reported" else ""
        lines.append(
            f"{failure.ticker} {failure.period}{vintage}: {failure.label}: "
            f"{_number(failure.left)} against {_number(failure.right)}, "
            f"difference {_number(failure.difference)}"
        )
        lines += [f"  {url}" for url in failure.filings]
    return lines


def _number(value: Decimal) -> str:
    """Write a figure in full, one that was divided with four decimals."""
    return f"{value:,f}" if value == value.to_integral_value() else f"{value:,.4f}"


def _short(reason: str) -> str:
    return reason if len(reason) <= _WIDEST_REASON else f"{reason[: _WIDEST_REASON - 1]}…"
