"""Which tag a reader of a statement would take for a line, written down by hand from the filings.

Not the project's own lists: those are what the cross-check checks. Several tags stand in the order
in which a filing's statement shows them as the line itself; the first one filed is taken.
"""

__all__ = ["BALANCE", "FLOWS", "NOT_ADDITIVE", "tags_on_the_face"]

FLOWS: dict[str, str] = {
    "revenue": "Revenues RevenueFromContractWithCustomerExcludingAssessedTax SalesRevenueNet",
    "cost_of_revenue": "CostOfRevenue CostOfGoodsAndServicesSold",
    "gross_profit": "GrossProfit",
    "research_and_development": "ResearchAndDevelopmentExpense"
    " ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"
    " ResearchAndDevelopmentExpenseSoftwareExcludingAcquiredInProcessCost",
    "selling_and_marketing": "SellingAndMarketingExpense",
    "general_and_administrative": "GeneralAndAdministrativeExpense",
    "selling_general_and_administrative": "SellingGeneralAndAdministrativeExpense",
    "operating_expenses": "OperatingExpenses",
    "costs_and_expenses": "CostsAndExpenses",
    "operating_income": "OperatingIncomeLoss",
    "interest_expense": "InterestExpense InterestExpenseNonoperating InterestExpenseDebt",
    "interest_income": "InvestmentIncomeInterestAndDividend InvestmentIncomeInterest",
    "nonoperating_income": "NonoperatingIncomeExpense",
    "equity_method_income": "IncomeLossFromEquityMethodInvestments",
    "pretax_income": "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest"
    " IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
    "income_tax": "IncomeTaxExpenseBenefit",
    "consolidated_net_income": "ProfitLoss",
    "net_income_to_minorities": "NetIncomeLossAttributableToNoncontrollingInterest",
    "net_income": "NetIncomeLoss",
    "comprehensive_income": "ComprehensiveIncomeNetOfTax",
    "eps_basic": "EarningsPerShareBasic",
    "eps_diluted": "EarningsPerShareDiluted",
    "dividends_per_share": "CommonStockDividendsPerShareDeclared",
    "weighted_shares_basic": "WeightedAverageNumberOfSharesOutstandingBasic",
    "weighted_shares_diluted": "WeightedAverageNumberOfDilutedSharesOutstanding",
    "depreciation_and_amortization": "DepreciationDepletionAndAmortization"
    " DepreciationAmortizationAndOther",
    "depreciation": "Depreciation",
    "amortization_of_intangibles": "AmortizationOfIntangibleAssets",
    "share_based_compensation": "ShareBasedCompensation",
    "deferred_income_tax": "DeferredIncomeTaxExpenseBenefit DeferredIncomeTaxesAndTaxCredits",
    "increase_in_receivables": "IncreaseDecreaseInAccountsReceivable",
    "increase_in_inventory": "IncreaseDecreaseInInventories",
    "increase_in_payables": "IncreaseDecreaseInAccountsPayable",
    "operating_cash_flow": "NetCashProvidedByUsedInOperatingActivities",
    "capital_expenditure": "PaymentsToAcquirePropertyPlantAndEquipment"
    " PaymentsToAcquireProductiveAssets",
    "acquisitions": "PaymentsToAcquireBusinessesNetOfCashAcquired",
    "asset_sales": "ProceedsFromSaleOfPropertyPlantAndEquipment",
    "purchases_of_investments": "PaymentsToAcquireInvestments"
    " PaymentsToAcquireAvailableForSaleSecuritiesDebt PaymentsToAcquireMarketableSecurities",
    "investing_cash_flow": "NetCashProvidedByUsedInInvestingActivities",
    "debt_issued": "ProceedsFromIssuanceOfLongTermDebt",
    "debt_repaid": "RepaymentsOfLongTermDebt",
    "taxes_paid_on_share_vesting": "PaymentsRelatedToTaxWithholdingForShareBasedCompensation",
    "shares_repurchased": "PaymentsForRepurchaseOfCommonStock",
    "dividends_paid": "PaymentsOfDividends PaymentsOfDividendsCommonStock",
    "shares_issued": "ProceedsFromIssuanceOfCommonStock",
    "financing_cash_flow": "NetCashProvidedByUsedInFinancingActivities",
    "net_change_in_cash": "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect"
    " CashAndCashEquivalentsPeriodIncreaseDecrease",
    "interest_paid": "InterestPaidNet",
    "income_taxes_paid": "IncomeTaxesPaidNet IncomeTaxesPaid",
}
"""Lines over a period."""

BALANCE: dict[str, str] = {
    "cash": "CashAndCashEquivalentsAtCarryingValue",
    "cash_and_restricted_cash": "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents",
    "short_term_investments": "MarketableSecuritiesCurrent AvailableForSaleSecuritiesCurrent",
    "receivables": "AccountsReceivableNetCurrent",
    "inventory": "InventoryNet",
    "other_current_assets": "PrepaidExpenseAndOtherAssetsCurrent OtherAssetsCurrent",
    "current_assets": "AssetsCurrent",
    "long_term_investments": "MarketableSecuritiesNoncurrent AvailableForSaleSecuritiesNoncurrent",
    "property_plant_equipment_gross": "PropertyPlantAndEquipmentGross",
    "accumulated_depreciation": "AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment",
    "property_plant_equipment": "PropertyPlantAndEquipmentNet",
    "operating_lease_assets": "OperatingLeaseRightOfUseAsset",
    "goodwill": "Goodwill",
    "intangible_assets": "IntangibleAssetsNetExcludingGoodwill FiniteLivedIntangibleAssetsNet",
    "other_noncurrent_assets": "OtherAssetsNoncurrent",
    "total_assets": "Assets",
    "accounts_payable": "AccountsPayableCurrent",
    "accrued_liabilities": "AccruedLiabilitiesCurrent",
    "deferred_revenue": "ContractWithCustomerLiabilityCurrent DeferredRevenueCurrent",
    "commercial_paper": "CommercialPaper",
    "current_long_term_debt": "LongTermDebtCurrent",
    "current_debt": "DebtCurrent",
    "income_taxes_payable": "AccruedIncomeTaxesCurrent",
    "other_current_liabilities": "OtherLiabilitiesCurrent",
    "current_liabilities": "LiabilitiesCurrent",
    "long_term_debt": "LongTermDebtNoncurrent",
    "operating_lease_liabilities": "OperatingLeaseLiabilityNoncurrent",
    "other_noncurrent_liabilities": "OtherLiabilitiesNoncurrent",
    "total_liabilities": "Liabilities",
    "common_stock": "CommonStockValue",
    "additional_paid_in_capital": "AdditionalPaidInCapital AdditionalPaidInCapitalCommonStock",
    "treasury_stock": "TreasuryStockValue TreasuryStockCommonValue",
    "retained_earnings": "RetainedEarningsAccumulatedDeficit",
    "accumulated_other_comprehensive_income": "AccumulatedOtherComprehensiveIncomeLossNetOfTax",
    "equity": "StockholdersEquity",
    "minority_interest": "MinorityInterest",
    "total_equity": "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
    "liabilities_and_equity": "LiabilitiesAndStockholdersEquity",
    "shares_outstanding": "CommonStockSharesOutstanding",
}
"""Lines at a moment."""

NOT_ADDITIVE = frozenset(
    {"eps_basic", "eps_diluted", "weighted_shares_basic", "weighted_shares_diluted"}
)
"""Lines over a period whose quarters do not add up to the year."""


def tags_on_the_face(item: str) -> tuple[str, ...]:
    """The us-gaap tags that may stand for `item`, best first."""
    words = FLOWS.get(item) or BALANCE[item]
    return tuple(f"us-gaap:{word}" for word in words.split())
