"""What the comparison shows, and its form in the page's address."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import streamlit as st

from research_agent.errors import UnknownCompany
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.comparison import (
    MAX_COMPANIES,
    MAX_METRICS,
    MIN_COMPANIES,
    ComparisonBasis,
)
from research_agent.finance.comparison_views import View
from research_agent.finance.metrics import METRIC_KEYS

__all__ = [
    "BASIS",
    "COMPANIES",
    "METRICS",
    "PERIODS",
    "VIEW",
    "YEARS",
    "Selection",
    "restore",
    "selection",
    "share",
]

PERIODS = (3, 5, 8, 10, 15)

COMPANIES, METRICS, BASIS, YEARS, VIEW = (
    f"compare_{name}" for name in ("companies", "metrics", "basis", "periods", "view")
)
"""Keys of the widgets; their names in the address are those without the prefix."""

_PREFIX = "compare_"
_DEFAULT_METRICS = ("revenue", "net_income", "gross_margin")
_DEFAULT_COMPANIES = 3
_DEFAULT_PERIODS = 5


@dataclass(frozen=True, slots=True)
class Selection:
    """What the widgets say."""

    companies: tuple[str, ...]
    metrics: tuple[str, ...]
    basis: ComparisonBasis
    periods: int
    view: View

    @property
    def complete(self) -> bool:
        """True when there is enough to compare."""
        enough = MIN_COMPANIES <= len(self.companies) <= MAX_COMPANIES
        return enough and 1 <= len(self.metrics) <= MAX_METRICS


def restore(directory: CompanyDirectory) -> list[str]:
    """Fill the widgets from the address on a fresh page; return what it named in vain."""
    if COMPANIES in st.session_state:
        return []
    asked = {name: _listed(name) for name in ("companies", "metrics")}
    companies, unknown = _known_companies(asked["companies"], directory)
    metrics = [key for key in asked["metrics"] if key in METRIC_KEYS][:MAX_METRICS]
    unknown += [key for key in asked["metrics"] if key not in METRIC_KEYS]
    basis = st.query_params.get("basis", "")
    view = st.query_params.get("view", "")
    periods = st.query_params.get("periods", "")
    st.session_state[COMPANIES] = companies or _default_companies(directory)
    st.session_state[METRICS] = metrics or list(_DEFAULT_METRICS)
    bases = {one.value: one for one in ComparisonBasis}
    st.session_state[BASIS] = bases.get(basis, ComparisonBasis.FISCAL)
    st.session_state[VIEW] = {one.value: one for one in View}.get(view, View.VALUE)
    known = periods.isdecimal() and int(periods) in PERIODS
    st.session_state[YEARS] = int(periods) if known else _DEFAULT_PERIODS
    return unknown


def selection() -> Selection:
    """Return what the widgets say now."""
    state = st.session_state
    return Selection(
        tuple(state[COMPANIES]),
        tuple(state[METRICS]),
        state[BASIS],
        state[YEARS],
        state[VIEW],
    )


def share(chosen: Selection) -> str:
    """Write the selection into the address and return the link that reopens it."""
    params = {
        "companies": ",".join(chosen.companies),
        "metrics": ",".join(chosen.metrics),
        "basis": chosen.basis.value,
        "periods": str(chosen.periods),
        "view": chosen.view.value,
    }
    if st.query_params.to_dict() != params:
        st.query_params.from_dict(params)
    address = (st.context.url or "/compare").split("?")[0]
    return f"{address}?{'&'.join(f'{name}={value}' for name, value in params.items())}"


def _listed(name: str) -> list[str]:
    return [part.strip() for part in st.query_params.get(name, "").split(",") if part.strip()]


def _known_companies(
    names: Iterable[str], directory: CompanyDirectory
) -> tuple[list[str], list[str]]:
    known: list[str] = []
    unknown: list[str] = []
    for name in names:
        try:
            company = directory.resolve(name)
        except UnknownCompany:
            unknown.append(name)
            continue
        covered = directory.is_covered(company)
        if covered and company.ticker not in known:
            known.append(company.ticker)
        elif not covered:
            unknown.append(name)
    return known[:MAX_COMPANIES], unknown


def _default_companies(directory: CompanyDirectory) -> list[str]:
    covered: Sequence[str] = [
        company.ticker for company in directory.covered() if directory.coverage(company) == "full"
    ]
    return list(covered[:_DEFAULT_COMPANIES])
