"""`research-agent serve`: the dashboard on a port of this machine."""

import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import click

from research_agent.cli.outcome import ExitCode
from research_agent.cli.session import Session, quiet_option
from research_agent.errors import ConfigError

__all__ = ["serve"]

APP = Path(__file__).resolve().parents[2] / "app.py"
HOST = "127.0.0.1"
USUAL_PORT = 8501
START_S = 60.0
STOP_S = 5.0
POLL_S = 0.1


@click.command()
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help=f"Default: {USUAL_PORT}, or any free one when that is taken.",
)
@quiet_option
@click.pass_context
def serve(ctx: click.Context, port: int | None) -> None:
    """Run the dashboard until Ctrl-C and print its address."""
    session = ctx.ensure_object(Session)
    if not APP.is_file():
        raise ConfigError(
            "The dashboard runs from a checkout of the project, and there is no app.py beside "
            "this installation: clone the project and use `make run`."
        )
    chosen = _port(port)
    session.note("Starting the dashboard; Ctrl-C stops it.")
    signal.signal(signal.SIGTERM, _as_interrupt)
    process = subprocess.Popen(  # noqa: S603 - our own interpreter, app and numbers
        _command(chosen), cwd=APP.parent, stdout=subprocess.DEVNULL
    )
    try:
        ctx.exit(_wait(process, chosen))
    except KeyboardInterrupt:
        session.note("Stopped.")
    finally:
        _stop(process)


def _as_interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _command(port: int) -> list[str]:
    options = {
        "server.port": port,
        "server.address": HOST,
        "server.headless": "true",
        "browser.gatherUsageStats": "false",
    }
    given = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "streamlit", "run", str(APP), *given]


def _port(wanted: int | None) -> int:
    """Return the port to use.

    Raises:
        click.UsageError: The wanted one is taken.
    """
    for port in (wanted or USUAL_PORT, 0):
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return int(probe.getsockname()[1])
        if wanted:
            raise click.UsageError(f"Port {wanted} is taken; choose another or leave --port out.")
    raise ConfigError("This machine has no free port for the dashboard.")


def _wait(process: "subprocess.Popen[bytes]", port: int) -> int:
    """Print the address once the dashboard answers, then wait for its end."""
    deadline = time.monotonic() + START_S
    while process.poll() is None:
        if _answers(port):
            click.echo(f"The dashboard is at http://{HOST}:{port}")
            process.wait()
            break
        if time.monotonic() > deadline:
            raise ConfigError(f"The dashboard did not answer within {START_S:.0f} s.")
        time.sleep(POLL_S)
    return ExitCode.ANSWERED if process.returncode == 0 else ExitCode.FAILED


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
        return True
    return False


def _stop(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
