"""The SEC's two servers on loopback, serving the corpus in the SEC's own URL layout."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import orjson

from tests.fakes.faulty_server import FaultyServer, serving

__all__ = ["sec_body", "sec_ciks", "sec_serving"]

_FACTS, _SUBMISSIONS = "/api/xbrl/companyfacts/", "/submissions/"
_TICKERS = "/files/company_tickers_exchange.json"


@contextmanager
def sec_serving(corpus: Path) -> Iterator[FaultyServer]:
    """Serve companyfacts, submissions and the ticker list of the corpus."""
    _fact_files(corpus)  # before the clock of any request runs
    with serving(lambda path: sec_body(corpus, path)) as server:
        yield server


def sec_ciks(corpus: Path) -> list[int]:
    """The filers whose figures are there, full files first."""
    full = {int(path.name[3:13]) for path in (corpus / "companyfacts").glob("CIK*.json.gz")}
    return sorted(_fact_files(corpus), key=lambda cik: (cik not in full, cik))


def sec_body(corpus: Path, path: str) -> bytes | None:
    """What the SEC sends for a path; `None` for one it has nothing for."""
    if path.startswith(_FACTS):
        cik = int(path.removeprefix(_FACTS).removeprefix("CIK").removesuffix(".json"))
        return _unpacked(_fact_files(corpus).get(cik))
    if path.startswith(_SUBMISSIONS):
        return _unpacked(corpus / "submissions" / f"{path.removeprefix(_SUBMISSIONS)}.gz")
    if path == _TICKERS:
        return _ticker_list(corpus / "company_tickers" / "company_tickers.parquet")
    return None


def _unpacked(path: Path | None) -> bytes | None:
    return gzip.decompress(path.read_bytes()) if path is not None and path.is_file() else None


@lru_cache(maxsize=1)
def _fact_files(corpus: Path) -> dict[int, Path]:
    """Files of companyfacts by CIK; a full one before a cut-down one."""
    found: dict[int, Path] = {}
    for folder in ("companyfacts_22tags", "companyfacts"):
        for path in (corpus / folder).glob("*.json.gz"):
            found[int(orjson.loads(gzip.decompress(path.read_bytes()))["cik"])] = path
    return found


@lru_cache(maxsize=1)
def _ticker_list(path: Path) -> bytes:
    import pyarrow.parquet as pq

    rows = pq.read_table(path).to_pylist()
    fields = ["cik", "name", "ticker", "exchange"]
    return orjson.dumps(
        {
            "fields": fields,
            "data": [
                [int(row["cik"]), row["name"], row["ticker"], row["exchange"]] for row in rows
            ],
        }
    )
