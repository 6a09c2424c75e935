"""Files that a command writes: whole or not at all."""

import os
import tempfile
from pathlib import Path

import click

__all__ = ["check_writable", "report_format", "write_whole"]

_FORMATS = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html"}


def report_format(path: Path) -> str:
    """Return `"md"` or `"html"` from the file's ending.

    Raises:
        click.UsageError: It has another one.
    """
    try:
        return _FORMATS[path.suffix.lower()]
    except KeyError:
        raise click.UsageError(f"A report is a .md or .html file, and {path} is neither.") from None


def check_writable(path: Path) -> None:
    """Make sure before the work that its result can be written.

    Raises:
        click.UsageError: The folder is not there or cannot be written to.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise click.UsageError(f"There is no folder {folder} to write {path.name} to.")
    if path.is_dir() or not os.access(folder, os.W_OK):
        raise click.UsageError(f"{path} cannot be written.")


def write_whole(path: Path, text: str) -> None:
    """Write `text` so that a reader sees the old file or the new one, never half of it.

    Raises:
        click.FileError: The system refused.
    """
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise click.FileError(str(path), hint=error.strerror) from error
