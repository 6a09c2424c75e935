"""What filings themselves say: a reader of inline-XBRL facts and XBRL instances for tests alone.

It shares no line with the package. Only facts without a dimension are kept, the most precise where
a filing tags one twice. Money is in whole units, as filed.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

__all__ = ["FiledReport", "FiledValue", "filed_reports"]

_INSTANCE = "{http://www.xbrl.org/2003/instance}"
_EXACT = 100
"""Rank of a fact filed as exact (`decimals="INF"`)."""

# instance, filing day, accession number; companyfacts and EDGAR's index agree on them
_INSTANCES = (
    ("aapl-20100925", date(2010, 10, 27), "0001193125-10-238044"),
    ("aapl-20220924_htm", date(2022, 10, 28), "0000320193-22-000108"),
    ("aapl-20230701_htm", date(2023, 8, 4), "0000320193-23-000077"),
    ("aapl-20230930_htm", date(2023, 11, 3), "0000320193-23-000106"),
    ("amzn-20221231_htm", date(2023, 2, 3), "0001018724-23-000004"),
    ("msft-20150630", date(2015, 7, 31), "0001193125-15-272806"),
    ("nflx-20240126_htm", date(2024, 1, 26), "0001065280-24-000030"),
    ("nflx-20241018_htm", date(2024, 10, 18), "0001065280-24-000287"),
    ("tsla-20240630_htm", date(2024, 7, 24), ""),
    ("unp-20121231", date(2013, 2, 8), ""),
)


@dataclass(frozen=True, slots=True)
class FiledValue:
    """One fact of a filing, without dimensions.

    Args:
        concept: `"us-gaap:Revenues"`.
        unit: `"USD"`, `"USD/shares"`, `"shares"` …
        start: First day; `None` for a moment.
        end: Last day.
        value: Whole units.
        decimals: How precise it is: -6 means millions.
    """

    concept: str
    unit: str
    start: date | None
    end: date
    value: Decimal
    decimals: int


@dataclass(frozen=True, slots=True)
class FiledReport:
    """One filing.

    Args:
        name: Of its file in the corpus, without endings.
        cik: The filer.
        filed: Filing day.
        values: Its facts without dimensions, one for each concept, unit and period.
    """

    name: str
    cik: int
    filed: date
    values: tuple[FiledValue, ...]

    @property
    def ticker(self) -> str:
        return self.name.partition("-")[0].upper()

    def balance_dates(self) -> frozenset[date]:
        """Days for which the filing states total assets or shareholders' equity."""
        return frozenset(
            value.end
            for value in self.values
            if value.concept in ("us-gaap:Assets", "us-gaap:StockholdersEquity")
        )


def filed_reports(corpus: Path) -> tuple[FiledReport, ...]:
    """Every filing of the corpus, inline XBRL first."""
    inline = sorted((corpus / "ixbrl_facts_derived").glob("*.facts.json.gz"))
    instances = [
        _instance(corpus / "xbrl_instances" / f"{name}.xml.gz", name, filed)
        for name, filed, _ in _INSTANCES
    ]
    return (*map(_inline, inline), *instances)


def _inline(path: Path) -> FiledReport:
    data = json.loads(gzip.decompress(path.read_bytes()), parse_float=Decimal)
    name = path.name.removesuffix(".facts.json.gz")
    values = (
        FiledValue(
            fact["concept"],
            fact["unit"] or "",
            date.fromisoformat(fact["start"]) if fact["start"] else None,
            date.fromisoformat(fact["end"]),
            Decimal(fact["val"]),
            _decimals(fact["decimals"]),
        )
        for fact in data["facts"]
        if not fact["dims"] and fact["val"] is not None
    )
    filed = date.fromisoformat(name[-10:])
    return FiledReport(name, int(data["dei"]["dei:EntityCentralIndexKey"]), filed, _best(values))


def _instance(path: Path, name: str, filed: date) -> FiledReport:
    root = ElementTree.fromstring(gzip.decompress(path.read_bytes()))
    namespaces = {
        uri: prefix
        for _, (prefix, uri) in ElementTree.iterparse(
            gzip.open(path),  # noqa: SIM115
            events=("start-ns",),
        )
    }
    cik = int(root.findtext(f".//{_INSTANCE}identifier") or 0)
    contexts = {
        context.attrib["id"]: span
        for context in root.iter(f"{_INSTANCE}context")
        if (span := _span(context)) is not None
    }
    units = {unit.attrib["id"]: _unit(unit) for unit in root.iter(f"{_INSTANCE}unit")}
    values = (
        FiledValue(
            f"{namespaces[uri]}:{tag}",
            units[element.attrib["unitRef"]],
            *contexts[element.attrib["contextRef"]],
            Decimal(element.text.strip()),
            _decimals(element.attrib.get("decimals")),
        )
        for element in root
        if element.get("contextRef") in contexts
        and element.get("unitRef") in units
        and element.text
        for uri, tag in [element.tag[1:].split("}")]
    )
    return FiledReport(name, cik, filed, _best(values))


def _span(context: ElementTree.Element) -> tuple[date | None, date] | None:
    """Dates of a context; `None` when it has a dimension."""
    if context.find(f".//{_INSTANCE}segment") is not None or (
        context.find(f".//{_INSTANCE}scenario") is not None
    ):
        return None
    day = date.fromisoformat
    if moment := context.findtext(f".//{_INSTANCE}instant"):
        return None, day(moment.strip())
    start = context.findtext(f".//{_INSTANCE}startDate")
    end = context.findtext(f".//{_INSTANCE}endDate")
    return (day(start.strip()), day(end.strip())) if start and end else None


def _unit(unit: ElementTree.Element) -> str:
    measures = [
        (measure.text or "").strip().rpartition(":")[2]
        for measure in unit.iter(f"{_INSTANCE}measure")
    ]
    return "/".join(measures)


def _decimals(text: object) -> int:
    return _EXACT if text in (None, "", "INF") else int(str(text))


def _best(values: Iterator[FiledValue]) -> tuple[FiledValue, ...]:
    best: dict[tuple[str, str, date | None, date], FiledValue] = {}
    for value in values:
        key = (value.concept, value.unit, value.start, value.end)
        if key not in best or value.decimals > best[key].decimals:
            best[key] = value
    return tuple(best.values())
