"""Files that hold a filing's XBRL: inline HTML and instances, plain or compressed."""

import gzip
import zlib
from pathlib import Path

from research_agent.errors import InvalidRequest
from research_agent.finance.xbrl.facts import XbrlDocument
from research_agent.finance.xbrl.inline_xbrl import read_inline
from research_agent.finance.xbrl.instance import read_instance

__all__ = ["DOCUMENT_PATTERNS", "is_document", "read_document"]

_HTML = (".html", ".htm", ".xhtml")
_XML = (".xml",)
DOCUMENT_PATTERNS = tuple(
    f"*{suffix}{packed}" for suffix in (*_HTML, *_XML) for packed in ("", ".gz")
)


def is_document(path: Path) -> bool:
    """Say whether the name of a file is that of HTML or XML."""
    return _suffix(path) in (*_HTML, *_XML)


def read_document(path: Path) -> XbrlDocument:
    """Read the XBRL facts of a file.

    Returns:
        A document without facts when the file holds no XBRL.

    Raises:
        InvalidRequest: The file cannot be read as what its name says.
    """
    raw = path.read_bytes()
    if path.suffix == ".gz":
        try:
            raw = gzip.decompress(raw)
        except (EOFError, OSError, zlib.error) as error:
            raise InvalidRequest(f"{path.name} is not a gzip file: {error}.") from error
    reader = read_instance if _suffix(path) in _XML else read_inline
    return reader(raw, name=path.name)


def _suffix(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix.lower()
