from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.search.html_text import html_text
from research_agent.search.web_page import MAX_PASSAGE, WebPage

DAY = date(2026, 10, 29)


def page(text: str, starts: tuple[int, ...] = ()) -> WebPage:
    return WebPage("https://example.com/a", "A page", DAY, text, starts)


PARAGRAPHS = [f"Paragraph {number}. " + "Words about nothing at all. " * 20 for number in range(9)]
LONG = page("\n".join(PARAGRAPHS))


@given(st.text(alphabet="ab .\n|;,é", max_size=6_000))
def test_each_passage_is_the_text_at_its_offset(text: str) -> None:
    """A figure in a passage can be found again in the page, whatever the page looks like."""
    passages = page(text).passages()
    for passage in passages:
        assert passage.start is not None
        assert text[passage.start : passage.end] == passage.text
        assert 0 < len(passage.text) <= MAX_PASSAGE
    kept = "".join("".join(passage.text.split()) for passage in passages)
    assert kept == "".join(text.split())  # nothing is lost but blanks between passages


def test_a_passage_ends_where_a_paragraph_does() -> None:
    """A sentence cut in two says something else."""
    for passage in LONG.passages():
        assert passage.text.startswith("Paragraph")
        assert passage.text.endswith("all.")


def test_a_passage_of_a_pdf_does_not_run_over_a_page() -> None:
    """So that it can name its page."""
    text = "First page.\n\nSecond page, more.\n\n"
    starts = (0, 13, len(text))
    shown = page(text, starts).passages()

    assert [(one.page, one.text) for one in shown] == [
        (1, "First page."),
        (2, "Second page, more."),
    ]
    assert shown[1].place == "page 2, characters 13-31"


def test_a_passage_names_its_page_of_the_web() -> None:
    """Title, address and day go with every passage."""
    (only,) = page("Short.").passages()

    assert only.source.url == "https://example.com/a"
    assert (only.source.title, only.source.published) == ("A page", DAY)
    assert only.place == "characters 0-6"


def test_the_passages_about_something_come_in_the_pages_order() -> None:
    """Those with the rarest words are chosen, and the rest is left out."""
    text = "\n".join(
        [
            *PARAGRAPHS[:4],
            "Gross margin was 46.2%. " * 20,
            *PARAGRAPHS[4:],
            "Margin debt rose. " * 20,
        ]
    )
    about = page(text).passages_about("What was the gross margin?", most=2_500)

    assert "Gross margin was 46.2%" in about[0].text
    assert [one.start for one in about] == sorted(one.start or 0 for one in about)
    assert sum(len(one.text) for one in about) <= 2_500


def test_words_that_nobody_wrote_find_nothing() -> None:
    """The caller then says so, instead of showing what does not fit."""
    assert LONG.passages_about("quarterly dividend", most=5_000) == ()
    assert LONG.passages_about("the of and", most=5_000) == ()


@pytest.mark.parametrize("start", [0, 1_500, 4_000])
def test_reading_on_from_an_offset_begins_with_the_passage_around_it(start: int) -> None:
    """Nothing between two stretches is skipped."""
    shown = LONG.passages_from(start, most=2_000)

    assert (shown[0].start or 0) <= start < (shown[0].end or 0) + 1
    assert sum(len(one.text) for one in shown) <= 2_000


ARTICLE = """<html><head><title>Example Inc. - Example reports fourth quarter</title>
<meta property="article:published_time" content="2026-10-29T16:30:00Z"><style>p {{}}</style></head>
<body><nav><a href="/">Home</a> <a href="/x">Products</a></nav><article>
<h1>Example reports fourth quarter</h1>
<p>CUPERTINO: Example Inc. today announced results for its fourth quarter ended September 26, 2026.
The Company posted quarterly revenue of $102.5 billion, up 8 percent year over year.</p>
<img src="https://evil.example/pixel.png" alt="pixel">
<table><tr><th>In millions</th><th>2026</th><th>2025</th></tr>
<tr><td>Net sales</td><td>$ 102,466</td><td>$ 94,930</td></tr></table>
<p>Net sales of services reached a record, and the dividend was raised to $0.27 a share, the
company said. More can be read in the statements that follow this release.</p>
<script>alert("you")</script></article><footer>Copyright, cookies, imprint</footer></body></html>"""


def test_the_main_part_of_a_page_is_its_text() -> None:
    """Paragraphs and tables; no menu, no script, no picture."""
    found = html_text(ARTICLE.encode(), charset="utf-8")

    assert "quarterly revenue of $102.5 billion, up 8 percent" in found.text
    assert "Net sales | $ 102,466 | $ 94,930" in found.text
    assert found.published == date(2026, 10, 29)
    assert "fourth quarter" in found.title
    for unwanted in ("alert", "pixel", "evil.example", "Products", "<"):
        assert unwanted not in found.text


def test_a_page_without_a_main_part_is_read_whole() -> None:
    """A bare table of figures is what a reader may be after."""
    rows = b"<div>Rate: <b>5.25%</b></div><table><tr><td>Since<td>2023</tr></table>"
    found = html_text(b"<title>Rates</title><script>x()</script><select><option>no</select>" + rows)

    assert [line.strip("| ") for line in found.text.splitlines()] == ["Rate: 5.25%", "Since | 2023"]
    assert found.title == "Rates"
    assert found.published is None


def test_no_day_is_made_up() -> None:
    """A date somewhere in the text is not the page's own."""
    body = ARTICLE.replace(
        '<meta property="article:published_time" content="2026-10-29T16:30:00Z">', ""
    )
    assert html_text(body.encode()).published is None


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        pytest.param("Société Générale: résultats".encode("latin-1"), "iso-8859-1", id="named"),
        pytest.param("Société Générale: résultats".encode(), "", id="UTF-8, not named"),
        pytest.param("Société Générale: résultats".encode(), "no-such-charset", id="misnamed"),
        pytest.param(
            b'<meta charset="iso-8859-1">' + "Société Générale: résultats".encode("latin-1"),
            "",
            id="named in the page",
        ),
    ],
)
def test_letters_survive_any_encoding(body: bytes, charset: str) -> None:
    """Server, page and habit name it, in this order."""
    page = (
        b"<html><head>" + body[: body.find(b">") + 1] + b"</head><body><p>" + body + b"</p></body>"
    )
    assert "Société Générale: résultats" in html_text(page, charset=charset).text


@pytest.mark.parametrize("body", [b"", b"   ", b"<html></html>", b"<p>" * 3_000])
def test_a_page_without_text_is_empty(body: bytes) -> None:
    """And no crash."""
    assert html_text(body).text == ""
