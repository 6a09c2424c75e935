"""What must add up on the balance sheet, the income statement and the cash flow statement."""

from decimal import Decimal

from research_agent.finance.identities.equation import Equation, OwnTag, Variant, Within, sum_of

__all__ = ["STATEMENT_EQUATIONS"]

_BALANCE = (
    Equation(
        key="balance_sheet_balances",
        label="Total assets = total liabilities and equity",
        left=sum_of("total_assets"),
        rights=(sum_of("liabilities_and_equity"),),
    ),
    Equation(
        key="assets_liabilities_equity",
        label="Total assets = liabilities + temporary equity + equity + minorities",
        left=sum_of("total_assets"),
        rights=(sum_of("total_liabilities ?temporary_equity equity ?minority_interest"),),
    ),
    Equation(
        key="assets_liabilities_total_equity",
        label="Total assets = liabilities + temporary equity + total equity",
        left=sum_of("total_assets"),
        rights=(sum_of("total_liabilities ?temporary_equity total_equity"),),
    ),
    Equation(
        key="total_equity",
        label="Total equity = equity of the parent + minorities",
        left=sum_of("total_equity"),
        rights=(sum_of("equity minority_interest"),),
    ),
    Equation(
        key="current_and_noncurrent_assets",
        label="Current + non-current assets = total assets",
        left=sum_of("total_assets"),
        rights=(sum_of("current_assets noncurrent_assets"),),
    ),
    Equation(
        key="current_and_noncurrent_liabilities",
        label="Current + non-current liabilities = total liabilities",
        left=sum_of("total_liabilities"),
        rights=(sum_of("current_liabilities noncurrent_liabilities"),),
    ),
    Equation(
        key="cash_and_short_term_investments",
        label="Cash + short-term investments = both together",
        left=sum_of("cash_and_short_term_investments"),
        rights=(sum_of("cash short_term_investments"),),
        variants=(
            Variant(
                sum_of("cash_and_restricted_cash short_term_investments"),
                "The figure of both together has restricted cash in it.",
            ),
        ),
    ),
    Equation(
        key="net_property",
        label="Gross property − accumulated depreciation = net property",
        left=sum_of("property_plant_equipment"),
        rights=(
            sum_of("property_plant_equipment_gross -accumulated_depreciation"),
            sum_of(
                "property_plant_equipment_gross construction_in_progress -accumulated_depreciation"
            ),
        ),
    ),
)

_INCOME = (
    Equation(
        key="gross_profit",
        label="Revenue − cost of revenue = gross profit",
        left=sum_of("gross_profit"),
        rights=(sum_of("revenue -cost_of_revenue"),),
        own_tag=OwnTag(
            Decimal("0.0001"),
            ("equity_method_income", "long_term_investments"),
            "Gross profit is after profit on sales to associates that is not yet, or no longer, "
            "deferred, a line under a tag of the filer's own.",
            taxonomy="ifrs",
        ),
    ),
    Equation(
        key="operating_income_by_expenses",
        label="Gross profit − operating expenses = operating income",
        left=sum_of("operating_income"),
        rights=(
            sum_of("gross_profit -operating_expenses"),
            sum_of("gross_profit -operating_expenses other_operating_income"),
        ),
    ),
    Equation(
        key="operating_income_by_costs",
        label="Revenue − total costs and expenses = operating income",
        left=sum_of("operating_income"),
        rights=(sum_of("revenue -costs_and_expenses"),),
    ),
    Equation(
        key="pretax_income",
        label="Operating income + non-operating income = income before tax",
        left=sum_of("pretax_income"),
        rights=(
            sum_of("operating_income nonoperating_income"),
            sum_of("operating_income nonoperating_income -interest_expense"),
            sum_of("operating_income nonoperating_income -interest_expense interest_income"),
        ),
        within=Within(
            "interest_expense",
            "Non-operating income is filed without net interest, which stands on a line of its own.",
        ),
    ),
    Equation(
        key="consolidated_net_income",
        label="Income before tax − tax + discontinued = net income with minorities",
        left=sum_of("consolidated_net_income"),
        rights=(
            sum_of("pretax_income -income_tax ?discontinued_operations"),
            sum_of("pretax_income -income_tax equity_method_income ?discontinued_operations"),
        ),
    ),
    Equation(
        key="net_income",
        label="Income before tax − tax + discontinued − minorities = net income",
        left=sum_of("net_income"),
        rights=(
            sum_of("pretax_income -income_tax ?discontinued_operations ?-net_income_to_minorities"),
            sum_of(
                "pretax_income -income_tax equity_method_income ?discontinued_operations"
                " ?-net_income_to_minorities"
            ),
        ),
    ),
    Equation(
        key="continuing_and_discontinued",
        label="Continuing + discontinued operations = net income with minorities",
        left=sum_of("consolidated_net_income"),
        rights=(sum_of("income_from_continuing_operations ?discontinued_operations"),),
        variants=(
            Variant(
                sum_of(
                    "income_from_continuing_operations ?discontinued_operations"
                    " net_income_to_minorities"
                ),
                "Income from continuing operations is that of the parent alone here.",
            ),
            Variant(
                sum_of("income_from_continuing_operations net_income_to_minorities"),
                "Continuing operations are as filed first, of the parent alone; what was discontinued "
                "later is in them.",
            ),
        ),
    ),
    Equation(
        key="net_income_and_minorities",
        label="Net income with minorities − minorities = net income",
        left=sum_of("net_income"),
        rights=(sum_of("consolidated_net_income -net_income_to_minorities"),),
    ),
    Equation(
        key="net_income_to_common",
        label="Net income − preferred dividends = net income to common",
        left=sum_of("net_income_to_common"),
        rights=(sum_of("net_income -preferred_dividends"),),
        variants=(
            Variant(
                sum_of("net_income -preferred_dividends -discontinued_operations"),
                "The filer gives income to common from continuing operations under this tag.",
            ),
        ),
    ),
)

_CASH_FLOW = (
    Equation(
        key="cash_flows_sum",
        label="Operating + investing + financing + exchange rates = change in cash",
        left=sum_of("net_change_in_cash"),
        rights=(
            sum_of(
                "operating_cash_flow investing_cash_flow financing_cash_flow ?exchange_rate_effect"
            ),
        ),
        variants=(
            Variant(
                sum_of("operating_cash_flow investing_cash_flow financing_cash_flow"),
                "The change in cash is before the effect of exchange rates here.",
            ),
        ),
        own_tag=OwnTag(
            Decimal("0.01"),
            ("exchange_rate_effect",),
            "A small line between the flows and the change, such as cash of businesses held for "
            "sale, is under a tag of the filer's own.",
        ),
    ),
)

STATEMENT_EQUATIONS = (*_BALANCE, *_INCOME, *_CASH_FLOW)
"""Checked on every column where their lines were filed."""
