import pytest

from research_agent.ui.text import literal, plain, short


@pytest.mark.parametrize(
    ("written", "safe"),
    [
        ("$3 to $4", r"\$3 to \$4"),
        (r"already \$3", r"already \$3"),
        ("~$3 to ~$4", r"\~\$3 to \~\$4"),
        ("~~gone~~", "~~gone~~"),
        ("code `$x` and $1", r"code `$x` and \$1"),
        ("```\n$1\n```", "```\n$1\n```"),
        ("unclosed ``` $1", "unclosed ``` $1"),
        ("![pixel](https://x.example/p.png)", r"\![pixel](https://x.example/p.png)"),
        (":red[loss] at 10:30", r"\:red[loss] at 10:30"),
        (":material/home:", r"\:material/home:"),
        ("€5 {braces}", "€5 {braces}"),
    ],
)
def test_others_text_means_what_it_says(written: str, safe: str) -> None:
    """No formula, no strike-out, no picture from elsewhere, no colours of the page."""
    assert literal(written) == safe


@pytest.mark.parametrize("cut", range(1, 20))
def test_every_prefix_of_a_streaming_text_is_safe(cut: int) -> None:
    """A formula would flash up as soon as the second dollar arrives."""
    assert "$" not in literal("from $3 to $4 billion"[:cut]).replace(r"\$", "")


def test_a_label_shows_markup_as_characters() -> None:
    """A question is not formatting."""
    assert plain("*a* _b_ [c](d) $1") == r"\*a\* \_b\_ \[c\]\(d\) \$1"


def test_a_long_line_is_cut_with_an_ellipsis() -> None:
    """A list of questions has one line for each."""
    assert short("word " * 30, 20) == "word word word word…"
    assert short("a\nb") == "a b"
