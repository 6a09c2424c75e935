"""What a run may cost."""

from dataclasses import dataclass

from research_agent.domain.answers import Usage

__all__ = ["NO_LIMIT", "Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one run, of everything it has done for it together.

    Args:
        tokens: Sent and received; `None` for no limit.
        cost_usd: List price; `None` for no limit. A model without a known price costs nothing here.
    """

    tokens: int | None = None
    cost_usd: float | None = None

    def used_up(self, usage: Usage) -> str:
        """Say in one sentence why the run has to end; empty when it may go on."""
        tokens = usage.prompt_tokens + usage.completion_tokens
        if self.tokens is not None and tokens >= self.tokens:
            return (
                f"The run used up its {self.tokens:,} tokens: this is the answer from what was "
                "found so far."
            )
        if self.cost_usd is not None and (usage.cost_usd or 0.0) >= self.cost_usd:
            return (
                f"The run used up its {self.cost_usd:.2f} USD: this is the answer from what was "
                "found so far."
            )
        return ""


NO_LIMIT = Budget()
