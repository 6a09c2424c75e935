"""Models of a scripted server; their connections are closed when a test ends."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, HumanMessage

from research_agent.models.openai_chat import OpenAIChat
from tests.fakes.openai_server import OpenAIServer

Connect = Callable[..., OpenAIChat]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    made: list[OpenAIChat] = []

    def model_of(server: OpenAIServer, **options: Any) -> OpenAIChat:
        given = {"model": "m", "api_key": "sk-secret-1", "backoff_s": 0.01, **options}
        made.append(OpenAIChat(base_url=server.base_url, **given))
        return made[-1]

    yield model_of
    for model in made:
        await model.aclose()


async def streamed(model: Any, question: str = "q") -> tuple[list[str], AIMessageChunk]:
    """Return the pieces of text as they came, and all pieces joined."""
    pieces: list[AIMessageChunk] = [
        piece async for piece in model.astream([HumanMessage(question)])
    ]
    whole = pieces[0]
    for piece in pieces[1:]:
        whole += piece
    return [piece.text for piece in pieces if piece.text], whole
