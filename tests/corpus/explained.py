"""Where our figure differs from the filing's, and why it does; looked up in the filing itself."""

__all__ = ["EXPLAINED", "NO_QUARTERS"]

Key = tuple[str, str, str, str]
"""Filing, line item, basis, period end."""

EXPLAINED: dict[Key, str] = {
    ("ibm-10-q-2025-07-24", "cost_of_revenue", "quarterly", "2025-06-30"): (
        "The statement's own lines do not add: revenue 16,977, cost 7,001, gross profit 9,977. The "
        "store holds revenue and gross profit only, and their difference is 7,000."
    ),
    ("abbv-10-k-2025-02-14", "eps_diluted", "quarterly", "2024-12-31"): (
        "A fourth quarter's EPS is worked out. AbbVie's -0.02 is after dividends on unvested shares "
        "(two-class method), which the store does not hold: -22 million over 1,776 million is -0.01."
    ),
    ("msft-20150630", "eps_diluted", "quarterly", "2014-06-30"): (
        "A fourth quarter's EPS is worked out: 4,612 million over an estimated 8,400 million shares "
        "is 0.549; the note on quarters prints 0.55."
    ),
    ("msft-20150630", "eps_diluted", "quarterly", "2015-06-30"): (
        "A fourth quarter's EPS is worked out: -3,195 million over an estimated 8,131 million diluted "
        "shares is -0.39. Nothing dilutes a loss: the filing's -0.40 stands on 8,089 million or fewer."
    ),
}

NO_QUARTERS: dict[tuple[str, str], str] = {
    ("AAPL", "debt_issued"): (
        "The 10-Q of the third quarter states nine months; those of the first and second have no "
        "such line, so the nine months cannot be told apart into quarters."
    ),
    ("NVDA", "income_taxes_paid"): (
        "The 10-Q of the second quarter states six months; that of the first has no such line."
    ),
    ("PG", "debt_issued"): (
        "The 10-Q of the second quarter states six months; that of the first has no such line."
    ),
}
"""Ticker and line of a year to date whose quarters were not filed."""
