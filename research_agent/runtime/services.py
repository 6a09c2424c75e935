"""Services outside this machine: which have a key, how each last did, and a test of each."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from research_agent.errors import InvalidRequest, ResearchError
from research_agent.infra.fallback import Standing
from research_agent.infra.settings import Settings
from research_agent.search.chain import Probe, SearchChain

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

__all__ = ["MODEL", "Service", "Services"]

MODEL = "model"
TEST_TIMEOUT_S = 30.0
_TEST_QUESTION = "Reply with the word OK."
_SEARCH = {
    "exa": ("Exa", "EXA_API_KEY"),
    "perplexity": ("Perplexity", "PERPLEXITY_API_KEY"),
    "tavily": ("Tavily", "TAVILY_API_KEY"),
    "langsearch": ("LangSearch", "LANGSEARCH_API_KEY"),
}


@dataclass(frozen=True, slots=True)
class Service:
    """One service and what is known of it; never a key's value.

    Args:
        name: Short name, for `Services.test`.
        label: For a person.
        setting: What has to be set to use it.
        is_set: Whether it is.
        seconds: How long its last answer took; `None` before the first.
        last_error: Why it last failed; empty when it has not.
    """

    name: str
    label: str
    setting: str
    is_set: bool
    seconds: float | None = None
    last_error: str = ""


class Services:
    """The language model and the search providers, as they are set up here."""

    def __init__(
        self,
        settings: Settings,
        *,
        model: "BaseChatModel | None",
        search: SearchChain | None,
        today: Callable[[], date],
    ) -> None:
        self._settings = settings
        self._model = model
        self._search = search
        self._today = today
        self._model_standing = Standing()

    def model(self) -> Service:
        """Return the language model; the offline analyst answers when it is not set."""
        known = self._model_standing
        if self._model is None:
            return Service(MODEL, "Offline analyst", "OPENAI_API_KEY", is_set=False)
        label = self._settings.model_name
        return Service(MODEL, label, "OPENAI_API_KEY", True, known.seconds, known.last_error)

    def search(self) -> tuple[Service, ...]:
        """Return every search provider: those with a key first, in the order they are asked."""
        names = self._search.names if self._search else ()
        standings = self._search.standings if self._search else {}
        ordered = [*names, *(name for name in _SEARCH if name not in names)]
        return tuple(_provider(name, standings.get(name), is_set=name in names) for name in ordered)

    def test(self, name: str) -> Probe:
        """Send one small request to a service and say how it went. Blocks.

        Raises:
            InvalidRequest: No service that is set up is called so.
        """
        if name == MODEL and self._model is not None:
            return asyncio.run(self._test_model(self._model))
        if self._search is not None and name in self._search.names:
            return asyncio.run(self._test_search(self._search, name))
        raise InvalidRequest(f"{name} is not set up here, so it cannot be tested.")

    async def _test_search(self, chain: SearchChain, name: str) -> Probe:
        try:
            return await chain.probe(name, today=self._today())
        finally:
            await chain.aclose()

    async def _test_model(self, model: "BaseChatModel") -> Probe:
        began = time.monotonic()
        known = self._model_standing
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                reply = await model.ainvoke(_TEST_QUESTION)
        except TimeoutError:
            known.last_error = f"no answer within {TEST_TIMEOUT_S:g} s"
        except ResearchError as error:
            known.last_error = str(error)
        else:
            known.seconds, known.last_error = time.monotonic() - began, ""
            said = " ".join(str(reply.text).split())[:40]
            return Probe(MODEL, True, known.seconds, f"answered {said!r}")
        finally:
            close = getattr(model, "aclose", None)
            if close is not None:
                with suppress(ResearchError):
                    await close()
        return Probe(MODEL, False, time.monotonic() - began, known.last_error)


def _provider(name: str, standing: Standing | None, *, is_set: bool) -> Service:
    label, setting = _SEARCH[name]
    known = standing or Standing()
    return Service(name, label, setting, is_set, known.seconds, known.last_error)
