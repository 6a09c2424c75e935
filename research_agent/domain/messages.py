"""The one rule a conversation must keep: every tool call has exactly one result."""

from collections.abc import Sequence

__all__ = ["pairing_problems"]


def pairing_problems(turns: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """List what is wrong with a history; an empty list means a provider will accept it.

    Args:
        turns: In order, `("calls", ids)` for the tool calls of one model reply,
            `("result", [id])` for one tool result, `("other", [])` for anything else.
    """
    problems: list[str] = []
    open_calls: list[str] = []
    seen: set[str] = set()
    for kind, ids in turns:
        if kind == "result":
            problems += _close(ids[0], open_calls, seen)
            continue
        problems += [f"call {missing} has no result" for missing in open_calls]
        open_calls = []
        if kind == "calls":
            for call in ids:
                if call in seen:
                    problems.append(f"call id {call} is used twice")
                seen.add(call)
                open_calls.append(call)
    problems += [f"call {missing} has no result" for missing in open_calls]
    return problems


def _close(call: str, open_calls: list[str], seen: set[str]) -> list[str]:
    if call in open_calls:
        open_calls.remove(call)
        return []
    return [f"call {call} has two results" if call in seen else f"result {call} has no call"]
