"""What `doctor` looks at."""

import asyncio
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from research_agent.infra.settings import Settings
from research_agent.search.chain import SearchChain

__all__ = ["Check", "model_check", "run_folder_check", "search_checks"]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing `doctor` looked at.

    Args:
        name: What.
        ok: Whether it works.
        message: What was found, or what to do.
    """

    name: str
    ok: bool
    message: str


def run_folder_check(folder: Path) -> Check:
    """Say whether traces of runs can be written to `folder`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return Check(
            "run folder",
            False,
            f"{folder} cannot be written ({reason}): runs work but leave no trace; "
            "set RESEARCH_AGENT_HOME to another folder",
        )
    return Check("run folder", True, f"traces go to {folder}")


def model_check(settings: Settings, *, is_set: bool) -> Check:
    """Say which model answers, without calling it."""
    if not is_set:
        return Check(
            "model", True, "none set: the offline analyst answers (set OPENAI_API_KEY for one)"
        )
    where = settings.openai_base_url or "the OpenAI service"
    return Check("model", True, f"{settings.model_name} at {where}, not called")


async def search_checks(chain: SearchChain | None, *, today: date) -> tuple[Check, ...]:
    """Try each search provider with one small search, all at once, and close the connections."""
    if chain is None:
        none = "none set: questions are answered from filings (set EXA_API_KEY or another for it)"
        return (Check("web search", True, none),)
    try:
        probes = await asyncio.gather(*(chain.probe(name, today=today) for name in chain.names))
    finally:
        await chain.aclose()
    return tuple(
        Check(f"web search: {one.provider}", one.ok, f"{one.message}, {one.seconds:.1f} s")
        for one in probes
    )
