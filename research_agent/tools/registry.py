"""Which tools there are, what is known about each, and which of them a run may use."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from langchain_core.tools import BaseTool

from research_agent.errors import ConfigError

__all__ = ["PRESETS", "Risk", "ToolRegistry", "ToolSnapshot", "ToolSpec"]


class Risk(StrEnum):
    """The worst a tool can do."""

    READ = "read"
    NETWORK = "network"
    WRITE = "write"
    EXECUTE = "execute"


PRESETS: dict[str, frozenset[Risk]] = {
    "none": frozenset(),
    "readonly": frozenset({Risk.READ}),
    "research": frozenset({Risk.READ, Risk.NETWORK}),
    "full": frozenset(Risk),
}
"""What each preset grants. Nothing is granted that no preset or allow-list names."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool and what has to be known to run it.

    Args:
        tool: The LangChain tool; its schema is what the model sees and what is validated.
        summary: One line for the system prompt.
        risk: The worst it can do.
        concurrency_safe: True when it may run beside others.
        timeout_s: Seconds after which its work is cancelled.
        output_cap: Characters of its result that reach the model.
        version: Raised when its results change meaning; replays compare it.
        soft_limited: True when repeated calls get a warning.
        dated: True when it keeps to the run's `as_of` day, or knows nothing that has a date. A run
            as of a day is offered no other tool: what is left out by mistake costs an answer, what
            is let in by mistake lets the future in.
        needs_evidence: True when it has nothing to work on before another tool returned figures;
            it is offered from then on, so that a model is not tempted to start with it.
    """

    tool: BaseTool
    summary: str
    risk: Risk
    concurrency_safe: bool
    timeout_s: float
    output_cap: int
    version: str = "1"
    soft_limited: bool = True
    dated: bool = False
    needs_evidence: bool = False

    @property
    def name(self) -> str:
        """The name the model calls it by."""
        return self.tool.name


@dataclass(frozen=True, slots=True)
class ToolSnapshot:
    """Tools of one turn: both what the model is offered and what may be executed."""

    specs: tuple[ToolSpec, ...]

    def get(self, name: str) -> ToolSpec | None:
        """Return the granted tool called `name`, or `None`."""
        return next((spec for spec in self.specs if spec.name == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        """Granted names, in the order offered."""
        return tuple(spec.name for spec in self.specs)

    @property
    def tools(self) -> list[BaseTool]:
        """The LangChain tools to bind to a model."""
        return [spec.tool for spec in self.specs]

    def offered(self, *, evidence: bool) -> "ToolSnapshot":
        """Return the tools of a turn, by whether the run has found figures yet."""
        if evidence:
            return self
        return ToolSnapshot(tuple(spec for spec in self.specs if not spec.needs_evidence))

    def as_of(self, day: date | None) -> "ToolSnapshot":
        """Return the tools of a run as of `day`; all of them without one."""
        if day is None:
            return self
        return ToolSnapshot(tuple(spec for spec in self.specs if spec.dated))

    def versions(self) -> tuple[str, ...]:
        """Return each tool as `"name@version"`."""
        return tuple(f"{spec.name}@{spec.version}" for spec in self.specs)

    def guide(self) -> str:
        """One line for each tool, for the system prompt."""
        return "\n".join(f"- {spec.name}: {spec.summary}" for spec in self.specs)


class ToolRegistry:
    """Every tool of this installation.

    Raises:
        ConfigError: Two tools have one name; the sentence names both owners.
    """

    def __init__(self, specs: Iterable[ToolSpec]) -> None:
        self._specs: dict[str, ToolSpec] = {}
        for spec in specs:
            other = self._specs.setdefault(spec.name, spec)
            if other is not spec:
                raise ConfigError(
                    f"Two tools are called {spec.name!r}: {_owner(other)} and {_owner(spec)}."
                )

    @property
    def names(self) -> tuple[str, ...]:
        """Every name, granted or not."""
        return tuple(self._specs)

    def granted(
        self, preset: str = "none", *, allow: Collection[str] = (), deny: Collection[str] = ()
    ) -> ToolSnapshot:
        """Return what a run may use: the preset's and the allowed, without the denied.

        Raises:
            ConfigError: There is no such preset.
        """
        if preset not in PRESETS:
            raise ConfigError(f"There is no preset {preset!r}: choose from {', '.join(PRESETS)}.")
        risks = PRESETS[preset]
        return ToolSnapshot(
            tuple(
                spec
                for spec in self._specs.values()
                if spec.name not in deny and (spec.risk in risks or spec.name in allow)
            )
        )


def _owner(spec: ToolSpec) -> str:
    function = getattr(spec.tool, "coroutine", None) or getattr(spec.tool, "func", None)
    if function is None:
        function = type(spec.tool)
    return f"{function.__module__}.{function.__qualname__}"
