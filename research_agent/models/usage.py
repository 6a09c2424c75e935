"""What one model request cost."""

from langchain_core.messages import BaseMessage

from research_agent.domain.answers import Usage

__all__ = ["usage_of"]


def usage_of(reply: BaseMessage) -> Usage:
    """Return the cost of the request that brought `reply`.

    Tokens are 0 where the server did not count them; the request counts all the same.
    """
    counted = getattr(reply, "usage_metadata", None)
    if counted is None:
        return Usage(requests=1)
    return Usage(counted["input_tokens"], counted["output_tokens"], 1)
