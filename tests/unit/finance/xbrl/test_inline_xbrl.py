"""What an inline document says in numbers, whatever way it prints them."""

from datetime import date
from decimal import Decimal

import pytest

from research_agent.errors import InvalidRequest
from research_agent.finance.xbrl.facts import EXACT, Place, XbrlDocument, XbrlFact
from research_agent.finance.xbrl.inline_xbrl import read_inline

SPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "ix": "http://www.xbrl.org/2013/inlineXBRL",
        "ixt": "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
        "ixt-sec": "http://www.sec.gov/inlineXBRL/transformation/2015-08-31",
        "xbrli": "http://www.xbrl.org/2003/instance",
        "xbrldi": "http://xbrl.org/2006/xbrldi",
        "xsi": "http://www.w3.org/2001/XMLSchema-instance",
        "gaap": "http://fasb.org/us-gaap/2024",
        "dei": "http://xbrl.sec.gov/dei/2024",
        "srt": "http://fasb.org/srt/2024",
        "acme": "http://acme.com/2024",
        "iso4217": "http://www.xbrl.org/2003/iso4217",
    }.items()
)
ENTITY = '<xbrli:identifier scheme="http://www.sec.gov/CIK">0000000007</xbrli:identifier>'
YEAR = (
    "<xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate>"
    "<xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period>"
)
HEADER = f"""
<ix:header><ix:resources>
<xbrli:context id="year"><xbrli:entity>{ENTITY}</xbrli:entity>{YEAR}</xbrli:context>
<xbrli:context id="day"><xbrli:entity>{ENTITY}</xbrli:entity>
<xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:context id="tools"><xbrli:entity>{ENTITY}<xbrli:segment>
<xbrldi:explicitMember dimension="srt:ProductOrServiceAxis">acme:ToolsMember</xbrldi:explicitMember>
</xbrli:segment></xbrli:entity>{YEAR}</xbrli:context>
<xbrli:context id="typed"><xbrli:entity>{ENTITY}<xbrli:segment>
<xbrldi:typedMember dimension="acme:StartAxis"><acme:d>2025-01-01</acme:d></xbrldi:typedMember>
</xbrli:segment></xbrli:entity>{YEAR}</xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="each"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>
</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure>
</xbrli:unitDenominator></xbrli:divide></xbrli:unit>
</ix:resources></ix:header>
"""


def read(body: str) -> XbrlDocument:
    html = f'<html xmlns="http://www.w3.org/1999/xhtml" {SPACES}><body>{HEADER}{body}</body></html>'
    return read_inline(html.encode(), name="acme.html")


def figure(text: str, context: str = "year", unit: str = "usd", **attributes: str) -> str:
    extra = " ".join(f'{name.replace("__", ":")}="{value}"' for name, value in attributes.items())
    return (
        f'<ix:nonFraction name="gaap:Revenues" contextRef="{context}" unitRef="{unit}" {extra}>'
        f"{text}</ix:nonFraction>"
    )


def only(body: str) -> XbrlFact:
    (fact,) = read(body).facts
    return fact


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (figure("391,035", scale="6", format="ixt:num-dot-decimal"), "391035000000"),
        (figure("1,5", scale="3", format="ixt:num-comma-decimal"), "1500"),
        (figure("7.5", scale="-2"), "0.075"),
        (figure("12&#160;345", format="ixt:num-dot-decimal"), "12345"),
        (figure("24", sign="-", scale="6"), "-24000000"),
        (figure("—", scale="6", format="ixt:fixed-zero"), "0"),
        (figure("four", format="ixt-sec:numwordsen"), "4"),
        (figure("one hundred and twenty-five thousand", format="ixt-sec:numwordsen"), "125000"),
        (figure("No", format="ixt-sec:numwordsen"), "0"),
        (figure("<b>1</b>,<i>000</i>", format="ixt:num-dot-decimal"), "1000"),
    ],
    ids=[
        "scale", "comma", "percent", "blanks", "sign", "dash", "word", "words", "no", "mark-up",
    ],
)  # fmt: skip
def test_printed_numbers_are_read_with_their_format_scale_and_sign(body: str, value: str) -> None:
    """A scale missed is a figure wrong by a million."""
    assert only(body).value == Decimal(value)


def test_period_unit_precision_and_dimensions_come_from_the_header() -> None:
    """They are the fact's key; a prefix is the filer's choice, the taxonomy is not."""
    fact = only(figure("3", "tools", decimals="-6", scale="6"))

    assert (fact.tag, fact.unit, fact.decimals) == ("us-gaap:Revenues", "USD", -6)
    assert (fact.start, fact.end) == (date(2024, 1, 1), date(2024, 12, 31))
    assert fact.dimensions == {"srt:ProductOrServiceAxis": "acme:ToolsMember"}
    assert only(figure("3", "day", decimals="INF")).start is None
    assert only(figure("3", "day", decimals="INF")).decimals == EXACT
    assert only(figure("3", "typed")).dimensions == {"acme:StartAxis": "2025-01-01"}
    assert only(figure("6.11", unit="each")).unit == "USD/shares"


def test_nested_figures_are_two_facts_of_one_text() -> None:
    """Basic and diluted earnings per share printed once."""
    inner = figure("6.11", unit="each")
    outer = inner.replace("Revenues", "Outer").replace("6.11", inner)

    assert [(fact.tag, fact.value) for fact in read(outer).facts] == [
        ("us-gaap:Outer", Decimal("6.11")),
        ("us-gaap:Revenues", Decimal("6.11")),
    ]


def test_what_is_nil_is_no_figure() -> None:
    """A blank on the page is not zero (trap 32)."""
    assert read(figure("", xsi__nil="true")).facts == ()


def test_what_cannot_be_read_is_said_and_not_guessed() -> None:
    """An unknown format, or text that is no number of its format."""
    found = read(
        figure("1.2.3", format="ixt:num-dot-decimal") + figure("9", format="ixt:roman-numerals")
    )

    assert found.facts == ()
    assert [text.split(":")[-1] for text in found.unread] == [
        "num-dot-decimal)",
        "roman-numerals)",
    ]


def test_a_figure_knows_the_words_of_its_row_its_section_and_its_column() -> None:
    """They are the only names of segments in a filing without linkbases."""
    table = (
        "<table><tr><td></td><td colspan='2'>2024</td></tr>"
        "<tr><td></td><td>Home<br/>tools</td><td>Toys</td></tr>"
        "<tr><td>Europe (1)</td></tr>"
        f"<tr><td>Net sales</td><td>{figure('1', 'tools')}</td><td>{figure('2')}</td></tr></table>"
    )
    first, second = read(table).facts

    assert first.place == Place(0, "Net sales", "Europe", ("Home tools",))
    assert second.place == Place(0, "Net sales", "Europe", ("Toys",))


def test_a_document_says_what_it_is_over_continued_text() -> None:
    """Filer, form and period are how its accession number is found."""
    cover = "".join(
        f'<ix:nonNumeric name="dei:{name}" contextRef="year"{more}>{text}</ix:nonNumeric>'
        for name, text, more in (
            ("DocumentType", "10-K", ""),
            ("DocumentFiscalYearFocus", "2024", ""),
            ("DocumentFiscalPeriodFocus", "FY", ""),
            ("EntityRegistrantName", "Acme", ' continuedAt="rest"'),
        )
    )
    found = read(cover + '<ix:continuation id="rest">Tools</ix:continuation>')

    assert (found.cik, found.form, found.period_end) == (7, "10-K", date(2024, 12, 31))
    assert (found.fiscal_year, found.fiscal_period) == (2024, "FY")
    assert found.registrant == "Acme Tools"


def test_html_without_xbrl_has_no_facts_and_a_damaged_one_is_named() -> None:
    """A folder of filings holds exhibits too."""
    assert read_inline(b"<html><body>Exhibit&nbsp;13</body></html>", name="x.html").facts == ()
    with pytest.raises(InvalidRequest, match=r"x\.html"):
        read_inline(b"", name="x.html")
