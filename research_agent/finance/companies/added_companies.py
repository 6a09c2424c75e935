"""Companies that the embedded list does not have, as the SEC lists them today."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from research_agent.domain.companies import Company
from research_agent.finance.companies.spelling import Speller

__all__ = ["listed_companies", "read_added", "write_added"]

_FILE = "companies.json"


def listed_companies(data: Any) -> tuple[Company, ...]:
    """Read the SEC's list of tickers, `company_tickers_exchange.json` or `company_tickers.json`.

    Raises:
        ValueError: It is neither.
    """
    tickers: dict[int, list[str]] = {}
    names: dict[int, tuple[str, str]] = {}
    try:
        for cik, name, ticker, exchange in _records(data):
            tickers.setdefault(cik, []).append(ticker.strip().upper())
            names.setdefault(cik, (name, exchange))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError("it is no list of tickers") from error
    speller = Speller(name for name, _ in names.values())
    return tuple(
        Company(cik, own[0], speller.tidy(names[cik][0], own), names[cik][1], tuple(own))
        for cik, own in tickers.items()
    )


def read_added(folder: Path) -> tuple[Company, ...]:
    """Return the companies kept in `folder`; none when there is no such file or it is damaged."""
    try:
        entries = orjson.loads((folder / _FILE).read_bytes())
        return tuple(Company(**entry | {"tickers": tuple(entry["tickers"])}) for entry in entries)
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def write_added(folder: Path, companies: Sequence[Company]) -> None:
    """Keep companies in `folder`, whole or not at all; a folder in the way costs only this."""
    part = folder / f".{_FILE}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(orjson.dumps([asdict(company) for company in companies]))
        part.replace(folder / _FILE)
    except OSError:
        return


def _records(data: Any) -> Iterable[tuple[int, str, str, str]]:
    if "fields" in data and "data" in data:
        for values in data["data"]:
            one = dict(zip(data["fields"], values, strict=True))
            yield int(one["cik"]), one["name"], one["ticker"], one.get("exchange") or ""
        return
    for one in data.values():
        yield int(one["cik_str"]), one["title"], one["ticker"], ""
