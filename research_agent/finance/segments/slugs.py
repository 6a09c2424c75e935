"""Names of parts as they stand in concepts."""

import re
import unicodedata

__all__ = ["plain_letters", "slug_of"]


def slug_of(name: str) -> str:
    """Return a name as part of a concept: `"Google Search & other"` is `google_search_and_other`."""
    plain = plain_letters(name.replace("&", " and ")).lower().replace("'", "").replace("u.s.", "us")
    return "_".join(re.findall(r"[a-z0-9]+", plain))


def plain_letters(text: str) -> str:
    """Return text without accents and typographic quotes."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(letter for letter in plain if letter.isascii())
