"""From settings to language models."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from research_agent.infra.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

__all__ = ["main_model", "releases", "router_model"]


def main_model(settings: Settings) -> "BaseChatModel":
    """Return the model that drives a run.

    Raises:
        ConfigError: A setting it needs is missing or wrong.
    """
    settings.check_model()
    return _chat_model(settings, settings.model_name)


def router_model(settings: Settings, main: "BaseChatModel | None") -> "BaseChatModel | None":
    """Return the model that routes queries: the smaller one that is set, else the main one."""
    if main is None or settings.router_model is None or not settings.wants_model:
        return main
    return _chat_model(settings, settings.router_model)


def _chat_model(settings: Settings, name: str) -> "BaseChatModel":
    from research_agent.models.openai_chat import OpenAIChat

    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else "none"
    return OpenAIChat(
        model=name,
        api_key=key or "none",
        base_url=settings.openai_base_url,
        timeout_s=settings.model_timeout_s,
        retry_budget_s=settings.retry_budget_s,
    )


def releases(*models: "BaseChatModel | None") -> list[Callable[[], Awaitable[None]]]:
    """What closes the connections of the models that have any, each once."""
    distinct = {id(model): model for model in models if hasattr(model, "aclose")}
    return [model.aclose for model in distinct.values()]  # type: ignore[union-attr]
