"""Every item of the 27 filings, checked against what the filings say of themselves."""

import gzip
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.html_document import filed_text
from research_agent.finance.filings.item_sections import item_sections
from research_agent.finance.filings.items import items_of
from research_agent.finance.filings.note_sections import note_sections
from research_agent.finance.filings.passages import section_passages
from research_agent.finance.filings.references import reference_of
from research_agent.finance.filings.section import Section
from tests.conftest import CORPUS

pytestmark = pytest.mark.corpus

FOLDER = CORPUS / "filings_html"
NAMES = sorted(path.name.removesuffix(".html.gz") for path in FOLDER.glob("*.html.gz"))

QUARTERLY_ITEMS = {
    "aapl": "I-1 I-2 I-3 I-4 II-1 II-1A II-2 II-3 II-4 II-5 II-6",
    "ibm": "I-1 I-2 I-4 II-1 II-2 II-5 II-6",
    "jnj": "I-1 I-2 I-3 I-4 II-1 II-2 II-5 II-6",
    "ko": "I-1 I-2 I-3 I-4 II-1 II-1A II-2 II-5 II-6",
    "nflx": "I-1 I-2 I-3 I-4 II-1 II-1A II-2 II-5 II-6",
    "nvda": "I-1 I-2 I-3 I-4 II-1 II-1A II-2 II-5 II-6",
    "pg": "I-1 I-2 I-3 I-4 II-1 II-1A II-2 II-5 II-6",
    "tsla": "I-1 I-2 I-3 I-4 II-1 II-1A II-2 II-3 II-4 II-5 II-6",
    "xom": "I-1 I-2 I-3 I-4 II-1 II-2 II-5 II-6",
}
"""As each quarterly report's own table of contents lists them, read by hand."""

NOTES = {
    "aapl-10-k": (13, "Segment Information and Geographic Data"),
    "amzn-10-k": (10, "SEGMENT INFORMATION"),
    "jnj-10-k": (21, "Kenvue separation and discontinued operations"),
    "ko-10-q": (17, "OPERATING SEGMENTS"),
    "ma-10-k": (24, "Segment Reporting"),
    "pg-10-k": (14, "SUPPLIER FINANCE PROGRAMS"),
    "xom-10-q": (9, "Divestment Activities"),
    "hd-10-k": (13, "ACQUISITIONS"),
    "ibm-10-q": (19, "Subsequent Events"),
    "ibm-10-k": (0, ""),
    "wfc-10-k": (0, ""),
}
"""Number of notes and the last one's title, read in the filings by hand."""

_ROW = re.compile(
    r"^(?:part [iv]+ \| )?(?:item )?(?P<number>\d{1,2}[abc]?)\.?(?: \|)? (?P<title>.*) \| (?P<page>\d{1,3})$",
    re.IGNORECASE,
)
_WRONG_CONTENTS = {("pg-10-k", "9A"), ("pg-10-k", "12"), ("pg-10-q", "II-2")}
"""P&G's own tables of contents give the page before the one these headings are printed on."""


@cache
def read(name: str) -> tuple[FiledText, tuple[Section, ...]]:
    document = filed_text(gzip.decompress((FOLDER / f"{name}.html.gz").read_bytes()))
    return document, item_sections(document, form_of(name))


def form_of(name: str) -> str:
    return "10-K" if "-10-k-" in name else "10-Q"


def short(name: str) -> str:
    return name[: name.index("-20")]


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


@pytest.mark.parametrize("name", NAMES)
def test_every_item_is_found_once_and_in_order(name: str) -> None:
    """All 23 items of an annual report; of a quarterly one those its own contents list."""
    _, sections = read(name)
    wanted = (
        [item.key for item in items_of("10-K")]
        if form_of(name) == "10-K"
        else QUARTERLY_ITEMS[name.partition("-")[0]].split()
    )

    assert [section.item for section in sections] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_an_item_begins_with_its_own_heading_and_ends_before_the_next(name: str) -> None:
    """The words at the offset are the heading, whatever its print; sections leave no gap."""
    document, sections = read(name)
    for section in sections:
        head = letters(document.text[section.start : section.end][:120])
        assert f"item{letters(section.item.rpartition('-')[2])}" in head[:16]
    for section, after in pairwise(sections):
        assert section.end == after.start - 1


@pytest.mark.parametrize("name", NAMES)
def test_an_item_stands_on_the_page_that_the_contents_give(name: str) -> None:
    """Another route than the headings: the printed page in the table of contents and on the sheet."""
    document, sections = read(name)
    front = [document.line(at) for at in range(document.line_at(sections[0].start))]
    contents = [found for line in front if (found := _ROW.match(line))]
    checked = 0
    for section in sections:
        number, title = section.item.rpartition("-")[2], letters(section.title)[:8]
        entry = next(
            (
                found
                for found in contents
                if found["number"].upper() == number and letters(found["title"]).startswith(title)
            ),
            None,
        )
        if entry is None or (short(name), section.item) in _WRONG_CONTENTS:
            continue
        assert int(entry["page"]) in printed_pages(document, section.page), section
        checked += 1
    if contents:
        assert checked >= min(len(contents), len(sections)) - 2


def printed_pages(document: FiledText, sheet: int) -> set[int]:
    bounds = [*document.page_starts, len(document.text)]
    first = document.line_at(bounds[sheet - 1])
    last = document.line_at(max(bounds[sheet] - 2, 0))
    lines = [document.line(at) for at in range(first, last + 1)]
    edge = [line for line in lines[-3:] + lines[:2] if len(line) < 90]
    return {int(found) for line in edge for found in re.findall(r"\d{1,3}", line)}


@pytest.mark.parametrize("name", NAMES)
def test_an_anchor_is_an_id_of_the_filing_at_or_before_the_heading(name: str) -> None:
    """The link that a person follows must exist in the HTML."""
    body = gzip.decompress((FOLDER / f"{name}.html.gz").read_bytes()).decode("utf-8")
    _, sections = read(name)
    for section in sections:
        if section.anchor:
            assert f'id="{section.anchor}"' in body or f'name="{section.anchor}"' in body


@pytest.mark.parametrize("start", sorted(NOTES))
def test_the_notes_are_numbered_through_to_the_last(start: str) -> None:
    """The exhibits of IBM and Wells Fargo hold their notes, so their forms have none."""
    name = next(name for name in NAMES if name.startswith(start))
    document, sections = read(name)
    notes = note_sections(document, sections)
    count, last = NOTES[start]

    assert [note.item for note in notes] == [f"note {number}" for number in range(1, count + 1)]
    assert not notes or notes[-1].title == last


@pytest.mark.parametrize("name", NAMES)
def test_no_passage_lies_about_its_place(name: str) -> None:
    """Passages lie in their section, in order, and hold all of its words."""
    document, sections = read(name)
    for section in sections:
        passages = section_passages(document, section)
        at = section.start
        for passage in passages:
            assert at <= passage.start < passage.end <= section.end
            assert not document.text[at : passage.start].strip()
            assert passage.end - passage.start <= 1_500
            at = passage.end
        assert not document.text[at : section.end].strip()


@pytest.mark.parametrize(
    ("start", "item", "exhibit", "notes", "pages"),
    [
        ("ibm-10-k", "3", True, ("q",), (95, 97)),
        ("ibm-10-k", "7", True, (), (6, 42)),
        ("ibm-10-k", "7A", True, (), (40, 40)),
        ("wfc-10-k", "1A", True, (), None),
        ("wfc-10-k", "3", True, ("13",), None),
        ("abbv-10-k", "3", False, ("15",), None),
        ("jnj-10-k", "3", False, ("19",), None),
    ],
)
def test_an_item_that_stands_elsewhere_says_where(
    start: str, item: str, exhibit: bool, notes: tuple[str, ...], pages: tuple[int, int] | None
) -> None:
    """Read by hand in the filings; IBM and Wells Fargo file the text as exhibit 13."""
    name = next(name for name in NAMES if name.startswith(start))
    document, sections = read(name)
    section = next(section for section in sections if section.item == item)

    reference = reference_of(document, section)

    assert reference is not None
    assert (reference.exhibit, reference.notes, reference.pages) == (exhibit, notes, pages)


def test_an_item_that_speaks_for_itself_refers_nowhere() -> None:
    """Apple's risk factors are long and mention notes in passing."""
    name = next(name for name in NAMES if name.startswith("aapl-10-k"))
    document, sections = read(name)

    assert all(reference_of(document, s) is None for s in sections if s.item in ("1", "1A", "7"))


def test_the_corpus_is_all_there() -> None:
    """Parametrising over an empty folder would pass without a test."""
    assert len(NAMES) == 27
    assert Path(FOLDER).is_dir()
