import pytest

from research_agent.finance.lines.line_items import Sector
from research_agent.finance.questions.phrases import metric_mentions
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.ratios.sector_rule import BANKS_ONLY, NO_BALANCE_SPLIT, in_sentence


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("P/E", "price_to_earnings"),
        ("price to earnings ratio", "price_to_earnings"),
        ("P/B", "price_to_book"),
        ("EV/EBITDA", "ev_to_ebitda"),
        ("dividend yield", "dividend_yield"),
        ("market cap", "market_cap"),
        ("NIM", "net_interest_margin"),
        ("cost-to-income ratio", "efficiency_ratio"),
        ("combined ratio", "combined_ratio"),
        ("ROTCE", "return_on_tangible_equity"),
        ("FFO", "funds_from_operations"),
        ("F-score", "piotroski_f_score"),
        ("Altman Z-score", "altman_z_score"),
        ("accruals ratio", "accruals_ratio"),
        ("debt to capital", "debt_to_capital"),
        ("sustainable growth rate", "sustainable_growth_rate"),
        ("FCF conversion", "free_cash_flow_conversion"),
        ("reinvestment rate", "reinvestment_rate"),
    ],
)
def test_a_ratio_is_found_by_what_people_call_it(words: str, key: str) -> None:
    """Its abbreviation, its name in textbooks and its name among practitioners."""
    found = metric_mentions(f"What is the {words} of the company?")

    assert [key for mention in found for key in mention.keys] == [key]


@pytest.mark.parametrize(
    ("sector", "sentence"),
    [
        (Sector.BANK, "a bank has no current ratio: "),
        (Sector.INSURER, "an insurer has no current ratio: "),
        (Sector.REIT, ""),
        (Sector.UTILITY, ""),
    ],
)
def test_a_sector_rule_speaks_in_a_whole_sentence(sector: Sector, sentence: str) -> None:
    """A property trust may file current items, so its current ratio is not refused."""
    refusal = RATIOS["current_ratio"].refusal(sector)

    assert refusal == (sentence + NO_BALANCE_SPLIT.why if sentence else "")


def test_a_rule_for_one_sector_shuts_out_all_others() -> None:
    """A net interest margin of a property trust would be a number without a meaning."""
    assert BANKS_ONLY.excluded == set(Sector) - {Sector.BANK}
    assert BANKS_ONLY.refusal("Efficiency ratio", Sector.REIT) == (
        "a REIT has no efficiency ratio: it is a ratio of banks"
    )


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("Return on equity", "return on equity"),
        ("EBITDA margin", "EBITDA margin"),
        ("R&D to revenue", "R&D to revenue"),
        ("Altman Z-score", "Altman Z-score"),
        ("Net income (to the parent)", "net income"),
        ("5-year average net margin", "5-year average net margin"),
    ],
)
def test_a_label_inside_a_sentence_keeps_its_capitals_only_where_they_belong(
    label: str, words: str
) -> None:
    """Acronyms and names stay as they are: a bank has no EBITDA margin, not no eBITDA margin."""
    assert in_sentence(label) == words
