"""Lines of the balance sheet: liabilities, equity and what is worked out from both sides."""

from research_agent.finance.lines.balance_item import FINANCIAL_SECTORS, balance_item
from research_agent.finance.lines.line_items import Kind, LineItem, Term
from research_agent.finance.lines.sector_balance_items import SECTOR_LIABILITY_ITEMS

__all__ = ["LIABILITY_ITEMS"]

LIABILITY_ITEMS: tuple[LineItem, ...] = (
    balance_item(
        "accounts_payable",
        "Accounts payable",
        "AccountsPayableCurrent AccountsPayableTradeCurrent AccountsPayableAndAccruedLiabilitiesCurrent",
        "TradeAndOtherCurrentPayablesToTradeSuppliers TradeAndOtherCurrentPayables",
        depth=1,
    ),
    balance_item(
        "accrued_liabilities",
        "Accrued liabilities",
        "AccruedLiabilitiesCurrent AccruedLiabilitiesAndOtherLiabilitiesCurrent",
        "CurrentAccruedExpensesAndOtherCurrentLiabilities",
        depth=1,
    ),
    balance_item(
        "deferred_revenue",
        "Deferred revenue, current",
        "ContractWithCustomerLiabilityCurrent DeferredRevenueCurrent",
        "CurrentContractLiabilities",
        depth=1,
    ),
    balance_item(
        "commercial_paper",
        "Commercial paper and other short-term borrowings",
        "CommercialPaper ShortTermBorrowings OtherShortTermBorrowings",
        "ShorttermBorrowings",
        depth=1,
    ),
    balance_item(
        "current_long_term_debt",
        "Current portion of long-term debt",
        "LongTermDebtCurrent LongTermDebtAndCapitalLeaseObligationsCurrent"
        " ConvertibleNotesPayableCurrent",
        "CurrentPortionOfLongtermBorrowings CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued",
        depth=1,
    ),
    balance_item(
        "current_debt",
        "Debt due within a year",
        "DebtCurrent",
        formula=(
            Term("commercial_paper", optional=True),
            Term("current_long_term_debt", optional=True),
        ),
        depth=1,
        not_for=FINANCIAL_SECTORS,
        distinct_terms=True,
    ),
    balance_item(
        "income_taxes_payable",
        "Income taxes payable, current",
        "AccruedIncomeTaxesCurrent IncomeTaxesPayableCurrent TaxesPayableCurrent",
        "CurrentTaxLiabilitiesCurrent",
        depth=1,
    ),
    balance_item(
        "other_current_liabilities",
        "Other current liabilities",
        "OtherLiabilitiesCurrent",
        "OtherCurrentLiabilities",
        depth=1,
    ),
    balance_item(
        "current_liabilities",
        "Total current liabilities",
        "LiabilitiesCurrent",
        "CurrentLiabilities",
        not_for=FINANCIAL_SECTORS,
    ),
    *SECTOR_LIABILITY_ITEMS,
    balance_item(
        "long_term_debt",
        "Long-term debt, non-current",
        "LongTermDebtNoncurrent LongTermDebtAndCapitalLeaseObligations"
        " ConvertibleNotesPayableNoncurrent ConvertibleLongTermNotesPayable LongTermNotesPayable",
        "NoncurrentPortionOfNoncurrentBondsIssued LongtermBorrowings",
        depth=1,
    ),
    balance_item(
        "operating_lease_liabilities_current",
        "Operating lease liabilities, current",
        "OperatingLeaseLiabilityCurrent",
        "CurrentLeaseLiabilities",
        depth=1,
    ),
    balance_item(
        "operating_lease_liabilities",
        "Operating lease liabilities, non-current",
        "OperatingLeaseLiabilityNoncurrent",
        "NoncurrentLeaseLiabilities",
        depth=1,
    ),
    balance_item(
        "finance_lease_liabilities",
        "Finance lease liabilities, non-current",
        "FinanceLeaseLiabilityNoncurrent CapitalLeaseObligationsNoncurrent",
        depth=1,
    ),
    balance_item(
        "pension_liabilities",
        "Pension and other post-retirement liabilities",
        "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent"
        " DefinedBenefitPensionPlanLiabilitiesNoncurrent",
        "NoncurrentNetDefinedBenefitLiability",
        depth=1,
    ),
    balance_item(
        "deferred_tax_liabilities",
        "Deferred tax liabilities, net",
        "DeferredIncomeTaxLiabilitiesNet DeferredTaxLiabilitiesNoncurrent DeferredTaxLiabilities",
        "DeferredTaxLiabilities",
        depth=1,
    ),
    balance_item(
        "other_noncurrent_liabilities",
        "Other non-current liabilities",
        "OtherLiabilitiesNoncurrent",
        "OtherNoncurrentLiabilities",
        depth=1,
    ),
    balance_item(
        "noncurrent_liabilities",
        "Total non-current liabilities",
        "",
        "NoncurrentLiabilities",
        formula=(Term("total_liabilities"), Term("current_liabilities", -1)),
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item(
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
    balance_item(
        "temporary_equity",
        "Temporary equity",
        "TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests"
        " TemporaryEquityCarryingAmountAttributableToParent TemporaryEquityCarryingAmount"
        " TemporaryEquityValueExcludingAdditionalPaidInCapital"
        " RedeemableNoncontrollingInterestEquityCarryingAmount",
        depth=1,
    ),
    balance_item(
        "preferred_stock",
        "Preferred stock",
        "PreferredStockValue PreferredStockValueOutstanding",
        depth=1,
    ),
    balance_item(
        "common_stock",
        "Common stock",
        "CommonStockValue CommonStockValueOutstanding",
        "IssuedCapital",
        depth=1,
    ),
    balance_item(
        "additional_paid_in_capital",
        "Additional paid-in capital",
        "AdditionalPaidInCapital AdditionalPaidInCapitalCommonStock"
        " CommonStocksIncludingAdditionalPaidInCapital",
        "AdditionalPaidinCapital CapitalReserve",
        depth=1,
    ),
    balance_item(
        "treasury_stock",
        "Treasury stock",
        "TreasuryStockValue TreasuryStockCommonValue",
        "TreasuryShares",
        depth=1,
    ),
    balance_item(
        "retained_earnings",
        "Retained earnings",
        "RetainedEarningsAccumulatedDeficit",
        "RetainedEarnings",
        depth=1,
    ),
    balance_item(
        "accumulated_other_comprehensive_income",
        "Accumulated other comprehensive income",
        "AccumulatedOtherComprehensiveIncomeLossNetOfTax",
        "OtherReserves",
        depth=1,
    ),
    balance_item(
        "equity",
        "Shareholders' equity (of the parent)",
        "StockholdersEquity",
        "EquityAttributableToOwnersOfParent",
        formula=(Term("total_equity"), Term("minority_interest", -1)),
    ),
    balance_item(
        "minority_interest",
        "Non-controlling interests",
        "MinorityInterest",
        "NoncontrollingInterests",
        depth=1,
    ),
    balance_item(
        "total_equity",
        "Total equity including non-controlling interests",
        "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
        "Equity",
        formula=(Term("equity"), Term("minority_interest", optional=True)),
    ),
    balance_item(
        "liabilities_and_equity",
        "Total liabilities and equity",
        "LiabilitiesAndStockholdersEquity",
        "EquityAndLiabilities",
    ),
    balance_item(
        "total_debt",
        "Total debt (without leases)",
        formula=(Term("current_debt", optional=True), Term("long_term_debt")),
        fallbacks=(
            (Term("commercial_paper", optional=True), Term("long_term_debt_and_current_part")),
            (Term("current_debt"),),
        ),
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item(
        "net_debt",
        "Net debt",
        formula=(Term("total_debt"), Term("cash_and_short_term_investments", -1)),
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item(
        "tangible_book_value",
        "Tangible book value",
        formula=(
            Term("equity"),
            Term("preferred_stock", -1, optional=True),
            Term("goodwill", -1, optional=True),
            Term("intangible_assets", -1, optional=True),
        ),
    ),
    balance_item(
        "working_capital",
        "Working capital",
        formula=(Term("current_assets"), Term("current_liabilities", -1)),
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item(
        "common_shares_issued",
        "Common shares issued",
        "CommonStockSharesIssued",
        "NumberOfSharesIssued",
        depth=1,
        kind=Kind.INSTANT_SHARES,
    ),
    balance_item(
        "treasury_shares",
        "Treasury shares",
        "TreasuryStockCommonShares TreasuryStockShares",
        depth=1,
        kind=Kind.INSTANT_SHARES,
    ),
    balance_item(
        "shares_outstanding",
        "Shares outstanding at the balance sheet date",
        "CommonStockSharesOutstanding",
        formula=(Term("common_shares_issued"), Term("treasury_shares", -1)),
        kind=Kind.INSTANT_SHARES,
    ),
)
