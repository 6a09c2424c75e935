"""Lines of the balance sheet."""

from research_agent.finance.line_items import Kind, LineItem, Sector, StatementKind, Term

__all__ = ["BALANCE_ITEMS"]

_FINANCIAL = frozenset({Sector.BANK, Sector.INSURER})


def _at(
    key: str,
    label: str,
    us_gaap: str = "",
    ifrs: str = "",
    *,
    formula: tuple[Term, ...] = (),
    depth: int = 0,
    not_for: frozenset[Sector] = frozenset(),
    kind: Kind = Kind.INSTANT,
    distinct_terms: bool = False,
) -> LineItem:
    return LineItem(
        key=key,
        label=label,
        statement=StatementKind.BALANCE,
        kind=kind,
        us_gaap=tuple(us_gaap.split()),
        ifrs=tuple(ifrs.split()),
        formula=formula,
        depth=depth,
        not_for=not_for,
        distinct_terms=distinct_terms,
    )


BALANCE_ITEMS = (
    _at(
        "cash",
        "Cash and cash equivalents",
        "CashAndCashEquivalentsAtCarryingValue CashAndDueFromBanks Cash",
        "CashAndCashEquivalents",
        depth=1,
    ),
    _at(
        "short_term_investments",
        "Short-term investments",
        "MarketableSecuritiesCurrent AvailableForSaleSecuritiesDebtSecuritiesCurrent"
        " AvailableForSaleSecuritiesCurrent ShortTermInvestments DebtSecuritiesCurrent",
        depth=1,
    ),
    _at(
        "cash_and_short_term_investments",
        "Cash and short-term investments",
        "CashCashEquivalentsAndShortTermInvestments",
        formula=(Term("cash"), Term("short_term_investments", optional=True)),
        depth=1,
        not_for=_FINANCIAL,
    ),
    _at(
        "receivables",
        "Accounts receivable, net",
        "AccountsReceivableNetCurrent ReceivablesNetCurrent AccountsNotesAndLoansReceivableNetCurrent"
        " AccountsAndOtherReceivablesNetCurrent",
        "CurrentTradeReceivables TradeAndOtherCurrentReceivables",
        depth=1,
    ),
    _at(
        "inventory",
        "Inventory",
        "InventoryNet",
        "Inventories",
        depth=1,
        not_for=_FINANCIAL,
    ),
    _at(
        "other_current_assets",
        "Other current assets",
        "PrepaidExpenseAndOtherAssetsCurrent OtherAssetsCurrent PrepaidExpenseCurrent",
        "OtherCurrentAssets",
        depth=1,
    ),
    _at(
        "current_assets",
        "Total current assets",
        "AssetsCurrent",
        "CurrentAssets",
        not_for=_FINANCIAL,
    ),
    _at(
        "long_term_investments",
        "Long-term investments",
        "MarketableSecuritiesNoncurrent AvailableForSaleSecuritiesDebtSecuritiesNoncurrent"
        " AvailableForSaleSecuritiesNoncurrent LongTermInvestments OtherLongTermInvestments",
        "InvestmentAccountedForUsingEquityMethod",
        depth=1,
    ),
    _at(
        "property_plant_equipment",
        "Property, plant and equipment, net",
        "PropertyPlantAndEquipmentNet"
        " PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization",
        "PropertyPlantAndEquipment",
        depth=1,
    ),
    _at(
        "operating_lease_assets",
        "Operating lease right-of-use assets",
        "OperatingLeaseRightOfUseAsset",
        "RightofuseAssets",
        depth=1,
    ),
    _at("goodwill", "Goodwill", "Goodwill", "Goodwill", depth=1),
    _at(
        "intangible_assets",
        "Intangible assets, net",
        "IntangibleAssetsNetExcludingGoodwill FiniteLivedIntangibleAssetsNet",
        "IntangibleAssetsOtherThanGoodwill IntangibleAssetsAndGoodwill",
        depth=1,
    ),
    _at(
        "deferred_tax_assets",
        "Deferred tax assets, net",
        "DeferredIncomeTaxAssetsNet DeferredTaxAssetsNetNoncurrent DeferredTaxAssetsNet",
        "DeferredTaxAssets",
        depth=1,
    ),
    _at(
        "other_noncurrent_assets",
        "Other non-current assets",
        "OtherAssetsNoncurrent",
        "OtherNoncurrentAssets",
        depth=1,
    ),
    _at(
        "loans",
        "Loans, net",
        "LoansAndLeasesReceivableNetReportedAmount"
        " FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLoss",
        depth=1,
    ),
    _at("total_assets", "Total assets", "Assets", "Assets"),
    _at(
        "accounts_payable",
        "Accounts payable",
        "AccountsPayableCurrent AccountsPayableTradeCurrent AccountsPayableAndAccruedLiabilitiesCurrent",
        "TradeAndOtherCurrentPayablesToTradeSuppliers TradeAndOtherCurrentPayables",
        depth=1,
    ),
    _at(
        "accrued_liabilities",
        "Accrued liabilities",
        "AccruedLiabilitiesCurrent AccruedLiabilitiesAndOtherLiabilitiesCurrent",
        "CurrentAccruedExpensesAndOtherCurrentLiabilities",
        depth=1,
    ),
    _at(
        "deferred_revenue",
        "Deferred revenue, current",
        "ContractWithCustomerLiabilityCurrent DeferredRevenueCurrent",
        "CurrentContractLiabilities",
        depth=1,
    ),
    _at(
        "commercial_paper",
        "Commercial paper and other short-term borrowings",
        "CommercialPaper ShortTermBorrowings OtherShortTermBorrowings",
        "ShorttermBorrowings",
        depth=1,
    ),
    _at(
        "current_long_term_debt",
        "Current portion of long-term debt",
        "LongTermDebtCurrent LongTermDebtAndCapitalLeaseObligationsCurrent"
        " ConvertibleNotesPayableCurrent",
        "CurrentPortionOfLongtermBorrowings CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued",
        depth=1,
    ),
    _at(
        "current_debt",
        "Debt due within a year",
        "DebtCurrent",
        formula=(
            Term("commercial_paper", optional=True),
            Term("current_long_term_debt", optional=True),
        ),
        depth=1,
        not_for=_FINANCIAL,
        distinct_terms=True,
    ),
    _at(
        "other_current_liabilities",
        "Other current liabilities",
        "OtherLiabilitiesCurrent",
        "OtherCurrentLiabilities",
        depth=1,
    ),
    _at(
        "current_liabilities",
        "Total current liabilities",
        "LiabilitiesCurrent",
        "CurrentLiabilities",
        not_for=_FINANCIAL,
    ),
    _at("deposits", "Deposits", "Deposits", "DepositsFromCustomers", depth=1),
    _at(
        "long_term_debt",
        "Long-term debt, non-current",
        "LongTermDebtNoncurrent LongTermDebtAndCapitalLeaseObligations"
        " ConvertibleNotesPayableNoncurrent ConvertibleLongTermNotesPayable LongTermNotesPayable",
        "NoncurrentPortionOfNoncurrentBondsIssued LongtermBorrowings",
        depth=1,
    ),
    _at(
        "operating_lease_liabilities_current",
        "Operating lease liabilities, current",
        "OperatingLeaseLiabilityCurrent",
        "CurrentLeaseLiabilities",
        depth=1,
    ),
    _at(
        "operating_lease_liabilities",
        "Operating lease liabilities, non-current",
        "OperatingLeaseLiabilityNoncurrent",
        "NoncurrentLeaseLiabilities",
        depth=1,
    ),
    _at(
        "deferred_tax_liabilities",
        "Deferred tax liabilities, net",
        "DeferredIncomeTaxLiabilitiesNet DeferredTaxLiabilitiesNoncurrent DeferredTaxLiabilities",
        "DeferredTaxLiabilities",
        depth=1,
    ),
    _at(
        "other_noncurrent_liabilities",
        "Other non-current liabilities",
        "OtherLiabilitiesNoncurrent",
        "OtherNoncurrentLiabilities",
        depth=1,
    ),
    _at(
        "total_liabilities",
        "Total liabilities",
        "Liabilities",
        "Liabilities",
        formula=(
            Term("total_assets"),
            Term("total_equity", -1),
            Term("temporary_equity", -1, optional=True),
        ),
    ),
    _at(
        "temporary_equity",
        "Temporary equity",
        "TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests"
        " TemporaryEquityCarryingAmountAttributableToParent"
        " RedeemableNoncontrollingInterestEquityCarryingAmount",
        depth=1,
    ),
    _at(
        "additional_paid_in_capital",
        "Additional paid-in capital",
        "AdditionalPaidInCapital AdditionalPaidInCapitalCommonStock"
        " CommonStocksIncludingAdditionalPaidInCapital",
        "AdditionalPaidinCapital CapitalReserve",
        depth=1,
    ),
    _at(
        "treasury_stock",
        "Treasury stock",
        "TreasuryStockValue TreasuryStockCommonValue",
        "TreasuryShares",
        depth=1,
    ),
    _at(
        "retained_earnings",
        "Retained earnings",
        "RetainedEarningsAccumulatedDeficit",
        "RetainedEarnings",
        depth=1,
    ),
    _at(
        "accumulated_other_comprehensive_income",
        "Accumulated other comprehensive income",
        "AccumulatedOtherComprehensiveIncomeLossNetOfTax",
        "OtherReserves",
        depth=1,
    ),
    _at(
        "equity",
        "Shareholders' equity (of the parent)",
        "StockholdersEquity",
        "EquityAttributableToOwnersOfParent",
        formula=(Term("total_equity"), Term("minority_interest", -1)),
    ),
    _at(
        "minority_interest",
        "Non-controlling interests",
        "MinorityInterest",
        "NoncontrollingInterests",
        depth=1,
    ),
    _at(
        "total_equity",
        "Total equity including non-controlling interests",
        "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
        "Equity",
        formula=(Term("equity"), Term("minority_interest", optional=True)),
    ),
    _at(
        "liabilities_and_equity",
        "Total liabilities and equity",
        "LiabilitiesAndStockholdersEquity",
        "EquityAndLiabilities",
    ),
    _at(
        "total_debt",
        "Total debt (without leases)",
        formula=(
            Term("current_debt", optional=True),
            Term("long_term_debt", optional=True),
        ),
        not_for=_FINANCIAL,
    ),
    _at(
        "net_debt",
        "Net debt",
        formula=(Term("total_debt"), Term("cash_and_short_term_investments", -1)),
        not_for=_FINANCIAL,
    ),
    _at(
        "working_capital",
        "Working capital",
        formula=(Term("current_assets"), Term("current_liabilities", -1)),
        not_for=_FINANCIAL,
    ),
    _at(
        "shares_outstanding",
        "Shares outstanding at the balance sheet date",
        "CommonStockSharesOutstanding",
        kind=Kind.INSTANT_SHARES,
    ),
)
