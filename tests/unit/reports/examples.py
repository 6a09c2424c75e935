"""Reports on the example run, for the tests of every writer."""

from datetime import UTC, datetime

from research_agent.domain.answers import Answer
from research_agent.domain.sources import WebSource
from research_agent.evidence.verification import verify
from research_agent.finance.comparison import Comparison, ComparisonRequest
from research_agent.reports.blocks import Report
from research_agent.reports.model import answer_report, comparison_report
from tests.golden.example_run import example_ledger, example_tables

__all__ = ["ANSWER", "AT", "attack_report", "comparison", "report", "report_on"]

AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ANSWER = """**Apple's revenue** in FY2024 was $391.0 billion, up 2.0% on FY2023; gross margin was 46.2%.

| Apple | Revenue | Growth |
|---|---:|---:|
| FY2024 | $391.0 billion | 2.0% |
| FY2023 | $383.3 billion | -2.8% |

Its services revenue was $96.2 billion.

Sources:
- AAPL: [10-K filed 2024-11-01](https://www.sec.gov/)
"""
ATTACKS = (
    "<script>alert(1)</script>",
    '<img src="https://evil.test/x.png" onerror="alert(2)">',
    "![pixel](https://evil.test/pixel.png)",
    "[click](javascript:alert(3))",
    "[data](data:text/html,<script>alert(4)</script>)",
    '<a href="https://evil.test/" onclick="x">y</a>',
    "<style>@import url(https://evil.test/a.css)</style>",
    "<iframe src=https://evil.test></iframe>",
    '"><svg onload=alert(5)>',
)


def report_on(text: str, *, question: str = "How did Apple do in 2024?") -> Report:
    """Report an answer checked against the example run."""
    ledger = example_ledger()
    answer = Answer(
        text,
        figures=verify(text, ledger),
        tables=example_tables(),
        web=(WebSource("Apple newsroom", "https://www.apple.com/newsroom/"),),
        analyst="offline analyst",
    )
    return answer_report(question, answer, at=AT)


def report() -> Report:
    """Return the report of `ANSWER`: filed, computed and unverified figures, a table, a page."""
    return report_on(ANSWER)


def attack_report() -> Report:
    """Return a report whose every free text tries to become markup."""
    text = "Apple's revenue in FY2024 was $391.0 billion.\n\n" + "\n\n".join(ATTACKS)
    ledger = example_ledger()
    pages = tuple(WebSource(attack, "javascript:alert(6)") for attack in ATTACKS)
    answer = Answer(
        text,
        figures=verify(text, ledger),
        tables=example_tables(),
        web=pages,
        analyst=ATTACKS[0],
    )
    return answer_report(" ".join(ATTACKS), answer, at=AT)


def comparison() -> Report:
    """Return the report of a comparison of three companies."""
    tables = tuple(t for t in example_tables() if t.company.ticker in ("AAPL", "NVDA", "TSM"))
    statements = tuple(table for table in tables if table.key.startswith("statement"))
    request = ComparisonRequest(("AAPL", "NVDA", "TSM"), ("revenue", "net_income"))
    companies = tuple(table.company for table in statements)
    return comparison_report(
        Comparison(request, companies, statements, ("Years end on different days.",)), at=AT
    )
