"""Segment tables with figures read in the filings, in the shape the provider gives them."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.finance.metrics import metric_label
from research_agent.finance.segments.concepts import (
    part_label,
    segment_concept,
    segment_metric,
)
from research_agent.finance.segments.slugs import slug_of
from tests.fakes.named_companies import ALPHABET, APPLE, PROCTER
from tests.unit.analyst.hand_made import period

Values = Sequence[int | None]
Parts = Mapping[str, Values]


def segment_table(
    company: Company,
    ends: Mapping[str, str],
    groups: Mapping[tuple[str, str], tuple[Values, Parts]],
    *,
    notes: Sequence[str] = (),
) -> SeriesTable:
    """A table of parts, whole millions.

    Args:
        company: Whose.
        ends: Fiscal label to last day, newest first.
        groups: By metric and axis: the total and the parts, each in the order of `ends`.
        notes: Of the table.
    """
    periods = [period(label, end) for label, end in ends.items()]
    filing = Filing(company.cik, f"{company.cik:010d}-25-000002", "10-K", date(2025, 2, 1))

    def cells(concept: str, label: str, values: Values) -> tuple[Cell, ...]:
        return tuple(
            Missing("not broken down")
            if value is None
            else Fact(
                cik=company.cik,
                ticker=company.ticker,
                concept=concept,
                label=label,
                value=Decimal(value) * 10**6,
                unit="USD",
                period=when,
                filing=filing,
            )
            for when, value in zip(periods, values, strict=True)
        )

    rows = []
    for (metric, axis), (total, parts) in groups.items():
        about = segment_metric(metric)
        key = about.line_item or metric
        words = {"business": "segment", "geography": "region"}.get(axis, axis)
        title = f"{about.label} by {words}"
        rows.append(Row(key, title, "USD", cells(key, metric_label(key), total)))
        for name, values in parts.items():
            concept = segment_concept(metric, axis, slug_of(name))
            rows.append(
                Row(concept, name, "USD", cells(concept, part_label(about, name), values), 1)
            )
    key = f"segments:{company.ticker}"
    return SeriesTable(key, "Segments, annual", company, tuple(periods), tuple(rows), tuple(notes))


APPLE_PARTS = segment_table(
    APPLE,
    {"FY2024": "2024-09-28", "FY2023": "2023-09-30", "FY2022": "2022-09-24"},
    {
        ("revenue", "business"): (
            (391_035, 383_285, 394_328),
            {
                "Americas": (167_045, 162_560, 169_658),
                "Europe": (101_328, 94_294, 95_118),
                "Greater China": (66_952, 72_559, 74_200),
                "Japan": (25_052, 24_257, 25_977),
                "Rest of Asia Pacific": (30_658, 29_615, 29_375),
            },
        ),
        ("revenue", "product"): (
            (391_035, 383_285, 394_328),
            {
                "iPhone": (201_183, 200_583, 205_489),
                "Mac": (29_984, 29_357, 40_177),
                "iPad": (26_694, 28_300, 29_292),
                "Wearables, Home and Accessories": (37_005, 39_845, 41_241),
                "Services": (96_169, 85_200, 78_129),
            },
        ),
        ("operating_income", "business"): (
            (123_216, 114_301, 119_437),
            {
                "Americas": (67_656, 60_508, 62_683),
                "Europe": (41_790, 36_098, 35_233),
                "Greater China": (27_082, 30_328, 31_153),
                "Japan": (12_454, 11_888, 12_257),
                "Rest of Asia Pacific": (13_062, 12_066, 11_569),
            },
        ),
    },
)
"""Apple's 10-K for fiscal 2024; what is not allocated to segments is left out here."""

ALPHABET_PARTS = segment_table(
    ALPHABET,
    {"FY2024": "2024-12-31", "FY2023": "2023-12-31"},
    {
        ("revenue", "business"): (
            (350_018, 307_394),
            {
                "Google Services": (304_930, 272_543),
                "Google Cloud": (43_229, 33_088),
                "Other Bets": (1_648, 1_527),
            },
        ),
        ("revenue", "product"): (
            (350_018, 307_394),
            {
                "Google Search & other": (198_084, 175_033),
                "YouTube ads": (36_147, 31_510),
                "Google Network": (30_359, 31_312),
            },
        ),
        ("operating_income", "business"): (
            (112_390, 84_293),
            {
                "Google Services": (121_263, 95_858),
                "Google Cloud": (6_112, 1_716),
                "Other Bets": (-4_444, -4_095),
            },
        ),
    },
)
"""Alphabet's 10-K for 2024."""

PROCTER_PARTS = segment_table(
    PROCTER,
    {"FY2025": "2025-06-30", "FY2024": "2024-06-30"},
    {
        ("revenue", "business"): (
            (84_284, 84_039),
            {
                "Beauty": (14_964, 15_220),
                "Fabric & Home Care": (29_617, 29_495),
                "Corporate": (794, 601),
            },
        ),
        ("pretax_income", "business"): (
            (20_167, 18_761),
            {
                "Beauty": (3_454, 3_805),
                "Fabric & Home Care": (7_459, 7_339),
                "Corporate": (-1_000, -1_200),
            },
        ),
    },
    notes=("Revenue by segment, FY2024: the parts come to 1 million less than the total.",),
)
"""Procter & Gamble's 10-K for fiscal 2025, two of its five segments."""
