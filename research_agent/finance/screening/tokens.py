"""The words of a screen: names, numbers, quoted texts and signs, each with its place."""

import re
from dataclasses import dataclass
from enum import StrEnum

from research_agent.errors import InvalidRequest

__all__ = ["MAX_LENGTH", "ScreenSyntaxError", "Token", "TokenKind", "tokenize"]

MAX_LENGTH = 2_000
"""Characters of a screen."""

SHOWN_AROUND = 24
"""Characters of the text shown before and behind the place of an error."""

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_&/'’-]*")
_NUMBER = re.compile(r"-?(?:\d[\d,]*(?:\.\d+)?|\.\d+)")
_SIGN = re.compile(r"<=|>=|!=|<>|==|[<>=≤≥≠(),.%$€£&/:]")
_QUOTED = re.compile(r'"([^"\n]*)"|“([^”\n]*)”')
_SPACE = re.compile(r"\s+")
_BLANK = re.compile(r"\s")


class TokenKind(StrEnum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    TEXT = "quoted text"
    SIGN = "sign"
    END = "the end"


@dataclass(frozen=True, slots=True)
class Token:
    """One token.

    Args:
        kind: What it is.
        text: As written; a quoted text without its quotes; empty at the end.
        start: Offset of its first character.
        end: Offset behind its last one.
    """

    kind: TokenKind
    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """The text in lower case; empty for quoted text, which is never a keyword."""
        return "" if self.kind is TokenKind.TEXT else self.text.lower()


class ScreenSyntaxError(InvalidRequest):
    """A screen cannot be read; the sentence shows where and what would do.

    Args:
        problem: What is wrong, with what would do.
        text: The whole screen.
        at: Offset of the place.
    """

    def __init__(self, problem: str, text: str, at: int) -> None:
        problem = _BLANK.sub(" ", problem)
        start, end = max(at - SHOWN_AROUND, 0), at + SHOWN_AROUND
        before = ("…" if start else "") + _BLANK.sub(" ", text[start:at])
        after = _BLANK.sub(" ", text[at:end]) + ("…" if end < len(text) else "")
        where = "at the end" if at >= len(text.rstrip()) else f"at character {at + 1}"
        super().__init__(f"{problem} ({where}: {before}▸{after})")
        self.problem = problem
        self.at = at


def tokenize(text: str) -> tuple[Token, ...]:
    """Split a screen into tokens; the last one is the end.

    Raises:
        ScreenSyntaxError: It is too long, or holds a character that has no meaning here.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidRequest(
            f"The screen has {len(text):,} characters; {MAX_LENGTH:,} are the most."
        )
    found, at = [], 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        token = _token(text, at)
        found.append(token)
        at = token.end
    return (*found, Token(TokenKind.END, "", len(text), len(text)))


def _token(text: str, at: int) -> Token:
    if quoted := _QUOTED.match(text, at):
        inner = quoted[1] if quoted[1] is not None else quoted[2]
        return Token(TokenKind.TEXT, inner, at, quoted.end())
    if text[at] in "\"“'‘":
        raise ScreenSyntaxError('This quotation has no end; write "Technology"', text, at)
    for kind, pattern in (
        (TokenKind.NUMBER, _NUMBER),
        (TokenKind.WORD, _WORD),
        (TokenKind.SIGN, _SIGN),
    ):
        if match := pattern.match(text, at):
            return Token(kind, match.group(), at, match.end())
    raise ScreenSyntaxError(f"{text[at]!r} has no meaning in a screen", text, at)
