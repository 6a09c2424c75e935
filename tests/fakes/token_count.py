"""How many tokens a text costs, counted as the models of OpenAI do."""

import warnings
from functools import cache
from typing import Any

__all__ = ["token_count"]


@cache
def _encoding() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the package's own, on Python 3.11
        import bpe_openai

        return bpe_openai.get_encoding("o200k_base")


def token_count(text: str) -> int:
    """Return the number of o200k_base tokens of `text`."""
    return len(_encoding().encode(text))
