"""Every ratio worked by hand from the books, and what takes its meaning away.

A case is the key, the result as arithmetic on figures of `books.py`, and inputs under which the
ratio has none. Averages are written as found: equity 500 and 400 make 450, total assets 900 and
700 make 800, invested capital (500 + 250 − 150 = 600, 400 + 200 − 100 = 500) makes 550, net
operating assets ((900 − 150) − (400 − 250) = 600, (700 − 100) − (300 − 200) = 500) make 550.
"""

from decimal import Decimal

from tests.unit.finance.ratios.books import N

__all__ = ["CASES", "Case"]

Case = tuple[str, Decimal, dict[str, int | str]]
NO_REVENUE: dict[str, int | str] = {"revenue": 0}
LOSS: dict[str, int | str] = {"net_income": -5}
NO_ASSETS: dict[str, int | str] = {"total_assets": 0, "total_assets_opening": 0}
UNCOUNTED: dict[str, int | str] = {"shares_outstanding": 59}  # against 100 on average

PROFITABILITY: list[Case] = [
    ("gross_margin", N(400) / 1000, NO_REVENUE),
    ("operating_margin", N(200) / 1000, NO_REVENUE),
    ("pretax_margin", N(190) / 1000, NO_REVENUE),
    ("net_margin", N(152) / 1000, NO_REVENUE),
    ("ebitda_margin", N(240) / 1000, {"revenue": -1}),
    ("after_tax_operating_margin", N(200) * N("0.8") / 1000, {"pretax_income": -1}),  # tax 38/190
    ("operating_cash_flow_margin", N(228) / 1000, NO_REVENUE),
    ("free_cash_flow_margin", N(168) / 1000, NO_REVENUE),
    ("free_cash_flow_after_share_pay_margin", N(168 - 20) / 1000, NO_REVENUE),
    ("cost_of_revenue_to_revenue", N(600) / 1000, NO_REVENUE),
    ("research_and_development_to_revenue", N(50) / 1000, NO_REVENUE),
    ("sga_to_revenue", N(100) / 1000, NO_REVENUE),
    ("share_based_compensation_to_revenue", N(20) / 1000, NO_REVENUE),
    ("depreciation_to_revenue", N(40) / 1000, NO_REVENUE),
    ("effective_tax_rate", N(38) / 190, {"pretax_income": -190}),
    ("cash_tax_rate", N(30) / 190, {"pretax_income": 0}),
    ("tax_burden", N(152) / 190, {"pretax_income": 0}),
    ("interest_burden", N(190) / 200, {"operating_income": -200}),
    ("return_on_equity", N(152) / 450, {"equity_opening": -1}),
    ("return_on_assets", N(152) / 800, NO_ASSETS),
    ("return_on_invested_capital", N(160) / 550, {"total_equity": -200}),
    ("return_on_capital_employed", N(200) / (900 - 200), {"current_liabilities": 900}),
    ("return_on_common_equity", N(152 - 2) / (450 - 20), {"equity": 20}),
    ("return_on_tangible_equity", N(152 - 2) / 340, {"tangible_book_value": -1}),
    ("operating_return_on_assets", N(200) / 800, NO_ASSETS),
    ("cash_return_on_assets", N(228) / 800, NO_ASSETS),
    ("gross_profitability", N(400) / 900, NO_ASSETS),
    (
        "return_on_equity_5y_average",  # year 4 before: equity 100 and 15.625 make 57.8125
        (N(152) / 450 + N(112) / 350 + N(70) / 250 + N(19) / 150 + 8 / N("57.8125")) / 5,
        {"equity_5_years_before": -1},
    ),
    (
        "return_on_assets_5y_average",
        (N(152) / 800 + N(112) / 650 + N(70) / 550 + N(19) / 450 + N(8) / 350) / 5,
        {"total_assets_3_years_before": -1000},
    ),
    (
        "return_on_invested_capital_5y_average",  # capital 600, 500, 320, 220, 120, 35.625
        (N(160) / 550 + N(120) / 410 + N(72) / 270 + N(20) / 170 + 8 / N("77.8125")) / 5,
        {"pretax_income_4_years_before": -1},
    ),
    (
        "gross_margin_5y_average",
        (N("0.4") + N("0.375") + N("0.375") + N(180) / 512 + 120 / N("409.6")) / 5,
        {"revenue_2_years_before": 0},
    ),
    (
        "operating_margin_5y_average",
        (N("0.2") + N(150) / 800 + N(90) / 640 + N(25) / 512 + 10 / N("409.6")) / 5,
        {"revenue_opening": 0},
    ),
    (
        "net_margin_5y_average",
        (N("0.152") + N("0.14") + N(70) / 640 + N(19) / 512 + 8 / N("409.6")) / 5,
        NO_REVENUE,
    ),
]

LIQUIDITY: list[Case] = [
    ("current_ratio", N(400) / 200, {"current_liabilities": 0}),
    ("quick_ratio", N(400 - 100) / 200, {"current_liabilities": 0}),
    ("cash_ratio", N(150) / 200, {"current_liabilities": 0}),
    ("operating_cash_flow_ratio", N(228) / 200, {"current_liabilities": 0}),
    ("defensive_interval", N(150 + 110) / (600 + 100 + 50 - 40) * 365, {"cost_of_revenue": -200}),
    ("current_liabilities_to_liabilities", N(200) / 400, {"total_liabilities": 0}),
]

NEGATIVE_EQUITY: dict[str, int | str] = {"equity": -500, "total_equity": -500}
NO_DEBT: dict[str, int | str] = {"total_debt": 0}
SOLVENCY: list[Case] = [
    ("debt_to_equity", N(250) / 500, NEGATIVE_EQUITY),
    ("net_debt_to_equity", N(100) / 500, NEGATIVE_EQUITY),
    ("debt_to_assets", N(250) / 900, NO_ASSETS),
    ("debt_to_capital", N(250) / 750, NEGATIVE_EQUITY),
    ("debt_and_leases_to_equity", N(250 + 30 + 10) / 500, NEGATIVE_EQUITY),
    ("current_share_of_debt", N(50) / 250, NO_DEBT),
    ("liabilities_to_equity", N(400) / 500, NEGATIVE_EQUITY),
    ("liabilities_to_assets", N(400) / 900, NO_ASSETS),
    ("equity_ratio", N(500) / 900, NO_ASSETS),
    ("equity_multiplier", N(800) / 450, NEGATIVE_EQUITY),
    ("tangible_equity_ratio", N(380) / (900 - 100), {"total_assets": 100}),
    ("intangibles_to_assets", N(100) / 900, NO_ASSETS),
    ("debt_to_ebitda", N(250) / 240, {"ebitda": -240}),
    ("net_debt_to_ebitda", N(100) / 240, {"ebitda": -240}),
    ("cash_flow_to_debt", N(228) / 250, NO_DEBT),
    ("free_cash_flow_to_debt", N(168) / 250, NO_DEBT),
    ("cash_to_debt", N(150) / 250, NO_DEBT),
    ("interest_coverage", N(200) / 10, {"interest_expense": 0}),
    ("ebitda_interest_coverage", N(240) / 10, {"interest_expense": 0}),
    ("cash_interest_coverage", N(228 + 12 + 30) / 12, {"interest_paid": 0}),
]

NO_COST: dict[str, int | str] = {"cost_of_revenue": 0}
EFFICIENCY: list[Case] = [
    ("asset_turnover", N(1000) / 800, NO_ASSETS),
    ("fixed_asset_turnover", N(1000) / 300, {"property_plant_equipment": -300}),
    ("equity_turnover", N(1000) / 450, NEGATIVE_EQUITY),
    ("invested_capital_turnover", N(1000) / 550, NEGATIVE_EQUITY),
    ("working_capital_turnover", N(1000) / 175, {"working_capital_opening": -1}),
    ("inventory_turnover", N(600) / 90, {"inventory": 0, "inventory_opening": 0}),
    ("receivables_turnover", N(1000) / 100, {"receivables": 0, "receivables_opening": 0}),
    ("payables_turnover", N(600) / 60, {"accounts_payable": 0, "accounts_payable_opening": 0}),
    ("days_sales_outstanding", N(100) / 1000 * 365, NO_REVENUE),
    ("days_inventory", N(90) / 600 * 365, NO_COST),
    ("days_payable", N(60) / 600 * 365, NO_COST),
    ("operating_cycle", (N("0.1") + N("0.15")) * 365, NO_REVENUE),
    ("cash_conversion_cycle", (N("0.1") + N("0.15") - N("0.1")) * 365, NO_COST),
    ("depreciated_share_of_assets", N(150) / 500, {"property_plant_equipment_gross": 0}),
]

CASH_FLOW: list[Case] = [
    ("cash_conversion", N(228) / 152, LOSS),
    ("free_cash_flow_conversion", N(168) / 152, LOSS),
    ("ebitda_cash_conversion", N(228) / 240, {"ebitda": -1}),
    ("cash_flow_to_operating_income", N(228) / 200, {"operating_income": 0}),
    ("capex_to_revenue", N(60) / 1000, NO_REVENUE),
    ("capex_to_depreciation", N(60) / 40, {"depreciation_and_amortization": 0}),
    ("capex_to_operating_cash_flow", N(60) / 228, {"operating_cash_flow": -1}),
    ("acquisitions_to_operating_cash_flow", N(30) / 228, {"operating_cash_flow": -1}),
    ("share_based_compensation_to_operating_cash_flow", N(20) / 228, {"operating_cash_flow": 0}),
    # Working capital without cash and debt: (400 − 150) − (200 − 50) = 100, before
    # (300 − 100) − (150 − 40) = 90.
    ("reinvestment_rate", N(60 - 40 + 100 - 90) / 160, {"operating_income": -200}),
]

PAYOUT: list[Case] = [
    ("payout_ratio", N(50) / 152, LOSS),
    ("free_cash_flow_payout", N(50) / 168, {"free_cash_flow": -1}),
    ("dividend_coverage", N(152) / 50, {"dividends_paid": 0}),
    ("net_buyback_to_net_income", N(40 - 10) / 152, LOSS),
    ("total_payout_ratio", N(50 + 40 - 10) / 152, LOSS),
    ("total_payout_to_free_cash_flow", N(50 + 40 - 10) / 168, {"free_cash_flow": 0}),
    ("retention_ratio", 1 - N(50) / 152, LOSS),
    ("sustainable_growth_rate", N(152) / 450 * (1 - N(50) / 152), NEGATIVE_EQUITY),
]

GROWTH: list[Case] = [
    ("revenue_growth", N("0.25"), {"revenue_opening": 0}),
    ("gross_profit_growth", N(400) / 300 - 1, {"gross_profit_opening": -300}),
    ("operating_income_growth", N(200) / 150 - 1, {"operating_income_opening": -150}),
    ("ebitda_growth", N(240) / 180 - 1, {"ebitda_opening": 0}),
    ("net_income_growth", N(152) / 112 - 1, {"net_income_opening": -50}),
    ("eps_growth", N("1.52") / N("1.12") - 1, {"eps_diluted_opening": -1}),
    ("operating_cash_flow_growth", N(228) / 160 - 1, {"operating_cash_flow_opening": -1}),
    ("free_cash_flow_growth", N(168) / 110 - 1, {"free_cash_flow_opening": -1}),
    ("dividends_per_share_growth", N("0.25"), {"dividends_per_share_opening": 0}),
    ("research_and_development_growth", N("0.25"), {"research_and_development_opening": 0}),
    ("total_assets_growth", N(900) / 700 - 1, {"total_assets_opening": 0}),
    ("property_plant_equipment_growth", N("0.4"), {"property_plant_equipment_opening": 0}),
    ("equity_growth", N("0.25"), {"equity_opening": -400}),
    ("weighted_shares_diluted_growth", N(100) / 102 - 1, {"weighted_shares_diluted_opening": 0}),
    ("revenue_cagr_3y", N("0.25"), {"revenue_3_years_before": 0}),  # 1000 / 512 = 1.25³
    ("revenue_cagr_5y", N("0.25"), {"revenue": -1}),  # 1000 / 327.68 = 1.25⁵
    ("revenue_cagr_10y", N("0.25"), {"revenue_10_years_before": 0}),
    ("operating_income_cagr_3y", N(1), {"operating_income_3_years_before": -25}),  # 200 / 25 = 2³
    ("operating_income_cagr_5y", N(1), {"operating_income": -1}),  # 200 / 6.25 = 2⁵
    ("net_income_cagr_3y", N(1), LOSS),  # 152 / 19 = 2³
    ("net_income_cagr_5y", N(1), LOSS),  # 152 / 4.75 = 2⁵
    ("net_income_cagr_10y", N(1), {"net_income_10_years_before": -1}),
    ("eps_cagr_3y", N(1), {"eps_diluted": -1}),
    ("eps_cagr_5y", N(1), {"eps_diluted": 0}),
    ("eps_cagr_10y", N(1), {"eps_diluted_10_years_before": 0}),
    ("free_cash_flow_cagr_3y", N(1), {"free_cash_flow": -168}),
    ("free_cash_flow_cagr_5y", N(1), {"free_cash_flow_5_years_before": -5}),
    ("free_cash_flow_cagr_10y", N(1), {"free_cash_flow_10_years_before": 0}),
    ("dividends_per_share_cagr_3y", N(1), {"dividends_per_share_3_years_before": 0}),
    ("dividends_per_share_cagr_5y", N(1), {"dividends_per_share": 0}),
    ("dividends_per_share_cagr_10y", N(1), {"dividends_per_share_10_years_before": 0}),
    ("equity_cagr_5y", N(1), {"equity": -500}),  # 500 / 15.625 = 2⁵
]

PER_SHARE: list[Case] = [
    ("revenue_per_share", N(1000) / 100, {"weighted_shares_diluted": 0}),
    ("operating_cash_flow_per_share", N(228) / 100, {"weighted_shares_diluted": 0}),
    ("free_cash_flow_per_share", N(168) / 100, {"weighted_shares_diluted": 0}),
    ("book_value_per_share", N(500 - 20) / 100, UNCOUNTED),
    ("tangible_book_value_per_share", N(380) / 100, UNCOUNTED),
    ("cash_per_share", N(150) / 100, {"shares_outstanding": 401}),
    ("net_current_assets_per_share", N(400 - 400 - 20) / 100, UNCOUNTED),
]

QUALITY: list[Case] = [
    ("accruals_ratio", N(152 - 228 + 90) / 550, {"total_assets": 100}),
    ("balance_sheet_accruals_ratio", N(600 - 500) / 550, {"total_assets_opening": 100}),
    ("accruals_to_assets", N(152 - 228) / 800, NO_ASSETS),
    # Assets without cash grew by 100 − 20, liabilities without debt and tax by 50 − 10 − 5.
    ("sloan_accruals", N(100 - 20 - (50 - 10 - 5) - 40) / 800, NO_ASSETS),
    (
        "beneish_m_score",
        N("-4.84")
        + N("0.920") * (N(110) / 1000) / (N(90) / 800)  # days' sales index
        + N("0.528") * (N(300) / 800) / (N(400) / 1000)  # gross margin index
        + N("0.404") * (1 - N(750) / 900) / (1 - N(550) / 700)  # asset quality index
        + N("0.892") * N(1000) / 800  # sales growth index
        + N("0.115") * (N(30) / 280) / (N(40) / 390)  # depreciation index
        - N("0.172") * (N(100) / 1000) / (N(90) / 800)  # SG&A index
        + N("4.679") * (152 - 228) / 900  # accruals
        - N("0.327") * (N(400) / 900) / (N(310) / 700),  # leverage index
        {"cost_of_revenue_opening": 800},
    ),
    (
        "altman_z_book",
        N("6.56") * 200 / 900
        + N("3.26") * 300 / 900
        + N("6.72") * 200 / 900
        + N("1.05") * 500 / 400,
        {"total_liabilities": 0},
    ),
    # No point for leverage (200 / 800 after 160 / 650) and the current ratio (2 after 2).
    ("piotroski_f_score", N(7), {"total_assets_2_years_before": 0}),
]

NO_INCOME: dict[str, int | str] = {"net_interest_income": -60, "noninterest_income": 0}
SECTORS: list[Case] = [
    ("net_interest_margin", N(60) / 800, NO_ASSETS),
    ("efficiency_ratio", N(55) / 100, NO_INCOME),
    ("noninterest_income_share", N(40) / 100, NO_INCOME),
    ("loan_to_deposit", N(500) / 800, {"deposits": 0}),
    ("loans_to_assets", N(500) / 900, NO_ASSETS),
    ("deposits_to_assets", N(800) / 900, NO_ASSETS),
    ("cost_of_credit", N(9) / 450, {"loans": 0, "loans_opening": 0}),
    ("allowance_coverage", N(10) / 510, {"loans": -10}),
    ("preprovision_return_on_assets", N(100 - 55) / 800, NO_ASSETS),
    ("provision_burden", N(9) / 45, {"noninterest_expense": 100}),
    ("compensation_ratio", N(300) / 1000, NO_REVENUE),
    ("loss_ratio", N(150) / 250, {"future_policy_benefits": 301}),  # a life insurer
    # Administration is the SG&A line, 100, where it is filed.
    ("underwriting_expense_ratio", N(30 + 100) / 250, {"premiums_earned": 0}),
    ("combined_ratio", N(150 + 30 + 100) / 250, {"premiums_earned": 0}),
    ("investment_yield", N(24) / 800, NO_ASSETS),
    ("premiums_to_equity", N(250) / 500, NEGATIVE_EQUITY),
    ("reserves_to_equity", N(300) / 500, NEGATIVE_EQUITY),
    ("funds_from_operations", N(152 + 40 + 5 - 2), {}),
    ("funds_from_operations_per_share", N(195) / 100, {"weighted_shares_diluted": 0}),
    ("funds_from_operations_payout", N(50) / 195, {"net_income": -152}),
    ("debt_to_gross_assets", N(250) / (900 + 150), {"total_assets": -150}),
    ("rental_yield", N(90) / 300, {"real_estate_net": 0, "real_estate_net_opening": 0}),
    ("fuel_cost_to_revenue", N(250) / 1000, NO_REVENUE),
    ("operations_and_maintenance_to_revenue", N(150) / 1000, NO_REVENUE),
    ("net_regulatory_assets_to_equity", N(80 - 30) / 500, NEGATIVE_EQUITY),
    ("advisory_fee_share", N(700) / 1000, NO_REVENUE),
]

# 100 shares at 20 make 2,000; with debt 250 and preferred stock 20, less cash 150, 2,120.
VALUATION: list[Case] = [
    ("market_cap", N(2000), UNCOUNTED),
    ("enterprise_value", N(2120), UNCOUNTED),
    ("price_to_earnings", N(20) / N("1.52"), {"eps_diluted": "-1.52"}),
    ("earnings_yield", N("1.52") / 20, {"price": 0}),
    ("peg_ratio", N(20) / N("1.52") / 100, {"eps_diluted": "0.19"}),  # growth of 100 % a year
    ("price_to_book", N(2000) / 480, NEGATIVE_EQUITY),
    ("price_to_tangible_book", N(2000) / 380, {"tangible_book_value": -380}),
    ("price_to_sales", N(2000) / 1000, NO_REVENUE),
    ("price_to_cash_flow", N(2000) / 228, {"operating_cash_flow": -228}),
    ("price_to_free_cash_flow", N(2000) / 168, {"free_cash_flow": -168}),
    ("ev_to_ebitda", N(2120) / 240, {"ebitda": -240}),
    ("ev_to_operating_income", N(2120) / 200, {"operating_income": 0}),
    ("ev_to_sales", N(2120) / 1000, NO_REVENUE),
    ("ev_to_free_cash_flow", N(2120) / 168, {"free_cash_flow": 0}),
    ("free_cash_flow_yield", N(168) / 2000, UNCOUNTED),
    ("dividend_yield", N("0.5") / 20, {"price": 0}),
    ("buyback_yield", N(30) / 2000, UNCOUNTED),
    ("shareholder_yield", N(80) / 2000, UNCOUNTED),
    ("price_to_funds_from_operations", N(2000) / 195, {"net_income": -152}),
    (
        "altman_z_score",
        N("1.2") * 200 / 900
        + N("1.4") * 300 / 900
        + N("3.3") * 200 / 900
        + N("0.6") * 2000 / 400
        + N(1000) / 900,
        UNCOUNTED,
    ),
]

CASES: list[Case] = [
    *PROFITABILITY,
    *LIQUIDITY,
    *SOLVENCY,
    *EFFICIENCY,
    *CASH_FLOW,
    *PAYOUT,
    *GROWTH,
    *PER_SHARE,
    *QUALITY,
    *SECTORS,
    *VALUATION,
]
