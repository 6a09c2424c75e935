"""Text that others wrote, made safe for Streamlit's Markdown."""

import re

__all__ = ["LONGEST_ECHO", "literal", "plain", "protected_spans", "short"]

LONGEST_ECHO = 1_200  # characters of a question shown back

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_LINK = re.compile(r"\[[^\]\n]*\]\([^)\n]*\)")
_BARE_DOLLAR = re.compile(r"(?<!\\)\$")
_BARE_TILDE = re.compile(r"(?<![\\~])~(?!~)")
_DIRECTIVE = re.compile(r":(?=[a-z][a-z-]*\[|material/)")
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-!|>~$:<])")


def literal(text: str) -> str:
    r"""Return Markdown in which `$` and `~` are what they say.

    Streamlit would typeset "$3 to $4" as a formula and strike out "~3 to ~4". A picture would be
    fetched from whatever address the text names, so it becomes a plain link; a colour directive
    is the page's to give, not the text's. Code is left as it is: a backslash would show there.
    """
    pieces, position = [], 0
    for code in _CODE.finditer(text):
        pieces += [_escaped(text[position : code.start()]), code.group()]
        position = code.end()
    return "".join([*pieces, _escaped(text[position:])])


def plain(text: str) -> str:
    """Return Markdown that shows `text` character by character, for labels."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def short(text: str, limit: int = 80) -> str:
    """Return the first `limit` characters on one line, with an ellipsis when cut."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def protected_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return where code and links stand: nothing may be put inside them."""
    return tuple(m.span() for pattern in (_CODE, _LINK) for m in pattern.finditer(text))


def _escaped(text: str) -> str:
    text = text.replace("![", r"\![")
    text = _DIRECTIVE.sub(r"\:", text)
    return _BARE_TILDE.sub(r"\~", _BARE_DOLLAR.sub(r"\$", text))
