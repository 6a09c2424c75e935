"""Questions to start from, and questions that follow from an answer."""

from research_agent.domain.answers import Answer
from research_agent.domain.facts import Fact
from research_agent.ui.figures import cited_facts

__all__ = ["EXAMPLES", "follow_ups"]

EXAMPLES = (
    "What was Apple's revenue in fiscal 2023?",
    "Compare NVIDIA and AMD gross margin over the last five years",
    "How fast did Alphabet grow revenue per year from 2015 to 2024?",
    "P&G free cash flow last four quarters",
    "Which of AAPL, GOOGL and NVDA had the highest net margin in FY2024?",
    "What was TSMC's revenue in 2023?",
)
"""Each one is answered from the embedded pack, without a key or a network."""


def follow_ups(answer: Answer) -> tuple[str, ...]:
    """Return up to three questions that go on from the answer; none without evidence."""
    facts = cited_facts(answer)
    if not facts:
        return ()
    names = tuple(dict.fromkeys(table.company.ticker for table in answer.tables))
    metric = _metric(facts[0])
    if len(names) > 1:
        listed = " and ".join(names[:2])
        return (
            f"Compare {listed} operating margin over the last five years",
            f"Compare {listed} free cash flow over the last five years",
            f"Which of {' and '.join(names[:4])} had the highest return on equity last year?",
        )
    name = names[0] if names else facts[0].ticker
    return (
        f"{name} {metric} over the last ten years",
        f"{name} {metric} last eight quarters",
        f"{name} free cash flow and net income over the last five years",
    )


def _metric(fact: Fact) -> str:
    while fact.inputs and fact.concept == "calculation":
        fact = fact.inputs[0]
    return fact.label.lower()
