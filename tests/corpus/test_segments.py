"""How real filings split their figures: values read on their pages, and every sum in the corpus.

Expected values are in millions, as printed in the filing named.
"""

import gzip
import json
from collections import Counter
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from research_agent.finance.segments.breakdown import Breakdown
from research_agent.finance.segments.reading import breakdowns
from research_agent.finance.segments.roles import Role
from research_agent.finance.xbrl.filing_documents import is_document, read_document

pytestmark = pytest.mark.corpus

BUSINESS = "us-gaap:StatementBusinessSegmentsAxis"
SUBSEGMENT = "us-gaap:SubsegmentsAxis"
PRODUCT = "srt:ProductOrServiceAxis"
PLACE = "srt:StatementGeographicalAxis"
OLD_PLACE = "us-gaap:StatementGeographicalAxis"
MILLION = Decimal(1_000_000)


@cache
def found_in(path: Path) -> tuple[Breakdown, ...]:
    return breakdowns(read_document(path))


def all_documents(corpus: Path) -> list[Path]:
    folders = (corpus / "filings_html", corpus / "xbrl_instances")
    return [path for folder in folders for path in sorted(folder.iterdir()) if is_document(path)]


def breakdown(corpus: Path, name: str, metric: str, axis: str) -> Breakdown:
    path = next(path for path in all_documents(corpus) if path.name.split(".")[0] == name)
    (found,) = [b for b in found_in(path) if (b.metric.key, b.axis_tag) == (metric, axis)]
    return found


def newest(found: Breakdown, *roles: Role) -> dict[str, Decimal]:
    """Figures of the newest, shortest period by name, in millions."""
    span = max(found.total, key=lambda known: (known[1], known[0] or known[1]))
    return {
        line.name.text: line.amounts.values[span] / MILLION
        for line in found.lines
        if line.role in roles and span in line.amounts.values
    }


# document, metric, axis, total, rows that are added
PRINTED = (
    ("aapl-10-k-2024-11-01", "revenue", PRODUCT, 391_035, {"iPhone": 201_183, "Mac": 29_984,
     "iPad": 26_694, "Wearables, Home and Accessories": 37_005, "Services": 96_169}),
    ("aapl-10-k-2024-11-01", "revenue", BUSINESS, 391_035, {"Americas": 167_045, "Europe": 101_328,
     "Greater China": 66_952, "Japan": 25_052, "Rest of Asia Pacific": 30_658}),
    ("aapl-10-k-2024-11-01", "revenue", PLACE, 391_035, {"United States": 142_196,
     "China": 66_952, "Other countries": 181_887}),
    ("aapl-10-k-2024-11-01", "operating_income", BUSINESS, 123_216, {"Americas": 67_656,
     "Europe": 41_790, "Greater China": 27_082, "Japan": 12_454, "Rest of Asia Pacific": 13_062,
     "Research and development expense": -31_370, "Corporate": -7_458}),
    ("googl-10-k-2025-02-05", "revenue", PRODUCT, 350_018, {"Google Search & other": 198_084,
     "YouTube ads": 36_147, "Google Network": 30_359, "Google Cloud": 43_229, "Other Bets": 1_648,
     "Google subscriptions, platforms, and devices": 40_340, "Hedging gains (losses)": 211}),
    ("googl-10-k-2025-02-05", "revenue", BUSINESS, 350_018, {"Google Services": 304_930,
     "Google Cloud": 43_229, "Other Bets": 1_648, "Hedging gains (losses)": 211}),
    ("pg-10-k-2025-08-04", "revenue", BUSINESS, 84_284, {"Beauty": 14_964, "Grooming": 6_662,
     "Health Care": 11_998, "Fabric & Home Care": 29_617, "Baby, Feminine & Family Care": 20_248,
     "Corporate": 794}),
    ("pg-10-k-2025-08-04", "cost_of_revenue", BUSINESS, 41_164, {"Beauty": 5_822,
     "Grooming": 2_675, "Health Care": 4_974, "Fabric & Home Care": 15_650,
     "Baby, Feminine & Family Care": 10_926, "Corporate": 1_118}),
    ("amzn-10-k-2025-02-07", "revenue", BUSINESS, 637_959, {"North America": 387_497,
     "International": 142_906, "Amazon Web Services": 107_556}),
    ("amzn-10-k-2025-02-07", "operating_income", BUSINESS, 68_593, {"North America": 24_967,
     "International": 3_792, "Amazon Web Services": 39_834}),
    ("nvda-10-k-2025-02-26", "revenue", BUSINESS, 130_497, {"Compute & Networking": 116_193,
     "Graphics": 14_304, "Corporate": 0}),
    ("nvda-10-k-2025-02-26", "revenue", PRODUCT, 130_497, {"Compute": 102_196,
     "Networking": 12_990, "Gaming": 11_350, "Professional Visualization": 1_878,
     "Automotive": 1_694, "OEM and Other": 389}),
    ("nvda-10-k-2025-02-26", "revenue", PLACE, 130_497, {"United States": 61_257,
     "Singapore": 23_684, "Taiwan": 20_573, "China": 17_108, "Other Countries": 7_875}),
    ("wmt-10-k-2025-03-14", "revenue", BUSINESS, 680_985, {"Walmart U.S.": 465_009,
     "Walmart International": 123_363, "Sam's Club U.S.": 92_561, "Corporate": 52}),
    ("jnj-10-k-2025-02-13", "revenue", BUSINESS, 88_821, {"Innovative Medicine": 56_964,
     "MedTech": 31_857}),
    ("jnj-10-k-2025-02-13", "assets", BUSINESS, 180_104, {"Innovative Medicine": 57_070,
     "MedTech": 84_322, "General corporate": 38_712}),
    ("ibm-10-q-2025-07-24", "revenue", BUSINESS, 16_977, {"Software": 7_387,
     "Consulting": 5_314, "Infrastructure": 4_142, "Financing": 166, "Reconciling items": -31}),
    ("nflx-10-q-2025-07-18", "revenue", PLACE, Decimal("11079.166"), {
     "United States and Canada": Decimal("4929.003"), "Latin America": Decimal("1306.735"),
     "Europe, Middle East and Africa": Decimal("3538.175"), "Asia Pacific": Decimal("1305.253")}),
    ("tsla-10-k-2025-01-30", "revenue", PRODUCT, 97_690, {"Automotive sales": 72_480,
     "Automotive regulatory credits": 2_763, "Automotive leasing": 1_827,
     "Services and other": 10_534, "Energy generation and storage sales": 9_564,
     "Energy generation and storage leasing": 522}),
    ("unh-10-k-2025-02-27", "revenue", BUSINESS, 400_278, {"UnitedHealthcare": 298_208,
     "Optum Health": 105_358, "Optum Insight": 18_757, "Optum Rx": 133_231,
     "Eliminations": -4_389, "Corporate": -150_887}),
    ("xom-10-q-2025-08-04", "revenue", BUSINESS, 81_506, {"Upstream": 12_267 + 13_433,
     "Energy Products": 29_636 + 41_511, "Chemical Products": 3_676 + 4_622,
     "Specialty Products": 1_994 + 3_268, "Eliminations": -29_190, "Corporate": 289}),
    ("ko-10-k-2025-02-20", "revenue", BUSINESS, 47_061, {"Europe, Middle East & Africa": 8_122,
     "Latin America": 6_459, "North America": 18_649, "Asia Pacific": 5_546,
     "Global Ventures": 3_129, "Bottling Investments": 6_223, "Corporate": 97,
     "Eliminations": -1_164}),
    ("meta-10-k-2025-01-30", "revenue", PRODUCT, 164_501, {"Advertising": 160_633,
     "Other services": 1_722, "Reality Labs": 2_146}),
    ("msft-20150630", "revenue", BUSINESS, 93_580, {"Devices and Consumer Licensing": 14_969,
     "Computing and Gaming Hardware": 10_183, "Phone Hardware": 7_524,
     "Devices and Consumer Other": 8_825, "Commercial Licensing": 41_039,
     "Commercial Other": 10_836, "Corporate and Reconciling Items": 204}),
    ("msft-20150630", "revenue", OLD_PLACE, 93_580, {"United States": 42_941,
     "Outside the United States": 50_639}),
    ("unp-20121231", "revenue", BUSINESS, 20_926, {"Agriculture": 3_280, "Automotive": 1_807,
     "Chemicals": 3_238, "Coal": 3_912, "Industrial Products": 3_494, "Intermodal": 3_955,
     "Other Sales Revenue Net": 1_240}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "metric", "axis", "total", "rows"),
    PRINTED,
    ids=[f"{row[0][:12]} {row[1]} {row[2].split(':')[1]}" for row in PRINTED],
)
def test_trap_28_segments_are_those_printed_and_add_up(
    name: str,
    metric: str,
    axis: str,
    total: Decimal,
    rows: dict[str, Decimal],
    corpus: Path,
) -> None:
    """Each row and the total, of the newest period of the filing."""
    found = breakdown(corpus, name, metric, axis)
    span = max(found.total, key=lambda known: (known[1], known[0] or known[1]))

    assert newest(found, Role.MEMBER, Role.ELIMINATION) == rows
    assert found.total[span].value / MILLION == total
    assert abs(sum(rows.values()) - total) <= 1  # each is rounded on its own
    assert found.reconciles


@pytest.mark.parametrize(
    ("name", "axis", "apart"),
    [
        ("aapl-10-k-2024-11-01", PRODUCT, {"Products": 294_866}),
        ("nvda-10-k-2025-02-26", PRODUCT, {"Data Center": 115_186}),
        ("googl-10-k-2025-02-05", PRODUCT, {"Google advertising": 264_590}),
        ("unh-10-k-2025-02-27", BUSINESS, {"Optum": 252_957}),
        ("amzn-10-k-2025-02-07", PRODUCT, {"Products": 272_311, "Services": 365_648}),
        ("meta-10-k-2025-01-30", PLACE, {"United States": 59_730, "China": 18_350}),
        ("adbe-10-k-2025-01-13", PLACE, {"Americas": 12_891}),
        ("jnj-10-k-2025-02-13", PLACE, {"International": 38_519}),
    ],
)
def test_trap_28_rows_that_hold_others_are_kept_apart(
    name: str, axis: str, apart: dict[str, int], corpus: Path
) -> None:
    """They are figures of the filing, but adding them would count twice."""
    assert newest(breakdown(corpus, name, "revenue", axis), Role.OVERLAP) == apart


def test_customers_of_ten_percent_and_more_are_named(corpus: Path) -> None:
    """Walmart is 16 % of P&G's sales in fiscal 2025 and 2024, 15 % in 2023 (its Note 2)."""
    found = breakdown(corpus, "pg-10-k-2025-08-04", "revenue_share", "srt:MajorCustomersAxis")
    (line,) = found.lines

    assert line.name.text == "Walmart Inc and Affiliates"
    assert sorted((span[1].year, value) for span, value in line.amounts.values.items()) == [
        (2023, Decimal("0.15")),
        (2024, Decimal("0.16")),
        (2025, Decimal("0.16")),
    ]


# breakdown and, newest first, how far its rows are from the total, in millions
APART = {
    # amortization of acquired intangibles, stock-based pay and two more stand in between
    ("ibm-10-q-2025-07-24", "pretax_income", BUSINESS): (1_403, 1_129, 2_973, 2_390),
    # the same items in cost
    ("ibm-10-q-2025-07-24", "cost_of_revenue", BUSINESS): (-274, -228, -588, -525),
    # unallocated cost has no figure of its own
    ("jnj-10-k-2025-02-13", "cost_of_revenue", BUSINESS): (-90, -116, -133),
    ("jnj-10-q-2025-07-24", "cost_of_revenue", BUSINESS): (-12, -18, -23, -39),
    # DVD rental until September 2023: the regions are of streaming only
    ("nflx-10-k-2025-01-27", "revenue", PLACE): (0, -83, -146),
    ("nflx-20240126_htm", "revenue", PLACE): (-83, -146, -182),
    ("nflx-20241018_htm", "revenue", PLACE): (0, -22, 0, -83),
    # "All other" is filed for income in the 10-K, never for depreciation
    ("nvda-10-k-2025-02-26", "depreciation_and_amortization", BUSINESS): (-760, -744, -852),
    ("nvda-10-q-2025-08-27", "depreciation_and_amortization", BUSINESS): (-344, -365),
    # four kinds of unallocated cost
    ("nvda-10-q-2025-08-27", "operating_income", BUSINESS): (2_165, 1_575, 4_221, 2_954),
    # corporate expense and depreciation have no member
    ("aapl-20100925", "operating_income", BUSINESS): (2_554, 4_586, 2_952),
    ("aapl-20100925", "depreciation_and_amortization", BUSINESS): (-367, -837, -564),
}


def test_every_breakdown_in_the_corpus_adds_up_or_is_known_not_to(corpus: Path) -> None:
    """180 of 192 do, in all their periods; the others are listed with what is missing."""
    together = 0
    apart = {}
    for path in all_documents(corpus):
        for found in found_in(path):
            if not found.total:
                continue
            slack = sum(line.amounts.slack for line in found.added()) + MILLION
            if found.reconciles:
                together += 1
                assert all(abs(miss) <= slack for miss in found.differences().values())
            else:
                key = (path.name.split(".")[0], found.metric.key, found.axis_tag)
                apart[key] = tuple(round(miss / MILLION) for miss in found.differences().values())

    assert together == 180
    assert apart == APART


def test_every_segment_figure_is_a_fact_of_the_other_reading(corpus: Path) -> None:
    """Value, period and member of each figure, in `ixbrl_facts_derived`."""
    checked: Counter[bool] = Counter()
    for path in sorted((corpus / "ixbrl_facts_derived").iterdir()):
        known = {
            (row["concept"], row["start"], row["end"], round(float(row["val"]), 4), member)
            for row in json.loads(gzip.decompress(path.read_bytes()))["facts"]
            for member in (*row["dims"].values(), row["concept"], "")
        }
        name = path.name.replace(".facts.json.gz", ".html.gz")
        for found in found_in(corpus / "filings_html" / name):
            for line in found.lines:
                for part in line.parts:
                    for (start, end), fact in part.figures.items():
                        day = start.isoformat() if start else None
                        value = round(float(fact.value), 4)
                        key = (fact.tag, day, end.isoformat(), value, line.member_tag)
                        checked[key in known] += 1

    assert checked[False] == 0
    assert checked[True] > 2_000


def test_the_quarter_and_the_half_year_of_one_filing_stay_apart(corpus: Path) -> None:
    """Both end on 2025-06-30 in IBM's 10-Q (trap 3)."""
    found = breakdown(corpus, "ibm-10-q-2025-07-24", "revenue", BUSINESS)
    software = found.lines[0].amounts.values

    assert software[date(2025, 4, 1), date(2025, 6, 30)] == 7_387 * MILLION
    assert software[date(2025, 1, 1), date(2025, 6, 30)] == 13_722 * MILLION


def test_therapeutic_areas_are_a_split_of_their_own(corpus: Path) -> None:
    """Johnson & Johnson has two segments and ten areas in its 10-K; both make up the total."""
    found = breakdown(corpus, "jnj-10-k-2025-02-13", "revenue", SUBSEGMENT)

    assert found.reconciles
    assert newest(found, Role.MEMBER)["Oncology"] == 20_781
    assert len(found.added()) == 10
