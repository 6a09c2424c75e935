"""What people call the lines of the statements, beside the labels of the catalog."""

__all__ = ["LINE_ITEM_WORDS"]

LINE_ITEM_WORDS = """
revenue: revenue | sales | net sales | total sales | net revenue | total revenue | total net revenue
  | total net sales | operating revenue | net operating revenue | sales revenue | turnover | top line
  | topline
cost_of_revenue: cost of sales | cost of goods sold | cost of goods | cogs | cost of products sold
  | cost of revenue
gross_profit: gross profit | gross income | gross earnings
interest_and_dividend_income: total interest income | interest and dividend income
net_interest_income: net interest income | nii | net interest revenue
noninterest_income: noninterest income | non interest income | noninterest revenue | fee income
provision_for_credit_losses: credit loss provision | loan loss provision | provision for loan losses
  | credit losses | provision for losses | credit provisions | provisions
premiums_earned: earned premiums | net premiums earned | premiums | insurance premiums
research_and_development: r&d | r & d | rnd | r and d | research and development | research & development
  | research
selling_and_marketing: sales and marketing | s&m | marketing | selling and marketing | marketing and sales
general_and_administrative: g&a | general and admin | administrative | general and administrative
selling_general_and_administrative: sg&a | sga | selling general and administrative | sg & a | overhead
  | selling, general and administrative | selling, general, and administrative
restructuring: restructuring | restructuring costs
operating_expenses: opex | operating expense | operating costs | total operating expenses
costs_and_expenses: total costs | total expenses | costs and expenses | total costs and expenses
operating_income: operating profit | operating income | ebit | operating earnings | income from operations
  | operating result | profit from operations | operating loss | earnings before interest and taxes
interest_expense: interest expense | interest cost | finance cost | interest charges
interest_income: interest income | interest and investment income | investment income
other_nonoperating_income: other income | non operating income | other nonoperating income
pretax_income: pretax income | pre tax income | pretax profit | pre tax profit | profit before tax | ebt
  | income before taxes | earnings before tax | income before income taxes | pbt | pretax earnings
income_tax: tax | income tax | tax expense | income tax expense | provision for income taxes
  | income tax provision | tax provision
income_from_continuing_operations: income from continuing operations | continuing operations
  | profit from continuing operations
discontinued_operations: discontinued operations | income from discontinued operations
consolidated_net_income: consolidated net income | net income including minorities
  | net income including noncontrolling interests
net_income_to_minorities: minority share of income | income to minorities
  | net income attributable to noncontrolling interests | net income attributable to minorities
net_income: net income | net profit | profit | earnings | bottom line | net earnings | net loss | loss
  | profit after tax | net result | income | pat | profit for the year | net profit after tax
preferred_dividends: preferred dividends | preference dividends | preferred stock dividends
net_income_to_common: net income to common | income available to common shareholders
  | net income available to common stockholders | earnings available to common
comprehensive_income: comprehensive income | total comprehensive income
eps_basic: basic eps | basic earnings per share | earnings per basic share
eps_diluted: eps | earnings per share | diluted eps | diluted earnings per share | profit per share
  | net income per share | earnings per diluted share | earning per share | income per share
dividends_per_share: dividend per share | dps | dividends declared per share | declared dividends per share
weighted_shares_basic: basic shares | basic share count | weighted average basic shares
  | basic weighted average shares | basic shares outstanding
weighted_shares_diluted: diluted shares | diluted share count | weighted average shares
  | weighted average diluted shares | diluted shares outstanding | fully diluted shares
  | diluted weighted average shares
cash: cash | cash and cash equivalents | cash and equivalents | cash balance | cash position | cash on hand
short_term_investments: short term investments | short term securities | current marketable securities
  | marketable securities
cash_and_short_term_investments: cash and short term investments | liquid funds | liquidity position
  | cash and marketable securities | cash and investments | cash pile | total cash
receivables: receivables | accounts receivable | trade receivables | ar
inventory: inventory | inventories | stocks of goods
other_current_assets: other current assets
current_assets: current assets | total current assets
long_term_investments: long term investments | noncurrent marketable securities | long term securities
property_plant_equipment: pp&e | ppe | net pp&e | net ppe | property plant and equipment | fixed assets
  | net fixed assets | property and equipment | net property plant and equipment | tangible fixed assets
  | property, plant and equipment | property, plant, and equipment | net property, plant and equipment
  | plant and equipment | net property and equipment | pp & e
operating_lease_assets: operating lease assets | right of use assets | rou assets | lease assets
goodwill: goodwill
intangible_assets: intangibles | intangible assets | net intangible assets
deferred_tax_assets: deferred tax assets | dta
other_noncurrent_assets: other noncurrent assets | other non current assets | other long term assets
loans: loans | net loans | loan book | total loans
total_assets: assets | total assets | balance sheet total | balance sheet size
accounts_payable: accounts payable | payables | trade payables
accrued_liabilities: accrued liabilities | accruals | accrued expenses
deferred_revenue: deferred revenue | unearned revenue | contract liabilities | current deferred revenue
commercial_paper: commercial paper | short term borrowings | short term debt | notes payable
current_long_term_debt: current portion of long term debt | current maturities | current long term debt
current_debt: current debt | debt due within a year | debt due within one year
other_current_liabilities: other current liabilities
current_liabilities: current liabilities | total current liabilities
deposits: deposits | customer deposits | total deposits
long_term_debt: long term debt | noncurrent debt | non current debt | long term borrowings | term debt
operating_lease_liabilities_current: current lease liabilities | current operating lease liabilities
operating_lease_liabilities: operating lease liabilities | lease liabilities | lease obligations
deferred_tax_liabilities: deferred tax liabilities | dtl
other_noncurrent_liabilities: other noncurrent liabilities | other long term liabilities
  | other non current liabilities
total_liabilities: liabilities | total liabilities
temporary_equity: temporary equity | mezzanine equity | redeemable noncontrolling interest
additional_paid_in_capital: paid in capital | apic | additional paid in capital
treasury_stock: treasury stock
retained_earnings: retained earnings | accumulated deficit | retained profit
accumulated_other_comprehensive_income: aoci | accumulated other comprehensive income
  | accumulated other comprehensive loss
equity: equity | shareholders equity | shareholder equity | stockholders equity | stockholder equity
  | book value | net worth | book equity | total shareholders equity | total stockholders equity
  | common equity | owners equity | net assets
minority_interest: minority interest | noncontrolling interest | non controlling interest | minorities
total_equity: total equity | equity including noncontrolling interests | equity including minorities
liabilities_and_equity: liabilities and equity | total liabilities and equity
  | total liabilities and shareholders equity
total_debt: debt | total debt | borrowings | gross debt | indebtedness | financial debt
net_debt: net debt | net cash | net borrowings | net indebtedness
working_capital: working capital | net working capital | nwc
shares_outstanding: shares outstanding | outstanding shares | share count | number of shares | shares
depreciation_and_amortization: d&a | depreciation and amortization | depreciation & amortization
  | depreciation and amortisation | depreciation amortization
depreciation: depreciation
amortization_of_intangibles: amortization | amortisation | amortization of intangibles
share_based_compensation: sbc | stock based compensation | share based compensation | stock compensation
  | share based payments | stock based comp | equity compensation
deferred_income_tax: deferred tax | deferred income tax | deferred income taxes
increase_in_receivables: increase in receivables | change in receivables
increase_in_inventory: increase in inventory | change in inventory | change in inventories
increase_in_payables: increase in payables | change in payables | change in accounts payable
increase_in_deferred_revenue: increase in deferred revenue | change in deferred revenue
operating_cash_flow: operating cash flow | cash flow from operations | cash from operations | ocf | cfo
  | cash flow from operating activities | cash flows from operating activities | cash flow
  | net cash provided by operating activities | operating cash | cash generated from operations
  | net cash from operating activities
capital_expenditure: capex | cap ex | capital expenditure | capital spending | capital investment
  | purchases of property and equipment | purchases of property plant and equipment | capital outlay
acquisitions: acquisitions | spending on acquisitions | cash paid for acquisitions
purchases_of_investments: purchases of investments | investment purchases
sales_of_investments: sales of investments | proceeds from sales of investments
maturities_of_investments: maturities of investments
investing_cash_flow: investing cash flow | cash from investing | cash flow from investing activities
  | cash flow from investing
debt_issued: debt issued | debt issuance | proceeds from debt | new debt | borrowings raised
debt_repaid: debt repaid | debt repayment | repayments of debt | repayment of debt
shares_issued: shares issued | share issuance | stock issuance | proceeds from shares
shares_repurchased: buybacks | buyback | share buybacks | stock buybacks | share repurchases | repurchases
  | stock repurchases | shares repurchased | repurchases of stock | buy backs | share buy backs
dividends_paid: dividends | dividends paid | dividend payments | cash dividends
financing_cash_flow: financing cash flow | cash from financing | cash flow from financing activities
  | cash flow from financing
exchange_rate_effect: exchange rate effect | effect of exchange rates | currency effect on cash
net_change_in_cash: net change in cash | change in cash | increase in cash
interest_paid: interest paid | cash interest
income_taxes_paid: taxes paid | income taxes paid | cash taxes
free_cash_flow: fcf | free cash flow | free cashflow | free cash
ebitda: ebitda
noninterest_expense: noninterest expense | non interest expense | non interest expenses
compensation_and_benefits: compensation and benefits | compensation expense | personnel expense | staff costs
policy_benefits: policy benefits | policyholder benefits | claims incurred | benefits and claims
net_investment_income: net investment income
advisory_fees: advisory fees | management fees | investment advisory fees | asset management fees
rental_income: rental income | rent income | rental revenue | rental revenues
asset_impairments: impairments | impairment charges | impairment | asset impairments
equity_method_income: equity method income | income from equity method investments | share of associates
nonoperating_income: total non operating income | total nonoperating income | nonoperating income
fuel_and_purchased_power: fuel and purchased power | fuel costs
operations_and_maintenance: operations and maintenance | o&m
amortization_of_deferred_acquisition_costs: amortization of deferred acquisition costs | dac amortization
restricted_cash: restricted cash
cash_and_restricted_cash: cash and restricted cash
property_plant_equipment_gross: gross pp&e | gross ppe | gross property plant and equipment
accumulated_depreciation: accumulated depreciation
real_estate_net: real estate net | net real estate | real estate
regulatory_assets: regulatory assets
regulatory_liabilities: regulatory liabilities
deferred_acquisition_costs: deferred acquisition costs | deferred policy acquisition costs | dac
loss_reserves: loss reserves | claims reserves | unpaid claims
unearned_premiums: unearned premiums
future_policy_benefits: future policy benefits
allowance_for_credit_losses: allowance for credit losses | loan loss allowance | allowance for loan losses
income_taxes_payable: income taxes payable | taxes payable
pension_liabilities: pension liabilities | pension liability | pension obligations
finance_lease_liabilities: finance lease liabilities | capital lease obligations
preferred_stock: preferred stock | preferred shares | preference shares
common_stock: common stock value | common stock
long_term_debt_and_current_part: long term debt and current part | long term debt including current portion
tangible_book_value: tangible book value | tangible equity | tangible common equity | tbv
asset_sales: asset sales | sales of property and equipment | proceeds from asset sales
taxes_paid_on_share_vesting: taxes paid on share vesting | net share settlement taxes
short_term_debt_net: short term debt net change | net change in short term debt
other_noncash_items: other noncash items | other non cash items
net_debt_issued: net debt issued | net debt issuance
noncurrent_assets: noncurrent assets | non current assets | total noncurrent assets | total non current assets
noncurrent_liabilities: noncurrent liabilities | non current liabilities | total noncurrent liabilities
  | total non current liabilities
construction_in_progress: construction in progress
other_operating_income: other operating income
gain_on_sale_of_property: gain on sale of property | gains on sale of property
common_shares_issued: common shares issued
treasury_shares: treasury shares | treasury share count | number of treasury shares
"""
