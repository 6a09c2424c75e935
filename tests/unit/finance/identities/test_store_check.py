import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from research_agent.errors import PackError
from research_agent.finance.builder import build_pack
from research_agent.finance.identities import Status
from research_agent.finance.identities.store_check import check_store

M = 1_000_000


def built(folder: Path, companies: Sequence[tuple[int, float]]) -> Path:
    """A store of companies with revenue 100, cost 60 and the gross profit given, in millions."""
    source = folder / "in"
    source.mkdir()
    for cik, gross in companies:
        lines = {"Revenues": 100, "CostOfRevenue": 60, "GrossProfit": gross}
        row = {
            "start": "2024-01-01",
            "end": "2024-12-31",
            "accn": f"{cik:010d}-25-000001",
            "fy": 2024,
            "fp": "FY",
            "form": "10-K",
            "filed": "2025-02-01",
        }
        facts = {tag: {"units": {"USD": [row | {"val": v * M}]}} for tag, v in lines.items()}
        body = {"cik": cik, "entityName": "Acme", "facts": {"us-gaap": facts}}
        (source / f"{cik}.json").write_text(json.dumps(body))
    build_pack([source], folder / "store")
    return folder / "store"


def test_every_company_is_checked_under_both_vintages(tmp_path: Path) -> None:
    """What holds as last filed need not hold as filed first; what fails names its filing."""
    found = check_store(built(tmp_path, [(7, 40), (8, 45)]))

    assert found.by_identity()["gross_profit"] == {Status.PASSED: 2, Status.FAILED: 2}
    assert (found.run, found.count(Status.EXPLAINED)) == (4, 0)
    assert [(f.ticker, f.period, f.vintage, f.difference) for f in found.failures] == [
        ("CIK8", "FY2024", "latest", 5 * M),
        ("CIK8", "FY2024", "as_reported", 5 * M),
    ]
    assert "0000000008-25-000001" in found.failures[0].filings[0]
    assert [c.seconds for c in found.companies] == sorted(
        (c.seconds for c in found.companies), reverse=True
    )


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    """The work is spread over the cores; who does it changes nothing."""
    said: list[str] = []
    store = built(tmp_path, [(cik, 40 if cik % 2 else 45) for cik in range(1, 13)])
    apart = check_store(store, progress=said.append, processes=2)
    alone = check_store(store, processes=1)

    assert apart.by_identity() == alone.by_identity()
    assert sorted(apart.failures, key=str) == sorted(alone.failures, key=str)
    assert said == ["10 of 12 companies checked", "12 of 12 companies checked"]


def test_a_folder_without_a_store_is_refused(tmp_path: Path) -> None:
    """No store has nothing wrong with it, but nothing right either."""
    with pytest.raises(PackError):
        check_store(tmp_path)
