import asyncio
import os
import socket

import pytest

DOCUMENTATION_ADDRESS = "192.0.2.1"  # RFC 5737: belongs to nobody


def test_a_test_cannot_reach_another_machine() -> None:
    """The suite passes without a network because no test can use one."""
    with (
        pytest.warns(UserWarning, match=DOCUMENTATION_ADDRESS),
        pytest.raises(RuntimeError, match=r"allowed: .*127\.0\.0\.1"),
    ):
        socket.create_connection((DOCUMENTATION_ADDRESS, 80), timeout=1)


async def test_a_test_can_reach_a_server_of_its_own() -> None:
    """Loopback servers stand in for every outside service."""
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("localhost", port)
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


def test_a_persons_own_settings_take_no_part() -> None:
    """A key in the shell of whoever runs the tests must not turn them into paid requests."""
    own = [name for name in os.environ if name.startswith(("OPENAI_", "RESEARCH_AGENT_"))]

    assert set(own) <= {
        "RESEARCH_AGENT_REQUIRE_CORPUS",
        "RESEARCH_AGENT_REQUIRE_BROWSER",
        "RESEARCH_AGENT_FORBID_SKIPS",
    }
