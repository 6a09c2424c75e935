"""A place in the tokens of a screen: look, step, and complain about what stands there."""

from decimal import Decimal

from research_agent.domain.periods import Basis
from research_agent.finance.metrics import is_part
from research_agent.finance.screening.names import metric_keys, nearest_metrics
from research_agent.finance.screening.numbers import CURRENCY_SIGNS, SCALES, WrittenNumber
from research_agent.finance.screening.syntax import Metric, Number
from research_agent.finance.screening.tokens import (
    ScreenSyntaxError,
    Token,
    TokenKind,
    tokenize,
)

__all__ = ["KEYWORDS", "TokenReader"]

KEYWORDS = frozenset(
    "and or not between is missing in order sort by asc desc ascending descending limit where"
    " ttm annual".split()
)
MAX_NAME_TOKENS = 12
_BASES = {"ttm": Basis.TTM, "annual": Basis.ANNUAL}
_CODE_LENGTH = 3


class TokenReader:
    """Reads names and numbers; the grammar is the parser's.

    Args:
        text: The screen.

    Raises:
        ScreenSyntaxError: From the constructor, for a text that has no tokens.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._tokens = tokenize(text)
        self._at = 0

    @property
    def here(self) -> Token:
        """The token that comes next."""
        return self._tokens[self._at]

    def step(self) -> Token:
        """Return the token that comes next and go behind it."""
        token = self.here
        if token.kind is not TokenKind.END:
            self._at += 1
        return token

    def skips(self, *words: str) -> bool:
        """Go behind the next token when it is one of `words`; say whether it was."""
        if self.here.low in words:
            self._at += 1
            return True
        return False

    def ahead(self, *words: str) -> bool:
        """Say whether the tokens that come next are `words`."""
        following = self._tokens[self._at : self._at + len(words)]
        return tuple(token.low for token in following) == words

    def expects(self, *words: str, problem: str) -> None:
        """Go behind one of `words`, or complain."""
        if not self.skips(*words):
            raise self.error(problem)

    def error(self, problem: str, at: int | None = None) -> ScreenSyntaxError:
        """Return the complaint about a place; that of the next token unless `at` is given."""
        return ScreenSyntaxError(problem, self.text, self.here.start if at is None else at)

    def metric(self) -> Metric:
        """Read `[ttm.|annual.] name`; a name may be of several words, "and" among them.

        Raises:
            ScreenSyntaxError: No metric is called so; the nearest ones are named.
        """
        basis = None
        if self.here.low in _BASES and self._is_prefix():
            basis = _BASES[self.step().low]
            self.skips(".")
        if self.here.kind is TokenKind.TEXT:
            return Metric(self._single(self.here.text, self.step().start), basis)
        for count in range(self._longest_name(), 0, -1):
            last = self._tokens[self._at + count - 1]
            start, name = self.here.start, self.text[self.here.start : last.end]
            if metric_keys(name):
                self._at += count
                return Metric(self._single(name, start), basis)
        raise self._unknown_metric()

    def number(self) -> WrittenNumber:
        """Read a number with its unit.

        Raises:
            ScreenSyntaxError: There is none.
        """
        start = self.here.start
        currency = CURRENCY_SIGNS.get(self.here.text, "")
        if currency:
            self.step()
        elif self._is_code():
            currency = self.step().text
        if self.here.kind is not TokenKind.NUMBER:
            raise self.error("A number belongs here, such as 20%, 1.5 or 10 billion")
        value = Decimal(self.step().text.replace(",", ""))
        if self.skips("%", "percent"):
            return WrittenNumber(Number(value / 100, percent=True), False, start)
        scaled = self.here.low in SCALES
        if scaled:
            value *= SCALES[self.step().low]
        if not currency and (self.here.text in CURRENCY_SIGNS or self._is_code()):
            code = self.step().text
            currency = CURRENCY_SIGNS.get(code, code)
        return WrittenNumber(Number(value, currency=currency), scaled, start)

    def words(self) -> str:
        """Read words up to the next keyword or sign: a value without quotes; empty for none."""
        start = end = self.here.start
        while self.here.kind is TokenKind.WORD and self.here.low not in KEYWORDS:
            end = self.step().end
        return self.text[start:end]

    def starts_number(self) -> bool:
        """Say whether a number comes next, or the sign or code of a currency before one."""
        if self.here.kind is TokenKind.NUMBER or self.here.text in CURRENCY_SIGNS:
            return True
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        return self._is_code() and following.kind is TokenKind.NUMBER

    def _is_prefix(self) -> bool:
        following = self._tokens[self._at + 1]
        return following.text == "." or following.kind in (TokenKind.WORD, TokenKind.TEXT)

    def _is_code(self) -> bool:
        """A currency is written in capitals: USD, TWD; "ROE" is not followed by a number."""
        token = self.here
        return (
            token.kind is TokenKind.WORD
            and len(token.text) == _CODE_LENGTH
            and token.text.isupper()
            and token.low not in KEYWORDS
        )

    def _longest_name(self) -> int:
        """Count the tokens a name could have: words, and signs such as "&" between them."""
        count = 0
        for token in self._tokens[self._at : self._at + MAX_NAME_TOKENS]:
            named = token.kind in (TokenKind.WORD, TokenKind.NUMBER) or token.text in tuple("&/,()")
            if not named:
                break
            count += 1
        return count

    def _single(self, name: str, at: int) -> str:
        keys = metric_keys(name)
        if not keys:
            raise self.error(f'No metric is called "{name}"{_nearest(name)}', at)
        if len(keys) > 1:
            raise self.error(f'"{name}" can be {", ".join(keys)}: name one', at)
        return keys[0]

    def _unknown_metric(self) -> ScreenSyntaxError:
        words = []
        for token in self._tokens[self._at :]:
            if token.kind is not TokenKind.WORD or token.low in KEYWORDS:
                break
            words.append(token)
        if not words:
            return self.error("The name of a figure belongs here, such as revenue_growth")
        name = self.text[words[0].start : words[-1].end]
        if is_part("_".join(name.lower().split())):
            return self.error(f'"{name}" is a figure of a part; parts cannot be screened')
        return self.error(f'No metric is called "{name}"{_nearest(name)}')


def _nearest(name: str) -> str:
    near = nearest_metrics(name)
    return f": did you mean {', '.join(near)}?" if near else '; "data metrics" lists them all'
