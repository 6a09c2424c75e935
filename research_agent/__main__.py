"""`python -m research_agent` is `research-agent`."""

from research_agent.cli.main import main

main(prog_name="research-agent")
