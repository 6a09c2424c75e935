import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "research_agent"
MODULES = sorted(PACKAGE.rglob("*.py"))
MAX_LINES = 300
HEAVY = (
    "altair bm25s distributed duckdb exa_py httpcore httpx langchain_core mcp numpy openai pandas "
    "perplexity protego pyarrow pydantic_settings pypdf rapidfuzz rich sqlalchemy streamlit tavily "
    "trafilatura vl_convert yfinance"
).split()

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home/[a-z]|Users/[A-Za-z])\w*/")
REGISTRY_HOST = re.compile(
    r"py[p]i\.(?:org|python)|pythonhost[e]d\.org|npm[j]s\.(?:org|com)|yarnpk[g]\.com"
    r"|crate[s]\.io|de[b]ian\.org|ubunt[u]\.com|conda\.anacon[d]a\.org|(?:--|-)index-url"
)
ISSUE_NUMBER = re.compile(
    r"(?<![\w&/\"'`(])#[1-9]\d?\b(?!\.\w)|\b(?:issue|pull request|ticket)s? (?:no\. ?)?#?\d+\b",
    re.I,
)


@cache
def tracked_texts() -> dict[str, str]:
    """Every text file of the checkout that is or would be committed, by its path."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    texts = {}
    for name in filter(None, listing.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            texts[name] = content.decode("utf-8")
    return texts


def hits(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in tracked_texts().items()
        if (ROOT / name) != Path(__file__)
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_module_is_small_and_says_what_it_exports(module: Path) -> None:
    """A module fits in a reader's head, and `__all__` is exactly its public top level."""
    text = module.read_text(encoding="utf-8")
    assert len(text.splitlines()) < MAX_LINES

    if module.name in {"__init__.py", "__main__.py"}:
        return
    tree = ast.parse(text)
    defined = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
    }
    exported = next(
        set(ast.literal_eval(node.value))
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    assert defined <= exported


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_no_module_is_a_grab_bag(module: Path) -> None:
    """A module is one noun of the field; these names say nothing about what is inside."""
    assert module.stem not in {"utils", "util", "helpers", "common", "misc", "manager"}


def test_no_file_names_a_folder_of_one_machine() -> None:
    """A clone works anywhere, so nothing may point into the folder it was written in."""
    assert hits(MACHINE_PATH) == []


def test_no_file_names_a_package_registry() -> None:
    """Which registry a machine uses is that machine's affair; a lock must not choose it."""
    assert hits(REGISTRY_HOST) == []


def test_no_file_refers_to_a_ticket() -> None:
    """A reader has the code and its reasons, not the tickets; history belongs to git."""
    assert hits(ISSUE_NUMBER) == []


def test_importing_the_command_line_loads_no_heavy_library() -> None:
    """`--help` stays instant: what a command needs is imported when the command runs."""
    code = (
        "import sys, research_agent.cli.main; "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout

    assert loaded.strip() == "[]"
