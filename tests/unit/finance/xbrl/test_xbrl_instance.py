from datetime import date
from decimal import Decimal

import pytest

from research_agent.errors import InvalidRequest
from research_agent.finance.xbrl.instance import read_instance

INSTANCE = """<xbrl xmlns="http://www.xbrl.org/2003/instance"
 xmlns:us-gaap="http://xbrl.us/us-gaap/2009-01-31" xmlns:dei="http://xbrl.us/dei/2009-01-31"
 xmlns:acme="http://acme.com/2010" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
 xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:link="http://www.xbrl.org/2003/linkbase"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <context id="year"><entity><identifier scheme="http://www.sec.gov/CIK">0000000007</identifier>
 </entity><period><startDate>2009-09-27</startDate><endDate>2010-09-25</endDate></period></context>
 <context id="part"><entity><identifier scheme="http://www.sec.gov/CIK">0000000007</identifier>
 <segment><xbrldi:explicitMember dimension="us-gaap:StatementBusinessSegmentsAxis">acme:ToolsMember
 </xbrldi:explicitMember></segment></entity>
 <period><startDate>2009-09-27</startDate><endDate>2010-09-25</endDate></period></context>
 <unit id="usd"><measure>iso4217:USD</measure></unit>
 <dei:DocumentType contextRef="year">10-K</dei:DocumentType>
 <dei:DocumentFiscalYearFocus contextRef="year">2010</dei:DocumentFiscalYearFocus>
 <us-gaap:SalesRevenueNet contextRef="year" unitRef="usd" decimals="-6">65225000000</us-gaap:SalesRevenueNet>
 <us-gaap:SalesRevenueNet contextRef="part" unitRef="usd" decimals="-6">-5</us-gaap:SalesRevenueNet>
 <us-gaap:Assets contextRef="year" unitRef="usd" xsi:nil="true"/>
 <us-gaap:Goodwill contextRef="year" unitRef="usd">n/a</us-gaap:Goodwill>
 <link:footnoteLink/>
</xbrl>"""


def test_facts_of_an_instance_have_the_shape_of_inline_ones() -> None:
    """Old filings have no inline XBRL; what is made of them must not differ."""
    found = read_instance(INSTANCE.encode(), name="acme.xml")
    whole, part = found.facts

    assert (whole.tag, whole.unit, whole.value, whole.decimals) == (
        "us-gaap:SalesRevenueNet",
        "USD",
        Decimal(65_225_000_000),
        -6,
    )
    assert (whole.start, whole.end) == (date(2009, 9, 27), date(2010, 9, 25))
    assert part.dimensions == {"us-gaap:StatementBusinessSegmentsAxis": "acme:ToolsMember"}
    assert part.value == -5
    assert (found.cik, found.form, found.fiscal_year) == (7, "10-K", 2010)
    assert found.period_end == date(2010, 9, 25)


def test_nil_is_left_out_and_text_for_a_number_is_said() -> None:
    """Neither is zero."""
    found = read_instance(INSTANCE.encode(), name="acme.xml")

    assert not {"us-gaap:Assets", "us-gaap:Goodwill"} & {fact.tag for fact in found.facts}
    assert found.unread == ("us-gaap:Goodwill: 'n/a'",)


def test_other_xml_has_no_facts_and_what_is_no_xml_is_named() -> None:
    """A filing's folder holds linkbases and schemas beside the instance."""
    assert read_instance(b"<schema/>", name="a.xml").facts == ()
    with pytest.raises(InvalidRequest, match=r"a\.xml"):
        read_instance(b"no xml", name="a.xml")
