from pathlib import Path

import click
import pytest

from research_agent.cli.output_file import check_writable, report_format, write_whole


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """The old text is gone, the new one is there, and no temporary file stays."""
    target = tmp_path / "r.md"
    target.write_text("old", encoding="utf-8")
    write_whole(target, "new ×\n")

    assert target.read_bytes() == "new ×\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["r.md"]


def test_a_refused_write_is_one_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    """The folder vanished between check and write."""
    with pytest.raises(click.FileError) as caught:
        write_whole(tmp_path / "gone" / "r.md", "x")

    assert "r.md" in caught.value.format_message()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_report(tmp_path: Path) -> None:
    """Refused before the work."""
    (tmp_path / "r.md").mkdir()

    with pytest.raises(click.UsageError, match="cannot be written"):
        check_writable(tmp_path / "r.md")


@pytest.mark.parametrize(
    ("name", "kind"), [("a.md", "md"), ("a.HTML", "html"), ("a.htm", "html"), ("a.markdown", "md")]
)
def test_the_ending_names_the_format(name: str, kind: str) -> None:
    """`--output a.html` needs no `--report html`."""
    assert report_format(Path(name)) == kind
