"""Lines of the income statement."""

from research_agent.finance.lines.income_item import BANKS, FINANCIAL, income_item
from research_agent.finance.lines.line_items import Choice, LineItem, Proof, Term
from research_agent.finance.lines.per_share_items import PER_SHARE_ITEMS
from research_agent.finance.lines.sector_income_items import SECTOR_INCOME_ITEMS

__all__ = ["INCOME_ITEMS"]

INCOME_ITEMS: tuple[LineItem, ...] = (
    income_item(
        "revenue",
        "Revenue",
        "RevenuesNetOfInterestExpense Revenues SalesRevenueNet"
        " RevenueFromContractWithCustomerExcludingAssessedTax"
        " RevenueFromContractWithCustomerIncludingAssessedTax"
        " SalesRevenueGoodsNet SalesRevenueServicesNet"
        " RegulatedAndUnregulatedOperatingRevenue UtilityRevenue RealEstateRevenueNet"
        " RevenuesExcludingInterestAndDividends",
        "Revenue RevenueFromContractsWithCustomers",
        formula=(Term("net_interest_income"), Term("noninterest_income")),
        proof=Proof(
            (
                Term("provision_for_credit_losses", -1, optional=True),
                Term("noninterest_expense", -1),
            ),
            "pretax_income",
        ),
        checked_in=BANKS,
        choice=Choice.TOTAL,
    ),
    income_item(
        "cost_of_revenue",
        "Cost of revenue",
        "CostOfRevenue CostOfGoodsAndServicesSold CostOfGoodsSold CostOfServices"
        " CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization",
        "CostOfSales",
        formula=(Term("revenue"), Term("gross_profit", -1)),
        not_for=FINANCIAL,
    ),
    income_item(
        "gross_profit",
        "Gross profit",
        "GrossProfit",
        "GrossProfit",
        formula=(Term("revenue"), Term("cost_of_revenue", -1)),
        not_for=FINANCIAL,
    ),
    *SECTOR_INCOME_ITEMS,
    income_item(
        "research_and_development",
        "Research and development",
        "ResearchAndDevelopmentExpense"
        " ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"
        " ResearchAndDevelopmentExpenseSoftwareExcludingAcquiredInProcessCost",
        "ResearchAndDevelopmentExpense",
        depth=1,
    ),
    income_item(
        "selling_and_marketing",
        "Selling and marketing",
        "SellingAndMarketingExpense",
        "SalesAndMarketingExpense",
        depth=1,
    ),
    income_item(
        "general_and_administrative",
        "General and administrative",
        "GeneralAndAdministrativeExpense",
        "GeneralAndAdministrativeExpense",
        depth=1,
    ),
    income_item(
        "selling_general_and_administrative",
        "Selling, general and administrative",
        "SellingGeneralAndAdministrativeExpense",
        "SellingGeneralAndAdministrativeExpense",
        formula=(Term("selling_and_marketing"), Term("general_and_administrative")),
        depth=1,
    ),
    income_item(
        "restructuring",
        "Restructuring charges",
        "RestructuringCharges RestructuringAndOtherCosts RestructuringSettlementAndImpairmentProvisions",
        depth=1,
    ),
    income_item(
        "asset_impairments",
        "Impairment charges",
        "AssetImpairmentCharges GoodwillAndIntangibleAssetImpairment GoodwillImpairmentLoss",
        "ImpairmentLossRecognisedInProfitOrLoss",
        depth=1,
    ),
    income_item(
        "operating_expenses",
        "Operating expenses",
        "OperatingExpenses",
        "OperatingExpenseExcludingCostOfSales OperatingExpense",
    ),
    income_item(
        "costs_and_expenses",
        "Total costs and expenses",
        "CostsAndExpenses BenefitsLossesAndExpenses",
    ),
    income_item(
        "other_operating_income",
        "Other operating income, net",
        "OtherOperatingIncomeExpenseNet",
        "OtherOperatingIncomeExpense",
        depth=1,
    ),
    income_item(
        "operating_income",
        "Operating income",
        "OperatingIncomeLoss",
        "ProfitLossFromOperatingActivities",
        not_for=FINANCIAL,
    ),
    income_item(
        "interest_expense",
        "Interest expense",
        "InterestExpense InterestExpenseNonoperating InterestExpenseDebt InterestAndDebtExpense",
        "FinanceCosts InterestExpense",
        depth=1,
    ),
    income_item(
        "interest_income",
        "Interest and investment income",
        "InvestmentIncomeInterestAndDividend InvestmentIncomeInterest"
        " InterestIncomeOther InvestmentIncomeNet",
        "FinanceIncome InterestIncome",
        depth=1,
    ),
    income_item(
        "other_nonoperating_income",
        "Other non-operating income, net",
        "OtherNonoperatingIncomeExpense NonoperatingIncomeExpense",
        "OtherGainsLosses",
        depth=1,
    ),
    income_item(
        "nonoperating_income",
        "Total non-operating income, net",
        "NonoperatingIncomeExpense",
        depth=1,
    ),
    income_item(
        "equity_method_income",
        "Income from equity-method investments",
        "IncomeLossFromEquityMethodInvestments",
        "ShareOfProfitLossOfAssociatesAndJointVenturesAccountedForUsingEquityMethod"
        " ShareOfProfitLossOfAssociatesAccountedForUsingEquityMethod",
        depth=1,
    ),
    income_item(
        "pretax_income",
        "Income before tax",
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest"
        " IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments"
        " IncomeLossFromContinuingOperationsBeforeIncomeTaxes",
        "ProfitLossBeforeTax",
    ),
    income_item(
        "income_tax",
        "Income tax",
        "IncomeTaxExpenseBenefit",
        "IncomeTaxExpenseContinuingOperations",
        depth=1,
    ),
    income_item(
        "income_from_continuing_operations",
        "Income from continuing operations",
        "IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest"
        " IncomeLossFromContinuingOperations",
        "ProfitLossFromContinuingOperations",
    ),
    income_item(
        "discontinued_operations",
        "Discontinued operations, net of tax",
        "IncomeLossFromDiscontinuedOperationsNetOfTax"
        " IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToReportingEntity",
        "ProfitLossFromDiscontinuedOperations",
        depth=1,
    ),
    income_item(
        "consolidated_net_income",
        "Net income including non-controlling interests",
        "ProfitLoss",
        "ProfitLoss",
        formula=(
            Term("income_from_continuing_operations"),
            Term("discontinued_operations", optional=True),
        ),
    ),
    income_item(
        "net_income_to_minorities",
        "Net income to non-controlling interests",
        "NetIncomeLossAttributableToNoncontrollingInterest"
        " MinorityInterestInNetIncomeLossOfConsolidatedEntities",
        "ProfitLossAttributableToNoncontrollingInterests",
        depth=1,
    ),
    income_item(
        "net_income",
        "Net income (to the parent)",
        "NetIncomeLoss",
        "ProfitLossAttributableToOwnersOfParent",
        formula=(
            Term("consolidated_net_income"),
            Term("net_income_to_minorities", -1, optional=True),
        ),
        fallbacks=((Term("net_income_to_common"), Term("preferred_dividends", optional=True)),),
    ),
    income_item(
        "preferred_dividends",
        "Preferred dividends",
        "PreferredStockDividendsIncomeStatementImpact DividendsPreferredStock",
        depth=1,
    ),
    income_item(
        "net_income_to_common",
        "Net income to common shareholders",
        "NetIncomeLossAvailableToCommonStockholdersBasic",
        "ProfitLossAttributableToOrdinaryEquityHoldersOfParentEntity",
    ),
    income_item(
        "comprehensive_income",
        "Comprehensive income",
        "ComprehensiveIncomeNetOfTax"
        " ComprehensiveIncomeNetOfTaxIncludingPortionAttributableToNoncontrollingInterest",
        "ComprehensiveIncome",
    ),
    *PER_SHARE_ITEMS,
)
