"""Lines that only income statements of certain sectors have: banks, insurers, managers, REITs, utilities."""

from research_agent.finance.lines.income_item import income_item
from research_agent.finance.lines.line_items import LineItem, Sector, Term

__all__ = ["SECTOR_INCOME_ITEMS"]

_BANK = frozenset({Sector.BANK})
_INSURER = frozenset({Sector.INSURER})
_MANAGER = frozenset({Sector.ASSET_MANAGER})
_REIT = frozenset({Sector.REIT})
_UTILITY = frozenset({Sector.UTILITY})
_STAFFED = frozenset({Sector.BANK, Sector.ASSET_MANAGER})

SECTOR_INCOME_ITEMS: tuple[LineItem, ...] = (
    income_item(
        "interest_and_dividend_income",
        "Interest and dividend income",
        "InterestAndDividendIncomeOperating",
        "RevenueFromInterest",
        depth=1,
        only_for=_BANK,
    ),
    income_item(
        "net_interest_income",
        "Net interest income",
        "InterestIncomeExpenseNet",
        formula=(Term("interest_and_dividend_income"), Term("interest_expense", -1)),
        depth=1,
        only_for=_BANK,
    ),
    income_item(
        "noninterest_income",
        "Non-interest income",
        "NoninterestIncome",
        depth=1,
        only_for=_BANK,
    ),
    income_item(
        "provision_for_credit_losses",
        "Provision for credit losses",
        "ProvisionForLoanLeaseAndOtherLosses ProvisionForLoanAndLeaseLosses"
        " ProvisionForCreditLosses ProvisionForLoanLossesExpensed",
        depth=1,
        only_for=_BANK,
    ),
    income_item(
        "premiums_earned",
        "Premiums earned, net",
        "PremiumsEarnedNet PremiumsEarnedNetPropertyAndCasualty",
        depth=1,
        only_for=_INSURER,
    ),
    income_item(
        "net_investment_income",
        "Net investment income",
        "NetInvestmentIncome",
        depth=1,
        only_for=_INSURER,
    ),
    income_item(
        "advisory_fees",
        "Investment advisory and management fees",
        "InvestmentAdvisoryManagementAndAdministrativeFees InvestmentAdvisoryFees"
        " AssetManagementFees AssetManagementFees1 ManagementFeesRevenue",
        depth=1,
        only_for=_MANAGER,
    ),
    income_item(
        "rental_income",
        "Rental income",
        "OperatingLeaseLeaseIncome OperatingLeasesIncomeStatementLeaseRevenue RealEstateRevenueNet",
        depth=1,
        only_for=_REIT,
    ),
    income_item(
        "gain_on_sale_of_property",
        "Gain on sale of property",
        "GainLossOnSaleOfProperties GainsLossesOnSalesOfInvestmentRealEstate",
        depth=1,
        only_for=_REIT,
    ),
    income_item(
        "policy_benefits",
        "Policyholder benefits and claims",
        "PolicyholderBenefitsAndClaimsIncurredNet IncurredClaimsPropertyCasualtyAndLiability"
        " PolicyholderBenefitsAndClaimsIncurredHealthCare",
        depth=1,
        only_for=_INSURER,
    ),
    income_item(
        "amortization_of_deferred_acquisition_costs",
        "Amortization of deferred acquisition costs",
        "DeferredPolicyAcquisitionCostAmortizationExpense",
        depth=1,
        only_for=_INSURER,
    ),
    income_item(
        "fuel_and_purchased_power",
        "Fuel and purchased power",
        "CostDirectMaterialFuelAndPurchasedPower UtilitiesOperatingExpenseFuelUsed FuelCosts"
        " CostOfPurchasedPower UtilitiesOperatingExpensePurchasedPower",
        depth=1,
        only_for=_UTILITY,
    ),
    income_item(
        "operations_and_maintenance",
        "Operations and maintenance",
        "UtilitiesOperatingExpenseMaintenanceAndOperations"
        " UtilitiesOperatingExpenseOperationsAndMaintenance",
        depth=1,
        only_for=_UTILITY,
    ),
    income_item(
        "compensation_and_benefits",
        "Compensation and benefits",
        "LaborAndRelatedExpense",
        depth=1,
        only_for=_STAFFED,
    ),
    income_item(
        "noninterest_expense",
        "Non-interest expense",
        "NoninterestExpense",
        depth=1,
        only_for=_BANK,
    ),
)
