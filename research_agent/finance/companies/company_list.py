"""Build the list of companies from copies of the SEC's ticker lists."""

import gzip
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from research_agent.errors import InvalidRequest
from research_agent.finance.companies.names import name_key
from research_agent.finance.companies.spelling import Speller

__all__ = ["build_company_list"]

_SUFFIXES = (".json", ".json.gz", ".parquet")


@dataclass(frozen=True, slots=True)
class _Row:
    cik: int
    ticker: str
    name: str
    exchange: str = ""


@dataclass(slots=True)
class _Entry:
    """One filer as gathered so far; the newest list's name and order come first."""

    cik: int
    name: str
    exchange: str = ""
    tickers: list[str] = field(default_factory=list)
    older_names: list[str] = field(default_factory=list)
    former_ciks: list[int] = field(default_factory=list)


def build_company_list(inputs: Sequence[Path], out: Path) -> int:
    """Merge ticker lists into one Parquet file, one row per filer, largest company first.

    Columns: `cik`, `ticker` (primary), `tickers` (primary first), `name` (tidied), `exchange`
    (empty when no list says), `rank` (0 is the largest; the SEC orders its list by size),
    `former_names`, `former_ciks` (numbers the company filed under before it was re-organised).

    The list with the highest CIK counts as the newest, since the SEC numbers filers upwards and
    file names and times do not survive copying. It decides names, order and who owns a ticker;
    older lists add tickers no longer in use, companies no longer listed, and former names.

    Args:
        inputs: Files, or folders searched for `*.json`, `*.json.gz` and `*.parquet`: SEC
            `company_tickers.json`, `company_tickers_exchange.json`, submissions JSON (for
            former names), Parquet with `cik`, `ticker`, `name`, `exchange`. Others are skipped.
        out: The file to write, whole or not at all.

    Returns:
        Number of companies written.

    Raises:
        InvalidRequest: A file cannot be read, or none of them is a ticker list.
    """
    listings: list[list[_Row]] = []
    former: dict[int, list[str]] = {}
    for path in sorted(_files(inputs)):
        rows, names = _read(path)
        if rows:
            listings.append(rows)
        for cik, older in names.items():
            former.setdefault(cik, []).extend(older)
    if not listings:
        named = ", ".join(map(str, inputs))
        raise InvalidRequest(f"There is no ticker list of the SEC in {named}.")
    listings.sort(key=lambda rows: max(row.cik for row in rows), reverse=True)
    entries = _merged(listings)
    for cik, names_before in former.items():
        if cik in entries:
            entries[cik].older_names.extend(names_before)
    _join_predecessors(entries, listings)
    kept = [entry for entry in entries.values() if entry.tickers]
    _write(kept, Speller(row.name for rows in listings for row in rows), out)
    return len(kept)


def _files(inputs: Iterable[Path]) -> Iterator[Path]:
    for path in inputs:
        if path.is_file():
            yield path
        else:
            yield from (p for p in path.rglob("*") if p.name.endswith(_SUFFIXES) and p.is_file())


def _read(path: Path) -> tuple[list[_Row], dict[int, list[str]]]:
    """Return the rows of a ticker list, or the former names of a submissions file by CIK."""
    try:
        if path.suffix == ".parquet":
            return _read_parquet(path), {}
        raw = path.read_bytes()
        data = orjson.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
        if not isinstance(data, dict):
            return [], {}
        if "formerNames" in data:
            return [], {int(data["cik"]): [one["name"] for one in data["formerNames"]]}
        return list(_json_rows(data)), {}
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        reason = type(error).__name__
        raise InvalidRequest(f"{path} is not a ticker list of the SEC ({reason}).") from error


def _json_rows(data: dict[str, Any]) -> Iterator[_Row]:
    if "fields" in data and "data" in data:
        records = [dict(zip(data["fields"], values, strict=True)) for values in data["data"]]
        yield from _rows(records)
        return
    for record in data.values():
        if isinstance(record, dict) and {"cik_str", "ticker", "title"} <= record.keys():
            yield _Row(int(record["cik_str"]), _ticker(record["ticker"]), record["title"])


def _read_parquet(path: Path) -> list[_Row]:
    import pyarrow.parquet as pq

    return list(_rows(pq.read_table(path).to_pylist()))


def _rows(records: Iterable[dict[str, Any]]) -> Iterator[_Row]:
    for record in records:
        yield _Row(
            int(record["cik"]),
            _ticker(record["ticker"]),
            record["name"],
            record.get("exchange") or "",
        )


def _ticker(ticker: str) -> str:
    return ticker.strip().upper()


def _merged(listings: Sequence[Sequence[_Row]]) -> dict[int, _Entry]:
    entries: dict[int, _Entry] = {}
    owners: dict[str, int] = {}
    for rows in listings:
        for row in rows:
            entry = entries.get(row.cik)
            if entry is None:
                entry = entries[row.cik] = _Entry(row.cik, row.name)
            if owners.setdefault(row.ticker, row.cik) == row.cik:
                if row.ticker not in entry.tickers:
                    entry.tickers.append(row.ticker)
                if row.ticker == entry.tickers[0]:
                    entry.exchange = entry.exchange or row.exchange
            entry.older_names.append(row.name)
    return entries


def _join_predecessors(entries: dict[int, _Entry], listings: Sequence[Sequence[_Row]]) -> None:
    """Give the number of a filer that lost its tickers to its namesake to that namesake.

    A company that is re-organised gets a new CIK, keeps its ticker and mostly its name. A ticker
    that only passed on to another company has another name.
    """
    heirs = {ticker: entry for entry in entries.values() for ticker in entry.tickers}
    for rows in listings:
        for row in rows:
            heir = heirs.get(row.ticker)
            if heir is None or heir.cik == row.cik or entries[row.cik].tickers:
                continue
            same = name_key(row.name) == name_key(heir.name)
            if same and row.cik not in heir.former_ciks:
                heir.former_ciks.append(row.cik)


def _write(entries: Sequence[_Entry], speller: Speller, out: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(
        {
            "cik": pa.array([entry.cik for entry in entries], pa.int64()),
            "ticker": pa.array([entry.tickers[0] for entry in entries], pa.string()),
            "tickers": pa.array([entry.tickers for entry in entries], pa.list_(pa.string())),
            "name": pa.array([speller.tidy(e.name, e.tickers) for e in entries], pa.string()),
            "exchange": pa.array([entry.exchange for entry in entries], pa.string()),
            "rank": pa.array(range(len(entries)), pa.int32()),
            "former_names": pa.array(
                [_former_names(entry, speller) for entry in entries], pa.list_(pa.string())
            ),
            "former_ciks": pa.array([entry.former_ciks for entry in entries], pa.list_(pa.int64())),
        }
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".companies-") as staging:
        part = Path(staging) / out.name
        pq.write_table(table, part, compression="zstd", compression_level=19)
        part.replace(out)


def _former_names(entry: _Entry, speller: Speller) -> list[str]:
    seen = {name_key(speller.tidy(entry.name, entry.tickers))}
    names = []
    for older in entry.older_names:
        name = speller.tidy(older, entry.tickers)
        if (key := name_key(name)) not in seen:
            seen.add(key)
            names.append(name)
    return names
