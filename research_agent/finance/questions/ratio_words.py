"""What people call the ratios, and words that ask for a group of figures or a whole statement."""

__all__ = ["GROUP_WORDS", "RATIO_WORDS", "VIEW_WORDS"]

RATIO_WORDS = """
gross_margin: gross margin | gross profit margin | gm
operating_margin: operating margin | operating profit margin | ebit margin | operating income margin
net_margin: net margin | profit margin | net profit margin | net income margin | margin of profit
  | return on sales | ros | bottom line margin
pretax_margin: pretax margin | pre tax margin | pretax profit margin
ebitda_margin: ebitda margin
free_cash_flow_margin: fcf margin | free cash flow margin
operating_cash_flow_margin: operating cash flow margin | cash flow margin | ocf margin
effective_tax_rate: tax rate | effective tax rate | effective rate of tax
research_and_development_to_revenue: r&d intensity | r&d to sales | r&d to revenue | r&d ratio
  | research intensity
sga_to_revenue: sg&a to sales | sg&a to revenue | sg&a ratio
share_based_compensation_to_revenue: sbc to revenue | stock based compensation to revenue
return_on_equity: roe | return on equity | return on shareholders equity | return on average equity
return_on_assets: roa | return on assets | return on total assets | return on average assets
return_on_invested_capital: roic | return on invested capital | return on capital
return_on_capital_employed: roce | return on capital employed
current_ratio: current ratio | working capital ratio
quick_ratio: quick ratio | acid test | acid test ratio
cash_ratio: cash ratio
operating_cash_flow_ratio: operating cash flow ratio
debt_to_equity: debt to equity | d/e | debt equity ratio | gearing | debt to equity ratio | debt/equity
debt_to_assets: debt to assets | debt ratio | debt to asset ratio | debt/assets
liabilities_to_equity: liabilities to equity
equity_ratio: equity ratio | equity to assets
equity_multiplier: equity multiplier | financial leverage | assets to equity
debt_to_ebitda: debt to ebitda | debt/ebitda | gross leverage
net_debt_to_ebitda: net debt to ebitda | net debt/ebitda | leverage ratio | net leverage
interest_coverage: interest coverage | interest cover | times interest earned | interest coverage ratio
asset_turnover: asset turnover | total asset turnover
fixed_asset_turnover: fixed asset turnover | fixed assets turnover | pp&e turnover | ppe turnover
inventory_turnover: inventory turnover | inventory turns | stock turnover
receivables_turnover: receivables turnover | accounts receivable turnover
payables_turnover: payables turnover | accounts payable turnover
days_sales_outstanding: dso | days sales outstanding | receivable days | debtor days | days receivable
  | collection period
days_inventory: dio | days inventory | inventory days | days inventory outstanding | days sales in inventory
  | days of inventory
days_payable: dpo | days payable | days payables outstanding | payable days | creditor days
cash_conversion_cycle: cash conversion cycle | ccc | cash cycle
cash_conversion: cash conversion | cash conversion ratio
capex_to_revenue: capex to revenue | capex to sales | capital intensity | capex intensity
capex_to_depreciation: capex to depreciation
capex_to_operating_cash_flow: capex to operating cash flow
payout_ratio: payout ratio | dividend payout | dividend payout ratio | payout
revenue_growth: revenue growth | sales growth | top line growth | growth in revenue | growth of revenue
  | growth in sales | revenue growth rate | sales growth rate | net sales growth
gross_profit_growth: gross profit growth | growth in gross profit
operating_income_growth: operating income growth | operating profit growth | growth in operating income
  | ebit growth | growth in operating profit
net_income_growth: net income growth | profit growth | earnings growth | growth in net income
  | net profit growth | growth in profit | bottom line growth | growth in earnings
eps_growth: eps growth | earnings per share growth | growth in eps | diluted eps growth
operating_cash_flow_growth: operating cash flow growth | growth in operating cash flow | cash flow growth
free_cash_flow_growth: fcf growth | free cash flow growth | growth in free cash flow | growth in fcf
total_assets_growth: asset growth | total assets growth | growth in total assets
equity_growth: equity growth | book value growth | growth in equity
revenue_per_share: revenue per share | sales per share
operating_cash_flow_per_share: operating cash flow per share | cash flow per share
free_cash_flow_per_share: free cash flow per share | fcf per share
book_value_per_share: book value per share | bvps | equity per share
after_tax_operating_margin: nopat margin | after tax operating margin
free_cash_flow_after_share_pay_margin: fcf margin after stock based compensation
  | free cash flow less stock based compensation to revenue
cost_of_revenue_to_revenue: cost of sales to revenue | cogs to revenue | cost of sales ratio
depreciation_to_revenue: depreciation to revenue | d&a to revenue | depreciation to sales
cash_tax_rate: cash tax rate | cash effective tax rate
tax_burden: tax burden
interest_burden: interest burden
return_on_common_equity: return on common equity | return on average common equity
return_on_tangible_equity: rotce | return on tangible equity | return on tangible common equity | rote
  | return on average tangible common equity
operating_return_on_assets: operating return on assets | operating roa
cash_return_on_assets: cash return on assets | cash roa
gross_profitability: gross profitability | gross profit to assets | gross profits to assets
return_on_equity_5y_average: average roe over five years
defensive_interval: defensive interval | defensive interval ratio
current_liabilities_to_liabilities: current share of liabilities
net_debt_to_equity: net debt to equity | net debt/equity | net gearing
debt_to_capital: debt to capital | debt/capital | debt to total capital | debt to capitalization
debt_and_leases_to_equity: lease adjusted debt to equity | debt and leases to equity
current_share_of_debt: short term debt to total debt | current share of debt
liabilities_to_assets: liabilities to assets | total liabilities to total assets
tangible_equity_ratio: tangible equity ratio | tangible common equity ratio | tce ratio
  | tangible common equity to tangible assets
intangibles_to_assets: goodwill to assets | intangibles to assets | goodwill and intangibles to assets
cash_flow_to_debt: cash flow to debt | operating cash flow to debt | cfo to debt | ocf to debt
free_cash_flow_to_debt: free cash flow to debt | fcf to debt
cash_to_debt: cash to debt | cash to debt ratio
ebitda_interest_coverage: ebitda interest coverage | ebitda to interest | ebitda coverage
cash_interest_coverage: cash interest coverage | cash flow interest coverage
equity_turnover: equity turnover
invested_capital_turnover: invested capital turnover | capital turnover
working_capital_turnover: working capital turnover
operating_cycle: operating cycle
depreciated_share_of_assets: asset age | age of assets | depreciated share of pp&e
free_cash_flow_conversion: fcf conversion | free cash flow conversion
ebitda_cash_conversion: ebitda cash conversion | ebitda conversion | cash flow to ebitda
cash_flow_to_operating_income: operating cash flow to operating income
acquisitions_to_operating_cash_flow: acquisitions to operating cash flow
share_based_compensation_to_operating_cash_flow: sbc to operating cash flow
  | stock based compensation to operating cash flow
reinvestment_rate: reinvestment rate
free_cash_flow_payout: dividends to free cash flow | fcf payout ratio | free cash flow payout ratio
dividend_coverage: dividend cover | dividend coverage | dividend coverage ratio
net_buyback_to_net_income: net buyback ratio | buybacks to net income | net buybacks to net income
total_payout_ratio: total payout ratio | total payout | shareholder payout ratio
total_payout_to_free_cash_flow: total payout to free cash flow
retention_ratio: retention ratio | retention rate | plowback ratio | earnings retention
sustainable_growth_rate: sustainable growth rate | sustainable growth | sgr
ebitda_growth: ebitda growth | growth in ebitda
dividends_per_share_growth: dividend growth | dividend growth rate | dividend per share growth
  | growth in dividends
research_and_development_growth: r&d growth | growth in r&d | growth in research and development
property_plant_equipment_growth: pp&e growth | fixed asset growth | growth in pp&e
weighted_shares_diluted_growth: share count growth | growth in share count | diluted share growth
tangible_book_value_per_share: tangible book value per share | tbvps | tbv per share
cash_per_share: cash per share
net_current_assets_per_share: ncav per share | net current asset value per share
accruals_ratio: accruals ratio | accrual ratio | cash flow accruals ratio
balance_sheet_accruals_ratio: balance sheet accruals ratio
accruals_to_assets: accruals to assets | total accruals to total assets
sloan_accruals: sloan ratio | sloan accruals | sloan accrual ratio
beneish_m_score: beneish m score | m score | beneish score | mscore
altman_z_book: altman z double prime | altman z book score | altman z for books
piotroski_f_score: piotroski f score | piotroski score | f score | piotroski | fscore
net_interest_margin: net interest margin | nim
efficiency_ratio: efficiency ratio | bank efficiency ratio | cost to income | cost to income ratio
  | cost income ratio
noninterest_income_share: fee income share | non interest income share | noninterest share of income
loan_to_deposit: loan to deposit | loan to deposit ratio | loans to deposits | ldr
loans_to_assets: loans to assets
deposits_to_assets: deposits to assets
cost_of_credit: cost of credit | cost of risk | credit cost ratio
allowance_coverage: allowance coverage | allowance to loans | reserve coverage | allowance ratio
  | loan loss reserves to loans
preprovision_return_on_assets: pre provision return on assets | ppnr to assets
provision_burden: provision burden | provisions to pre provision income
compensation_ratio: compensation ratio | compensation to revenue | comp ratio
loss_ratio: loss ratio | claims ratio
underwriting_expense_ratio: expense ratio | underwriting expense ratio
combined_ratio: combined ratio
investment_yield: investment yield
premiums_to_equity: premiums to equity | premium leverage
reserves_to_equity: reserves to equity | loss reserves to equity
funds_from_operations: ffo | funds from operations
funds_from_operations_per_share: ffo per share | funds from operations per share
funds_from_operations_payout: ffo payout | ffo payout ratio | funds from operations payout
debt_to_gross_assets: debt to gross assets | debt to gross asset value
rental_yield: rental yield
fuel_cost_to_revenue: fuel cost to revenue
operations_and_maintenance_to_revenue: o&m to revenue
net_regulatory_assets_to_equity: net regulatory assets to equity
advisory_fee_share: advisory fee share | management fee share
market_cap: market cap | market capitalization | market capitalisation | marketcap
enterprise_value: enterprise value
price_to_earnings: p/e | pe | p/e ratio | pe ratio | price to earnings | price to earnings ratio
  | price earnings ratio | p/e multiple | earnings multiple
earnings_yield: earnings yield
peg_ratio: peg | peg ratio
price_to_book: p/b | price to book | price to book ratio | p/b ratio | price to book value
price_to_tangible_book: price to tangible book | p/tbv | price to tangible book value
price_to_sales: p/s | price to sales | price to sales ratio | p/s ratio | price to revenue
price_to_cash_flow: price to cash flow | p/cf | price to operating cash flow
price_to_free_cash_flow: price to free cash flow | p/fcf | price to fcf
ev_to_ebitda: ev/ebitda | ev to ebitda | ev ebitda | enterprise value to ebitda
ev_to_operating_income: ev/ebit | ev to ebit | enterprise value to ebit
ev_to_sales: ev/sales | ev to sales | ev/revenue | ev to revenue | enterprise value to sales
ev_to_free_cash_flow: ev/fcf | ev to fcf | ev to free cash flow
free_cash_flow_yield: fcf yield | free cash flow yield
dividend_yield: dividend yield
buyback_yield: buyback yield | net buyback yield
shareholder_yield: shareholder yield | total shareholder yield
price_to_funds_from_operations: p/ffo | price to ffo | price to funds from operations
altman_z_score: altman z | altman z score | z score | zscore
"""

GROUP_WORDS = """
gross_margin operating_margin net_margin: margins | profit margins | profitability
current_ratio quick_ratio cash_ratio: liquidity | liquidity ratios
debt_to_equity net_debt_to_ebitda interest_coverage: leverage | solvency
days_sales_outstanding days_inventory days_payable cash_conversion_cycle: working capital efficiency
return_on_equity return_on_assets return_on_invested_capital: returns on capital | capital returns
"""

VIEW_WORDS = """
income: income statement | profit and loss | p&l | profit and loss account | statement of operations
  | p & l
balance: balance sheet | statement of financial position
cash_flow: cash flow statement | statement of cash flows | cashflow statement
all: financial statements | financials | all statements | three statements | full statements
  | financial performance | fundamentals | annual report | financial position | financial results
ratios: ratios | key ratios | financial ratios | key metrics | key figures
earnings: earnings report | earnings results | earnings release | earnings history
segments: segments | by segment | segment revenue | revenue by segment | business segments
  | segment breakdown | segment results | product lines | by product | by region | by geography
  | geographic breakdown | revenue breakdown | by country | by division | by business
  | revenue by product | sales by segment | sales by region | revenue by region | revenue by geography
"""
