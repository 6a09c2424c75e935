"""The composition root: the one place where settings become objects."""

from research_agent.runtime.health import Check
from research_agent.runtime.runtime import CompanyCoverage, Runtime
from research_agent.runtime.services import Service

__all__ = ["Check", "CompanyCoverage", "Runtime", "Service"]
