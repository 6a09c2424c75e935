"""What is held of one company on this machine."""

from dataclasses import dataclass
from datetime import date

__all__ = ["EMBEDDED", "CompanyCoverage"]

EMBEDDED = "embedded"


@dataclass(frozen=True, slots=True)
class CompanyCoverage:
    """What the store holds of one company.

    Args:
        ticker: Primary ticker.
        name: The company.
        cik: Its number.
        coverage: `"full"` or `"partial"`.
        facts: Filed values, every version counted.
        first_end: Oldest period end.
        last_end: Newest period end.
        last_filed: Newest filing.
        source: Where it is held: the embedded pack, what was pulled and when, or both.
    """

    ticker: str
    name: str
    cik: int
    coverage: str
    facts: int
    first_end: date
    last_end: date
    last_filed: date
    source: str = EMBEDDED
