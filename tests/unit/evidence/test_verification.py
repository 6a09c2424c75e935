"""Both error rates on a labelled set, and what the status of a figure points at."""

import json
import random
import re
import time
from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.domain.answers import Figure, FigureStatus
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Origin
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.verification import verify
from tests.golden.example_run import example_ledger, example_tables

CASES: list[dict[str, str]] = json.loads(
    (Path(__file__).parents[2] / "golden" / "verification_cases.json").read_text("utf-8")
)
KNOWN_MISSES = {"subtraction in words"}
"""True statements the verifier does not follow; they show as unverified, which is safe."""

MAX_FALSE_ACCEPT_RATE = 0.0
MAX_FALSE_REJECT_RATE = 0.005


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return example_ledger()


def found(text: str, ledger: Ledger) -> list[Figure]:
    return list(verify(text, ledger))


def letters(figures: list[Figure]) -> str:
    return "".join(figure.status.value[0] for figure in figures)


def single(text: str, ledger: Ledger) -> tuple[Figure, Fact]:
    figures = found(text, ledger)
    assert len(figures) == 1
    assert figures[0].fact is not None
    return figures[0], figures[0].fact


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["name"] not in KNOWN_MISSES], ids=lambda case: case["name"]
)
def test_each_labelled_figure_has_its_status(case: dict[str, str], ledger: Ledger) -> None:
    """V verified, c computed, u unverified; one letter for each figure in the text."""
    assert letters(found(case["text"], ledger)) == case["expect"]


def test_error_rates_on_the_labelled_set_stay_at_the_level_reached(ledger: Ledger) -> None:
    """A wrong number shown as verified is the worst thing this product can do."""
    labelled = [
        (got, want)
        for case in CASES
        for got, want in zip(letters(found(case["text"], ledger)), case["expect"], strict=True)
    ]
    wrong = [got for got, want in labelled if want == "u"]
    right = [got for got, want in labelled if want != "u"]
    assert len(labelled) >= 500
    assert sum(got != "u" for got in wrong) / len(wrong) <= MAX_FALSE_ACCEPT_RATE
    assert sum(got == "u" for got in right) / len(right) <= MAX_FALSE_REJECT_RATE


def test_no_changed_digit_is_ever_accepted(ledger: Ledger) -> None:
    """Each true figure of the set, with one digit changed, must lose its mark."""
    rng = random.Random(42)
    accepted = []
    for case in CASES:
        text = case["text"]
        for figure in found(text, ledger):
            if figure.status is FigureStatus.UNVERIFIED or figure.fact is None:
                continue
            at = rng.choice([m.start() for m in re.finditer("[0-9]", figure.text)])
            digit = rng.choice([d for d in "123456789" if d != figure.text[at]])
            changed = figure.text[:at] + digit + figure.text[at + 1 :]
            again = text[: figure.start] + changed + text[figure.end :]
            now = [f for f in found(again, ledger) if f.start == figure.start]
            if any(f.fact is not None and not _is_tie(f, figure.fact) for f in now):
                accepted.append((case["name"], figure.text, changed))
    assert accepted == []


def _is_tie(figure: Figure, fact: Fact) -> bool:
    """A value halfway between two printed ones may be printed as either."""
    return figure.fact is not None and figure.fact.value == fact.value


def test_a_computed_figure_carries_its_formula_and_its_inputs(ledger: Ledger) -> None:
    """The reader can follow the arithmetic back to two filings."""
    figure, fact = single("AMD's revenue grew 13.7% in FY2024.", ledger)
    assert figure.status is FigureStatus.COMPUTED
    assert fact.origin is Origin.COMPUTED
    assert fact.formula == "FY2024 / FY2023 - 1"
    assert [one.value for one in fact.inputs] == [Decimal(22_680_000_000), Decimal(25_785_000_000)]
    assert [filing.accession for filing in fact.filings()] == [
        "0000002488-24-000012",
        "0000002488-25-000012",
    ]


def test_a_verified_figure_points_at_the_filing_it_was_read_from(ledger: Ledger) -> None:
    """The link behind the number opens the 10-K of that year, not of a later one."""
    figure, fact = single("Apple's revenue in fiscal 2023 was $383.3 billion.", ledger)
    assert figure.text == "$383.3 billion"
    assert fact.ref == "AAPL.revenue.FY2023"
    assert fact.url.endswith("/0000320193-23-000106-index.htm")


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (
            "Apple's revenue CAGR between FY2020 and FY2024 was 9.2%.",
            "(FY2024 / FY2020) ^ (1/4) - 1",
        ),
        ("In FY2024 NVIDIA's revenue was 2.4 times that of AMD.", "NVDA / AMD"),
        ("Apple's revenue decreased by $11.0 billion in FY2023.", "FY2023 - FY2022"),
        ("AMD's gross margin was 49.4% in FY2024.", "Gross profit / Revenue"),
        ("Apple and AMD had combined revenue of $416.8 billion in FY2024.", "AAPL + AMD"),
    ],
)
def test_formulas_name_what_tells_the_inputs_apart(text: str, formula: str, ledger: Ledger) -> None:
    """Years for two years, tickers for two companies, labels for two lines."""
    assert single(text, ledger)[1].formula == formula


def test_offsets_point_into_the_text(ledger: Ledger) -> None:
    """Screens and reports put links at these offsets; links and code must not move them."""
    text = "See `code 1.5` and [10-K](https://x.test/1.5): Apple's **FY2023** revenue, \\$383.3 billion."
    figures = found(text, ledger)
    assert [figure.text for figure in figures] == ["\\$383.3 billion"]
    assert text[figures[0].start : figures[0].end] == figures[0].text
    assert figures[0].status is FigureStatus.VERIFIED


def test_without_evidence_nothing_is_verified() -> None:
    """An empty run cannot vouch for anything."""
    figures = verify("Apple's revenue in FY2023 was $383.3 billion, up 2.8%.", Ledger())
    assert letters(list(figures)) == "uu"


def test_the_result_of_calculate_makes_a_figure_computed() -> None:
    """What the model had worked out by the tool counts, by its own label."""
    revenue = next(f for f in example_tables()[0].facts() if f.ref == "AAPL.revenue.FY2024")
    result = Fact(
        cik=revenue.cik,
        ticker="AAPL",
        concept="calculation",
        label="Revenue per day",
        value=revenue.value / 364,
        unit="USD",
        period=revenue.period,
        origin=Origin.COMPUTED,
        formula="revenue / 364",
        inputs=(revenue,),
    )
    ledger = Ledger()
    ledger.add(Artifact(tables=example_tables(), facts=(result,)))
    text = "In FY2024 Apple took in revenue of $391.0 billion, or $1,074 million per day."
    assert letters(found(text, ledger)) == "vc"
    assert letters(found(text.replace("1,074", "1,047"), ledger)) == "vu"


def test_two_calculations_of_one_period_do_not_hide_each_other() -> None:
    """Both carry the reference AAPL.calculation.FY2024; the ledger keeps one by reference."""
    revenue = next(f for f in example_tables()[0].facts() if f.ref == "AAPL.revenue.FY2024")

    def calculated(label: str, value: str) -> Fact:
        return Fact(
            cik=revenue.cik,
            ticker="AAPL",
            concept="calculation",
            label=label,
            value=Decimal(value),
            unit="fraction",
            period=revenue.period,
            origin=Origin.COMPUTED,
            formula="a / b",
            inputs=(revenue,),
        )

    facts = (calculated("First share", "0.1234"), calculated("Second share", "0.5678"))
    ledger = Ledger()
    ledger.add(Artifact(facts=facts))
    text = "The first share was 12.34%. The second share was 56.78%."
    assert letters(found(text, ledger)) == "cc"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "|",
        "| a |\n|---|",
        "$",
        "(((",
        "1" * 5000,
        "**[](",
        "`" * 99,
        "\x00 5.5%",
        "-|-\n-|-",
    ],
)
def test_odd_text_is_read_without_failing(text: str, ledger: Ledger) -> None:
    """A model may write anything; the answer must still reach the person."""
    for figure in verify(text, ledger):
        assert text[figure.start : figure.end] == figure.text


def test_a_long_answer_over_many_facts_is_checked_in_bounded_time() -> None:
    """Not a benchmark: a guard against work that grows with figures times facts squared."""
    ledger = example_ledger()
    line = "Apple's revenue grew 47.1% and its net income was $12.3 billion, an average of 9.9%. "
    started = time.perf_counter()
    assert len(verify(line * 200, ledger)) == 600
    assert time.perf_counter() - started < 20


def test_a_figure_of_one_company_is_not_taken_for_another_that_was_asked_about() -> None:
    """A small model gave NVIDIA's margin of the year before as AMD's, of which nothing was read."""
    ledger = Ledger()
    ledger.add(Artifact(tables=tuple(t for t in example_tables() if t.company.ticker == "NVDA")))
    fact = next(one for table in ledger.tables for one in table.facts() if one.concept == "revenue")
    amount = f"${fact.value / 1_000_000:,.0f} million"
    amd = Company(2488, "AMD", "Advanced Micro Devices, Inc.", "Nasdaq", ("AMD",))

    own = verify(f"NVIDIA's revenue was {amount}.", ledger, asked_about=[amd])
    foreign = verify(f"AMD's revenue was {amount}.\n\nAMD    {amount}", ledger, asked_about=[amd])

    assert letters(list(own)) == "v"
    assert letters(list(foreign)) == "uu"
