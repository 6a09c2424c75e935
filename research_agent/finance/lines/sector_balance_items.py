"""Lines that only balance sheets of certain sectors have: banks, insurers, REITs, utilities."""

from research_agent.finance.lines.balance_item import balance_item
from research_agent.finance.lines.line_items import LineItem, Sector

__all__ = ["SECTOR_ASSET_ITEMS", "SECTOR_LIABILITY_ITEMS"]

_BANK = frozenset({Sector.BANK})
_INSURER = frozenset({Sector.INSURER})
_REIT = frozenset({Sector.REIT})
_UTILITY = frozenset({Sector.UTILITY})
_UNCLASSIFIED = frozenset({Sector.BANK, Sector.INSURER, Sector.ASSET_MANAGER, Sector.REIT})

SECTOR_ASSET_ITEMS: tuple[LineItem, ...] = (
    balance_item(
        "allowance_for_credit_losses",
        "Allowance for credit losses",
        "FinancingReceivableAllowanceForCreditLossExcludingAccruedInterest"
        " LoansAndLeasesReceivableAllowance FinancingReceivableAllowanceForCreditLosses",
        depth=2,
        only_for=_BANK,
    ),
    balance_item(
        "loans",
        "Loans, net",
        "FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLoss"
        " LoansAndLeasesReceivableNetReportedAmount",
        depth=1,
        only_for=_BANK,
    ),
    balance_item(
        "deferred_acquisition_costs",
        "Deferred policy acquisition costs",
        "DeferredPolicyAcquisitionCosts",
        depth=1,
        only_for=_INSURER,
    ),
    balance_item(
        "real_estate_net",
        "Real estate, net",
        "RealEstateInvestmentPropertyNet",
        depth=1,
        only_for=_REIT,
    ),
    balance_item(
        "regulatory_assets",
        "Regulatory assets, non-current",
        "RegulatoryAssetsNoncurrent",
        depth=1,
        only_for=_UTILITY,
    ),
)

SECTOR_LIABILITY_ITEMS: tuple[LineItem, ...] = (
    balance_item(
        "deposits", "Deposits", "Deposits", "DepositsFromCustomers", depth=1, only_for=_BANK
    ),
    balance_item(
        "loss_reserves",
        "Unpaid claims and claim expenses",
        "LiabilityForClaimsAndClaimsAdjustmentExpense"
        " LiabilityForClaimsAndClaimsAdjustmentExpensePropertyCasualtyLiability"
        " LiabilityForUnpaidClaimsAndClaimsAdjustmentExpenseNet",
        depth=1,
        only_for=_INSURER,
    ),
    balance_item(
        "unearned_premiums",
        "Unearned premiums",
        "UnearnedPremiums",
        depth=1,
        only_for=_INSURER,
    ),
    balance_item(
        "future_policy_benefits",
        "Future policy benefits",
        "LiabilityForFuturePolicyBenefits",
        depth=1,
        only_for=_INSURER,
    ),
    balance_item(
        "regulatory_liabilities",
        "Regulatory liabilities, non-current",
        "RegulatoryLiabilityNoncurrent",
        depth=1,
        only_for=_UTILITY,
    ),
    balance_item(
        "long_term_debt_and_current_part",
        "Long-term debt including its current part",
        "LongTermDebt",
        depth=1,
        only_for=_UNCLASSIFIED,
    ),
)
