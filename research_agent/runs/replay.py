"""A run read back from its trace: the same events, without model or network."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from research_agent.domain.codec import decode
from research_agent.domain.events import Event, RunStarted, is_final
from research_agent.errors import InvalidRequest, NotFound

__all__ = ["Replay", "replay"]

MAX_BYTES = 500_000_000


@dataclass(frozen=True, slots=True)
class Replay:
    """What a trace holds.

    Args:
        events: In order, as they were told.
        finished: False when the run ended without its last event: the process was stopped.
        remarks: What is different here from where the run was made, one sentence each.
    """

    events: tuple[Event, ...]
    finished: bool
    remarks: tuple[str, ...]


def replay(path: Path, *, versions: Mapping[str, str]) -> Replay:
    """Read a trace back.

    Args:
        path: A JSONL file of the `runs` folder.
        versions: Version of every tool of this installation, by name.

    Raises:
        NotFound: There is no such file.
        InvalidRequest: It is no trace, or a line in the middle of it is damaged.
    """
    events = tuple(_events(path))
    if not events or not isinstance(events[0], RunStarted):
        raise InvalidRequest(
            f"{path.name} is no trace of a run: it does not begin with a question."
        )
    finished = is_final(events[-1])
    remarks = [] if finished else ["The trace ends before the run did: it was stopped."]
    return Replay(events, finished, (*remarks, *_changed(events[0].tools, versions)))


def _events(path: Path) -> Iterator[Event]:
    lines = _lines(path)
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            data.pop("t", None)
            event: Event = decode(Event, data)
        except (AttributeError, KeyError, TypeError, ValueError):
            if number == len(lines) and number > 1:
                return  # written when the process was stopped
            raise InvalidRequest(
                f"{path.name} is no trace of a run, or is damaged: line {number} is no event."
            ) from None
        yield event


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InvalidRequest(f"{path.name} is too large for a trace of a run.")
        return path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise InvalidRequest(f"{path.name} is no trace of a run: it is not text.") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise NotFound(
            f"{path} cannot be read ({reason}): name a file of the runs folder."
        ) from None


def _changed(recorded: tuple[str, ...], versions: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each tool that would work differently now."""
    for entry in recorded:
        name, _, version = entry.partition("@")
        now = versions.get(name)
        if now is None:
            yield f"{name} is not set up here: asked again, this run could not use it."
        elif now != version:
            yield (
                f"{name} was version {version} then and is {now} now: asked again, its results "
                "may differ."
            )
