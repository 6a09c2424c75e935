"""What the company page shows, and its form in the page's address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TypeVar

import streamlit as st

from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.errors import InvalidRequest
from research_agent.finance.valuation import read_overrides

__all__ = [
    "ASSUMED",
    "AS_OF",
    "BASIS",
    "PERIODS",
    "PRICE",
    "SPAN",
    "STATEMENT",
    "TAB",
    "VERSION",
    "Selection",
    "Tab",
    "Version",
    "asked_company",
    "restore",
    "selection",
    "share",
]

PERIODS = (4, 6, 10, 15, 20)

TAB, STATEMENT, BASIS, VERSION, AS_OF, SPAN, PRICE, ASSUMED = (
    f"company_{name}"
    for name in ("tab", "statement", "basis", "version", "as_of", "periods", "price", "set")
)
"""Keys of what the page remembers; their names in the address are those without the prefix."""

_DEFAULT_PERIODS = 6
_FIRST_FILINGS = date(2009, 1, 1)

T = TypeVar("T")


class Tab(StrEnum):
    """The parts of the page."""

    STATEMENTS = "Statements"
    RATIOS = "Ratios"
    SEGMENTS = "Segments"
    CHECKS = "Checks"
    VALUATION = "Valuation"


class Version(StrEnum):
    """Which version of figures that were filed more than once."""

    LATEST = "latest"
    AS_REPORTED = "as_reported"
    AS_OF = "as_of"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What the widgets say.

    Args:
        tab: The part that is open.
        statement: `"income"`, `"balance"` or `"cash_flow"`.
        basis: Annual, quarterly or trailing twelve months.
        version: Latest, as first reported, or of a day.
        as_of: The day; `None` unless the version is of a day.
        periods: How many columns.
        price: Of a share; `None` when not given.
        assumed: Assumptions the person set, by key.
    """

    tab: Tab
    statement: str
    basis: Basis
    version: Version
    as_of: date | None
    periods: int
    price: Decimal | None
    assumed: Mapping[str, Decimal]

    @property
    def query(self) -> PeriodQuery:
        """The periods asked for."""
        return self.query_of(self.basis, self.periods)

    def query_of(self, basis: Basis, limit: int) -> PeriodQuery:
        """Return the same version over other periods."""
        first = self.version is Version.AS_REPORTED
        vintage = Vintage.AS_REPORTED if first else Vintage.LATEST
        return PeriodQuery(basis=basis, limit=limit, vintage=vintage, as_of=self.as_of)


def asked_company() -> str:
    """Return the company the address names; empty when it names none."""
    return st.query_params.get("company", "").strip()


def restore(today: date) -> None:
    """Fill the widgets from the address on a fresh page; nonsense in it becomes the usual."""
    state = st.session_state
    if TAB in state:
        return
    tabs = {tab.value.casefold(): tab for tab in Tab}
    state[TAB] = tabs.get(_param("tab").casefold(), Tab.STATEMENTS).value
    state[STATEMENT] = _one_of(("income", "balance", "cash_flow"), _param("statement"))
    state[BASIS] = Basis(_one_of(tuple(Basis), _param("basis")))
    state[VERSION] = Version(_one_of(tuple(Version), _param("version")))
    state[AS_OF] = _read(_param("as_of"), _day(today), today)
    state[SPAN] = _read(_param("periods"), _count, _DEFAULT_PERIODS)
    state[PRICE] = _read(_param("price"), _price, None)
    state[ASSUMED] = _assumed(_param("set"))


def selection() -> Selection:
    """Return what the widgets say now."""
    state = st.session_state
    version = state[VERSION]
    price = state[PRICE]
    return Selection(
        tab=Tab(state[TAB]),
        statement=state[STATEMENT],
        basis=state[BASIS],
        version=version,
        as_of=state[AS_OF] if version is Version.AS_OF else None,
        periods=state[SPAN],
        price=Decimal(str(price)) if price is not None else None,
        assumed=dict(state[ASSUMED]),
    )


def share(ticker: str, chosen: Selection) -> str:
    """Write the view into the address and return the link that reopens it."""
    params = {"company": ticker, "tab": chosen.tab.value.casefold()}
    if chosen.tab is Tab.STATEMENTS:
        params["statement"] = chosen.statement
    if chosen.tab is not Tab.VALUATION:
        params |= {"basis": chosen.basis.value, "periods": str(chosen.periods)}
    if chosen.version is not Version.LATEST:
        params["version"] = chosen.version.value
    if chosen.as_of is not None:
        params["as_of"] = chosen.as_of.isoformat()
    if chosen.tab is Tab.VALUATION:
        params |= _valuation_params(chosen)
    if st.query_params.to_dict() != params:
        st.query_params.from_dict(params)
    address = (st.context.url or "/company").split("?")[0]
    return f"{address}?{'&'.join(f'{name}={value}' for name, value in params.items())}"


def _valuation_params(chosen: Selection) -> dict[str, str]:
    params = {}
    if chosen.price is not None:
        params["price"] = f"{chosen.price.normalize():f}"
    if chosen.assumed:
        pairs = (f"{key}:{value.normalize():f}" for key, value in sorted(chosen.assumed.items()))
        params["set"] = ",".join(pairs)
    return params


def _param(name: str) -> str:
    return str(st.query_params.get(name, "")).strip()


def _one_of(known: tuple[str, ...], wanted: str) -> str:
    return next((one for one in known if one == wanted), known[0])


def _read(text: str, read: Callable[[str], T], usual: T) -> T:
    try:
        return read(text) if text else usual
    except (ValueError, InvalidOperation):
        return usual


def _day(today: date) -> Callable[[str], date]:
    def read(text: str) -> date:
        return max(min(date.fromisoformat(text), today), _FIRST_FILINGS)

    return read


def _count(text: str) -> int:
    return int(text) if int(text) in PERIODS else _DEFAULT_PERIODS


def _price(text: str) -> float | None:
    price = float(Decimal(text))
    return price if 0 < price < float("inf") else None


def _assumed(text: str) -> dict[str, Decimal]:
    pairs = dict(pair.split(":", 1) for pair in text.split(",") if ":" in pair)
    known: dict[str, Decimal] = {}
    for key, value in pairs.items():
        try:
            known |= read_overrides({key.strip(): value})
        except InvalidRequest:
            continue
    return known
