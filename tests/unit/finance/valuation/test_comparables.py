from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.finance.valuation.comparables import (
    Comparables,
    Multiple,
    PeerInputs,
    comparables,
    quartiles,
)
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet
from tests.unit.finance.valuation.small_company import inputs


def compared(read: ValuationInputs, *peers: tuple[ValuationInputs, str]) -> dict[str, Multiple]:
    named = [PeerInputs(peer, Decimal(price) if price else None) for peer, price in peers]
    found = comparables(Worksheet(read), read, named)
    assert isinstance(found, Comparables)
    return {one.label: one for one in found.multiples}


def worth(cell: Fact | Missing) -> Decimal:
    assert isinstance(cell, Fact)
    return cell.value


def test_quartiles_are_interpolated_with_the_ends_included() -> None:
    """1, 2, 3, 4 give 1.75, 2.5, 3.25, as a spreadsheet's QUARTILE does; one value is all three."""
    four = [Decimal(number) for number in (4, 1, 3, 2)]

    assert quartiles(four) == (Decimal("1.75"), Decimal("2.5"), Decimal("3.25"))
    assert quartiles([Decimal(7)]) == (7, 7, 7)


def test_multiples_of_a_peer_can_be_worked_by_hand() -> None:
    """At 10 a share: value 1,000; firm 1,000 + 150 + 20 − 150 = 1,020."""
    found = compared(inputs(), (inputs(), "10"))

    assert worth(found["EV/EBITDA"].median) == Decimal(1020) / 250
    assert worth(found["EV/sales"].median) == Decimal(1020) / 1000
    assert worth(found["P/E"].median) == Decimal(1000) / 152
    assert worth(found["P/B"].median) == Decimal(2)


def test_a_twin_is_worth_what_its_twin_costs() -> None:
    """Whatever the multiple: the bridge back must undo the bridge there."""
    found = compared(inputs(), (inputs(), "10"))

    for one in found.values():
        assert [worth(cell) for cell in one.values] == pytest.approx([Decimal(10)] * 3)


def test_quartiles_of_peers_are_put_on_the_company() -> None:
    """P/B of 2, 4, 6: quartiles 3, 4, 5 on book equity of 5 a share are 15, 20, 25."""
    peers = [(inputs(), price) for price in ("10", "20", "30")]

    found = compared(inputs(), *peers)["P/B"]

    assert [worth(cell) for cell in found.values] == [15, 20, 25]


def test_a_peer_without_a_price_is_shown_without_multiples() -> None:
    """We have no prices; nothing is looked up or guessed."""
    found = compared(inputs(), (inputs(), "10"), (inputs(), ""))

    for one in found.values():
        assert one.peers[1] == Missing("no price was given")
        assert isinstance(one.median, Fact)


def test_a_peer_that_loses_money_has_no_price_to_earnings() -> None:
    """A negative multiple would pull the median the wrong way."""
    found = compared(inputs(), (inputs(NetIncomeLoss=(-5, 10)), "10"))

    assert found["P/E"].peers[0] == Missing("Net income (to the parent) is not above zero")
    assert found["P/E"].median == Missing("no peer has it")
    assert isinstance(found["P/B"].median, Fact)


def test_a_company_that_loses_money_gets_no_value_from_earnings() -> None:
    """The multiple is there, the value is not."""
    found = compared(inputs(NetIncomeLoss=(-5, 10)), (inputs(), "10"))["P/E"]

    assert isinstance(found.median, Fact)
    assert found.values[1] == Missing("Net income (to the parent) is not above zero")


def test_a_peer_whose_cash_is_unknown_has_no_multiple_of_the_firm() -> None:
    """A missing figure is not zero."""
    found = compared(inputs(), (inputs(without=["CashAndCashEquivalentsAtCarryingValue"]), "10"))

    assert isinstance(found["EV/sales"].peers[0], Missing)
    assert isinstance(found["P/E"].peers[0], Fact)


def test_without_peers_there_is_nothing_to_compare() -> None:
    """It is said, not left empty."""
    read = inputs()

    assert comparables(Worksheet(read), read, []) == Missing("no peers were named")
