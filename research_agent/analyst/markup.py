"""Text of strangers inside an answer's Markdown."""

__all__ = ["unmarked"]

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|~$!"})


def unmarked(text: str) -> str:
    """Return `text` with its markup not working: it is shown as it was written."""
    return text.translate(_ESCAPED)
