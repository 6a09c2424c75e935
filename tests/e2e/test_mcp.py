"""MCP both ways, through the real client and server of the `mcp` package."""

import json
import os
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from research_agent.domain.events import Answered, ToolFinished
from research_agent.errors import ConfigError
from research_agent.infra.settings import Settings
from research_agent.runtime import Runtime
from research_agent.tools.mcp_tools import read_entries, safe_name
from tests.fakes.openai_script import Call, Reply, Rule
from tests.fakes.openai_server import openai_server

ROOT = Path(__file__).resolve().parents[2]
TODAY = date(2026, 11, 30)
REPEAT = "mcp_My_Server_repeat_text_"


def servers(folder: Path, **entry: Any) -> Path:
    given = {
        "command": sys.executable,
        "args": ["-m", "tests.fakes.mcp_program"],
        "env": {"PYTHONPATH": str(ROOT)},
        "tools": ["repeat text!", "fail"],
        **entry,
    }
    path = folder / "servers.json"
    path.write_text(json.dumps({"mcpServers": {"My Server": given}}))
    return path


def opened(home: Path, **given: Any) -> Runtime:
    return Runtime.from_settings(Settings.load(home=home, **given), today=lambda: TODAY)


async def test_our_tools_answer_other_programs(tmp_path: Path) -> None:
    """Over standard input and output, as any client starts us; figures and their references work."""
    here = {"RESEARCH_AGENT_HOME": str(tmp_path), "RESEARCH_AGENT_OFFLINE": "1"}
    ours = StdioServerParameters(
        command=sys.executable,
        args=["-m", "research_agent", "-q", "mcp"],
        env={**here, "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        cwd=ROOT,
    )
    async with Client(ours) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        found = await client.call_tool(
            "get_financials", {"query": "Apple revenue fiscal 2023 and 2022"}
        )
        growth = await client.call_tool(
            "calculate",
            {
                "expression": "a / b - 1",
                "inputs": {"a": "AAPL.revenue.FY2023", "b": "AAPL.revenue.FY2022"},
                "label": "Growth",
            },
        )
        wrong = await client.call_tool("get_financials", {"question": "?"})

    assert {"get_financials", "calculate"} <= set(names)
    assert not {"shell", "write_file"} & set(names)
    assert "383285" in found.content[0].text
    assert not found.is_error
    assert "-0.028" in growth.content[0].text
    assert wrong.is_error
    assert "Error (invalid_arguments)" in wrong.content[0].text


def test_listed_tools_of_another_program_join_a_run(tmp_path: Path) -> None:
    """Under a safe name; what it says is marked as a stranger's; what is not listed stays out."""
    script = [
        Rule(Reply(calls=[Call(REPEAT, {"text": "ja", "times": 2})]), tool=REPEAT, turn=0),
        Reply(text="It said ja twice."),
    ]
    with openai_server(script) as server:
        runtime = opened(
            tmp_path,
            mcp_servers=servers(tmp_path),
            openai_api_key="k",
            openai_base_url=server.base_url,
            openai_model="scripted",
        )
        try:
            assert REPEAT in runtime.tools.names
            assert not any("hidden" in name for name in runtime.every_tool.names)
            events = list(runtime.runs.follow(runtime.runs.start("Repeat ja")))
        finally:
            runtime.close()
    (done,) = [event for event in events if isinstance(event, ToolFinished)]
    assert done.code == "ok"
    assert "ja ja" in done.content
    assert "untrusted" in done.content
    assert isinstance(events[-1], Answered)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"text": "a", "more": 1}, "more: there is no such argument"),
        ({"text": 5}, "text: 5 is not of type 'string'"),
        ({"text": "a", "times": 0}, "times: 0 is less than the minimum"),
        ({}, "'text' is a required property"),
    ],
)
def test_arguments_are_checked_before_the_other_program_sees_them(
    tmp_path: Path, arguments: dict[str, Any], problem: str
) -> None:
    """T1 holds for tools whose shape is not ours."""
    script = [
        Rule(Reply(calls=[Call(REPEAT, arguments)]), tool=REPEAT, turn=0),
        Reply(text="It did not fit."),
    ]
    with openai_server(script) as server:
        given = {"openai_api_key": "k", "openai_base_url": server.base_url}
        runtime = opened(tmp_path, mcp_servers=servers(tmp_path), openai_model="scripted", **given)
        try:
            events = list(runtime.runs.follow(runtime.runs.start("Repeat")))
        finally:
            runtime.close()
    (done,) = [event for event in events if isinstance(event, ToolFinished)]
    assert done.code == "invalid_arguments"
    assert problem in done.content


@pytest.mark.parametrize(
    "entry",
    [{"command": "no-such-program"}, {"args": ["-c", "raise SystemExit(3)"]}, {"tools": ["gone"]}],
)
def test_a_server_that_cannot_be_used_costs_only_its_tools(
    tmp_path: Path, entry: dict[str, Any]
) -> None:
    """`doctor` says why; questions are answered all the same."""
    runtime = opened(tmp_path, offline=True, mcp_servers=servers(tmp_path, **entry))
    try:
        assert not any(name.startswith("mcp_") for name in runtime.tools.names)
        (check,) = [check for check in runtime.checks() if check.name == "MCP server"]
        assert not check.ok
        assert "My Server" in check.message
    finally:
        runtime.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"mcpServers": {"a": {}}}',
        '{"mcpServers": {"a": {"command": "x", "tools": [1]}}}',
    ],
)
def test_a_file_of_servers_that_is_wrong_is_one_sentence(tmp_path: Path, text: str) -> None:
    """With the form it should have."""
    path = tmp_path / "servers.json"
    path.write_text(text)
    with pytest.raises(ConfigError, match="mcpServers"):
        read_entries(path)


def test_a_safe_name_is_one_that_models_take() -> None:
    """Letters, digits, underscore and dash, at most 64 of them."""
    assert safe_name("My Server", "repeat text!") == REPEAT
    assert len(safe_name("s" * 80, "t" * 80)) == 64
