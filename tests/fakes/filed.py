"""Hand-made series with real filed figures, in millions as on the statements."""

from datetime import date, timedelta
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Row, SeriesTable

APPLE = Company(320193, "AAPL", "Apple Inc.", "Nasdaq", ("AAPL",))
NVIDIA = Company(1045810, "NVDA", "NVIDIA Corp", "Nasdaq", ("NVDA",))
BANK = Company(19617, "JPM", "JPMorgan Chase & Co", "NYSE", ("JPM",))

# fiscal label, period end, accession, filed, revenue, gross profit, net income
_APPLE = (
    ("FY2023", "2023-09-30", "0000320193-23-000106", "2023-11-03", 383_285, 169_148, 96_995),
    ("FY2022", "2022-09-24", "0000320193-22-000108", "2022-10-28", 394_328, 170_782, 99_803),
    ("FY2021", "2021-09-25", "0000320193-21-000105", "2021-10-29", 365_817, 152_836, 94_680),
)
_NVIDIA = (
    ("FY2024", "2024-01-28", "0001045810-24-000029", "2024-02-21", 60_922, 44_301, 29_760),
    ("FY2023", "2023-01-29", "0001045810-23-000017", "2023-02-24", 26_974, 15_356, 4_368),
    ("FY2022", "2022-01-30", "0001045810-22-000036", "2022-03-18", 26_914, 17_475, 9_752),
)
_BANK = (
    ("FY2023", "2023-12-31", "0000019617-24-000225", "2024-02-16", 158_104, None, 49_552),
    ("FY2022", "2022-12-31", "0000019617-23-000231", "2023-02-21", 128_695, None, 37_676),
)
_LABELS = {"revenue": "Revenue", "gross_profit": "Gross profit", "net_income": "Net income"}
_TAGS = {
    "revenue": "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
    "gross_profit": "us-gaap:GrossProfit",
    "net_income": "us-gaap:NetIncomeLoss",
}


def statement(company: Company) -> SeriesTable:
    """Revenue, gross profit, net income and gross margin by fiscal year, newest first."""
    lines = {APPLE.cik: _APPLE, NVIDIA.cik: _NVIDIA, BANK.cik: _BANK}[company.cik]
    periods = tuple(_period(label, end) for label, end, *_ in lines)
    rows = [
        Row(
            key,
            _LABELS[key],
            "USD",
            tuple(
                _filed(company, key, line[4:][place], period, line)
                for period, line in zip(periods, lines, strict=True)
            ),
        )
        for place, key in enumerate(_LABELS)
    ]
    rows.append(_margins(company, rows[0], rows[1]))
    key = f"get_income_statements:{company.ticker}:annual:{len(periods)}"
    return SeriesTable(key, "Income statement, annual", company, periods, tuple(rows))


def _period(label: str, end: str) -> Period:
    last = date.fromisoformat(end)
    return Period(last - timedelta(days=363), last, label, Basis.ANNUAL)


def _filed(
    company: Company, key: str, millions: int | None, period: Period, line: tuple[object, ...]
) -> Fact | Missing:
    if millions is None:
        return Missing("a bank has no gross profit")
    return Fact(
        cik=company.cik,
        ticker=company.ticker,
        concept=key,
        label=_LABELS[key],
        value=Decimal(millions) * 1_000_000,
        unit="USD",
        period=period,
        filing=Filing(company.cik, str(line[2]), "10-K", date.fromisoformat(str(line[3]))),
        tag=_TAGS[key],
    )


def _margins(company: Company, revenue: Row, gross: Row) -> Row:
    cells = tuple(
        _margin(company, top, below)
        if isinstance(top, Fact) and isinstance(below, Fact)
        else Missing("gross profit is not reported")
        for top, below in zip(gross.cells, revenue.cells, strict=True)
    )
    return Row("gross_margin", "Gross margin", "fraction", cells)


def _margin(company: Company, gross: Fact, revenue: Fact) -> Fact:
    return Fact(
        cik=company.cik,
        ticker=company.ticker,
        concept="gross_margin",
        label="Gross margin",
        value=gross.value / revenue.value,
        unit="fraction",
        period=revenue.period,
        origin=Origin.COMPUTED,
        formula="gross profit / revenue",
        inputs=(gross, revenue),
    )
