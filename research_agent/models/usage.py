"""What one model request cost."""

from langchain_core.messages import BaseMessage

from research_agent.domain.answers import Usage
from research_agent.models.prices import cost_usd

__all__ = ["usage_of"]


def usage_of(reply: BaseMessage) -> Usage:
    """Return the cost of the request that brought `reply`.

    Tokens are 0 where the server did not count them; the request counts all the same.
    """
    counted = getattr(reply, "usage_metadata", None)
    if counted is None:
        return Usage(requests=1)
    sent, received = counted["input_tokens"], counted["output_tokens"]
    model = str(reply.response_metadata.get("model_name") or "")
    return Usage(sent, received, 1, cost_usd(model, sent, received))
