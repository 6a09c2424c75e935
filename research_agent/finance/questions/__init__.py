"""Finance questions in words, understood by rules and routed to sub-tools."""

from research_agent.finance.questions.definitions import Definition
from research_agent.finance.questions.filing_asks import FilingAsk
from research_agent.finance.questions.operations import (
    Direction,
    Operation,
    Quantifier,
    Rank,
    Threshold,
)
from research_agent.finance.questions.parsed import CompanyNames, ParsedQuestion
from research_agent.finance.questions.parser import parse
from research_agent.finance.questions.parts import PartName
from research_agent.finance.questions.period_ask import FiscalLabel, PeriodAsk
from research_agent.finance.questions.presentation import Presentation
from research_agent.finance.questions.routes import route, route_by_rules
from research_agent.finance.questions.topics import Topic
from research_agent.finance.questions.valuation_asks import ValuationAsk

__all__ = [
    "CompanyNames",
    "Definition",
    "Direction",
    "FilingAsk",
    "FiscalLabel",
    "Operation",
    "ParsedQuestion",
    "PartName",
    "PeriodAsk",
    "Presentation",
    "Quantifier",
    "Rank",
    "Threshold",
    "Topic",
    "ValuationAsk",
    "parse",
    "route",
    "route_by_rules",
]
