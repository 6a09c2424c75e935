"""What the inner router is told, and the shape of its reply."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

from research_agent.domain.companies import Company
from research_agent.domain.periods import MAX_PERIODS
from research_agent.finance.routing import RoutedCall
from research_agent.tools.sub_tools import SUB_TOOL_ARGUMENTS

__all__ = ["ChosenCall", "Routing", "router_instructions", "router_question"]

_DATES = (
    "report_period_gt",
    "report_period_gte",
    "report_period_lt",
    "report_period_lte",
    "as_of",
)

_INSTRUCTIONS = """\
Route a question about listed companies to data calls. Today is {today}. Reply with JSON only.
tool, the one that holds what is asked:
- get_income_statements: revenue, costs, R&D, profit, EPS, share counts, dividends per share
- get_balance_sheets: cash, inventory, assets, debt, liabilities, equity
- get_cash_flow_statements: operating cash flow, capex, free cash flow, buybacks, dividends paid, depreciation, EBITDA
- get_all_financial_statements: only when all three are needed
- get_historical_key_ratios: margins, growth rates, returns, liquidity, leverage, turnover by period
- get_key_ratios: all ratios as of now; takes only ticker, as_of
- get_earnings: newest reported quarters; takes only ticker, limit, vintage, as_of
- get_financial_segments: revenue by product or region
ticker: as listed below the question, else the name as the question writes it. One call per company and tool.
A draft made by simple rules may follow. When it reads what is asked, reply {{"calls":[]}}. Otherwise reply with all the right calls.
period: annual, unless the question means quarters (quarterly) or trailing twelve months (ttm).
limit: as few periods as answer. Newest or current: 1. Last N years: N. Growth from one to the next: one more.
report_period_gte, report_period_lte: bounds on the period's end, only for years or dates the question names:
- year or fiscal year Y: Y-01-01 and (Y+1)-02-28, limit 2
- years Y to Z, since Y: from Y-01-01 (to (Z+1)-02-28), limit Z-Y+2
- a quarter of Y: (Y-1)-04-01 and (Y+1)-02-28, quarterly, limit 8
as_of: only when figures as known on a date are asked. vintage: as_reported only for figures as first reported."""


class ChosenCall(BaseModel):
    """A call."""

    # Every server understands plain strings; what a sub-tool does not take is left out later.
    model_config = ConfigDict(extra="ignore")

    tool: Literal[
        "get_income_statements",
        "get_balance_sheets",
        "get_cash_flow_statements",
        "get_all_financial_statements",
        "get_earnings",
        "get_key_ratios",
        "get_historical_key_ratios",
        "get_financial_segments",
    ]
    ticker: str
    period: Literal["annual", "quarterly", "ttm"] = "annual"
    limit: int = 4
    report_period_gte: str = ""
    report_period_lte: str = ""
    report_period_gt: SkipJsonSchema[str] = ""
    report_period_lt: SkipJsonSchema[str] = ""
    as_of: str = ""
    vintage: Literal["latest", "as_reported"] = "latest"

    @model_validator(mode="before")
    @classmethod
    def _leave_out_nothing(cls, given: Any) -> Any:
        """Read null as left out, and a missing company as none."""
        if not isinstance(given, dict):
            return given
        return {"ticker": "", **{key: value for key, value in given.items() if value is not None}}

    @field_validator("limit")
    @classmethod
    def _within_bounds(cls, limit: int) -> int:
        return min(max(limit, 1), MAX_PERIODS)

    @field_validator(*_DATES)
    @classmethod
    def _is_date(cls, day: str) -> str:
        if day:
            date.fromisoformat(day)  # its ValueError goes back to the model
        return day

    def call(self) -> RoutedCall:
        """Return it with the arguments its sub-tool takes, and of those only what was said."""
        taken = SUB_TOOL_ARGUMENTS[self.tool].model_fields
        said = self.model_dump(exclude_unset=True, exclude={"tool"})
        arguments = {key: value for key, value in said.items() if key in taken and value != ""}
        return RoutedCall(self.tool, arguments)


class Routing(BaseModel):
    """The calls."""

    calls: list[ChosenCall]


def router_instructions(today: date) -> str:
    """Return the system message of the router."""
    return _INSTRUCTIONS.format(today=today.isoformat())


def router_question(query: str, named: Sequence[Company], draft: Sequence[RoutedCall]) -> str:
    """Return the message with the question, the companies in it, and what the rules would do."""
    parts = [query, "\n".join(f"{company.ticker}: {company.name}" for company in named)]
    if draft:
        calls = [{"tool": call.tool, **call.arguments} for call in draft]
        parts.append(f"Draft: {json.dumps({'calls': calls}, separators=(',', ':'))}")
    return "\n".join(filter(None, parts))
