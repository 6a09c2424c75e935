from pathlib import Path

import pytest

from research_agent.finance.valuation.assumption import SWITCH, show_assumed
from research_agent.finance.valuation.default_assumptions import DEFAULTS

PAGE = Path(__file__).resolve().parents[4] / "docs" / "valuation.md"


@pytest.mark.parametrize("key", DEFAULTS)
def test_the_documentation_gives_every_assumption_with_its_bounds(key: str) -> None:
    """A person sets assumptions by what this page says."""
    default = DEFAULTS[key]
    (line,) = (
        line
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| `{key}` |")
    )
    _, _, stated, bounds, *_ = (cell.strip() for cell in line.split("|"))

    def shown(value: object) -> str:
        text = show_assumed(value, default.unit)  # type: ignore[arg-type]
        return text.removesuffix(" years").removesuffix("×").replace("%", " %").replace("-", "−")

    word = "or" if default.unit == SWITCH else "to"
    expected = f"{shown(default.low)} {word} {shown(default.high)}"
    assert bounds == (expected if default.unit != SWITCH else "0 or 1")
    if default.value is not None and default.unit != SWITCH:
        assert shown(default.value) in stated
