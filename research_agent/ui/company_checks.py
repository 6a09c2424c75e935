"""Checks of figures against each other: what holds, what is explained, what fails."""

from collections.abc import Iterator, Sequence
from datetime import date

import streamlit as st

from research_agent.domain.display import show_value
from research_agent.domain.periods import Basis
from research_agent.errors import ResearchError
from research_agent.finance.identities import IdentityReport, IdentityResult, Status
from research_agent.ui.company_controls import show_period_controls
from research_agent.ui.company_data import CompanyData
from research_agent.ui.company_grid import (
    Card,
    CardLine,
    Grid,
    GridCell,
    GridHead,
    GridRow,
    show_grid,
)
from research_agent.ui.company_sources import fact_lines
from research_agent.ui.company_state import Selection
from research_agent.ui.text import literal, plain

__all__ = ["check_card", "checks_grid", "show_check_switches", "show_checks"]

BASES = (Basis.ANNUAL, Basis.QUARTERLY)
MAX_LISTED = 30

_STATEMENTS = "Within the statements"
_QUARTERS = "Quarters add up to the year, or to its months so far"
_PARTS = "Parts add up to the whole"
_SIGNS = {
    Status.PASSED: ("✓", "good"),
    Status.EXPLAINED: ("≈", "caution"),
    Status.FAILED: ("✗", "bad"),
    Status.NOT_CHECKED: ("–", "faint"),
}
_COLOURS = {"good": "green", "caution": "orange", "bad": "red", "faint": "gray"}
_WORDS = {
    Status.PASSED: "agrees",
    Status.EXPLAINED: "differs, explained",
    Status.FAILED: "differs, not explained",
    Status.NOT_CHECKED: "not checked",
}
_COUNTED = (
    (Status.PASSED, "passed", "Both sides agree within the rounding of the figures."),
    (Status.EXPLAINED, "explained", "They differ, and the filings themselves show why."),
    (Status.FAILED, "failed", "They differ, and nothing says why: a wrong figure somewhere."),
    (Status.NOT_CHECKED, "not checked", "A figure that the check needs was not filed."),
)


def show_check_switches(today: date) -> None:
    """Draw the switches; trailing years say nothing that years and quarters do not."""
    show_period_controls(today, bases=BASES)


def show_checks(data: CompanyData, chosen: Selection) -> None:
    """Draw the checks in a fragment of its own, so that a click redraws only this part."""
    st.fragment(_draw)(data, chosen)


def _draw(data: CompanyData, chosen: Selection) -> None:
    try:
        report = data.identities(chosen.query)
    except ResearchError as error:
        st.info(literal(str(error)), icon=":material/event_busy:")
        return
    if not report.run:
        st.info("Nothing can be checked in these periods: choose others.", icon=":material/rule:")
        return
    _show_counts(report)
    by_name = {_name(result): result for result in report.results}
    show_grid(
        checks_grid(report),
        key="grid-checks",
        card=lambda name: check_card(by_name[name]),
    )
    st.caption(
        ":green[✓] agrees · :orange[≈] differs, and the filings show why · :red[✗] differs, "
        "nothing says why · – a figure it needs was not filed. Click for both sides."
    )
    _show_differing(report)


def _show_counts(report: IdentityReport) -> None:
    with st.container(horizontal=True, gap="medium"):
        for status, label, meaning in _COUNTED:
            sign, tone = _SIGNS[status]
            count = report.count(status)
            colour = _COLOURS[tone] if count else "gray"
            st.markdown(f":{colour}[**{sign} {count}**] {label}", help=meaning, width="content")


def checks_grid(report: IdentityReport) -> Grid:
    """Return a line for each check and a column for each period end, newest first."""
    heads = _heads(report.results)
    lines: dict[tuple[str, str], dict[date, IdentityResult]] = {}
    for result in report.results:
        lines.setdefault(_place(result), {})[result.period.end] = result
    rows: list[GridRow] = []
    for title in (_STATEMENTS, _QUARTERS, _PARTS):
        group = [
            GridRow(label=label, cells=tuple(_cell(found.get(end)) for end in heads))
            for (section, label), found in lines.items()
            if section == title and any(_is_checked(result) for result in found.values())
        ]
        rows += [GridRow(label=title), *group] if group else []
    return Grid(
        f"{report.company.name}: checks of figures",
        tuple(GridHead(label, end.isoformat()) for end, label in heads.items()),
        tuple(rows),
        centred=True,
    )


def _place(result: IdentityResult) -> tuple[str, str]:
    """Return the section and the name a check has in every period."""
    if result.key.startswith("quarters_sum."):
        return _QUARTERS, result.label.partition(":")[0]
    if result.key.startswith("segments_sum."):
        return _PARTS, result.label.removesuffix(" adds up to the total")
    return _STATEMENTS, result.label


def _heads(results: Sequence[IdentityResult]) -> dict[date, str]:
    """Return period ends, newest first, with their labels; sums of quarters end with a quarter."""
    labels: dict[date, str] = {}
    for result in sorted(results, key=lambda one: one.key.startswith("quarters_sum.")):
        labels.setdefault(result.period.end, result.period.label)
    return dict(sorted(labels.items(), reverse=True))


def _is_checked(result: IdentityResult) -> bool:
    return result.status is not Status.NOT_CHECKED


def check_card(result: IdentityResult) -> Card:
    """Return both sides of a check, how far they are apart, and the figures with their filings."""
    return Card(
        title=f"{result.label}, {result.period.label}: {_WORDS[result.status]}",
        lines=(*_sides(result), *(line for fact in result.facts for line in fact_lines(fact))),
        note=result.explanation,
    )


def _cell(result: IdentityResult | None) -> GridCell:
    if result is None:
        return GridCell(text="")
    text, tone = _SIGNS[result.status]
    hint = result.explanation or _WORDS[result.status]
    return GridCell(text=text, tone=tone, id=_name(result), hint=hint)


def _name(result: IdentityResult) -> str:
    return f"{result.key}|{result.label}|{result.period.end.isoformat()}"


def _sides(result: IdentityResult) -> Iterator[CardLine]:
    if result.left is None or result.right is None or result.difference is None:
        return
    unit = result.facts[0].unit
    apart = "equal" if not result.difference else f"{show_value(result.difference, unit)} apart"
    left, right = show_value(result.left, unit), show_value(result.right, unit)
    yield CardLine(f"{left} against {right}: {apart}")


def _show_differing(report: IdentityReport) -> None:
    """List what does not agree, failures first."""
    differing = [
        result
        for status in (Status.FAILED, Status.EXPLAINED)
        for result in report.results
        if result.status is status
    ]
    if not differing:
        return
    failed = report.count(Status.FAILED)
    label = f"{len(differing)} differences" if len(differing) > 1 else "1 difference"
    label += f", {failed} not explained" if failed else ", each explained by the filings"
    with st.expander(label, icon=":material/rule:", expanded=failed > 0):
        lines = [_line(result) for result in differing[:MAX_LISTED]]
        if len(differing) > MAX_LISTED:
            lines.append(f"- … and {len(differing) - MAX_LISTED} more in the table")
        st.markdown("\n".join(lines))


def _line(result: IdentityResult) -> str:
    sides = " ".join(side.text for side in _sides(result))
    sign, _ = _SIGNS[result.status]
    head = f"- {sign} **{plain(result.label)}**, {plain(result.period.label)}: {plain(sides)}."
    return f"{head} {literal(result.explanation)}" if result.explanation else head
