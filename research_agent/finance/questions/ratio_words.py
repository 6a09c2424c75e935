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
