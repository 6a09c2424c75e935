"""The layout of a fact store on disk, its manifest, and the check of both.

A store is a folder with Parquet files and `MANIFEST.json`, which names each file's size
and SHA-256, so that a damaged or half-copied store is told from a good one.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from research_agent.errors import PackError

__all__ = [
    "COMPANIES_FILE",
    "COVERAGE_FILE",
    "FACTS_FILE",
    "MANIFEST_FILE",
    "PACK_VERSION",
    "SEGMENTS_FILE",
    "Manifest",
    "PackReport",
    "file_entry",
    "read_manifest",
    "verify_pack",
    "write_manifest",
]

PACK_VERSION = 1
FACTS_FILE = "facts.parquet"
COVERAGE_FILE = "coverage.parquet"
COMPANIES_FILE = "companies.parquet"
SEGMENTS_FILE = "segments.parquet"
MANIFEST_FILE = "MANIFEST.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a store holds and where it came from.

    Args:
        version: Of the layout.
        built: Day it was built, ISO.
        companies: Companies with facts.
        facts: Filed values, every version counted.
        last_filed: Newest filing in it, ISO.
        origin: Where the figures come from, in words.
        licence: Of the figures.
        files: Name to `{"bytes": …, "sha256": …}`.
        segments: Filed figures of parts of companies; 0 for a store built without filings.
    """

    version: int
    built: str
    companies: int
    facts: int
    last_filed: str
    origin: str
    licence: str
    files: Mapping[str, Mapping[str, Any]]
    segments: int = 0

    @property
    def bytes(self) -> int:
        """Size of all its files together."""
        return sum(int(entry["bytes"]) for entry in self.files.values())


@dataclass(frozen=True, slots=True)
class PackReport:
    """Outcome of a check.

    Args:
        ok: True when nothing is wrong.
        problems: One sentence each.
        files: Files checked.
        facts: Rows found in the fact file; 0 when it cannot be read.
        companies: Companies with facts.
    """

    ok: bool
    problems: tuple[str, ...]
    files: int
    facts: int
    companies: int


def file_entry(path: Path) -> dict[str, Any]:
    """Return the manifest's entry for `path`."""
    return {"bytes": path.stat().st_size, "sha256": _sha256(path)}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write `MANIFEST.json`, whole or not at all."""
    body = orjson.dumps(asdict(manifest), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    part = folder / f"{MANIFEST_FILE}.part"
    part.write_bytes(body)
    part.replace(folder / MANIFEST_FILE)


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest and make sure that every file is there at its full size.

    Sizes only, which costs microseconds; `verify_pack` reads every byte.

    Raises:
        PackError: The store is missing, half copied or of another version.
    """
    path = folder / MANIFEST_FILE
    remedy = "restore the folder or build it anew with `research-agent data build`"
    try:
        manifest = Manifest(**orjson.loads(path.read_bytes()))
    except FileNotFoundError:
        raise PackError(f"There is no fact store in {folder}: {remedy}.") from None
    except (OSError, orjson.JSONDecodeError, TypeError):
        raise PackError(
            f"The manifest of the fact store in {folder} is damaged: {remedy}."
        ) from None
    if manifest.version != PACK_VERSION:
        raise PackError(
            f"The fact store in {folder} has layout {manifest.version}, this program reads "
            f"{PACK_VERSION}: {remedy}."
        )
    for name, entry in manifest.files.items():
        file = folder / name
        if not file.is_file() or file.stat().st_size != entry["bytes"]:
            raise PackError(
                f"{name} of the fact store in {folder} is missing or damaged: {remedy}."
            )
    return manifest


def verify_pack(data_dir: Path) -> PackReport:
    """Check every byte and every row count of a store; never raises for a bad one."""
    import duckdb

    try:
        manifest = read_manifest(data_dir)
    except PackError as error:
        return PackReport(False, (str(error),), 0, 0, 0)
    problems = [
        f"{name} has another SHA-256 than the manifest says."
        for name, entry in manifest.files.items()
        if _sha256(data_dir / name) != entry["sha256"]
    ]
    facts = companies = 0
    try:
        row = duckdb.execute(
            "SELECT count(*), count(DISTINCT cik) FROM read_parquet(?)",
            [str(data_dir / FACTS_FILE)],
        ).fetchone()
        facts, companies = row if row else (0, 0)
    except duckdb.Error:
        problems.append(f"{FACTS_FILE} cannot be read.")
    if not problems and (facts, companies) != (manifest.facts, manifest.companies):
        problems.append(
            f"The manifest says {manifest.facts} facts of {manifest.companies} companies, "
            f"the store holds {facts} of {companies}."
        )
    return PackReport(not problems, tuple(problems), len(manifest.files), facts, companies)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
