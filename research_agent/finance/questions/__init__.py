"""Finance questions in words, understood by rules and routed to sub-tools."""

from research_agent.finance.questions.definitions import Definition
from research_agent.finance.questions.operations import Operation, Rank, Threshold
from research_agent.finance.questions.parsed import CompanyNames, ParsedQuestion
from research_agent.finance.questions.parser import parse
from research_agent.finance.questions.period_ask import FiscalLabel, PeriodAsk
from research_agent.finance.questions.presentation import Presentation
from research_agent.finance.questions.routes import route, route_by_rules
from research_agent.finance.questions.topics import Topic

__all__ = [
    "CompanyNames",
    "Definition",
    "FiscalLabel",
    "Operation",
    "ParsedQuestion",
    "PeriodAsk",
    "Presentation",
    "Rank",
    "Threshold",
    "Topic",
    "parse",
    "route",
    "route_by_rules",
]
