"""Skills: short instructions for a kind of work, read only when the work comes up."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.errors import NotFound
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.tools.registry import Risk, ToolSpec

__all__ = ["EMBEDDED_SKILLS", "Skill", "read_skills", "skill_spec"]

EMBEDDED_SKILLS = Path(__file__).resolve().parents[1] / "skills"
MAX_CHARACTERS = 8_000
_HEAD = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}\Z")


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill.

    Args:
        name: As it is asked for.
        description: One line.
        text: The instructions.
        own: True when it is the person's.
    """

    name: str
    description: str
    text: str
    own: bool = False


class _Arguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=60)


def read_skills(own: Path | None = None) -> Mapping[str, Skill]:
    """Read the embedded skills and those of the person, by name; theirs win.

    Args:
        own: A folder with one folder for each skill, a `SKILL.md` in it. What is no skill there is
            left out: a file being written must not end every run.
    """
    found: dict[str, Skill] = {}
    for folder, is_own in ((EMBEDDED_SKILLS, False), (own, True)):
        if folder is None or not folder.is_dir():
            continue
        for path in sorted(folder.glob("*/SKILL.md")):
            skill = _skill(path, own=is_own)
            if skill is not None:
                found[skill.name] = skill
    return found


def _skill(path: Path, *, own: bool) -> Skill | None:
    try:
        head = _HEAD.match(path.read_text("utf-8")[:MAX_CHARACTERS])
    except (OSError, UnicodeDecodeError):
        return None
    if head is None:
        return None
    fields = dict(line.partition(":")[::2] for line in head[1].splitlines())
    name = fields.get("name", "").strip()
    if not _NAME.match(name):
        return None
    return Skill(name, " ".join(fields.get("description", "").split()), head[2].strip(), own)


def skill_spec(skills: Mapping[str, Skill]) -> ToolSpec:
    """Return the tool that reads a skill, once in a run."""

    async def skill(name: str, config: RunnableConfig) -> tuple[str, Artifact]:
        context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
        found = skills.get(name.strip().casefold())
        if found is None:
            raise NotFound(f"There is no skill {name[:40]!r}: choose from {', '.join(skills)}.")
        if found.name in context.ledger.skills:
            return f"{found.name} was read before in this run; keep to it.", Artifact()
        return found.text, Artifact(skills=(found.name,))

    tool = StructuredTool.from_function(
        coroutine=skill,
        name="skill",
        description="Read the instructions for a kind of work, before doing it.",
        args_schema=_Arguments,
        response_format="content_and_artifact",
    )
    return ToolSpec(
        tool=tool,
        summary=f"how to do {', '.join(skills)}",
        risk=Risk.READ,
        concurrency_safe=True,
        timeout_s=5.0,
        output_cap=MAX_CHARACTERS,
        soft_limited=False,
        dated=True,
    )
