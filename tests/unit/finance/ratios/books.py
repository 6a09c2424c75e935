"""Books of small companies from which every ratio is worked by hand.

Each line holds this year, the year before, two years before and so on, in whole units.
"""

from decimal import Decimal

from research_agent.finance.ratios.ratio import Ratio

__all__ = ["MAKER", "OTHERS", "Book", "N", "values_of"]

Book = dict[str, str]


def N(number: str | int) -> Decimal:
    return Decimal(number)


MAKER: Book = {
    "price": "20",
    # Income: revenue grows by a quarter every year; income, EPS and cash flow double.
    "revenue": "1000 800 640 512 409.6 327.68 0 0 0 0 107.3741824",
    "cost_of_revenue": "600 500",
    "gross_profit": "400 300 240 180 120",
    "research_and_development": "50 40",
    "selling_general_and_administrative": "100 90",
    "operating_income": "200 150 90 25 10 6.25",
    "interest_expense": "10 10",
    "pretax_income": "190 140 100 25 10",
    "income_tax": "38 28 20 5 2",
    "net_income": "152 112 70 19 8 4.75 0 0 0 0 0.1484375",
    "preferred_dividends": "2 2",
    "eps_diluted": "1.52 1.12 0.5 0.19 0.1 0.0475 0 0 0 0 0.001484375",
    "dividends_per_share": "0.50 0.40 0.2 0.0625 0.03 0.015625 0 0 0 0 0.00048828125",
    "weighted_shares_diluted": "100 102",
    # Balances
    "cash": "90 70",
    "cash_and_short_term_investments": "150 100 80 60 40 20",
    "receivables": "110 90",
    "inventory": "100 80",
    "current_assets": "400 300",
    "property_plant_equipment": "350 250",
    "property_plant_equipment_gross": "500 370",
    "accumulated_depreciation": "150 120",
    "goodwill": "60 50",
    "intangible_assets": "40 30",
    "total_assets": "900 700 600 500 400 300",
    "accounts_payable": "70 50",
    "income_taxes_payable": "15 10",
    "current_debt": "50 40",
    "current_liabilities": "200 150",
    "working_capital": "200 150",
    "long_term_debt": "200 160",
    "total_debt": "250 200 100 80 60 40",
    "net_debt": "100 100",
    "operating_lease_liabilities": "30 20",
    "operating_lease_liabilities_current": "10 10",
    "total_liabilities": "400 300",
    "preferred_stock": "20 20",
    "equity": "500 400 300 200 100 15.625",
    "total_equity": "500 400 300 200 100 15.625",
    "tangible_book_value": "380 300",
    "retained_earnings": "300 200",
    "shares_outstanding": "100 101",
    # Cash flow
    "depreciation_and_amortization": "40 30",
    "share_based_compensation": "20 15",
    "operating_cash_flow": "228 160",
    "capital_expenditure": "60 50",
    "acquisitions": "30 0",
    "investing_cash_flow": "-90 -80",
    "dividends_paid": "50 40",
    "shares_repurchased": "40 30",
    "shares_issued": "10 5",
    "interest_paid": "12 11",
    "income_taxes_paid": "30 25",
    "free_cash_flow": "168 110 50 21 8 5.25 0 0 0 0 0.1640625",
    "ebitda": "240 180",
}
"""A maker of goods with preferred stock, goodwill and no minorities."""

OTHERS: Book = {
    # A bank
    "net_interest_income": "60",
    "noninterest_income": "40",
    "noninterest_expense": "55",
    "provision_for_credit_losses": "9",
    "loans": "500 400",
    "deposits": "800",
    "allowance_for_credit_losses": "10",
    "compensation_and_benefits": "300",
    # An insurer
    "premiums_earned": "250",
    "policy_benefits": "150",
    "amortization_of_deferred_acquisition_costs": "30",
    "general_and_administrative": "45",
    "net_investment_income": "24",
    "loss_reserves": "300",
    "future_policy_benefits": "20",
    # A property trust, a utility and an asset manager
    "asset_impairments": "5",
    "rental_income": "90",
    "real_estate_net": "350 250",
    "fuel_and_purchased_power": "250",
    "operations_and_maintenance": "150",
    "regulatory_assets": "80",
    "regulatory_liabilities": "30",
    "advisory_fees": "700",
}
"""What only certain sectors file; the rest of their books is the maker's."""


def values_of(ratio: Ratio, *, leave_out: str = "") -> dict[str, Decimal]:
    """Read the inputs of a ratio off the books; lines that are absent from them stay absent."""
    book = MAKER | OTHERS
    found = {}
    for wanted in ratio.inputs:
        column = book.get(wanted.key, "").split()
        if wanted.key not in leave_out.split() and len(column) > wanted.years:
            found[wanted.name] = Decimal(column[wanted.years])
    return found
