"""Lines of the income statement and per-share data."""

from research_agent.finance.line_items import (
    Choice,
    Kind,
    LineItem,
    Sector,
    StatementKind,
    Term,
)

__all__ = ["INCOME_ITEMS"]

_FINANCIAL = frozenset({Sector.BANK, Sector.INSURER})
_NOT_BANK = frozenset({Sector.BANK})


def _flow(
    key: str,
    label: str,
    us_gaap: str = "",
    ifrs: str = "",
    *,
    formula: tuple[Term, ...] = (),
    choice: Choice = Choice.ORDERED,
    depth: int = 0,
    not_for: frozenset[Sector] = frozenset(),
    kind: Kind = Kind.FLOW,
) -> LineItem:
    return LineItem(
        key=key,
        label=label,
        statement=StatementKind.INCOME,
        kind=kind,
        us_gaap=tuple(us_gaap.split()),
        ifrs=tuple(ifrs.split()),
        formula=formula,
        choice=choice,
        depth=depth,
        not_for=not_for,
    )


INCOME_ITEMS = (
    _flow(
        "revenue",
        "Revenue",
        "RevenuesNetOfInterestExpense Revenues SalesRevenueNet"
        " RevenueFromContractWithCustomerExcludingAssessedTax"
        " RevenueFromContractWithCustomerIncludingAssessedTax"
        " SalesRevenueGoodsNet SalesRevenueServicesNet",
        "Revenue RevenueFromContractsWithCustomers",
        choice=Choice.TOTAL,
    ),
    _flow(
        "cost_of_revenue",
        "Cost of revenue",
        "CostOfRevenue CostOfGoodsAndServicesSold CostOfGoodsSold CostOfServices"
        " CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization",
        "CostOfSales",
        formula=(Term("revenue"), Term("gross_profit", -1)),
        not_for=_FINANCIAL,
    ),
    _flow(
        "gross_profit",
        "Gross profit",
        "GrossProfit",
        "GrossProfit",
        formula=(Term("revenue"), Term("cost_of_revenue", -1)),
        not_for=_FINANCIAL,
    ),
    _flow(
        "interest_and_dividend_income",
        "Interest and dividend income",
        "InterestAndDividendIncomeOperating InvestmentIncomeInterest",
        "RevenueFromInterest",
        depth=1,
    ),
    _flow(
        "net_interest_income",
        "Net interest income",
        "InterestIncomeExpenseNet InterestIncomeExpenseAfterProvisionForLoanLoss",
        depth=1,
    ),
    _flow("noninterest_income", "Non-interest income", "NoninterestIncome", depth=1),
    _flow(
        "provision_for_credit_losses",
        "Provision for credit losses",
        "ProvisionForLoanLeaseAndOtherLosses ProvisionForLoanAndLeaseLosses"
        " ProvisionForCreditLosses ProvisionForLoanLossesExpensed",
        depth=1,
    ),
    _flow("premiums_earned", "Premiums earned", "PremiumsEarnedNet", depth=1),
    _flow(
        "research_and_development",
        "Research and development",
        "ResearchAndDevelopmentExpense"
        " ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"
        " ResearchAndDevelopmentExpenseSoftwareExcludingAcquiredInProcessCost",
        "ResearchAndDevelopmentExpense",
        depth=1,
    ),
    _flow(
        "selling_and_marketing",
        "Selling and marketing",
        "SellingAndMarketingExpense",
        "SalesAndMarketingExpense",
        depth=1,
    ),
    _flow(
        "general_and_administrative",
        "General and administrative",
        "GeneralAndAdministrativeExpense",
        "GeneralAndAdministrativeExpense",
        depth=1,
    ),
    _flow(
        "selling_general_and_administrative",
        "Selling, general and administrative",
        "SellingGeneralAndAdministrativeExpense",
        "SellingGeneralAndAdministrativeExpense",
        formula=(Term("selling_and_marketing"), Term("general_and_administrative")),
        depth=1,
    ),
    _flow(
        "restructuring",
        "Restructuring charges",
        "RestructuringCharges RestructuringAndOtherCosts RestructuringSettlementAndImpairmentProvisions",
        depth=1,
    ),
    _flow(
        "operating_expenses",
        "Operating expenses",
        "OperatingExpenses NoninterestExpense",
        "OperatingExpenseExcludingCostOfSales OperatingExpense",
    ),
    _flow(
        "costs_and_expenses",
        "Total costs and expenses",
        "CostsAndExpenses BenefitsLossesAndExpenses",
    ),
    _flow(
        "operating_income",
        "Operating income",
        "OperatingIncomeLoss",
        "ProfitLossFromOperatingActivities",
        not_for=_FINANCIAL,
    ),
    _flow(
        "interest_expense",
        "Interest expense",
        "InterestExpense InterestExpenseNonoperating InterestExpenseDebt InterestAndDebtExpense",
        "FinanceCosts InterestExpense",
        depth=1,
    ),
    _flow(
        "interest_income",
        "Interest and investment income",
        "InvestmentIncomeInterestAndDividend InvestmentIncomeInterest"
        " InterestIncomeOther InvestmentIncomeNet",
        "FinanceIncome InterestIncome",
        depth=1,
    ),
    _flow(
        "other_nonoperating_income",
        "Other non-operating income, net",
        "NonoperatingIncomeExpense OtherNonoperatingIncomeExpense",
        "OtherGainsLosses",
        depth=1,
    ),
    _flow(
        "pretax_income",
        "Income before tax",
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest"
        " IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments"
        " IncomeLossFromContinuingOperationsBeforeIncomeTaxes",
        "ProfitLossBeforeTax",
    ),
    _flow(
        "income_tax",
        "Income tax",
        "IncomeTaxExpenseBenefit",
        "IncomeTaxExpenseContinuingOperations",
        depth=1,
    ),
    _flow(
        "income_from_continuing_operations",
        "Income from continuing operations",
        "IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest"
        " IncomeLossFromContinuingOperations",
        "ProfitLossFromContinuingOperations",
    ),
    _flow(
        "discontinued_operations",
        "Discontinued operations, net of tax",
        "IncomeLossFromDiscontinuedOperationsNetOfTax"
        " IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToReportingEntity",
        "ProfitLossFromDiscontinuedOperations",
        depth=1,
    ),
    _flow(
        "consolidated_net_income",
        "Net income including non-controlling interests",
        "ProfitLoss",
        "ProfitLoss",
    ),
    _flow(
        "net_income_to_minorities",
        "Net income to non-controlling interests",
        "NetIncomeLossAttributableToNoncontrollingInterest"
        " MinorityInterestInNetIncomeLossOfConsolidatedEntities",
        "ProfitLossAttributableToNoncontrollingInterests",
        depth=1,
    ),
    _flow(
        "net_income",
        "Net income (to the parent)",
        "NetIncomeLoss",
        "ProfitLossAttributableToOwnersOfParent",
        formula=(
            Term("consolidated_net_income"),
            Term("net_income_to_minorities", -1, optional=True),
        ),
    ),
    _flow(
        "preferred_dividends",
        "Preferred dividends",
        "PreferredStockDividendsIncomeStatementImpact DividendsPreferredStock",
        depth=1,
    ),
    _flow(
        "net_income_to_common",
        "Net income to common shareholders",
        "NetIncomeLossAvailableToCommonStockholdersBasic",
        "ProfitLossAttributableToOrdinaryEquityHoldersOfParentEntity",
    ),
    _flow(
        "comprehensive_income",
        "Comprehensive income",
        "ComprehensiveIncomeNetOfTax"
        " ComprehensiveIncomeNetOfTaxIncludingPortionAttributableToNoncontrollingInterest",
        "ComprehensiveIncome",
    ),
    _flow(
        "eps_basic",
        "Basic EPS",
        "EarningsPerShareBasic EarningsPerShareBasicAndDiluted",
        "BasicEarningsLossPerShare",
        kind=Kind.PER_SHARE,
    ),
    _flow(
        "eps_diluted",
        "Diluted EPS",
        "EarningsPerShareDiluted EarningsPerShareBasicAndDiluted",
        "DilutedEarningsLossPerShare",
        kind=Kind.PER_SHARE,
    ),
    _flow(
        "dividends_per_share",
        "Dividends declared per share",
        "CommonStockDividendsPerShareDeclared CommonStockDividendsPerShareCashPaid",
        "DividendsRecognisedAsDistributionsToOwnersPerShare",
        kind=Kind.PER_SHARE_FLOW,
    ),
    _flow(
        "weighted_shares_basic",
        "Weighted average shares, basic",
        "WeightedAverageNumberOfSharesOutstandingBasic"
        " WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
        "WeightedAverageShares",
        kind=Kind.AVERAGE_SHARES,
    ),
    _flow(
        "weighted_shares_diluted",
        "Weighted average shares, diluted",
        "WeightedAverageNumberOfDilutedSharesOutstanding"
        " WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
        "AdjustedWeightedAverageShares",
        kind=Kind.AVERAGE_SHARES,
    ),
)
