import pytest

from research_agent.finance.segments.names import is_geographic, member_names, split_name
from research_agent.finance.segments.slugs import slug_of
from research_agent.finance.xbrl.facts import Place, XbrlFact
from tests.fakes.xbrl_documents import filed


def beside(member: str, row: str = "", section: str = "", *headings: str) -> XbrlFact:
    (fact,) = filed(1, years=(2024,), product=member)
    place = Place(0, row, section, headings)
    return XbrlFact(
        fact.tag, fact.unit, fact.start, fact.end, fact.value, 0, fact.dimensions, place
    )


@pytest.mark.parametrize(
    ("fact", "name"),
    [
        (beside("aapl:IPhoneMember", "iPhone®"), "iPhone"),
        (beside("pg:BeautySegmentMember", "Net sales", "", "2025", "Beauty"), "Beauty"),
        (beside("goog:YouTubeAdvertisingRevenueMember", "YouTube ads"), "YouTube ads"),
        (beside("jnj:STELARAMember", "Worldwide", "STELARA"), "Stelara"),
        (beside("nvda:ChinaIncludingHongKongMember", "China (including Hong Kong)"), "China"),
        (beside("us-gaap:AllOtherSegmentsMember", "Other Bets"), "Other Bets"),
        (beside("us-gaap:AllOtherSegmentsMember", "Total revenues"), "All other"),
        (beside("us-gaap:EMEAMember", "EMEA"), "Europe, Middle East and Africa"),
        (beside("country:CN", "China (1)"), "China"),
        (beside("acme:RoadToolsMember", "Net sales"), "Road Tools"),
        (beside("abbv:OtherProductsMember", "All other", "Other Key Products"), "Other Products"),
        (beside("adbe:OtherAmericasMember", "Other", "Americas:"), "Other Americas"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_member_is_called_what_the_page_calls_it(fact: XbrlFact, name: str) -> None:
    """The words of the row, the column or the section, where they are like the member's name.

    A row that says what is measured ("Net sales") names no segment, and members of the standard
    taxonomies are called the same everywhere.
    """
    (member,) = fact.dimensions.values()

    assert member_names([fact])[member].text == name


def test_two_members_of_one_axis_do_not_share_a_name() -> None:
    """The second would answer for the first."""
    names = member_names(
        [beside("acme:HandToolsMember", "Tools"), beside("acme:ToolsMember", "Tools")]
    )

    assert {name.text for name in names.values()} == {"Hand Tools", "Tools"}


def test_names_become_parts_of_concepts() -> None:
    """They are typed in questions and references, so letters, digits and underscores only."""
    assert slug_of("Google Search & other") == "google_search_and_other"
    assert slug_of("Wearables, Home and Accessories") == "wearables_home_and_accessories"
    assert slug_of("Sam's Club U.S.") == "sams_club_us"


def test_a_member_without_words_is_split_at_its_capitals() -> None:
    """Instances have no pages."""
    assert split_name("unp:IndustrialProductsMember") == "Industrial Products"
    assert split_name("aapl:GreaterChinaSegmentMember") == "Greater China"


@pytest.mark.parametrize(
    ("name", "geographic"),
    [
        ("Rest of Asia Pacific", True),
        ("Greater China", True),
        ("International", True),
        ("Walmart International", False),
        ("Amazon Web Services", False),
    ],
)
def test_regions_are_told_from_businesses(name: str, geographic: bool) -> None:
    """A company's segments are a split by geography only when all of them are regions."""
    assert is_geographic(name) is geographic
