"""One's own price files: the usual headers, exact figures, nothing guessed."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.errors import ConfigError, NotCovered, ProviderError
from research_agent.finance.prices.price_folder import PriceFolder
from research_agent.finance.share_price import Adjustment

FIRST, LAST = date(2000, 1, 1), date(2030, 1, 1)
CORPUS = Path(__file__).parents[5] / "shared" / "corpus" / "prices"


@pytest.mark.parametrize(
    "text",
    [
        "Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-02,1,3,0.5,2.10,2.05,7\n",
        "timestamp;Close Price;VOL\n20240102;2.10;7\n",
        "DATE,close\n1/13/2024,9\n1/2/2024,$2.10\n",
        "\ufeffdate,Last\n2024-01-02 00:00:00-05:00,2.10\n",
    ],
    ids=["Yahoo", "semicolons", "American days", "byte order mark"],
)
async def test_the_usual_headers_are_understood(tmp_path: Path, text: str) -> None:
    """People export from many places."""
    (tmp_path / "aapl.csv").write_text(text, encoding="utf-8")

    series = await PriceFolder(tmp_path).daily("AAPL", FIRST, date(2024, 1, 2))

    assert [(bar.day, bar.close) for bar in series.bars] == [(date(2024, 1, 2), Decimal("2.10"))]
    assert series.basis


async def test_a_day_that_reads_in_two_ways_is_refused(tmp_path: Path) -> None:
    """3/4 is March in one country and April in another."""
    (tmp_path / "AAPL.csv").write_text("date,close\n3/4/2024,1\n")

    with pytest.raises(ProviderError, match="write them as YYYY-MM-DD"):
        await PriceFolder(tmp_path).daily("AAPL", FIRST, LAST)


async def test_rows_without_a_readable_close_are_left_out_and_counted(tmp_path: Path) -> None:
    """Zero is no price, and two closes for one day are none."""
    rows = "2024-01-02,\n2024-01-03,0\n2024-01-04,NaN\n2024-01-05,5\n2024-01-08,6\n2024-01-08,7\n"
    (tmp_path / "AAPL.csv").write_text(f"date,close\n{rows}")

    series = await PriceFolder(tmp_path).daily("AAPL", FIRST, LAST)

    assert [bar.close for bar in series.bars] == [5]
    assert "4 rows of AAPL.csv have no readable day or close." in series.notes


async def test_a_share_without_a_file_is_not_covered(tmp_path: Path) -> None:
    """So that the next source is asked."""
    with pytest.raises(NotCovered, match="has prices of AAPL"):
        await PriceFolder(tmp_path).daily("AAPL", FIRST, LAST)


async def test_a_folder_that_is_none_is_a_setting_to_correct(tmp_path: Path) -> None:
    """The sentence names the setting."""
    with pytest.raises(ConfigError, match="RESEARCH_AGENT_PRICES_DIR"):
        await PriceFolder(tmp_path / "absent").daily("AAPL", FIRST, LAST)


@pytest.mark.corpus
async def test_raw_closes_across_a_split_are_found_out() -> None:
    """Apple was split 2-for-1 on 2000-06-21 and 2005-02-28: the raw close halves."""
    folder = PriceFolder(CORPUS / "bokeh_wiki_publicdomain")

    series = await folder.daily("AAPL", date(2004, 1, 1), date(2006, 1, 1))

    assert series.adjustment is Adjustment.RAW
    assert series.doubtful_day() == date(2005, 2, 28)
