"""Skills: embedded, the person's own, read once in a run."""

from datetime import date
from pathlib import Path

import pytest
from langchain_core.messages import ToolMessage

from research_agent.errors import NotFound
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.tools.skills import Skill, read_skills, skill_spec

EMBEDDED = {"dcf-valuation", "earnings-review", "investment-memo", "peer-comparison"}


def own(folder: Path, name: str, text: str) -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "SKILL.md").write_text(text)
    return folder


async def read(skills: dict[str, Skill], name: str, ledger: Ledger) -> str:
    call = {"type": "tool_call", "id": "1", "name": "skill", "args": {"name": name}}
    context = RunContext(date(2026, 11, 30), ledger)
    reply = await skill_spec(skills).tool.ainvoke(
        call, {"configurable": {RUN_CONTEXT_KEY: context}}
    )
    assert isinstance(reply, ToolMessage)
    ledger.add(reply.artifact)
    return str(reply.content)


def test_four_skills_are_embedded_and_listed_in_one_line() -> None:
    """The prompt pays for their names only."""
    skills = read_skills()
    assert set(skills) == EMBEDDED
    assert all(skill.description and len(skill.text) > 300 for skill in skills.values())
    assert skill_spec(skills).summary.count("\n") == 0


async def test_a_skill_is_read_once_in_a_run() -> None:
    """The second time would only cost tokens."""
    skills, ledger = dict(read_skills()), Ledger()
    assert "value_company" in await read(skills, "dcf-valuation", ledger)
    assert "read before" in await read(skills, "DCF-valuation", ledger)
    assert "value_company" in await read(skills, "dcf-valuation", Ledger())


async def test_the_persons_own_skill_wins(tmp_path: Path) -> None:
    """House rules come before ours."""
    text = "---\nname: dcf-valuation\ndescription: ours\n---\nUse 10 % always.\n"
    skills = dict(read_skills(own(tmp_path, "mine", text)))
    assert set(skills) == EMBEDDED
    assert await read(skills, "dcf-valuation", Ledger()) == "Use 10 % always."


@pytest.mark.parametrize(
    "text",
    ["", "no head", "---\nname: ../../etc\n---\nx", "---\nname: A B\n---\nx", "---\nname:\n---\nx"],
)
def test_what_is_no_skill_is_left_out(tmp_path: Path, text: str) -> None:
    """A file being written must not end every run."""
    assert set(read_skills(own(tmp_path, "broken", text))) == EMBEDDED


async def test_an_unknown_skill_names_those_there_are() -> None:
    """So that the model can choose again."""
    with pytest.raises(NotFound, match="peer-comparison"):
        await read(dict(read_skills()), "alchemy", Ledger())
