"""Why earnings per share are not income over shares."""

from collections.abc import Callable
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.identities.filing_errors import filing_error
from research_agent.finance.identities.one_filing import filed_values
from research_agent.finance.identities.per_share import PerShare, evidence, per_share
from research_agent.finance.identities.rounding import cents, leaves, per_share_unit, sum_tolerance
from research_agent.finance.splits import split_factor

__all__ = ["per_share_reason", "splits_apart"]

_HALF = Decimal("0.5")
_THOUSAND = Decimal(1000)
_MAX_ADDED_BACK = Decimal("0.1")
"""Share of income that interest on convertible debt or preferred dividends can be."""
_MAX_ESTIMATE_GAP = Decimal("0.1")
_MAX_OF_UNVESTED = Decimal("0.005")
"""Share of a year's income that unvested shares get at most, in any period of it."""


def per_share_reason(figures: Figures, slot: Slot, found: PerShare) -> str:
    """Return why; empty when nothing in the filings says so."""
    if error := filing_error((found.eps, found.shares, *found.incomes[0])):
        return error
    return next((reason for holds, reason in _REASONS if holds(figures, slot, found)), "")


def splits_apart(figures: Figures, *facts: Fact) -> bool:
    """Say whether figures that were not put on one share basis were filed across a split."""
    filed = [fact.filing for fact in facts if fact.filing is not None]
    bases = {split_factor(figures.facts.splits, filing.filed) for filing in filed}
    return len(filed) == len(facts) and len(bases) > 1


def _split(figures: Figures, _slot: Slot, found: PerShare) -> bool:
    return splits_apart(figures, found.eps, found.shares)


def _estimated(found: PerShare) -> bool:
    return len(list(leaves(found.shares))) > 1


def _in_thousands(_figures: Figures, _slot: Slot, found: PerShare) -> bool:
    if any(found.fits(facts, _THOUSAND) for facts in found.incomes):
        return True
    gap = abs(found.eps.value - found.implied(found.incomes[0], _THOUSAND))
    return _estimated(found) and gap <= _MAX_ESTIMATE_GAP * abs(found.eps.value)


def _fits_within_a_filing(figures: Figures, slot: Slot, found: PerShare) -> bool:
    span = (slot.period.start, slot.period.end)
    earnings = filed_values(figures, f"eps_{found.key}", span)
    counts = filed_values(figures, f"weighted_shares_{found.key}", span)
    for key in ("net_income_to_common", "net_income"):
        for accession, income in filed_values(figures, key, span).items():
            eps = earnings.get(accession)
            shares = counts.get(accession, found.shares.value)
            if eps is None or shares <= 0:
                continue
            rounding = (sum_tolerance((income,)) + abs(eps) * sum_tolerance((shares,))) / shares
            if abs(eps - income / shares) <= cents(eps) * _HALF + rounding:
                return True
    return False


def _is_rounded_apart(figures: Figures, slot: Slot, found: PerShare) -> bool:
    discontinued = evidence(figures, "discontinued_operations", slot)
    if discontinued is None or discontinued.value == 0:
        return False
    unit = per_share_unit(found.eps)
    return any(
        abs(found.eps.value - found.implied(facts)) <= found.tolerance(facts) + unit
        for facts in found.incomes
    )


def _badly_estimated(_figures: Figures, _slot: Slot, found: PerShare) -> bool:
    gap = abs(found.eps.value - found.implied(found.incomes[0]))
    return _estimated(found) and gap <= _MAX_ESTIMATE_GAP * abs(found.eps.value)


def _adds_back(figures: Figures, slot: Slot, found: PerShare) -> bool:
    """Say whether more income than the basic one stands behind diluted earnings."""
    if found.key != "diluted":
        return False
    basic = per_share(figures, slot, "basic")
    if isinstance(basic, str) or basic.shares.value >= found.shares.value:
        return False
    added = [found.eps.value / found.implied(facts) - 1 for facts in found.incomes]
    return found.eps.value <= basic.eps.value and any(
        0 < share <= _MAX_ADDED_BACK for share in added
    )


def _has_unvested(figures: Figures, slot: Slot, found: PerShare) -> bool:
    """Say whether a little less than the income stands behind the earnings per share."""
    year = next(
        (
            figures.cell("net_income", annual)
            for annual in figures.columns.slots(Basis.ANNUAL)
            if annual.year.number == slot.year.number
        ),
        None,
    )
    if not isinstance(year, Fact):
        return False
    less = (found.implied(found.incomes[0]) - found.eps.value) * found.shares.value
    return 0 < less <= _MAX_OF_UNVESTED * abs(year.value)


def _lacks_preferred(figures: Figures, slot: Slot, found: PerShare) -> bool:
    below = found.eps.value < found.implied(found.incomes[0])
    return below and not figures.facts.read_in_full(slot.period.end)


_REASONS: tuple[tuple[Callable[[Figures, Slot, PerShare], bool], str], ...] = (
    (_split, "A stock split lies between the filings of these figures."),
    (_in_thousands, "The filing states its shares in thousands as if they were shares."),
    (
        _fits_within_a_filing,
        "Income, shares and earnings per share stand in filings of different versions; within each "
        "filing they fit.",
    ),
    (
        _is_rounded_apart,
        "Earnings per share of continuing and of discontinued operations are rounded apart and "
        "added.",
    ),
    (
        _badly_estimated,
        "The average shares of a fourth quarter are estimated from the year and three quarters; "
        "averages do not subtract.",
    ),
    (
        _adds_back,
        "Diluted earnings are of income with interest or dividends of convertible securities added "
        "back.",
    ),
    (
        _lacks_preferred,
        "Preferred dividends may have been filed, but the store does not hold them.",
    ),
    (
        _has_unvested,
        "A part of the income belongs to unvested shares that share in dividends (two-class "
        "method).",
    ),
)
"""What may be behind a difference, tried in order."""
