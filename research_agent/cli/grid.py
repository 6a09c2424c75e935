"""Columns of text, aligned."""

from collections.abc import Sequence

__all__ = ["aligned"]

GAP = "  "


def aligned(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Return one line per row, columns as wide as their widest cell.

    Args:
        rows: All of one length, header included.
        left: This many columns are words, set to the left; the others are figures, set to
            the right.
    """
    if not rows:
        return []
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
