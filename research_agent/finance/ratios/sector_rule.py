"""For which sectors a figure has a meaning, and why it has none for the others."""

from dataclasses import dataclass

from research_agent.finance.lines.line_items import Sector

__all__ = [
    "BANKS_ONLY",
    "INSURERS_ONLY",
    "NO_BALANCE_SPLIT",
    "NO_CASH_FLOW",
    "NO_COST_OF_GOODS",
    "NO_DEBT_APART",
    "NO_FIXED_ASSETS",
    "NO_FREE_CASH_FLOW",
    "NO_OPERATING_INCOME",
    "NO_TRADE_ITEMS",
    "REITS_ONLY",
    "STAFF_FIRMS_ONLY",
    "UTILITIES_ONLY",
    "SectorRule",
    "in_sentence",
]

_NOUNS = {
    Sector.INDUSTRIAL: "an industrial company",
    Sector.BANK: "a bank",
    Sector.INSURER: "an insurer",
    Sector.ASSET_MANAGER: "an asset manager",
    Sector.REIT: "a REIT",
    Sector.UTILITY: "a utility",
}
_NAMES = frozenset({"Altman", "Beneish", "Piotroski", "Sloan"})


def in_sentence(label: str) -> str:
    """Return a label as it stands inside a sentence: "current ratio", "R&D to revenue"."""
    plain = label.partition(" (")[0]
    first = plain.split(" ", 1)[0]
    fixed = first in _NAMES or sum(letter.isupper() for letter in first) > 1
    return plain if fixed else plain[:1].lower() + plain[1:]


@dataclass(frozen=True, slots=True)
class SectorRule:
    """Which sectors a ratio is for.

    Args:
        sectors: The sectors meant.
        why: Completes "a bank has no current ratio: …".
        only: True when the ratio is for these sectors alone, false when it is for all others.
    """

    sectors: frozenset[Sector]
    why: str
    only: bool = False

    @property
    def excluded(self) -> frozenset[Sector]:
        """Sectors without the ratio."""
        return frozenset(Sector) - self.sectors if self.only else self.sectors

    def refusal(self, label: str, sector: Sector) -> str:
        """Return the whole sentence for `sector`; empty when the ratio is for it."""
        if sector not in self.excluded:
            return ""
        return f"{_NOUNS[sector]} has no {in_sentence(label)}: {self.why}"


_FINANCIAL = frozenset({Sector.BANK, Sector.INSURER})

NO_BALANCE_SPLIT = SectorRule(
    _FINANCIAL, "its balance sheet is not split into current and non-current"
)
NO_COST_OF_GOODS = SectorRule(
    _FINANCIAL, "it sells no goods, so there is no cost of goods to set against revenue"
)
NO_OPERATING_INCOME = SectorRule(
    _FINANCIAL, "interest is part of its business, so there is no income before interest"
)
NO_DEBT_APART = SectorRule(
    _FINANCIAL,
    "what it owes customers and lenders funds its business and is not debt apart from it",
)
NO_TRADE_ITEMS = SectorRule(
    _FINANCIAL, "it has no inventory, trade receivables or trade payables to turn over"
)
NO_FREE_CASH_FLOW = SectorRule(
    _FINANCIAL,
    "its cash from operations moves with what it lends, invests and takes in, and capital "
    "expenditure is a minor use of it",
)
NO_CASH_FLOW = SectorRule(
    frozenset({Sector.BANK}),
    "its cash from operations moves with its trading and lending book, not with its earnings",
)
NO_FIXED_ASSETS = SectorRule(
    _FINANCIAL,
    "premises and equipment are a minor part of its assets and not what earns its revenue",
)
BANKS_ONLY = SectorRule(frozenset({Sector.BANK}), "it is a ratio of banks", only=True)
INSURERS_ONLY = SectorRule(frozenset({Sector.INSURER}), "it is a ratio of insurers", only=True)
REITS_ONLY = SectorRule(
    frozenset({Sector.REIT}), "it is a ratio of real estate investment trusts", only=True
)
UTILITIES_ONLY = SectorRule(frozenset({Sector.UTILITY}), "it is a ratio of utilities", only=True)
STAFF_FIRMS_ONLY = SectorRule(
    frozenset({Sector.BANK, Sector.ASSET_MANAGER}),
    "it is a ratio of banks and asset managers, whose largest cost is pay",
    only=True,
)
