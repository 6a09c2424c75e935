"""Which words of a question are taken for spelling mistakes."""

from research_agent.errors import UnknownCompany
from research_agent.finance.questions.parsed import CompanyNames, ParsedQuestion
from research_agent.finance.questions.spelling import Correction, near_company, near_word

__all__ = ["slips"]

_NAME_LENGTH = 6
"""A capitalised word is more likely a name; only one so long is read as a metric's."""


def slips(parsed: ParsedQuestion, directory: CompanyNames) -> tuple[Correction, ...]:
    """Return the words that nothing understood and that one known word is a slip away from.

    Companies are corrected only when none was found: a second one may be meant as it stands.
    """
    unsure = [part.text for part in parsed.parts if not part.sure]
    unknown = [parsed.unknown_name] if parsed.unknown_name else []
    found = []
    for word in dict.fromkeys(" ".join([*parsed.not_understood, *unsure, *unknown]).split()):
        named = word[:1].isupper() and len(word) < _NAME_LENGTH
        near = None if named else near_word(word)
        if near is None and not parsed.companies:
            near = _ticker(word, directory)
        if near is not None:
            found.append(Correction(word, near))
    return tuple(found)


def _ticker(word: str, directory: CompanyNames) -> str | None:
    """Return the ticker of the company a word is a slip of, or `None`."""
    try:
        directory.resolve(word)
    except UnknownCompany as error:
        shown = None if error.ambiguous else near_company(word, error.candidates)
        return shown.partition(" (")[0] if shown else None
    return None
