"""Markdown on the page: prose wraps, tables scroll sideways where they do not fit."""

import re
from itertools import groupby

import streamlit as st

__all__ = ["is_table_line", "show_prose", "show_scrolling_table"]

_TABLE_LINE = re.compile(r"\s{0,3}\|.*\|\s*")


def show_prose(markdown: str) -> None:
    """Draw text that may hold tables."""
    for is_table, lines in groupby(markdown.splitlines(), key=is_table_line):
        block = "\n".join(lines)
        if is_table:
            show_scrolling_table(block)
        elif block.strip():
            st.markdown(block)


def show_scrolling_table(markdown: str) -> None:
    """Draw one table; on a narrow screen it scrolls, the page does not."""
    with st.container(horizontal=True, wrap=False):
        st.markdown(markdown, width="content")


def is_table_line(line: str) -> bool:
    """Say whether a line of Markdown belongs to a table."""
    return _TABLE_LINE.fullmatch(line) is not None
