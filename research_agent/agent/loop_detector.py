"""Notice a model that goes round in circles."""

import json
from collections.abc import Sequence

from research_agent.tools.executor import Call

__all__ = ["LoopDetector"]

REPETITIONS = 3


class LoopDetector:
    """Compares turns by their calls, or by their text when there are none."""

    def __init__(self) -> None:
        self._last = (False, "")
        self._count = 0
        self._warned = False

    def circling(self, calls: Sequence[Call], text: str) -> bool:
        """Note a turn; True when it is the third in a row that is the same."""
        signature = (bool(calls), _signature(calls) if calls else text.strip())
        if signature != self._last:
            self._last, self._count, self._warned = signature, 0, False
        self._count += 1
        return self._count >= REPETITIONS

    def second_time(self) -> bool:
        """Say whether a warning was given already since the last turn that differed."""
        warned, self._warned = self._warned, True
        return warned


def _signature(calls: Sequence[Call]) -> str:
    return "\n".join(
        sorted(json.dumps([c.name, c.arguments], sort_keys=True, default=str) for c in calls)
    )
