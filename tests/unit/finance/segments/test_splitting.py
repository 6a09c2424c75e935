"""Trap 28: one substantive axis at a time, nothing counted twice, reconciled to the total."""

from research_agent.finance.segments.breakdown import Breakdown
from research_agent.finance.segments.reading import breakdowns
from research_agent.finance.segments.roles import Role
from research_agent.finance.xbrl.facts import XbrlDocument
from tests.fakes.xbrl_documents import document, filed

TOTAL = filed(100, 90)
TOOLS = filed(70, 60, business="acme:ToolsMember")
TOYS = filed(30, 30, business="acme:ToysMember")


def only(found: XbrlDocument, axis: str) -> Breakdown:
    (breakdown,) = [b for b in breakdowns(found) if b.kind == axis and b.metric.key == "revenue"]
    return breakdown


def newest(breakdown: Breakdown, *roles: Role) -> dict[str, int]:
    """Figures of the newest year by name."""
    return {
        line.name.text: int(line.amounts.values[max(line.amounts.values)])
        for line in breakdown.lines
        if not roles or line.role in roles
    }


def test_trap_28_members_add_up_to_the_total() -> None:
    """The plain case."""
    found = only(document(TOTAL, TOOLS, TOYS), "business")

    assert found.reconciles
    assert newest(found) == {"Tools": 70, "Toys": 30}
    assert set(found.differences().values()) == {0}


def test_trap_28_a_subtotal_is_kept_apart_and_not_added_twice() -> None:
    """Products beside each product would make 160 of 100."""
    rows = (
        filed(60, 50, product="us-gaap:ProductMember"),
        filed(40, 30, product="acme:PhonesMember"),
        filed(20, 20, product="acme:TabletsMember"),
        filed(40, 40, product="us-gaap:ServiceMember"),
    )
    found = only(document(TOTAL, *rows), "product")

    assert newest(found, Role.MEMBER) == {"Phones": 40, "Tablets": 20, "Services": 40}
    assert newest(found, Role.OVERLAP) == {"Products": 60}


def test_trap_28_of_two_splits_on_one_axis_the_finer_is_taken() -> None:
    """Products and services, and lines of business, each make up the total."""
    rows = (
        filed(60, 50, product="us-gaap:ProductMember"),
        filed(40, 40, product="us-gaap:ServiceMember"),
        filed(55, 45, product="acme:OnlineMember"),
        filed(30, 35, product="acme:StoresMember"),
        filed(15, 10, product="acme:AdsMember"),
    )
    found = only(document(TOTAL, *rows), "product")

    assert newest(found, Role.MEMBER) == {"Online": 55, "Stores": 30, "Ads": 15}
    assert newest(found, Role.OVERLAP) == {"Products": 60, "Services": 40}


def test_trap_28_intersegment_eliminations_and_corporate_are_rows_of_their_own() -> None:
    """Segments of 120 less 25 sold to each other plus 5 of corporate are the 100 of the total."""
    rows = (
        filed(80, 70, business="acme:ToolsMember", side="segments"),
        filed(40, 35, business="acme:ToysMember", side="segments"),
        filed(120, 105, side="segments"),
        filed(-25, -20, side="eliminations"),
        filed(5, 5, side="corporate"),
    )
    found = only(document(TOTAL, *rows), "business")

    assert found.reconciles
    assert newest(found, Role.MEMBER) == {"Tools": 80, "Toys": 40}
    assert newest(found, Role.ELIMINATION) == {"Eliminations": -25, "Corporate": 5}


def test_trap_28_a_member_before_and_after_eliminations_counts_once() -> None:
    """The variant that adds up with what else is filed is taken, here the external sales."""
    rows = (
        filed(90, 80, business="acme:ToolsMember", side="segments"),
        filed(35, 40, business="acme:ToysMember", side="segments"),
    )
    found = only(document(TOTAL, TOOLS, TOYS, *rows), "business")

    assert found.reconciles
    assert newest(found) == {"Tools": 70, "Toys": 30}


def test_trap_28_rows_of_two_axes_do_not_count_beside_rows_of_one() -> None:
    """A segment by country is a part of the segment."""
    inside = filed(44, 40, business="acme:ToolsMember", place="country:US")
    found = only(document(TOTAL, TOOLS, TOYS, inside), "business")

    assert newest(found) == {"Tools": 70, "Toys": 30}


def test_trap_28_a_figure_of_a_plan_is_not_one_of_a_segment() -> None:
    """An axis that restricts leaves a member without a figure of its own."""
    rows = filed(3, 2, business="acme:RobotsMember", plan="acme:ClosingMember")
    found = only(document(TOTAL, TOOLS, TOYS, rows), "business")

    assert "Robots" not in newest(found)


def test_a_segment_filed_only_by_country_is_the_sum_of_its_countries() -> None:
    """Pieces are added where the sum of all reconciles, and stay apart as inputs."""
    rows = (
        filed(50, 45, business="acme:ToolsMember", place="country:US"),
        filed(20, 15, business="acme:ToolsMember", place="us-gaap:NonUsMember"),
        filed(10, 10, business="acme:ToysMember", place="country:US"),
        filed(20, 20, business="acme:ToysMember", place="us-gaap:NonUsMember"),
    )
    found = only(document(TOTAL, *rows), "business")

    assert newest(found) == {"Tools": 70, "Toys": 30}
    assert [part.of for part in found.lines[0].parts] == [
        "United States",
        "Outside the United States",
    ]


def test_products_stand_in_for_the_segment_they_add_up_to() -> None:
    """Hammers and saws make up Tools; Toys has no products, so it stays whole."""
    rows = (
        filed(45, 40, product="acme:HammersMember", business="acme:ToolsMember"),
        filed(25, 20, product="acme:SawsMember", business="acme:ToolsMember"),
    )
    found = only(document(TOTAL, TOOLS, TOYS, *rows), "product")

    assert found.reconciles
    assert newest(found) == {"Hammers": 45, "Saws": 25, "Toys": 30}


def test_what_a_table_adds_without_a_member_is_found_by_its_size() -> None:
    """Alphabet prints hedging gains among its segments and tags them for the whole company."""
    rows = (
        filed(100, 90, table=3, row="Total revenues"),
        filed(70, 60, business="acme:ToolsMember", table=3, row="Tools"),
        filed(28, 31, business="acme:ToysMember", table=3, row="Toys"),
        filed(2, -1, tag="acme:HedgeGains", table=3, row="Hedging gains (losses)"),
        filed(2, -1, tag="acme:Elsewhere", table=8, row="Not in this table"),
    )
    found = only(document(*rows), "business")

    assert found.reconciles
    assert newest(found, Role.ELIMINATION) == {"Hedging gains (losses)": 2}


def test_a_cost_below_the_segments_is_taken_off() -> None:
    """Segment income less research makes the total; the row is negative, the figure as filed."""
    tag = "us-gaap:OperatingIncomeLoss"
    rows = (
        filed(50, 45, tag=tag, table=1, row="Total operating income"),
        filed(60, 50, tag=tag, business="acme:ToolsMember", table=1, row="Tools"),
        filed(20, 20, tag=tag, business="acme:ToysMember", table=1, row="Toys"),
        filed(30, 25, tag="us-gaap:ResearchCost", table=1, row="Research"),
    )
    (found,) = breakdowns(document(*rows))
    research = found.lines[-1]

    assert found.reconciles
    assert research.sign == -1
    assert newest(found, Role.ELIMINATION) == {"Research": -30}


def test_what_does_not_add_up_is_kept_and_the_difference_is_known() -> None:
    """Nothing is dropped to make a sum come out; 100 − 93 is not broken down."""
    found = only(document(TOTAL, TOOLS, filed(23, 22, business="acme:ToysMember")), "business")

    assert not found.reconciles
    assert newest(found) == {"Tools": 70, "Toys": 23}
    assert sorted(found.differences().values()) == [-8, -7]


def test_rows_inside_one_member_say_so() -> None:
    """Netflix splits streaming by region, not all revenue."""
    rows = (
        filed(80, 70, product="acme:StreamMember", place="country:US"),
        filed(15, 15, product="acme:StreamMember", place="us-gaap:NonUsMember"),
    )
    found = only(document(TOTAL, *rows), "geography")

    assert not found.reconciles
    assert found.within == "Stream"
    assert newest(found) == {"United States": 80, "Outside the United States": 15}


def test_segments_that_are_regions_are_a_split_by_geography() -> None:
    """Apple's segments are regions; nobody looks for Japan under businesses."""
    rows = (
        filed(70, 60, business="acme:AmericasSegmentMember"),
        filed(30, 30, business="acme:RestOfAsiaPacificSegmentMember"),
    )
    found = only(document(TOTAL, *rows), "geography")

    assert list(newest(found)) == ["Americas", "Rest of Asia Pacific"]


def test_one_tag_carries_the_total_and_others_fill_what_it_leaves_open() -> None:
    """IBM files its segments as revenues and what reconciles them as revenue of contracts."""
    contract = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"
    rows = (
        filed(72, 61, business="acme:ToolsMember"),
        filed(66, 55, tag=contract, business="acme:ToolsMember"),
        filed(-2, -1, tag=contract, side="corporate"),
    )
    found = only(document(TOTAL, TOYS, *rows), "business")

    assert found.reconciles
    assert newest(found) == {"Tools": 72, "Toys": 30, "Corporate": -2}


def test_no_total_no_breakdown() -> None:
    """Parts without a whole cannot be checked, so they are not given."""
    assert breakdowns(document(TOOLS, TOYS)) == ()
