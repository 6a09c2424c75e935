"""Lines of the balance sheet: assets."""

from research_agent.finance.lines.balance_item import FINANCIAL_SECTORS, balance_item
from research_agent.finance.lines.line_items import LineItem, Term
from research_agent.finance.lines.sector_balance_items import SECTOR_ASSET_ITEMS

__all__ = ["ASSET_ITEMS"]

ASSET_ITEMS: tuple[LineItem, ...] = (
    balance_item(
        "cash",
        "Cash and cash equivalents",
        "CashAndCashEquivalentsAtCarryingValue CashAndDueFromBanks Cash"
        " CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents",
        "CashAndCashEquivalents",
        depth=1,
    ),
    balance_item(
        "restricted_cash",
        "Restricted cash",
        "RestrictedCash RestrictedCashAndCashEquivalents RestrictedCashCurrent"
        " RestrictedCashAndCashEquivalentsAtCarryingValue",
        depth=1,
    ),
    balance_item(
        "cash_and_restricted_cash",
        "Cash, cash equivalents and restricted cash",
        "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"
        " CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations",
        depth=1,
    ),
    balance_item(
        "short_term_investments",
        "Short-term investments",
        "MarketableSecuritiesCurrent AvailableForSaleSecuritiesDebtSecuritiesCurrent"
        " AvailableForSaleSecuritiesCurrent ShortTermInvestments DebtSecuritiesCurrent",
        depth=1,
    ),
    balance_item(
        "cash_and_short_term_investments",
        "Cash and short-term investments",
        "CashCashEquivalentsAndShortTermInvestments",
        formula=(Term("cash"), Term("short_term_investments", optional=True)),
        depth=1,
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item(
        "receivables",
        "Accounts receivable, net",
        "AccountsReceivableNetCurrent ReceivablesNetCurrent AccountsNotesAndLoansReceivableNetCurrent"
        " AccountsAndOtherReceivablesNetCurrent",
        "CurrentTradeReceivables TradeAndOtherCurrentReceivables",
        depth=1,
    ),
    balance_item(
        "inventory",
        "Inventory",
        "InventoryNet",
        "Inventories",
        depth=1,
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item(
        "other_current_assets",
        "Other current assets",
        "PrepaidExpenseAndOtherAssetsCurrent OtherAssetsCurrent PrepaidExpenseCurrent",
        "OtherCurrentAssets",
        depth=1,
    ),
    balance_item(
        "current_assets",
        "Total current assets",
        "AssetsCurrent",
        "CurrentAssets",
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item(
        "long_term_investments",
        "Long-term investments",
        "MarketableSecuritiesNoncurrent AvailableForSaleSecuritiesDebtSecuritiesNoncurrent"
        " AvailableForSaleSecuritiesNoncurrent LongTermInvestments OtherLongTermInvestments",
        "InvestmentAccountedForUsingEquityMethod",
        depth=1,
    ),
    balance_item(
        "property_plant_equipment_gross",
        "Property, plant and equipment, gross",
        "PropertyPlantAndEquipmentGross",
        depth=2,
    ),
    balance_item(
        "accumulated_depreciation",
        "Accumulated depreciation",
        "AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment"
        " RealEstateInvestmentPropertyAccumulatedDepreciation",
        depth=2,
    ),
    balance_item(
        "construction_in_progress",
        "Construction in progress",
        "ConstructionInProgressGross",
        depth=2,
    ),
    balance_item(
        "property_plant_equipment",
        "Property, plant and equipment, net",
        "PropertyPlantAndEquipmentNet"
        " PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization",
        "PropertyPlantAndEquipment",
        depth=1,
    ),
    balance_item(
        "operating_lease_assets",
        "Operating lease right-of-use assets",
        "OperatingLeaseRightOfUseAsset",
        "RightofuseAssets",
        depth=1,
    ),
    balance_item("goodwill", "Goodwill", "Goodwill", "Goodwill", depth=1),
    balance_item(
        "intangible_assets",
        "Intangible assets, net",
        "IntangibleAssetsNetExcludingGoodwill FiniteLivedIntangibleAssetsNet",
        "IntangibleAssetsOtherThanGoodwill IntangibleAssetsAndGoodwill",
        depth=1,
    ),
    balance_item(
        "deferred_tax_assets",
        "Deferred tax assets, net",
        "DeferredIncomeTaxAssetsNet DeferredTaxAssetsNetNoncurrent DeferredTaxAssetsNet",
        "DeferredTaxAssets",
        depth=1,
    ),
    balance_item(
        "other_noncurrent_assets",
        "Other non-current assets",
        "OtherAssetsNoncurrent",
        "OtherNoncurrentAssets",
        depth=1,
    ),
    *SECTOR_ASSET_ITEMS,
    balance_item(
        "noncurrent_assets",
        "Total non-current assets",
        "AssetsNoncurrent",
        "NoncurrentAssets",
        not_for=FINANCIAL_SECTORS,
    ),
    balance_item("total_assets", "Total assets", "Assets", "Assets"),
)
