"""SIC codes: which industry the SEC files a company under, and the statement template it means."""

import csv
import io
import zipfile
from pathlib import Path
from typing import Any

from research_agent.errors import InvalidRequest
from research_agent.finance.lines.line_items import Sector

__all__ = ["sector_of_sic", "sic_from_data_set", "sic_from_submissions"]

_SECTORS: dict[Sector, frozenset[int]] = {
    Sector.BANK: frozenset(
        {
            6021,  # national commercial banks
            6022,  # state commercial banks
            6029,  # commercial banks
            6035,  # savings institutions, federally chartered
            6036,  # savings institutions, not federally chartered
            6111,  # federal credit agencies
            6141,  # personal credit institutions
            6199,  # finance services (American Express)
            6211,  # security brokers and dealers
        }
    ),
    Sector.INSURER: frozenset({6311, 6321, 6331, 6351, 6361, 6399}),
    Sector.ASSET_MANAGER: frozenset({6282}),
    Sector.REIT: frozenset({6798}),
    Sector.UTILITY: frozenset(
        {
            4911,  # electric services
            4922,  # natural gas transmission
            4923,  # natural gas transmission and distribution
            4924,  # natural gas distribution
            4931,  # electric and other services combined
            4932,  # gas and other services combined
            4941,  # water supply
        }
    ),
}


def sector_of_sic(sic: int) -> Sector | None:
    """Return the template for a code, or `None` when the code does not settle it.

    Health plans (6324) present classified balance sheets, as industrial companies do.
    """
    return next((sector for sector, codes in _SECTORS.items() if sic in codes), None)


def sic_from_data_set(path: Path) -> dict[int, int]:
    """Read CIK to SIC from one of SEC's Financial Statement Data Sets (a zip with `sub.txt`).

    Raises:
        InvalidRequest: It is not such a file.
    """
    try:
        with zipfile.ZipFile(path) as archive, archive.open("sub.txt") as raw:
            rows = csv.DictReader(io.TextIOWrapper(raw, encoding="utf-8"), delimiter="\t")
            return {int(row["cik"]): int(row["sic"]) for row in rows if row["sic"]}
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise InvalidRequest(f"{path.name} is not a Financial Statement Data Set.") from error


def sic_from_submissions(data: Any) -> dict[int, int]:
    """Read CIK to SIC from parsed submissions JSON; empty when it is something else."""
    if not isinstance(data, dict) or "facts" in data or not data.get("sic"):
        return {}
    return {int(data["cik"]): int(data["sic"])}
