"""Answers, word for word, from hand-made tables whose figures stand in the filings."""

import pytest

from research_agent.domain.answers import FigureStatus
from research_agent.domain.facts import Missing
from research_agent.domain.tables import SeriesTable
from research_agent.evidence.verification import verify
from tests.fakes.named_companies import (
    ALPHABET,
    AMD,
    APPLE,
    JPMORGAN,
    NVIDIA,
    PROCTER,
    SNOWFLAKE,
    TSMC,
)
from tests.unit.analyst.hand_made import Talk, table

APPLE_ENDS = {"FY2023": "2023-09-30", "FY2022": "2022-09-24", "FY2021": "2021-09-25"}
APPLE_TABLE = table(
    APPLE,
    APPLE_ENDS,
    filed="2023-11-03",
    revenue={"FY2023": "383285", "FY2022": "394328", "FY2021": "365817"},
    net_income={"FY2023": "96995", "FY2022": "99803", "FY2021": "94680"},
    research_and_development={"FY2023": "29915", "FY2022": "26251", "FY2021": "21914"},
    eps_diluted={"FY2023": "6.13", "FY2022": "6.11", "FY2021": "5.61"},
    gross_margin={"FY2023": "0.4413", "FY2022": "0.4331", "FY2021": "0.4178"},
    current_ratio={"FY2023": "0.988", "FY2022": "0.8794", "FY2021": "1.0746"},
    net_margin={"FY2023": "0.2531", "FY2022": "0.2531", "FY2021": "0.2588"},
)
NVIDIA_TABLE = table(
    NVIDIA,
    {"FY2024": "2024-01-28", "FY2023": "2023-01-29", "FY2022": "2022-01-30"},
    filed="2024-02-21",
    revenue={"FY2024": "60922", "FY2023": "26974", "FY2022": "26914"},
    net_income={"FY2024": "29760", "FY2023": "4368", "FY2022": "9752"},
    gross_margin={"FY2024": "0.7272", "FY2023": "0.5693", "FY2022": "0.6493"},
    net_margin={"FY2024": "0.4885", "FY2023": "0.1619", "FY2022": "0.3623"},
)
SNOWFLAKE_TABLE = table(
    SNOWFLAKE,
    {"Q3 FY2025": "2024-10-31", "Q2 FY2025": "2024-07-31", "Q3 FY2024": "2023-10-31"},
    form="10-Q",
    filed="2024-11-27",
    revenue={"Q3 FY2025": "942.094", "Q2 FY2025": "868.823", "Q3 FY2024": "734.173"},
)


def lead(text: str) -> str:
    return text.partition("\n\n")[0]


@pytest.mark.parametrize(
    ("question", "tables", "sentence"),
    [
        (
            "What was Apple's revenue in fiscal 2023?",
            [APPLE_TABLE],
            "Apple's revenue in FY2023 (year ended 2023-09-30) was $383.3 billion "
            "($383,285 million).",
        ),
        (
            "Apple's current ratio at the end of fiscal 2022",
            [APPLE_TABLE],
            "Apple's current ratio at the end of FY2022 (2022-09-24) was 0.88×.",
        ),
        (
            "Apple EPS in 2023",
            [APPLE_TABLE],
            "Apple's diluted EPS in FY2023 (year ended 2023-09-30) was $6.13.",
        ),
        (
            "Apple net income 2022 in USD billions, two decimals",
            [APPLE_TABLE],
            "Apple's net income in FY2022 (year ended 2022-09-24) was $99.80 billion "
            "($99,803 million).",
        ),
        (
            "Apple revenue and net income in 2023",
            [APPLE_TABLE],
            "Apple's revenue in FY2023 (year ended 2023-09-30) was $383.3 billion "
            "($383,285 million); net income was $97.0 billion ($96,995 million).",
        ),
        (
            "Apple revenue last three years",
            [APPLE_TABLE],
            "Apple's revenue in FY2023 (year ended 2023-09-30) was $383.3 billion "
            "($383,285 million); in FY2021 (year ended 2021-09-25) it was $365.8 billion "
            "($365,817 million).",
        ),
        (
            "How much did Apple's revenue grow in fiscal 2022?",
            [APPLE_TABLE],
            "Apple's revenue grew 7.79% in FY2022 (year ended 2022-09-24): it was $394.3 billion "
            "($394,328 million); in FY2021 (year ended 2021-09-25) it was $365.8 billion "
            "($365,817 million).",
        ),
        (
            "How fast did Apple grow revenue per year from 2021 to 2023?",
            [APPLE_TABLE],
            "Apple's revenue grew 2.36% per year from FY2021 to FY2023 (compound, over 2 years): "
            "in FY2021 (year ended 2021-09-25) it was $365.8 billion ($365,817 million); in "
            "FY2023 (year ended 2023-09-30) it was $383.3 billion ($383,285 million).",
        ),
        (
            "How did Apple's gross margin change from 2021 to 2023?",
            [APPLE_TABLE],
            "Apple's gross margin rose by 2.35 percentage points from FY2021 to FY2023: in FY2021 "
            "(year ended 2021-09-25) it was 41.78%; in FY2023 (year ended 2023-09-30) it was "
            "44.13%.",
        ),
        (
            "Average net income of Apple over the last three years",
            [APPLE_TABLE],
            "Apple's average net income over the 3 years FY2021 to FY2023 was $97.2 billion "
            "($97,159.3 million).",
        ),
        (
            "Sum of Apple's net income from 2021 to 2023",
            [APPLE_TABLE],
            "Apple's net income over the 3 years FY2021 to FY2023 was $291.5 billion "
            "($291,478 million) in all.",
        ),
        (
            "What share of Apple's revenue was R&D in 2023?",
            [APPLE_TABLE],
            "Apple's research and development in FY2023 (year ended 2023-09-30) was 7.80% of "
            "revenue: research and development $29.9 billion ($29,915 million), revenue "
            "$383.3 billion ($383,285 million).",
        ),
        (
            "Apple's revenue divided by net income in 2023",
            [APPLE_TABLE],
            "Apple's revenue divided by net income in FY2023 (year ended 2023-09-30) was 3.95×: "
            "revenue $383.3 billion ($383,285 million), net income $97.0 billion "
            "($96,995 million).",
        ),
        (
            "Is Apple's current ratio above 1 in 2023?",
            [APPLE_TABLE],
            "No: Apple's current ratio at the end of FY2023 (2023-09-30) was 0.99×, not above 1.",
        ),
        (
            "In which year was Apple's net income highest?",
            [APPLE_TABLE],
            "Apple's net income was highest in FY2022 (year ended 2022-09-24): $99.8 billion "
            "($99,803 million), among the 3 periods shown.",
        ),
        (
            "Which of Apple and NVIDIA had the higher net margin in FY2023?",
            [APPLE_TABLE, NVIDIA_TABLE],
            "Apple had the higher net margin: in FY2023 (year ended 2023-09-30) it was 25.31%, "
            "ahead of NVIDIA with 16.19% in FY2023 (year ended 2023-01-29).",
        ),
        (
            "Which had the lower revenue in FY2023, Apple or NVIDIA?",
            [APPLE_TABLE, NVIDIA_TABLE],
            "NVIDIA had the lower revenue: in FY2023 (year ended 2023-01-29) it was $27.0 billion "
            "($26,974 million), below Apple with $383.3 billion in FY2023 (year ended 2023-09-30).",
        ),
        (
            "What is the difference between Apple's and NVIDIA's net income in FY2023?",
            [APPLE_TABLE, NVIDIA_TABLE],
            "The difference is $92.6 billion ($92,627 million): Apple's net income of "
            "$97.0 billion ($96,995 million) in FY2023 (year ended 2023-09-30) less NVIDIA's net "
            "income of $4.4 billion ($4,368 million) in FY2023 (year ended 2023-01-29).",
        ),
        (
            "Combined revenue of Apple and NVIDIA in FY2023",
            [APPLE_TABLE, NVIDIA_TABLE],
            "Together Apple and NVIDIA had revenue of $410.3 billion ($410,259 million) in FY2023.",
        ),
        (
            "Year-over-year growth of Snowflake's revenue in Q3 FY2025",
            [SNOWFLAKE_TABLE],
            "Snowflake's revenue grew 28.32% in Q3 FY2025 (quarter ended 2024-10-31): it was "
            "$942.1 million ($942.094 million); in Q3 FY2024 (quarter ended 2023-10-31) it was "
            "$734.2 million ($734.173 million).",
        ),
        (
            "Snowflake's sequential revenue growth in Q3 FY2025",
            [SNOWFLAKE_TABLE],
            "Snowflake's revenue grew 8.43% in Q3 FY2025 (quarter ended 2024-10-31): it was "
            "$942.1 million ($942.094 million); in Q2 FY2025 (quarter ended 2024-07-31) it was "
            "$868.8 million ($868.823 million).",
        ),
    ],
)
def test_the_first_sentence_answers_with_figure_and_period(
    question: str, tables: list[SeriesTable], sentence: str
) -> None:
    """Readable and exact, with label and end; every figure is found in the evidence."""
    talk = Talk(*tables)
    text = talk.ask(question)
    assert lead(text) == sentence
    unmatched = [f.text for f in verify(text, talk.ledger) if f.status is FigureStatus.UNVERIFIED]
    assert unmatched == []


def test_a_definition_in_the_question_is_what_gets_computed() -> None:
    """22,680 over the average of 1,513 and 1,589 is 14.62, shown with its inputs."""
    talk = Talk(
        table(
            AMD,
            {"FY2023": "2023-12-30", "FY2022": "2022-12-31"},
            revenue={"FY2023": "22680", "FY2022": "23601"},
            property_plant_equipment={"FY2023": "1589", "FY2022": "1513"},
        )
    )
    text = talk.ask(
        "Fixed asset turnover of AMD in FY2023, defined as revenue / average of opening and "
        "closing net PP&E, two decimals"
    )
    assert lead(text) == (
        "Advanced Micro Devices' fixed asset turnover in FY2023 (period ended 2023-12-30) was "
        "14.62×, defined as revenue / average of opening and closing net PP&E."
    )
    assert "| Property, plant and equipment, net, USD million | 1,589 | 1,513 |" in text
    assert [call["args"]["expression"] for call in talk.calls[1:]] == [
        "revenue / avg(property_plant_equipment_opening, property_plant_equipment)"
    ]


def test_rounding_is_half_up() -> None:
    """0.125 is 0.13, as people round, not 0.12 as machines do."""
    half = table(APPLE, {"FY2023": "2023-09-30"}, current_ratio={"FY2023": "0.125"})
    assert "was 0.13×" in Talk(half).ask("Apple current ratio in 2023, two decimals")


def test_another_currency_is_neither_converted_nor_relabelled() -> None:
    """TSMC reports in TWD; there is no exchange rate here."""
    tsmc = table(
        TSMC,
        {"FY2023": "2023-12-31"},
        currency="TWD",
        form="20-F",
        revenue={"FY2023": "2161735.8"},
    )
    text = Talk(tsmc).ask("What was TSMC's revenue in 2023 in USD billions?")
    assert lead(text) == (
        "Taiwan Semiconductor Manufacturing's revenue in FY2023 (year ended 2023-12-31) was "
        "TWD 2,161.7 billion (TWD 2,161,735.8 million)."
    )
    assert "- Figures are in TWD as filed: I have no exchange rates and convert nothing." in text


def test_a_year_without_fiscal_names_the_year_that_covers_it_better() -> None:
    """NVIDIA's FY2023 ended in January 2023; who asks for "2023" may mean the next one."""
    text = Talk(NVIDIA_TABLE).ask("NVIDIA revenue in 2023")
    assert lead(text) == (
        "NVIDIA's revenue in FY2023 (year ended 2023-01-29) was $27.0 billion ($26,974 million)."
    )
    assert (
        "- NVIDIA's FY2023 ended 2023-01-29, so most of it lies in calendar 2022; revenue in "
        "FY2024 (year ended 2024-01-28) was $60.9 billion ($60,922 million)."
    ) in text
    assert "calendar" not in Talk(NVIDIA_TABLE).ask("NVIDIA revenue in fiscal 2023")


def test_companies_side_by_side_show_each_period_end() -> None:
    """Fiscal years of the same name end months apart."""
    text = Talk(NVIDIA_TABLE, APPLE_TABLE).ask(
        "Compare NVIDIA and Apple gross margin from 2022 to 2023"
    )
    assert (
        "| Gross margin | NVIDIA, % (period end) | Apple, % (period end) |\n"
        "| --- | ---: | ---: |\n"
        "| FY2023 | 56.93% (2023-01-29) | 44.13% (2023-09-30) |\n"
        "| FY2022 | 64.93% (2022-01-30) | 43.31% (2022-09-24) |"
    ) in text
    assert "- Gross margin = Gross profit ÷ Revenue." in text
    assert "end on different days" in text


def test_each_filing_is_cited_once_with_its_page() -> None:
    """Two figures of one filing are one source."""
    text = Talk(APPLE_TABLE).ask("Apple revenue and net income in 2023")
    url = "https://www.sec.gov/Archives/edgar/data/320193/000032019324000001/"
    assert text.count("[10-K filed 2023-11-03](") == 1
    assert f"Sources:\n- AAPL: [10-K filed 2023-11-03]({url}0000320193-24-000001-index.htm)" in text


def test_what_is_missing_says_why_and_is_never_zero() -> None:
    """A bank has no current ratio."""
    bank = table(
        JPMORGAN,
        {"TTM Q4 FY2023": "2023-12-31"},
        current_ratio={"TTM Q4 FY2023": Missing("not meaningful for a bank")},
    )
    assert Talk(bank).ask("Is JPMorgan's current ratio above 1?") == (
        "I cannot say: JPMorgan Chase's current ratio on 2023-12-31 (TTM Q4 FY2023) cannot be "
        "given: not meaningful for a bank."
    )


def test_a_period_that_is_not_there_is_said_to_be_missing() -> None:
    """The nearest year is not shown in its place."""
    assert Talk(APPLE_TABLE).ask("Apple revenue in fiscal 2015") == (
        "Apple's revenue cannot be given: no figures for FY2015 are here."
    )


def test_growth_from_a_loss_is_given_as_a_difference() -> None:
    """A percentage on a negative base means nothing."""
    losses = table(
        SNOWFLAKE,
        {"FY2024": "2024-01-31", "FY2023": "2023-01-31"},
        net_income={"FY2024": "-836", "FY2023": "-797"},
    )
    text = Talk(losses).ask("How much did Snowflake's net income grow in FY2024?")
    assert lead(text) == (
        "Snowflake's net income fell by $39.0 million ($39 million) from FY2023 to FY2024: in "
        "FY2023 (year ended 2023-01-31) it was -$797.0 million (-$797 million); in FY2024 (year "
        "ended 2024-01-31) it was -$836.0 million (-$836 million)."
    )


def test_amounts_in_different_currencies_are_not_ranked() -> None:
    """More TWD than USD says nothing."""
    tsmc = table(TSMC, {"FY2023": "2023-12-31"}, currency="TWD", revenue={"FY2023": "2161735.8"})
    text = Talk(APPLE_TABLE, tsmc).ask("Which had the higher revenue in FY2023, Apple or TSMC?")
    assert lead(text) == "I cannot rank revenue in different currencies: nothing is converted."


def test_ratios_do_not_add_up() -> None:
    """The sum of margins over the years is no figure."""
    text = Talk(APPLE_TABLE).ask("Sum of Apple's gross margin from 2021 to 2023")
    assert lead(text) == (
        "The sum asked for of Apple cannot be worked out: Gross margin does not add up over "
        "periods."
    )


def test_derived_figures_say_so() -> None:
    """TTM and fourth quarters are not filed."""
    from dataclasses import replace

    from research_agent.domain.facts import Fact, Origin

    made = table(PROCTER, {"Q4 FY2025": "2025-06-30"}, free_cash_flow={"Q4 FY2025": "3989"})
    fact = made.rows[0].cells[0]
    assert isinstance(fact, Fact)
    derived = replace(
        fact, origin=Origin.DERIVED, filing=None, formula="FY2025 − 9M FY2025", inputs=(fact,)
    )
    row = replace(made.rows[0], cells=(derived,))
    text = Talk(replace(made, rows=(row,))).ask("P&G free cash flow Q4 2025")
    assert "- Derived, not filed as such: Q4 FY2025 = FY2025 − nine months of FY2025." in text


def test_results_of_several_periods_stand_in_a_table() -> None:
    """One sentence for the newest is enough."""
    text = Talk(APPLE_TABLE).ask("R&D as a percentage of revenue for Apple, last 3 years")
    assert lead(text).startswith("Apple's research and development in FY2023")
    assert (
        "| Period | Ended | Research and development to revenue, % |\n"
        "| --- | --- | ---: |\n"
        "| FY2023 | 2023-09-30 | 7.80% |\n"
        "| FY2022 | 2022-09-24 | 6.66% |\n"
        "| FY2021 | 2021-09-25 | 5.99% |"
    ) in text


def test_a_whole_statement_shows_what_is_there() -> None:
    """Lines without a figure are left out."""
    text = Talk(
        table(
            ALPHABET,
            {"FY2023": "2023-12-31"},
            total_assets={"FY2023": "402392"},
            goodwill={"FY2023": Missing("not reported")},
        )
    ).ask("Alphabet balance sheet 2023")
    assert "| Total assets | 402,392 |" in text
    assert "Goodwill" not in text


def test_what_was_left_out_is_said() -> None:
    """A dropped condition would make the answer wrong."""
    text = Talk(APPLE_TABLE).ask("Apple's revenue and stock price in 2023, frobbed")
    assert text.startswith('I did not understand "frobbed" and left it out; what follows is')
    assert "- I have no share prices" in text


def test_a_word_beside_the_metric_is_not_left_out() -> None:
    """Widget revenue is not revenue: the figure of the whole company is no answer to it."""
    text = Talk(APPLE_TABLE).ask("Apple's widget revenue in 2023")
    assert text == 'I did not understand "widget": I have no such part of Apple and no such figure.'


def test_a_part_that_failed_is_passed_on() -> None:
    """One company missing costs only its own part, and the person hears of it."""
    why = "Missing here: TSLA (Tesla, Inc.) is not in the embedded pack."
    text = Talk(APPLE_TABLE, warnings=[why]).ask("Compare Apple and Tesla revenue in 2023")
    assert lead(text).startswith("Apple's revenue in FY2023")
    assert f"- {why}" in text
