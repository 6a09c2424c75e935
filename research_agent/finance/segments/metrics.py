"""The figures that are broken down by segment, and the tags that carry them."""

from dataclasses import dataclass

from research_agent.finance.lines.line_items import Kind

__all__ = ["CUSTOMER_SHARE", "SEGMENT_METRICS", "SegmentMetric"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentMetric:
    """One figure.

    Args:
        key: First part of the concept: `"revenue"` of `revenue_product_services`.
        label: In words: `"Revenue"`.
        tags: In order of preference, with their taxonomy.
        kind: How it behaves over time.
        line_item: Key of the line item that is its total; empty when no statement has it.
    """

    key: str
    label: str
    tags: tuple[str, ...]
    kind: Kind = Kind.FLOW
    line_item: str = ""


def _tags(names: str, taxonomy: str = "us-gaap") -> tuple[str, ...]:
    return tuple(f"{taxonomy}:{name}" for name in names.split())


SEGMENT_METRICS: dict[str, SegmentMetric] = {
    metric.key: metric
    for metric in (
        SegmentMetric(
            key="revenue",
            label="Revenue",
            tags=_tags(
                "Revenues SalesRevenueNet RevenueFromContractWithCustomerExcludingAssessedTax "
                "RevenueFromContractWithCustomerIncludingAssessedTax SalesRevenueGoodsNet "
                "SalesRevenueServicesNet RegulatedAndUnregulatedOperatingRevenue "
                "RevenueFromCollaborativeArrangementExcludingRevenueFromContractWithCustomer "
                "CargoAndFreightRevenue"
            )
            + _tags("Revenue RevenueFromContractsWithCustomers", "ifrs-full"),
            line_item="revenue",
        ),
        SegmentMetric(
            key="operating_income",
            label="Operating income",
            tags=(*_tags("OperatingIncomeLoss"), "ifrs-full:ProfitLossFromOperatingActivities"),
            line_item="operating_income",
        ),
        SegmentMetric(
            key="pretax_income",
            label="Income before tax",
            tags=_tags(
                "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest "
                "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments "
                "IncomeLossFromContinuingOperationsBeforeIncomeTaxes "
                "IncomeLossIncludingPortionAttributableToNoncontrollingInterest"
            ),
            line_item="pretax_income",
        ),
        SegmentMetric(
            key="net_income",
            label="Net income",
            tags=_tags("NetIncomeLoss"),
            line_item="net_income",
        ),
        SegmentMetric(
            key="consolidated_net_income",
            label="Net income with minorities",
            tags=_tags("ProfitLoss"),
            line_item="consolidated_net_income",
        ),
        SegmentMetric(
            key="gross_profit",
            label="Gross profit",
            tags=_tags("GrossProfit"),
            line_item="gross_profit",
        ),
        SegmentMetric(
            key="cost_of_revenue",
            label="Cost of revenue",
            tags=_tags("CostOfRevenue CostOfGoodsAndServicesSold CostOfGoodsSold"),
            line_item="cost_of_revenue",
        ),
        SegmentMetric(
            key="depreciation_and_amortization",
            label="Depreciation and amortization",
            tags=_tags(
                "DepreciationDepletionAndAmortization DepreciationAndAmortization "
                "DepreciationAmortizationAndAccretionNet"
            ),
            line_item="depreciation_and_amortization",
        ),
        SegmentMetric(
            key="capital_additions",
            label="Capital additions",
            tags=_tags("SegmentExpenditureAdditionToLongLivedAssets"),
        ),
        SegmentMetric(
            key="assets",
            label="Assets",
            tags=_tags("Assets"),
            kind=Kind.INSTANT,
            line_item="total_assets",
        ),
        SegmentMetric(
            key="long_lived_assets",
            label="Long-lived assets",
            tags=_tags("NoncurrentAssets"),
            kind=Kind.INSTANT,
        ),
        SegmentMetric(
            key="goodwill",
            label="Goodwill",
            tags=_tags("Goodwill"),
            kind=Kind.INSTANT,
            line_item="goodwill",
        ),
    )
}

CUSTOMER_SHARE = SegmentMetric(
    key="revenue_share",
    label="Share of revenue",
    tags=_tags("ConcentrationRiskPercentage1 ConcentrationRiskPercentage"),
    kind=Kind.PER_SHARE,
)
"""Part of revenue that comes from one customer, as a fraction; shares of quarters do not add."""
