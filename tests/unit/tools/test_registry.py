from dataclasses import FrozenInstanceError

import pytest

from research_agent.errors import ConfigError
from research_agent.tools.registry import PRESETS, Risk, ToolRegistry, ToolSpec
from tests.fakes.small_tools import artifact_tool, sleeper


def one_of_each() -> ToolRegistry:
    return ToolRegistry([artifact_tool(risk.value, risk=risk) for risk in Risk])


@pytest.mark.parametrize(
    ("preset", "granted"),
    [
        ("none", ()),
        ("readonly", ("read",)),
        ("research", ("read", "network")),
        ("full", ("read", "network", "write", "execute")),
    ],
)
def test_a_preset_grants_by_risk(preset: str, granted: tuple[str, ...]) -> None:
    """The dashboard's preset must never write or execute."""
    assert one_of_each().granted(preset).names == granted


def test_nothing_is_granted_by_default() -> None:
    """A tool that nobody named cannot run, also one added tomorrow."""
    assert one_of_each().granted().names == ()


def test_an_allow_list_adds_to_the_preset() -> None:
    """One writing tool can be granted without granting all of them."""
    assert one_of_each().granted("readonly", allow=["write"]).names == ("read", "write")


def test_deny_wins_over_preset_and_allow_list() -> None:
    """Whoever denies has the last word."""
    granted = one_of_each().granted("full", allow=["execute"], deny=["execute", "network"])

    assert granted.names == ("read", "write")


def test_an_unknown_preset_is_refused_by_name() -> None:
    """A typing error must not grant nothing, or everything, in silence."""
    with pytest.raises(ConfigError, match="no preset 'reserch': choose from none, readonly"):
        one_of_each().granted("reserch")


def test_a_name_used_twice_is_refused_naming_both_owners() -> None:
    """Which of two tools runs must not depend on the order of imports."""
    with pytest.raises(ConfigError) as refusal:
        ToolRegistry([artifact_tool("twin"), sleeper([], "twin")])

    assert "'twin'" in str(refusal.value)
    assert "small_tools.artifact_tool" in str(refusal.value)
    assert "small_tools.sleeper" in str(refusal.value)


def test_what_is_offered_is_what_may_run() -> None:
    """Schema, prompt and execution read one frozen value."""
    granted = one_of_each().granted("readonly")

    assert [tool.name for tool in granted.tools] == list(granted.names) == ["read"]
    assert granted.guide() == "- read: read"
    assert granted.get("write") is None
    with pytest.raises(FrozenInstanceError):
        granted.specs = ()  # type: ignore[misc]


def test_every_known_name_is_listed_granted_or_not() -> None:
    """The executor tells "not granted" from "unknown" by it."""
    assert one_of_each().names == ("read", "network", "write", "execute")


def test_presets_cannot_name_a_risk_that_does_not_exist() -> None:
    """The widest preset holds exactly the risks there are."""
    assert PRESETS["full"] == frozenset(Risk)
    assert all(granted <= frozenset(Risk) for granted in PRESETS.values())


def test_a_spec_is_called_like_its_tool() -> None:
    """One name for schema, grant and result."""
    spec: ToolSpec = artifact_tool("echo")

    assert spec.name == spec.tool.name == "echo"
