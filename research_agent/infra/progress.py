"""Who is told what slow work is doing, without handing a callback through every layer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["tell", "told_to"]

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("progress", default=None)


def tell(message: str) -> None:
    """Say in a line what is going on; nobody need be listening."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(message)


@contextmanager
def told_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Let `listener` hear what the work begun in this block tells, in its tasks and threads too."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
