"""Which of the names in a sentence speaks about which of its figures.

Names come in groups: those with no figure between them. A figure belongs to the name it stands
right behind ("revenue ($60.9 billion)"), else to the group right behind it when only glue words stand between ("$97.0 billion of net income", "$394.3 billion
in FY2022"), else to the last group before it, else to the first group after it that does not
belong to another figure. So in
"revenue was $97.0 billion and net income $383.3 billion" each figure has its own concept, and
in "revenue and net income were $383.3 billion and $97.0 billion" both have both.
"""

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

__all__ = ["N", "Spanned", "attached", "directly_before", "governing"]


class Spanned(Protocol):
    """Anything with offsets in a text."""

    @property
    def start(self) -> int:
        """Offset of the first character."""
        ...

    @property
    def end(self) -> int:
        """Offset behind the last character."""
        ...


N = TypeVar("N", bound=Spanned)

_GLUE = re.compile(
    r"[\s*_]*\(?[\s*_]*(?:(?:of|in|for|during|at|as|by|on|from|the|its|their|end|year|years|ended|"
    r"ending|fiscal|quarter|total|full|was|were|is|which|came|reported|a|it|they|made|had|earned|generated|recorded|posted)[\s*_]+)*[\s*_]*",
    re.I,
)
_DIRECTLY = re.compile(r"(?:['’]s?)?[\s*_]*(?:of|was|is|were|at|:|=)?[\s*_(~≈]*", re.I)
_LISTED = re.compile(
    r"(?:[\s,*_()/&–-]|\b(?:and|or|to|through|with|ended|ending|end|of|the|in|for|both|its|their|"
    r"fiscal|years?|quarters?|periods?|as|at|on)\b)*",
    re.I,
)
_OWN_FIGURE_FOLLOWS = re.compile(r"[\s*_)]*(?:[:=]|['’]s?\b|\(?[\s*_]*(?:of|was|were|is|at)\b)")


def governing(
    names: Sequence[N],
    figure: Spanned,
    figures: Sequence[Spanned],
    text: str,
    *,
    listed_only: bool = False,
) -> tuple[N, ...]:
    """Return the names that speak about `figure`; empty when none does.

    Args:
        names: In order of their place.
        figure: One of `figures`.
        figures: Every figure of the sentence.
        text: The sentence.
        listed_only: True when only names in a list ("FY2022 and FY2023") make a group.
    """
    after = [name for name in names if name.start >= figure.end]
    before = [name for name in names if name.start < figure.end]
    if before and directly_before(before[-1], figure, text):
        return _group(before[::-1], figures, text, listed_only=True)
    if after and attached(figure, after[0], figures, text):
        return _group(after, figures, text, listed_only=listed_only)
    open_before = [name for name in before if not _closed_off(text[name.end : figure.start])]
    for candidates in (_unattached(open_before, figures, text), open_before, before):
        if candidates:
            return _group(candidates[::-1], figures, text, listed_only=listed_only)
    return _group(_unattached(after, figures, text), figures, text, listed_only=listed_only)


def directly_before(name: Spanned, figure: Spanned, text: str) -> bool:
    """Say whether a figure follows a name at once: "revenue of $60.9 billion"."""
    return name.end <= figure.start and bool(_DIRECTLY.fullmatch(text[name.end : figure.start]))


def _closed_off(between: str) -> bool:
    """Say whether a name stands in parentheses that end before the figure."""
    depth = 0
    for character in between:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return True
    return False


def _unattached(names: Sequence[N], figures: Sequence[Spanned], text: str) -> list[N]:
    """Return the names that do not belong to one figure in front of them."""
    return [
        name
        for name in names
        if not any(attached(figure, name, figures, text) for figure in figures)
    ]


def attached(figure: Spanned, name: Spanned, figures: Sequence[Spanned], text: str) -> bool:
    """Say whether only glue words stand between a figure and the name behind it."""
    if name.start < figure.end or not _GLUE.fullmatch(text[figure.end : name.start]):
        return False
    follows = _OWN_FIGURE_FOLLOWS.match(text, name.end)
    if follows is None:
        return True
    next_figure = next((one.start for one in figures if one.start >= name.end), None)
    return next_figure is None or next_figure - follows.end() > 25


def _group(
    names: Sequence[N], figures: Sequence[Spanned], text: str, *, listed_only: bool
) -> tuple[N, ...]:
    """Return the first of `names` and those next to it with no figure between."""
    group = list(names[:1])
    for name in names[1:]:
        low, high = sorted((group[-1], name), key=lambda one: one.start)
        if listed_only and not _LISTED.fullmatch(text[low.end : high.start]):
            break
        if any(low.end <= one.start and one.end <= high.start for one in figures):
            break
        group.append(name)
    return tuple(group)
