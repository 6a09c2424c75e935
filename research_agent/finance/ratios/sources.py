"""The works that the ratios follow, by author or publisher and subject."""

__all__ = [
    "ACTIVITY",
    "ALTMAN",
    "ALTMAN_BOOK",
    "BENEISH",
    "CASH_FLOW",
    "DAMODARAN",
    "DAMODARAN_VALUATION",
    "DUPONT",
    "EARNINGS_QUALITY",
    "FFIEC",
    "GRAHAM",
    "GROWTH",
    "HIGGINS",
    "INSURANCE",
    "LIQUIDITY",
    "MCKINSEY",
    "NAREIT",
    "NOVY_MARX",
    "PAYOUT",
    "PIOTROSKI",
    "PROFITABILITY",
    "RATINGS",
    "SEC_BANKS",
    "SLOAN",
    "SOLVENCY",
    "VALUATION",
]

_CFA = "CFA Institute, Financial Statement Analysis"

PROFITABILITY = f"{_CFA}: profitability ratios"
LIQUIDITY = f"{_CFA}: liquidity ratios"
SOLVENCY = f"{_CFA}: solvency ratios"
ACTIVITY = f"{_CFA}: activity ratios"
CASH_FLOW = f"{_CFA}: analysis of cash flow statements"
GROWTH = f"{_CFA}: horizontal and trend analysis"
DUPONT = f"{_CFA}: DuPont analysis of return on equity"
EARNINGS_QUALITY = f"{_CFA}: evaluating the quality of financial reports"
PAYOUT = "CFA Institute, Corporate Finance: dividends and share repurchases"
VALUATION = "CFA Institute, Equity Valuation: price and enterprise value multiples"
MCKINSEY = "Koller, Goedhart and Wessels, Valuation: return on invested capital"
DAMODARAN = "Damodaran, Investment Valuation: reinvestment and growth"
DAMODARAN_VALUATION = "Damodaran, Investment Valuation: relative valuation"
HIGGINS = "Higgins, Analysis for Financial Management: sustainable growth"
GRAHAM = "Graham, The Intelligent Investor: net current asset value"
RATINGS = "Credit rating agencies' published criteria for corporates: cash flow and leverage ratios"
ALTMAN = "Altman (1968), Financial Ratios, Discriminant Analysis and the Prediction of Corporate Bankruptcy"
ALTMAN_BOOK = "Altman and Hotchkiss, Corporate Financial Distress and Bankruptcy: the Z'' model"
BENEISH = "Beneish (1999), The Detection of Earnings Manipulation"
PIOTROSKI = (
    "Piotroski (2000), Value Investing: The Use of Historical Financial Statement Information"
)
SLOAN = "Sloan (1996), Do Stock Prices Fully Reflect Information in Accruals and Cash Flows"
NOVY_MARX = "Novy-Marx (2013), The Other Side of Value: The Gross Profitability Premium"
FFIEC = "FFIEC, User's Guide for the Uniform Bank Performance Report"
SEC_BANKS = "SEC Regulation S-K, subpart 1400: disclosure by bank and savings and loan registrants"
INSURANCE = "NAIC, property and casualty insurance industry analysis: underwriting ratios"
NAREIT = "Nareit, Funds From Operations White Paper"
