"""Lines of the cash flow statement."""

from research_agent.finance.lines.line_items import Kind, LineItem, StatementKind, Term

__all__ = ["CASH_FLOW_ITEMS"]


def _flow(
    key: str,
    label: str,
    us_gaap: str = "",
    ifrs: str = "",
    *,
    formula: tuple[Term, ...] = (),
    fallbacks: tuple[tuple[Term, ...], ...] = (),
    depth: int = 1,
    shown_apart: tuple[str, str] | None = None,
    approximate: bool = False,
) -> LineItem:
    return LineItem(
        key=key,
        label=label,
        statement=StatementKind.CASH_FLOW,
        kind=Kind.FLOW,
        us_gaap=tuple(us_gaap.split()),
        ifrs=tuple(ifrs.split()),
        formula=formula,
        fallbacks=fallbacks,
        depth=depth,
        shown_apart=shown_apart,
        approximate=approximate,
    )


CASH_FLOW_ITEMS = (
    _flow(
        "depreciation_and_amortization",
        "Depreciation and amortization",
        "DepreciationDepletionAndAmortization DepreciationAmortizationAndAccretionNet"
        " DepreciationAndAmortization DepreciationAmortizationAndOther"
        " OtherDepreciationAndAmortization",
        shown_apart=("OtherDepreciationAndAmortization", "AdjustmentForAmortization"),
        formula=(Term("depreciation"), Term("amortization_of_intangibles", optional=True)),
        approximate=True,
    ),
    _flow(
        "depreciation",
        "Depreciation",
        "Depreciation",
        "DepreciationExpense",
    ),
    _flow(
        "amortization_of_intangibles",
        "Amortization of intangibles",
        "AmortizationOfIntangibleAssets AdjustmentForAmortization",
        "AmortisationExpense",
    ),
    _flow(
        "share_based_compensation",
        "Share-based compensation",
        "ShareBasedCompensation",
        "AdjustmentsForSharebasedPayments",
    ),
    _flow(
        "deferred_income_tax",
        "Deferred income tax",
        "DeferredIncomeTaxExpenseBenefit DeferredIncomeTaxesAndTaxCredits",
    ),
    _flow(
        "other_noncash_items",
        "Other non-cash items",
        "OtherNoncashIncomeExpense",
    ),
    _flow(
        "increase_in_receivables",
        "Increase in receivables",
        "IncreaseDecreaseInAccountsReceivable IncreaseDecreaseInReceivables",
    ),
    _flow("increase_in_inventory", "Increase in inventory", "IncreaseDecreaseInInventories"),
    _flow(
        "increase_in_payables",
        "Increase in payables",
        "IncreaseDecreaseInAccountsPayable IncreaseDecreaseInAccountsPayableTrade"
        " IncreaseDecreaseInAccountsPayableAndAccruedLiabilities",
        "AdjustmentsForIncreaseDecreaseInTradeAccountPayable",
    ),
    _flow(
        "increase_in_deferred_revenue",
        "Increase in deferred revenue",
        "IncreaseDecreaseInContractWithCustomerLiability IncreaseDecreaseInDeferredRevenue",
    ),
    _flow(
        "operating_cash_flow",
        "Cash from operations",
        "NetCashProvidedByUsedInOperatingActivities"
        " NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
        "CashFlowsFromUsedInOperatingActivities",
        depth=0,
    ),
    _flow(
        "capital_expenditure",
        "Capital expenditure (paid)",
        "PaymentsToAcquirePropertyPlantAndEquipment PaymentsToAcquireProductiveAssets"
        " PaymentsToAcquireOtherPropertyPlantAndEquipment PaymentsForCapitalImprovements",
        "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
    ),
    _flow(
        "asset_sales",
        "Sales of property and equipment",
        "ProceedsFromSaleOfPropertyPlantAndEquipment ProceedsFromSaleOfProductiveAssets",
        "ProceedsFromSalesOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
    ),
    _flow(
        "acquisitions",
        "Acquisitions, net of cash (paid)",
        "PaymentsToAcquireBusinessesNetOfCashAcquired"
        " PaymentsToAcquireBusinessesAndInterestInAffiliates",
        "CashFlowsUsedInObtainingControlOfSubsidiariesOrOtherBusinessesClassifiedAsInvestingActivities",
    ),
    _flow(
        "purchases_of_investments",
        "Purchases of investments (paid)",
        "PaymentsToAcquireInvestments PaymentsToAcquireAvailableForSaleSecuritiesDebt"
        " PaymentsToAcquireAvailableForSaleSecurities PaymentsToAcquireMarketableSecurities",
    ),
    _flow(
        "sales_of_investments",
        "Sales of investments",
        "ProceedsFromSaleOfAvailableForSaleSecuritiesDebt ProceedsFromSaleOfAvailableForSaleSecurities"
        " ProceedsFromSaleMaturityAndCollectionsOfInvestments"
        " ProceedsFromSaleAndMaturityOfMarketableSecurities",
    ),
    _flow(
        "maturities_of_investments",
        "Maturities of investments",
        "ProceedsFromMaturitiesPrepaymentsAndCallsOfAvailableForSaleSecurities",
    ),
    _flow(
        "investing_cash_flow",
        "Cash from investing",
        "NetCashProvidedByUsedInInvestingActivities"
        " NetCashProvidedByUsedInInvestingActivitiesContinuingOperations",
        "CashFlowsFromUsedInInvestingActivities",
        depth=0,
    ),
    _flow(
        "debt_issued",
        "Debt issued",
        "ProceedsFromIssuanceOfLongTermDebt ProceedsFromIssuanceOfDebt"
        " ProceedsFromDebtNetOfIssuanceCosts ProceedsFromIssuanceOfSeniorLongTermDebt"
        " ProceedsFromConvertibleDebt",
        "ProceedsFromIssueOfBondsNotesAndDebentures",
    ),
    _flow(
        "debt_repaid",
        "Debt repaid",
        "RepaymentsOfLongTermDebt RepaymentsOfDebt RepaymentsOfDebtAndCapitalLeaseObligations"
        " RepaymentsOfConvertibleDebt"
        " RepaymentsOfSeniorDebt",
        "RepaymentsOfBondsNotesAndDebentures",
    ),
    _flow(
        "short_term_debt_net",
        "Short-term debt, net change",
        "ProceedsFromRepaymentsOfShortTermDebt ProceedsFromRepaymentsOfCommercialPaper"
        " ProceedsFromRepaymentsOfShortTermDebtMaturingInThreeMonthsOrLess",
    ),
    _flow(
        "taxes_paid_on_share_vesting",
        "Taxes paid on vesting of shares",
        "PaymentsRelatedToTaxWithholdingForShareBasedCompensation",
    ),
    _flow(
        "shares_issued",
        "Shares issued",
        "ProceedsFromIssuanceOfCommonStock ProceedsFromIssuanceOfSharesUnderIncentiveAndShareBasedCompensationPlansIncludingStockOptions"
        " ProceedsFromStockPlans ProceedsFromStockOptionsExercised",
        "ProceedsFromIssuingShares",
    ),
    _flow(
        "shares_repurchased",
        "Shares repurchased (paid)",
        "PaymentsForRepurchaseOfCommonStock PaymentsForRepurchaseOfEquity",
        "PaymentsToAcquireOrRedeemEntitysShares",
    ),
    _flow(
        "dividends_paid",
        "Dividends paid",
        "PaymentsOfDividends PaymentsOfDividendsCommonStock"
        " PaymentsOfOrdinaryDividends PaymentsOfDividendsAndDividendEquivalentsOnCommonStockAndRestrictedStockUnits",
        "DividendsPaidClassifiedAsFinancingActivities DividendsPaid",
    ),
    _flow(
        "financing_cash_flow",
        "Cash from financing",
        "NetCashProvidedByUsedInFinancingActivities"
        " NetCashProvidedByUsedInFinancingActivitiesContinuingOperations",
        "CashFlowsFromUsedInFinancingActivities",
        depth=0,
    ),
    _flow(
        "exchange_rate_effect",
        "Effect of exchange rates on cash",
        "EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"
        " EffectOfExchangeRateOnCashAndCashEquivalents"
        " EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations",
        "EffectOfExchangeRateChangesOnCashAndCashEquivalents",
    ),
    _flow(
        "net_change_in_cash",
        "Net change in cash",
        "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect"
        " CashAndCashEquivalentsPeriodIncreaseDecrease",
        "IncreaseDecreaseInCashAndCashEquivalents",
        depth=0,
    ),
    _flow(
        "interest_paid",
        "Interest paid",
        "InterestPaidNet InterestPaid",
        "InterestPaidClassifiedAsFinancingActivities",
    ),
    _flow(
        "income_taxes_paid",
        "Income taxes paid",
        "IncomeTaxesPaidNet IncomeTaxesPaid",
        "IncomeTaxesPaidClassifiedAsOperatingActivities",
    ),
    _flow(
        "net_debt_issued",
        "Net debt issued",
        formula=(
            Term("debt_issued"),
            Term("debt_repaid", -1),
            Term("short_term_debt_net", optional=True),
        ),
        fallbacks=((Term("debt_repaid", -1), Term("short_term_debt_net", optional=True)),),
    ),
    _flow(
        "free_cash_flow",
        "Free cash flow",
        formula=(Term("operating_cash_flow"), Term("capital_expenditure", -1)),
        depth=0,
    ),
    _flow(
        "ebitda",
        "EBITDA",
        formula=(Term("operating_income"), Term("depreciation_and_amortization")),
        depth=0,
    ),
)
