"""The list of companies built from copies of the SEC's files."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from research_agent.errors import InvalidRequest
from research_agent.finance.companies.company_list import build_company_list
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.companies.spelling import Speller


def write_tickers(path: Path, *rows: tuple[int, str, str]) -> Path:
    body = {
        str(at): {"cik_str": cik, "ticker": ticker, "title": title}
        for at, (cik, ticker, title) in enumerate(rows)
    }
    raw = json.dumps(body).encode()
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def built(folder: Path, out: Path) -> dict[str, dict[str, Any]]:
    count = build_company_list([folder], out)
    rows = pq.read_table(out).to_pylist()
    assert len(rows) == count
    return {row["ticker"]: row for row in rows}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An older list (a), a newer one (b, it has the highest CIK), exchanges and former names."""
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    write_tickers(
        inputs / "b.json.gz",
        (1045810, "NVDA", "NVIDIA CORP"),
        (1652044, "GOOGL", "Alphabet Inc."),
        (2012383, "BLK", "BlackRock, Inc."),
        (1652044, "GOOG", "Alphabet Inc."),
        (1050446, "MSTR", "Strategy Inc"),
        (2133892, "GOLD", "Gold.com, Inc."),
        (1512673, "XYZ", "Block, Inc."),
        (895419, "WOLF", "WOLFSPEED, INC."),
    )
    write_tickers(
        inputs / "a.json",
        (1050446, "MSTR", "MICROSTRATEGY Inc"),
        (1364742, "BLK", "BlackRock Inc."),
        (756894, "GOLD", "BARRICK GOLD CORP"),
        (1512673, "SQ", "Block, Inc."),
        (27996, "DLX", "DELUXE CORP"),
    )
    table = pa.Table.from_pylist(
        [
            {"cik": "0001045810", "ticker": "NVDA", "name": "NVIDIA CORP", "exchange": "Nasdaq"},
            {"cik": "0001652044", "ticker": "GOOG", "name": "Alphabet Inc.", "exchange": None},
        ]
    )
    pq.write_table(table, inputs / "exchanges.parquet")
    submissions = {
        "cik": "0000895419",
        "name": "WOLFSPEED, INC.",
        "formerNames": [{"name": "CREE, INC."}, {"name": "CREE INC"}, {"name": "WOLFSPEED INC"}],
    }
    (inputs / "CIK0000895419.json.gz").write_bytes(gzip.compress(json.dumps(submissions).encode()))
    return inputs


def test_the_list_with_the_highest_cik_decides_names_order_and_tickers(
    folder: Path, tmp_path: Path
) -> None:
    """The SEC numbers filers upwards; file names and times do not say which copy is newer."""
    rows = built(folder, tmp_path / "companies.parquet")
    newest = ["NVDA", "GOOGL", "BLK", "MSTR", "GOLD", "XYZ", "WOLF", "DLX"]
    assert list(rows) == newest
    assert [row["rank"] for row in rows.values()] == list(range(8))
    assert rows["MSTR"]["name"] == "Strategy Inc"
    assert rows["GOLD"]["cik"] == 2133892
    assert rows["NVDA"]["exchange"] == "Nasdaq"
    assert rows["BLK"]["exchange"] == ""


def test_share_classes_and_tickers_no_longer_used_stay_with_their_company(
    folder: Path, tmp_path: Path
) -> None:
    """GOOG and GOOGL are one filer; Block traded as SQ; Deluxe is in the old list only."""
    rows = built(folder, tmp_path / "companies.parquet")
    assert rows["GOOGL"]["tickers"] == ["GOOGL", "GOOG"]
    assert rows["XYZ"]["tickers"] == ["XYZ", "SQ"]
    assert rows["DLX"]["name"] == "Deluxe Corp"


def test_former_names_come_from_older_lists_and_submissions(folder: Path, tmp_path: Path) -> None:
    """A change of legal form or capitals alone is no former name."""
    rows = built(folder, tmp_path / "companies.parquet")
    assert rows["MSTR"]["former_names"] == ["MicroStrategy Inc"]
    assert rows["WOLF"]["former_names"] == ["Cree, Inc."]
    assert rows["NVDA"]["former_names"] == []


def test_a_reorganised_company_keeps_its_old_number_but_a_passed_on_ticker_does_not_count(
    folder: Path, tmp_path: Path
) -> None:
    """BlackRock filed under another CIK before; Gold.com only took a ticker Barrick gave up."""
    rows = built(folder, tmp_path / "companies.parquet")
    assert rows["BLK"]["former_ciks"] == [1364742]
    assert rows["GOLD"]["former_ciks"] == []


def test_the_directory_reads_what_was_built(folder: Path, tmp_path: Path) -> None:
    """The two ends of the file fit, former names, tickers and numbers included."""
    build_company_list([folder], tmp_path / "companies.parquet")
    directory = CompanyDirectory.load(tmp_path)
    for name in ("SQ", "Block", "Square"):
        assert directory.resolve(name).tickers == ("XYZ", "SQ")
    assert directory.resolve("Cree").ticker == "WOLF"
    assert directory.resolve("1364742").ticker == "BLK"


def test_the_same_inputs_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """The manifest holds the file's SHA-256; a rebuild must not change it for nothing."""
    build_company_list([folder], tmp_path / "one.parquet")
    build_company_list(sorted(folder.iterdir(), reverse=True), tmp_path / "two.parquet")
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()


def test_the_list_with_exchanges_of_the_sec_is_read_too(tmp_path: Path) -> None:
    """`company_tickers_exchange.json` holds columns and rows instead of objects."""
    source = tmp_path / "company_tickers_exchange.json"
    source.write_text(
        json.dumps(
            {
                "fields": ["cik", "name", "ticker", "exchange"],
                "data": [[320193, "Apple Inc.", "AAPL", "Nasdaq"]],
            }
        )
    )
    out = tmp_path / "companies.parquet"
    assert build_company_list([source], out) == 1
    assert pq.read_table(out).to_pylist()[0]["exchange"] == "Nasdaq"


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"0": {"cik_str": "x", "ticker": 1, "title": 2}}']
)
def test_a_broken_input_is_named_and_the_old_list_stays(tmp_path: Path, content: bytes) -> None:
    """A failed build must not cost the list that works."""
    out = tmp_path / "companies.parquet"
    good = write_tickers(tmp_path / "good.json", (1, "AAA", "Triple A Inc"))
    build_company_list([good], out)
    before = out.read_bytes()
    (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(InvalidRequest, match=r"bad\.json is not a ticker list"):
        build_company_list([good, tmp_path / "bad.json"], out)
    assert out.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bad.json",
        "companies.parquet",
        "good.json",
    ]


def test_a_folder_without_a_list_is_an_error(tmp_path: Path) -> None:
    """Never an empty list of companies."""
    with pytest.raises(InvalidRequest, match="There is no ticker list"):
        build_company_list([tmp_path], tmp_path / "companies.parquet")


SEEN = (
    "Analog Devices Inc",
    "Bank of Nova Scotia",
    "BJs RESTAURANTS Inc",
    "Darden Restaurants Inc",
)


@pytest.mark.parametrize(
    ("filed", "spelled"),
    [
        ("MICROSOFT CORP", "Microsoft Corp"),
        ("NVIDIA CORP", "NVIDIA Corp"),
        ("PROCTER & GAMBLE Co", "Procter & Gamble Co"),
        ("BANK OF AMERICA CORP /DE/", "Bank of America Corp"),
        ("QUALCOMM INC/DE", "QUALCOMM Inc"),
        ("COSTCO WHOLESALE CORP /NEW", "Costco Wholesale Corp"),
        ("ACUITY INC. (DE)", "Acuity Inc."),
        ("US BANCORP \\DE\\", "U.S. Bancorp"),
        ("TOYOTA MOTOR CORP/", "Toyota Motor Corp"),
        ("NOVO NORDISK A S", "Novo Nordisk A/S"),
        ("GENMAB A/S", "Genmab A/S"),
        ("AT&T INC.", "AT&T Inc."),
        ("AMAZON COM INC", "Amazon.com Inc"),
        ("MCDONALDS CORP", "McDonald's Corp"),
        ("CAMPBELL'S Co", "Campbell's Co"),
        ("JPMORGAN CHASE & CO", "JPMorgan Chase & Co"),
        ("ASML HOLDING NV", "ASML Holding NV"),
        ("HSBC HOLDINGS PLC", "HSBC Holdings plc"),
        ("INTERNATIONAL BUSINESS MACHINES CORP", "International Business Machines Corp"),
        ("BJS RESTAURANTS INC", "BJs Restaurants Inc"),
        ("3M CO", "3M Co"),
        ("eBay Inc", "eBay Inc"),
        ("RTX Corp", "RTX Corp"),
        ("NIKE, Inc.", "NIKE, Inc."),
        ("Palantir Technologies Inc.", "Palantir Technologies Inc."),
        ("CRH PUBLIC LTD CO", "CRH Public Ltd Co"),
        ("ANSYS INC", "ANSYS Inc"),
    ],
)
def test_names_are_spelled_as_the_companies_write_them(filed: str, spelled: str) -> None:
    """The SEC's capitals are from its forms; a filer's own spelling is kept."""
    assert Speller([*SEEN, "ANSYS Europe Inc"]).tidy(filed) == spelled
