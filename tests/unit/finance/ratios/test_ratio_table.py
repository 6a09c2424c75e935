from pathlib import Path

from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.ratios.table import ratio_document

PAGE = Path(__file__).resolve().parents[4] / "docs" / "ratios.md"


def test_the_page_of_ratios_is_what_the_code_computes() -> None:
    """Write it anew with `python -m research_agent.finance.ratios.table > docs/ratios.md`."""
    assert PAGE.read_text(encoding="utf-8") == ratio_document()


def test_every_ratio_has_a_row_with_its_formula_and_the_work_it_follows() -> None:
    """A reader can look up how any figure on a screen was worked out."""
    rows = [line.split(" | ") for line in ratio_document().splitlines() if line.startswith("| ")]
    named = {cells[1].strip("`"): cells for cells in rows if cells[1].startswith("`")}

    assert set(named) == set(RATIOS)
    for key, cells in named.items():
        assert len(cells) == 7
        assert cells[2] == RATIOS[key].formula
        assert cells[6].rstrip(" |").isdigit()


def test_a_score_is_in_points_and_a_sector_s_reason_is_given_below() -> None:
    """7 points are not 7 times; "not bank (f)" leads to the sentence."""
    text = ratio_document()
    score = next(line for line in text.splitlines() if "`piotroski_f_score`" in line)

    assert " | points | " in score
    assert "not bank, insurer (f)" in score
    assert "(f) bank, insurer: its balance sheet is not split into current and non-current" in text
