"""What a model thought aloud, apart from what it said."""

__all__ = ["without_thoughts"]

OPEN, CLOSE = "<think>", "</think>"


def without_thoughts(text: str) -> str:
    """Return a reply without its closed `<think>` blocks.

    Some chat templates open the block in the prompt, so that the reply has only its end; then
    all before that was thought. A block left open stays: its end was forgotten or cut off, and
    what it holds is all there is.
    """
    said: list[str] = []
    at = 0
    while (end := text.find(CLOSE, at)) >= 0:
        start = text.find(OPEN, at, end)
        if start >= 0:
            said.append(text[at:start])
        elif said:
            said.append(text[at:end])
        else:
            said.append("")
        at = end + len(CLOSE)
    return "\n".join([*said, text[at:]])
