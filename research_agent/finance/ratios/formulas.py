"""The pieces ratios are put together from; formulas are written over the labels of line items."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal

from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.ratios.ratio import PRICE, Balances, Input, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import SectorRule, in_sentence

__all__ = [
    "YEAR_DAYS",
    "ZERO",
    "Compute",
    "Values",
    "average",
    "days_of",
    "growth_of",
    "mean_over_years",
    "of",
    "quotient",
    "quotient_of_average",
    "ratio",
    "short",
]

Values = Mapping[str, Decimal]
"""Values of the inputs by `Input.name`."""
Compute = Callable[[Values], Decimal | None]

YEAR_DAYS = Decimal(365)
ZERO = Decimal(0)
_PLURAL = re.compile(r"\b(?:assets|liabilities|deposits|loans|premiums|dividends)\b")
_INSTANT = frozenset({Kind.INSTANT, Kind.INSTANT_SHARES})


def short(key: str) -> str:
    """Return the label of a line item without what it says in brackets: "Net income"."""
    return LINE_ITEMS[key].label.partition(" (")[0]


def _not_positive(key: str) -> str:
    words = in_sentence(short(key))
    return f"{words} {'are' if _PLURAL.search(words) else 'is'} zero or negative"


def of(*keys: str) -> tuple[Input, ...]:
    """Name the inputs.

    `"equity~"` is meant one year earlier, `"equity~3"` three; `"goodwill?"` may be absent.
    """
    found = []
    for written in keys:
        key, earlier, years = written.removesuffix("?").partition("~")
        found.append(Input(key, int(years or 1) if earlier else 0, written.endswith("?")))
    return tuple(found)


def ratio(
    key: str,
    label: str,
    group: RatioGroup,
    formula: str,
    inputs: tuple[Input, ...],
    compute: Compute,
    *,
    source: str,
    balances: Balances,
    unit: str = "fraction",
    meaningless: str = "the denominator is zero or negative",
    rule: SectorRule | None = None,
    annualised: bool | None = None,
    explain: Callable[[Values], str] | None = None,
) -> Ratio:
    """Put a ratio together; see `Ratio` for the fields.

    `annualised`, left out, is true where a flow is set against a balance.
    """
    return Ratio(
        key=key,
        label=label,
        group=group,
        unit=unit,
        formula=formula,
        inputs=inputs,
        compute=compute,
        source=source,
        balances=balances,
        meaningless=meaningless,
        rule=rule,
        annualised=_mixed(inputs) if annualised is None else annualised,
        explain=explain,
    )


def quotient(
    key: str,
    label: str,
    group: RatioGroup,
    top: str,
    bottom: str,
    *,
    source: str,
    unit: str = "fraction",
    rule: SectorRule | None = None,
) -> Ratio:
    """Return the ratio top ÷ bottom; no meaning where the bottom is zero or negative."""
    balanced = LINE_ITEMS[top].kind in _INSTANT or LINE_ITEMS[bottom].kind in _INSTANT
    return ratio(
        key,
        label,
        group,
        f"{short(top)} ÷ {short(bottom)}",
        of(top, bottom),
        lambda v: v[top] / v[bottom] if v[bottom] > 0 else None,
        source=source,
        balances=Balances.END if balanced else Balances.NONE,
        unit=unit,
        meaningless=_not_positive(bottom),
        rule=rule,
    )


def average(v: Values, key: str) -> Decimal:
    """Average of a balance at the start and the end of the year."""
    return (v[key] + v[f"{key}_opening"]) / 2


def quotient_of_average(
    key: str,
    label: str,
    group: RatioGroup,
    top: str,
    bottom: str,
    *,
    source: str,
    unit: str = "fraction",
    rule: SectorRule | None = None,
) -> Ratio:
    """Return the ratio flow ÷ average balance; no meaning where either balance is negative."""

    def compute(v: Values) -> Decimal | None:
        mean = average(v, bottom)
        return v[top] / mean if mean > 0 and min(v[bottom], v[f"{bottom}_opening"]) >= 0 else None

    return ratio(
        key,
        label,
        group,
        f"{short(top)} ÷ average {short(bottom)}",
        of(top, bottom, f"{bottom}~"),
        compute,
        source=source,
        balances=Balances.AVERAGE,
        unit=unit,
        meaningless=f"{_not_positive(bottom)} at the start or the end of the year",
        rule=rule,
    )


def days_of(
    key: str,
    label: str,
    group: RatioGroup,
    balance: str,
    flow: str,
    *,
    source: str,
    rule: SectorRule | None = None,
) -> Ratio:
    """Return the ratio average balance ÷ flow × 365."""
    return ratio(
        key,
        label,
        group,
        f"average {short(balance)} ÷ {short(flow)} × 365",
        of(balance, f"{balance}~", flow),
        lambda v: average(v, balance) / v[flow] * YEAR_DAYS if v[flow] > 0 else None,
        source=source,
        balances=Balances.AVERAGE,
        unit="days",
        meaningless=_not_positive(flow),
        rule=rule,
    )


def growth_of(
    key: str,
    label: str,
    item: str,
    *,
    source: str,
    years: int = 1,
    rule: SectorRule | None = None,
) -> Ratio:
    """Return growth over a year, or per year over `years`.

    No meaning from a base of zero or less; per year, none to a value of zero or less either.
    """
    before = Input(item, years)
    words = short(item)

    def compute(v: Values) -> Decimal | None:
        base = v[before.name]
        if base <= 0 or (years > 1 and v[item] <= 0):
            return None
        quotient = v[item] / base
        return (quotient if years == 1 else quotient ** (Decimal(1) / years)) - 1

    ends = "the base is" if years == 1 else "the first or the last figure is"
    return ratio(
        key,
        label,
        RatioGroup.GROWTH,
        f"{words} ÷ {words} a year before − 1"
        if years == 1
        else f"({words} ÷ {words} {years} years before) ^ (1 ÷ {years}) − 1",
        (Input(item), before),
        compute,
        source=source,
        balances=Balances.CHANGE,
        meaningless=f"{ends} zero or negative",
        rule=rule,
        annualised=False,
    )


def mean_over_years(base: Ratio, years: int) -> Ratio:
    """Return the average of `base` over the last `years` years; n/a where any of them is."""
    shifted = [
        {wanted.name: replace(wanted, years=wanted.years + back) for wanted in base.inputs}
        for back in range(years)
    ]

    def compute(v: Values) -> Decimal | None:
        results = []
        for names in shifted:
            then = {name: v[wanted.name] for name, wanted in names.items() if wanted.name in v}
            results.append(base.compute(then))
        found = [result for result in results if result is not None]
        return sum(found, ZERO) / years if len(found) == years else None

    return ratio(
        f"{base.key}_{years}y_average",
        f"{years}-year average {in_sentence(base.label)}",
        base.group,
        f"average over {years} years of ({base.formula})",
        tuple(dict.fromkeys(wanted for names in shifted for wanted in names.values())),
        compute,
        source=base.source,
        balances=Balances.MEAN,
        unit=base.unit,
        meaningless=f"in one of the {years} years {base.meaningless}",
        rule=base.rule,
        annualised=base.annualised,
    )


def _mixed(inputs: tuple[Input, ...]) -> bool:
    """Say whether a flow stands beside a balance."""
    used = (wanted.key for wanted in inputs if wanted.key != PRICE and not wanted.check)
    kinds = {LINE_ITEMS[key].kind in _INSTANT for key in used}
    return len(kinds) == 2
