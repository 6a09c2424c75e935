"""The SEC's EDGAR: who files, what was filed, and the figures and documents in it."""

from research_agent.finance.sec.edgar import EdgarClient

__all__ = ["EdgarClient"]
