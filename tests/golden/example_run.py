"""The evidence of one run on real figures, as filed with the SEC; shared by several tests.

Values, accession numbers and filing dates were read from the filers' company facts.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.ledger import Ledger

__all__ = ["APPLE", "example_ledger", "example_tables"]

APPLE = Company(320193, "AAPL", "Apple Inc.", "Nasdaq", ("AAPL",))
NVIDIA = Company(1045810, "NVDA", "NVIDIA CORP", "Nasdaq", ("NVDA",))
AMD = Company(2488, "AMD", "ADVANCED MICRO DEVICES INC", "Nasdaq", ("AMD",))
SNOWFLAKE = Company(1640147, "SNOW", "Snowflake Inc.", "NYSE", ("SNOW",))
TSMC = Company(1046179, "TSM", "TAIWAN SEMICONDUCTOR MANUFACTURING CO LTD", "NYSE", ("TSM",))

_LABELS = {
    "revenue": "Revenue",
    "gross_profit": "Gross profit",
    "operating_income": "Operating income",
    "net_income": "Net income (to the parent)",
    "research_and_development": "Research and development",
    "eps_diluted": "Diluted EPS",
    "weighted_shares_diluted": "Weighted average shares, diluted",
    "operating_cash_flow": "Cash from operations",
    "capital_expenditure": "Capital expenditure (paid)",
    "current_assets": "Total current assets",
    "current_liabilities": "Total current liabilities",
    "total_assets": "Total assets",
    "gross_margin": "Gross margin",
    "net_margin": "Net margin",
    "current_ratio": "Current ratio",
    "revenue_growth": "Revenue growth",
}
_PER_SHARE = ("eps_diluted",)
_SHARES = ("weighted_shares_diluted",)
_MOMENTS = ("current_assets", "current_liabilities", "total_assets")

# newest first: label, first day, last day, accession, form, filed
_APPLE_YEARS = (
    ("FY2024", "2023-10-01", "2024-09-28", "0000320193-24-000123", "10-K", "2024-11-01"),
    ("FY2023", "2022-09-25", "2023-09-30", "0000320193-23-000106", "10-K", "2023-11-03"),
    ("FY2022", "2021-09-26", "2022-09-24", "0000320193-22-000108", "10-K", "2022-10-28"),
    ("FY2021", "2020-09-27", "2021-09-25", "0000320193-21-000105", "10-K", "2021-10-29"),
    ("FY2020", "2019-09-29", "2020-09-26", "0000320193-20-000096", "10-K", "2020-10-30"),
)
_APPLE: dict[
    str, tuple[int | str | None, ...]
] = {  # millions, per-share figures and thousands of shares as filed
    "revenue": (391035, 383285, 394328, 365817, 274515),
    "gross_profit": (180683, 169148, 170782, 152836, 104956),
    "research_and_development": (31370, 29915, 26251, 21914, 18752),
    "operating_income": (123216, 114301, 119437, 108949, 66288),
    "net_income": (93736, 96995, 99803, 94680, 57411),
    "eps_diluted": ("6.08", "6.13", "6.11", "5.61", "3.28"),
    "weighted_shares_diluted": ("15408.095", "15812.547", "16325.819", "16864.919", None),
    "operating_cash_flow": (118254, 110543, 122151, 104038, 80674),
    "capital_expenditure": (9447, 10959, 10708, 11085, 7309),
    "current_assets": (152987, 143566, 135405, 134836, 143713),
    "current_liabilities": (176392, 145308, 153982, 125481, 105392),
    "total_assets": (364980, 352583, 352755, 351002, 323888),
}
_NVIDIA_YEARS = (
    ("FY2025", "2024-01-29", "2025-01-26", "0001045810-25-000023", "10-K", "2025-02-26"),
    ("FY2024", "2023-01-30", "2024-01-28", "0001045810-24-000029", "10-K", "2024-02-21"),
    ("FY2023", "2022-01-31", "2023-01-29", "0001045810-23-000017", "10-K", "2023-02-24"),
)
_NVIDIA = {
    "revenue": (130497, 60922, 26974),
    "gross_profit": (97858, 44301, 15356),
    "net_income": (72880, 29760, 4368),
}
_AMD_YEARS = (
    ("FY2024", "2023-12-31", "2024-12-28", "0000002488-25-000012", "10-K", "2025-02-05"),
    ("FY2023", "2023-01-01", "2023-12-30", "0000002488-24-000012", "10-K", "2024-01-31"),
    ("FY2022", "2021-12-26", "2022-12-31", "0000002488-23-000047", "10-K", "2023-02-27"),
)
_AMD = {
    "revenue": (25785, 22680, 23601),
    "gross_profit": (12725, 10460, 10603),
    "net_income": (1641, 854, 1320),
}
_SNOWFLAKE_QUARTERS = (
    ("Q3 FY2025", "2024-08-01", "2024-10-31", "0001640147-24-000250", "10-Q", "2024-11-27"),
    ("Q2 FY2025", "2024-05-01", "2024-07-31", "0001640147-24-000207", "10-Q", "2024-08-29"),
    ("Q1 FY2025", "2024-02-01", "2024-04-30", "0001640147-24-000135", "10-Q", "2024-05-31"),
    ("Q3 FY2024", "2023-08-01", "2023-10-31", "0001640147-23-000191", "10-Q", "2023-11-30"),
)
_SNOWFLAKE = {
    "revenue": ("942.094", "868.823", "828.709", "734.173"),
    "net_income": ("-324.279", "-316.899", "-316.988", "-214.251"),
}
_TSMC_YEARS = (
    ("FY2023", "2023-01-01", "2023-12-31", "0001193125-24-099840", "20-F", "2024-04-18"),
    ("FY2022", "2022-01-01", "2022-12-31", "0001193125-23-107214", "20-F", "2023-04-20"),
)
_TSMC = {
    "revenue": ("2161735.8", "2263891.3"),
    "gross_profit": ("1175110.6", "1348354.8"),
    "net_income": ("851740.0", "992923.4"),
}
_MILLION = Decimal(1_000_000)


def example_tables() -> tuple[SeriesTable, ...]:
    """Return statements and ratios of five companies."""
    apple = _statement(APPLE, _APPLE_YEARS, _APPLE, "USD", Basis.ANNUAL)
    nvidia = _statement(NVIDIA, _NVIDIA_YEARS, _NVIDIA, "USD", Basis.ANNUAL)
    amd = _statement(AMD, _AMD_YEARS, _AMD, "USD", Basis.ANNUAL)
    return (
        apple,
        nvidia,
        amd,
        _statement(SNOWFLAKE, _SNOWFLAKE_QUARTERS, _SNOWFLAKE, "USD", Basis.QUARTERLY),
        _statement(TSMC, _TSMC_YEARS, _TSMC, "TWD", Basis.ANNUAL),
        _ratios(apple),
        _ratios(nvidia),
    )


def example_ledger() -> Ledger:
    """Return the ledger of the run."""
    ledger = Ledger()
    ledger.add(Artifact(tables=example_tables()))
    return ledger


def _statement(
    company: Company,
    years: Sequence[tuple[str, ...]],
    values: Mapping[str, Sequence[int | str | None]],
    currency: str,
    basis: Basis,
) -> SeriesTable:
    periods = tuple(
        Period(date.fromisoformat(first), date.fromisoformat(last), label, basis)
        for label, first, last, *_ in years
    )
    filings = tuple(
        Filing(company.cik, accession, form, date.fromisoformat(filed))
        for _, _, _, accession, form, filed in years
    )
    rows = []
    for concept, amounts in values.items():
        unit = _unit(concept, currency)
        cells: list[Cell] = [
            Missing("not in the example")
            if amount is None
            else Fact(
                cik=company.cik,
                ticker=company.ticker,
                concept=concept,
                label=_LABELS[concept],
                value=Decimal(str(amount)) * (1 if concept in _PER_SHARE else _MILLION),
                unit=unit,
                period=Period(None, period.end, period.label, basis)
                if concept in _MOMENTS
                else period,
                filing=filing,
                tag=f"us-gaap:{concept}",
            )
            for amount, period, filing in zip(amounts, periods, filings, strict=True)
        ]
        rows.append(Row(concept, _LABELS[concept], unit, tuple(cells)))
    key = f"statement:{company.ticker}:{basis}"
    return SeriesTable(key, f"Statements, {basis}", company, periods, tuple(rows))


def _unit(concept: str, currency: str) -> str:
    if concept in _SHARES:
        return "shares"
    return f"{currency}/shares" if concept in _PER_SHARE else currency


def _ratios(table: SeriesTable) -> SeriesTable:
    """Return margins, current ratio and revenue growth of a table, as computed facts."""
    rows = [
        _quotients(table, "gross_margin", "gross_profit", "revenue", "fraction"),
        _quotients(table, "net_margin", "net_income", "revenue", "fraction"),
    ]
    if table.row("current_assets") is not None:
        rows.append(
            _quotients(table, "current_ratio", "current_assets", "current_liabilities", "ratio")
        )
    rows.append(_growth(table))
    return SeriesTable(
        f"ratios:{table.company.ticker}",
        "Ratios, annual",
        table.company,
        table.periods,
        tuple(rows),
    )


def _facts(table: SeriesTable, concept: str) -> list[Fact]:
    row = table.row(concept)
    assert row is not None
    return [cell for cell in row.cells if isinstance(cell, Fact)]


def _quotients(table: SeriesTable, key: str, above: str, below: str, unit: str) -> Row:
    pairs = zip(_facts(table, above), _facts(table, below), strict=True)
    cells = tuple(
        _computed(key, unit, one.value / other.value, f"{one.label} / {other.label}", (one, other))
        for one, other in pairs
    )
    return Row(key, _LABELS[key], unit, cells)


def _growth(table: SeriesTable) -> Row:
    facts = _facts(table, "revenue")
    cells: list[Cell] = [
        _computed(
            "revenue_growth",
            "fraction",
            new.value / old.value - 1,
            f"{new.period.label} / {old.period.label} - 1",
            (new, old),
        )
        for new, old in pairwise(facts)
    ]
    cells.append(Missing("the year before is not in the example"))
    return Row("revenue_growth", _LABELS["revenue_growth"], "fraction", tuple(cells))


def _computed(key: str, unit: str, value: Decimal, formula: str, inputs: tuple[Fact, ...]) -> Fact:
    first = inputs[0]
    return Fact(
        cik=first.cik,
        ticker=first.ticker,
        concept=key,
        label=_LABELS[key],
        value=value,
        unit=unit,
        period=first.period,
        origin=Origin.COMPUTED,
        formula=formula,
        inputs=inputs,
    )
