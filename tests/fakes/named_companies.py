"""A directory of a few companies, each found by the names given here and by nothing else."""

import re

from research_agent.domain.companies import Company
from research_agent.errors import UnknownCompany
from research_agent.finance.companies.directory import Mention

APPLE = Company(320193, "AAPL", "Apple Inc.", "Nasdaq", ("AAPL",))
NVIDIA = Company(1045810, "NVDA", "NVIDIA Corp", "Nasdaq", ("NVDA",))
AMD = Company(2488, "AMD", "Advanced Micro Devices Inc", "Nasdaq", ("AMD",))
ALPHABET = Company(1652044, "GOOGL", "Alphabet Inc.", "Nasdaq", ("GOOGL", "GOOG"))
PROCTER = Company(80424, "PG", "Procter & Gamble Co", "NYSE", ("PG",))
JPMORGAN = Company(19617, "JPM", "JPMorgan Chase & Co", "NYSE", ("JPM",))
TSMC = Company(1046179, "TSM", "Taiwan Semiconductor Manufacturing Co Ltd", "NYSE", ("TSM",))
SNOWFLAKE = Company(1640147, "SNOW", "Snowflake Inc.", "NYSE", ("SNOW",))
TESLA = Company(1318605, "TSLA", "Tesla, Inc.", "Nasdaq", ("TSLA",))

_NAMES = {
    "Apple": APPLE,
    "AAPL": APPLE,
    "NVIDIA": NVIDIA,
    "NVDA": NVIDIA,
    "AMD": AMD,
    "Alphabet": ALPHABET,
    "GOOGL": ALPHABET,
    "P&G": PROCTER,
    "PG": PROCTER,
    "JPMorgan": JPMORGAN,
    "JPM": JPMORGAN,
    "TSMC": TSMC,
    "TSM": TSMC,
    "Snowflake": SNOWFLAKE,
    "SNOW": SNOWFLAKE,
    "Tesla": TESLA,
}
_PATTERN = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in _NAMES))


class NamedCompanies:
    """Finds companies by exact names."""

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Return each name that stands in the text."""
        return tuple(
            Mention(_NAMES[found.group()], found.start(), found.end(), found.group())
            for found in _PATTERN.finditer(text)
        )

    def resolve(self, name: str) -> Company:
        """Return the company of that name or ticker."""
        if name in _NAMES:
            return _NAMES[name]
        raise UnknownCompany(name, ["AAPL (Apple Inc.)"])
