"""What a company is worth: discounted cash flow, dividends, excess returns, multiples of peers."""

from research_agent.finance.valuation.assumption import Assumption, Source
from research_agent.finance.valuation.assumption_book import read_overrides
from research_agent.finance.valuation.company_value import compute_valuation, value_company
from research_agent.finance.valuation.comparables import PeerInputs
from research_agent.finance.valuation.inputs import FiguresSource, ValuationInputs, gather_inputs
from research_agent.finance.valuation.valuation import Valuation
from research_agent.finance.valuation.valuation_data import valuation_data
from research_agent.finance.valuation.valuation_text import valuation_text

__all__ = [
    "Assumption",
    "FiguresSource",
    "PeerInputs",
    "Source",
    "Valuation",
    "ValuationInputs",
    "compute_valuation",
    "gather_inputs",
    "read_overrides",
    "valuation_data",
    "valuation_text",
    "value_company",
]
