"""GET on Financial Datasets: JSON whose numbers stay exact, checked before anything is made of it."""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from research_agent.errors import NotCovered, NotFound
from research_agent.infra.http_client import HttpClient, HttpPolicy
from research_agent.infra.pace import Pace

__all__ = ["FINANCIAL_DATASETS", "FINANCIAL_DATASETS_URL", "FinancialDatasetsClient", "Record"]

FINANCIAL_DATASETS = "Financial Datasets"
FINANCIAL_DATASETS_URL = "https://api.financialdatasets.ai"
REQUESTS_PER_SECOND = 15.0

Record = dict[str, Any]
"""One JSON object of the service; numbers with a point or an exponent are `Decimal`."""

POLICY = HttpPolicy(
    timeout_s=6.0,
    budget_s=13.0,
    rest_s=5.0,
    unauthorized="the key in FINANCIAL_DATASETS_API_KEY was refused",
    payment="the account behind FINANCIAL_DATASETS_API_KEY has no credit left: add credit at "
    "financialdatasets.ai or unset the key",
    forbidden="the plan of FINANCIAL_DATASETS_API_KEY does not include this; choose another plan "
    "at financialdatasets.ai",
    max_bytes=30_000_000,
)
"""All of one call stays under the time limit of a sub-tool, so that the reason is heard."""

_PACE = Pace(REQUESTS_PER_SECOND)


class FinancialDatasetsClient:
    """Calls the service; made once and used for the life of the process.

    Args:
        key: Sent in a header, in no address and no message.
        base_url: Of the service.
        pace: How fast it may be called.
        policy: Time limits; tests pass shorter ones.
    """

    def __init__(
        self,
        key: str,
        *,
        base_url: str = FINANCIAL_DATASETS_URL,
        pace: Pace = _PACE,
        policy: HttpPolicy = POLICY,
    ) -> None:
        self._base = base_url.rstrip("/")
        self._http = HttpClient(
            FINANCIAL_DATASETS, pace=pace, policy=policy, headers={"X-API-KEY": key}
        )

    async def records(
        self, path: str, field: str, *, ticker: str, what: str, **params: str | int
    ) -> list[Record]:
        """Return the list under `field`, each entry of it an object about `ticker`.

        Args:
            path: `"/prices"`.
            field: The answer's only field, or the one that holds the list.
            ticker: Whose; an answer about another one is damaged.
            what: In words, for messages.
            params: Further query parameters.

        Raises:
            NotCovered: The service knows no such company, or has nothing of this kind of it.
            ProviderError: It failed, or sent what cannot be right three times.
        """
        found = await self._get(path, ticker=ticker, what=what, check=_list_of(field), **params)
        records: list[Record] = found[field]
        if not records:
            raise NotCovered(f"{FINANCIAL_DATASETS} has not {what}.")
        return records

    async def record(self, path: str, field: str, *, ticker: str, what: str) -> Record:
        """Return the object under `field`; raises like `records`."""
        found = await self._get(path, ticker=ticker, what=what, check=_object_of(field))
        record: Record = found[field]
        if not record:
            raise NotCovered(f"{FINANCIAL_DATASETS} has not {what}.")
        return record

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _get(
        self,
        path: str,
        *,
        ticker: str,
        what: str,
        check: Callable[[Any, str], None],
        **params: str | int,
    ) -> Mapping[str, Any]:
        read: dict[bytes, Mapping[str, Any]] = {}

        def checked(body: bytes) -> None:
            data = json.loads(body, parse_float=Decimal, parse_constant=_no_number)
            check(data, ticker)
            read[body] = data

        try:
            body = await self._http.get(
                f"{self._base}{path}", params={"ticker": ticker, **params}, what=what, check=checked
            )
        except NotCovered:
            raise
        except NotFound as error:
            raise NotCovered(str(error)) from None
        return read[body]


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _list_of(field: str) -> Callable[[Any, str], None]:
    def check(data: Any, ticker: str) -> None:
        _has(data, field, ticker)
        if not isinstance(data[field], list) or not all(isinstance(r, dict) for r in data[field]):
            raise ValueError(f"{field} is no list of objects")
        for record in data[field]:
            _is_about(record, ticker)

    return check


def _object_of(field: str) -> Callable[[Any, str], None]:
    def check(data: Any, ticker: str) -> None:
        _has(data, field, ticker)
        if isinstance(data[field], dict):
            _is_about(data[field], ticker)
        else:
            raise ValueError(f"{field} is no object")  # noqa: TRY004 - a damaged answer

    return check


def _has(data: Any, field: str, ticker: str) -> None:
    if not isinstance(data, dict) or field not in data:
        raise ValueError(f"it has no {field}")
    _is_about(data, ticker)


def _is_about(record: Record, ticker: str) -> None:
    """Refuse an answer about another company; one that names none is taken as asked."""
    told = record.get("ticker")
    if told is not None and _plain(str(told)) != _plain(ticker):
        raise ValueError("it is of another company")


def _plain(ticker: str) -> str:
    """Return a ticker so that BRK.B, BRK-B and BRK/B are one."""
    return ticker.upper().replace(".", "-").replace("/", "-").strip()
