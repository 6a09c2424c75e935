"""What tokens of a model cost: list prices as data, in `prices.json`."""

import json
import re
from functools import cache
from pathlib import Path

__all__ = ["cost_usd"]

_PER_TOKENS = 1_000_000
_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
_PRICES = Path(__file__).with_name("prices.json")


def cost_usd(model: str, prompt_tokens: int, completion_tokens: int) -> float | None:
    """Return the list price of a request in US dollars, without discounts for cached text.

    Args:
        model: As the server names it; a date at its end is ignored.
        prompt_tokens: Sent.
        completion_tokens: Received.

    Returns:
        `None` when the model's price is not known: nothing is guessed.
    """
    price = _prices().get(_DATED.sub("", model))
    if price is None:
        return None
    spent = prompt_tokens * price["input"] + completion_tokens * price["output"]
    return spent / _PER_TOKENS


@cache
def _prices() -> dict[str, dict[str, float]]:
    """USD for a million tokens, by model."""
    prices: dict[str, dict[str, float]] = json.loads(_PRICES.read_text())
    return prices
