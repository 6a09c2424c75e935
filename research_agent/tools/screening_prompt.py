"""What the model that writes screens is told, and the shape of its reply."""

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, ConfigDict, field_validator

from research_agent.errors import InvalidRequest
from research_agent.finance.questions.phrases import metric_mentions
from research_agent.finance.screening.industries import OTHER, SECTORS
from research_agent.finance.screening.parser import parse_screen

__all__ = ["WrittenScreen", "screen_messages"]

_COMMON = (
    *(
        "revenue",
        "net_income",
        "operating_income",
        "gross_profit",
        "free_cash_flow",
        "total_assets",
    ),
    *(
        "total_debt",
        "equity",
        "cash_and_equivalents",
        "eps_diluted",
        "revenue_growth",
        "eps_growth",
    ),
    *("net_income_growth", "gross_margin", "operating_margin", "net_margin"),
    *("free_cash_flow_margin", "return_on_equity", "return_on_invested_capital", "current_ratio"),
    *("debt_to_equity", "net_debt_to_ebitda", "interest_coverage", "payout_ratio"),
)
_INSTRUCTIONS = f"""\
Turn a question over many companies into a filter. Reply with JSON only: {{"filter":"..."}}
Filter: CONDITION order by METRIC desc limit N; each part optional.
Conditions: METRIC > 20%, METRIC between 1 and 2, METRIC > METRIC, METRIC is missing, \
sector = "..." or in ("...", "..."), currency = "USD", joined by and, or, not, ().
Numbers: 20% for margins and growth, 10 billion for money, 1.5 for ratios.
METRIC: newest fiscal year; ttm.METRIC for trailing twelve months. Among others: {", ".join(_COMMON)}.
sector: {", ".join((*SECTORS, OTHER))}; or bank, insurer, REIT, utility, asset manager.
Example: {{"filter":"revenue_growth > 20% and sector = \\"Technology\\" order by net_margin desc limit 10"}}"""


class WrittenScreen(BaseModel):
    """The reply."""

    model_config = ConfigDict(extra="ignore")

    filter: str

    @field_validator("filter")
    @classmethod
    def _reads_well(cls, text: str) -> str:
        try:
            parse_screen(text)
        except InvalidRequest as error:
            raise ValueError(str(error)) from error  # goes back to the model, once
        return text


def screen_messages(question: str, draft: str) -> list[BaseMessage]:
    """Return what the model is asked: the question, its metrics, and what the rules would do."""
    keys = dict.fromkeys(key for one in metric_mentions(question) for key in one.keys)
    parts = [question]
    if keys:
        parts.append(f"Metrics in it: {', '.join(keys)}")
    if draft:
        parts.append(f"Draft by simple rules: {draft}")
    return [SystemMessage(_INSTRUCTIONS), HumanMessage("\n".join(parts))]
