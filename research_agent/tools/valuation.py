"""`value_company`: what a share is worth under assumptions that are shown and can be set."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Annotated

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from research_agent.errors import InvalidRequest
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.valuation import (
    FiguresSource,
    read_overrides,
    valuation_text,
    value_company,
)
from research_agent.tools.registry import Risk, ToolSpec

__all__ = ["ValuationArguments", "valuation_result", "value_company_spec"]

TIMEOUT_S = 30.0
OUTPUT_CAP = 12_000
MAX_PEERS = 8

_DESCRIPTION = (
    "Values a listed company: DCF, reverse DCF, dividends, excess return, peer multiples. "
    "Prices only from the user. assumptions: key -> value; the result lists the keys. "
    "peers: company -> price."
)


def _as_text(value: object) -> object:
    """Read a JSON number as text; models write both."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


_Number = Annotated[str, BeforeValidator(_as_text)]


class ValuationArguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    company: str
    assumptions: dict[str, _Number] = Field(default_factory=dict)
    price: _Number = ""
    peers: dict[str, _Number] = Field(default_factory=dict)
    as_of: str = Field("", description="YYYY-MM-DD")


def value_company_spec(source: FiguresSource, directory: CompanyDirectory) -> ToolSpec:
    """Return the tool.

    Args:
        source: Where the figures come from.
        directory: Finds the companies.
    """

    async def value(
        company: str,
        config: RunnableConfig,
        assumptions: Mapping[str, str] | None = None,
        price: str = "",
        peers: Mapping[str, str] | None = None,
        as_of: str = "",
    ) -> tuple[str, Artifact]:
        arguments = ValuationArguments(
            company=company,
            assumptions=dict(assumptions or {}),
            price=price,
            peers=dict(peers or {}),
            as_of=as_of,
        )
        context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
        return await valuation_result(arguments, source, directory, context=context)

    tool = StructuredTool.from_function(
        coroutine=value,
        name="value_company",
        description=_DESCRIPTION,
        args_schema=ValuationArguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary="what a share is worth under stated assumptions",
        risk=Risk.READ,
        concurrency_safe=True,
        timeout_s=TIMEOUT_S,
        output_cap=OUTPUT_CAP,
    )


async def valuation_result(
    arguments: ValuationArguments,
    source: FiguresSource,
    directory: CompanyDirectory,
    *,
    context: RunContext,
) -> tuple[str, Artifact]:
    """Value one company and write it down.

    Returns:
        The text for the model, and every figure in it: those of the filings as a table, and
        what the models computed, forecast and assumptions included.

    Raises:
        InvalidRequest: An assumption or a price makes no sense, or `as_of` is in the future.
        UnknownCompany: No single company is called so.
        NotFound: A company has no figures here.
    """
    as_of = _past_day(arguments.as_of, context.today)
    if len(arguments.peers) > MAX_PEERS:
        raise InvalidRequest(f"Name at most {MAX_PEERS} peers.")
    company = directory.resolve(arguments.company)
    peers = [(directory.resolve(name), _price(text)) for name, text in arguments.peers.items()]
    context.progress(f"Valuing {company.ticker}…")
    valuation = await value_company(
        source,
        company,
        overrides=read_overrides(arguments.assumptions),
        price=_price(arguments.price),
        as_of=as_of,
        peers=peers,
    )
    artifact = Artifact(tables=(valuation.inputs,), facts=valuation.computed)
    return valuation_text(valuation), artifact


def _price(text: str) -> Decimal | None:
    if not text.strip():
        return None
    try:
        return Decimal(text.strip().lstrip("$").replace(",", ""))
    except InvalidOperation:
        raise InvalidRequest(f"{text[:40]!r} is no price; write a plain number.") from None


def _past_day(text: str, today: date) -> date | None:
    if not text.strip():
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise InvalidRequest(f"as_of {text[:40]!r} is no day; write YYYY-MM-DD.") from None
    if day > today:
        raise InvalidRequest(f"as_of {day} is in the future; today is {today}.")
    return day
