"""A set of questions as analysts write them, answered by the real runtime without a model.

Expected figures were read in the corpus (companyfacts JSON, the filings' inline XBRL) or worked by
hand from such values, never taken from the code under test; `from` says how. A question passes when
its answer has every word of `says` and none of `never`, when each of its figures has its evidence,
and when it names a filing, or has no figure at all where `figures = false`.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from research_agent.domain.answers import Answer, FigureStatus
from research_agent.infra.settings import Settings
from research_agent.runtime import Runtime

TODAY = date(2026, 8, 31)
FILINGS = "https://www.sec.gov/Archives/edgar/data/"


@dataclass(frozen=True)
class Question:
    """One question and what its answer must say.

    Args:
        ask: The question.
        says: Words that must stand in the answer, whatever their case.
        never: Words that must not.
        figures: False when no figure may be given.
    """

    ask: str
    says: tuple[str, ...]
    never: tuple[str, ...] = ()
    figures: bool = True

    def problems(self, answer: Answer) -> Iterator[str]:
        """Yield what is wrong with an answer."""
        text = answer.text.lower()
        yield from (f"lacks {words!r}" for words in self.says if words.lower() not in text)
        yield from (f"has {words!r}" for words in self.never if words.lower() in text)
        unmatched = [f.text for f in answer.figures if f.status is FigureStatus.UNVERIFIED]
        if unmatched:
            yield f"no evidence for {unmatched}"
        if self.figures and FILINGS not in answer.text:
            yield "names no filing"
        if not self.figures and answer.figures:
            yield f"gives {[figure.text for figure in answer.figures]}"


def _questions() -> Iterator[Question]:
    for file in sorted(Path(__file__).parent.glob("*.toml")):
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["question"]:
            assert entry["from"], f"{entry['ask']}: say where the expected figure is from"
            yield Question(
                entry["ask"],
                tuple(entry["says"]),
                tuple(entry.get("never", ())),
                entry.get("figures", True),
            )


QUESTIONS = tuple(_questions())


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    """One runtime for all questions, as one dashboard has it."""
    settings = Settings.load(offline=True, home=tmp_path_factory.mktemp("home"))
    built = Runtime.from_settings(settings, today=lambda: TODAY)
    yield built
    built.close()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.ask)
def test_a_question_gets_the_right_figure_with_its_filing(
    question: Question, runtime: Runtime
) -> None:
    """A wrong figure is the worst answer; a plain sentence why there is none is a right one."""
    run = runtime.runs.start(question.ask)
    for _ in runtime.runs.follow(run):
        pass
    answer = runtime.runs.snapshot(run).answer
    assert answer is not None
    assert list(question.problems(answer)) == [], answer.text


def test_the_set_is_wide() -> None:
    """It must not shrink to what works: 290 questions, none twice, forty that want no figure."""
    assert len(QUESTIONS) >= 290
    assert len({question.ask for question in QUESTIONS}) == len(QUESTIONS)
    assert sum(not question.figures for question in QUESTIONS) >= 40
