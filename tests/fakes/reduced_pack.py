"""A pack of a few companies beside the whole company list, so that the rest must come from outside."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from research_agent.finance.builder import build_pack
from research_agent.finance.pack import COMPANIES_FILE
from research_agent.infra.settings import PACK_DIR

__all__ = ["reduced_pack"]


def reduced_pack(files: Sequence[Path], out: Path) -> Path:
    """Build a pack of companyfacts files in `out` and return it."""
    out.mkdir(parents=True)
    shutil.copy2(PACK_DIR / COMPANIES_FILE, out / COMPANIES_FILE)
    build_pack(files, out)
    return out
