"""Earnings per share, and the income and shares they are made of."""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.identities.rounding import leaves, per_share_unit, sum_tolerance
from research_agent.finance.identities.sides import is_evidence

__all__ = ["PerShare", "evidence", "per_share"]

_HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class PerShare:
    """One kind of earnings per share and what it is made of.

    Args:
        key: `"basic"` or `"diluted"`.
        eps: As filed.
        shares: Weighted average of the same kind.
        incomes: What income to common can be, best first: one figure, or net income and the
            preferred dividends to take off.
    """

    key: str
    eps: Fact
    shares: Fact
    incomes: tuple[tuple[Fact, ...], ...]

    def income(self, facts: tuple[Fact, ...]) -> Decimal:
        """Net income, less preferred dividends where they are given."""
        return facts[0].value - sum((fact.value for fact in facts[1:]), Decimal(0))

    def implied(self, facts: tuple[Fact, ...], scale: Decimal = Decimal(1)) -> Decimal:
        """Income over shares, where one share as filed is `scale` shares."""
        return self.income(facts) / (self.shares.value * scale)

    def tolerance(self, facts: tuple[Fact, ...], scale: Decimal = Decimal(1)) -> Decimal:
        """Half a unit of the earnings per share, and the rounding of income and shares."""
        income = sum_tolerance(leaf.value for fact in facts for leaf in leaves(fact))
        shares = sum_tolerance(leaf.value for leaf in leaves(self.shares)) * scale
        relative = (income + abs(self.eps.value) * shares) / (self.shares.value * scale)
        return per_share_unit(self.eps) * _HALF + relative

    def fits(self, facts: tuple[Fact, ...], scale: Decimal = Decimal(1)) -> bool:
        """Say whether they are income over shares within rounding."""
        return abs(self.eps.value - self.implied(facts, scale)) <= self.tolerance(facts, scale)


def evidence(figures: Figures, key: str, slot: Slot) -> Fact | None:
    """Return a figure that was filed, or split up over time from what was filed."""
    cell = figures.cell(key, slot)
    return cell if isinstance(cell, Fact) and is_evidence(cell) else None


def per_share(figures: Figures, slot: Slot, word: str) -> PerShare | str:
    """Return what is to be checked, or what is missing for it."""
    eps = evidence(figures, f"eps_{word}", slot)
    shares = evidence(figures, f"weighted_shares_{word}", slot)
    net = evidence(figures, "net_income", slot)
    common = evidence(figures, "net_income_to_common", slot)
    preferred = evidence(figures, "preferred_dividends", slot)
    incomes: list[tuple[Fact, ...]] = [(common,)] if common else []
    if net is not None:
        incomes += [(net, preferred), (net,)] if preferred else [(net,)]
    if eps is None or shares is None or shares.value <= 0 or not incomes:
        missing = [
            name
            for name, there in (
                ("earnings per share", eps),
                ("weighted shares", shares),
                ("net income", incomes),
            )
            if not there
        ]
        return f"{', '.join(missing) or 'weighted shares'}: not there to check with"
    return PerShare(word, eps, shares, tuple(incomes))
