"""Markdown as a terminal without colours shows it."""

import re
from collections.abc import Sequence
from itertools import groupby

from research_agent.cli.grid import aligned

__all__ = ["plain_text"]

_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![*\w\\])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![*\w])")
_LINK = re.compile(r"!?\[([^\]]+)\]\(([^()\s]+)\)")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|$~>])")
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
_RULE = re.compile(r"\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?")
_CELL_BORDER = re.compile(r"(?<!\\)\|")


def plain_text(markdown: str) -> str:
    """Return `markdown` without its marks, tables aligned, links as `text (address)`."""
    lines: list[str] = []
    for is_table, group in groupby(markdown.splitlines(), _is_table_line):
        block = list(group)
        lines += _table(block) if is_table else [_line(line) for line in block]
    return "\n".join(lines).strip("\n")


def _is_table_line(line: str) -> bool:
    return line.lstrip().startswith("|")


def _line(line: str) -> str:
    if line.startswith("```"):
        return ""
    heading = _HEADING.fullmatch(line)
    return _inline(heading[1] if heading else line).rstrip()


def _inline(text: str) -> str:
    text = _CODE.sub(r"\1", text)
    text = _STRONG.sub(r"\2", text)
    text = _EMPHASIS.sub(r"\1", text)
    text = _LINK.sub(_address, text)
    return _ESCAPED.sub(r"\1", text)


def _address(link: re.Match[str]) -> str:
    text, address = link.groups()
    return address if text == address else f"{text} ({address})"


def _table(block: Sequence[str]) -> list[str]:
    rows = [_cells(line) for line in block if not _RULE.fullmatch(line.strip())]
    width = max((len(row) for row in rows), default=0)
    return aligned([row + [""] * (width - len(row)) for row in rows])


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [_inline(cell.strip()) for cell in _CELL_BORDER.split(inner)]
