"""Answers finance questions about listed companies with figures that carry their source."""

__all__ = ["__version__"]

__version__ = "0.1.0"
