"""List prices are data; an unknown model has none."""

import pytest

from research_agent.models.prices import cost_usd


def test_k6_a_request_costs_its_tokens_at_list_price() -> None:
    """GPT-5 mini: 0.25 USD for a million tokens sent, 2 USD for a million received."""
    assert cost_usd("gpt-5-mini", 1_000_000, 500_000) == pytest.approx(1.25)


def test_a_dated_name_costs_what_the_model_costs() -> None:
    """Servers answer with the date of the version."""
    assert cost_usd("gpt-4o-mini-2024-07-18", 1_000_000, 0) == pytest.approx(0.15)


@pytest.mark.parametrize("model", ["", "qwen2.5", "gpt-5-mini-turbo"])
def test_a_price_that_is_not_known_is_not_guessed(model: str) -> None:
    """A cost of zero would be a wrong figure."""
    assert cost_usd(model, 1_000, 1_000) is None
