"""Every breakdown of one filing."""

from research_agent.finance.segments.breakdown import Breakdown
from research_agent.finance.segments.customers import customer_shares
from research_agent.finance.segments.metrics import SEGMENT_METRICS
from research_agent.finance.segments.names import member_names
from research_agent.finance.segments.splitting import split_metric
from research_agent.finance.xbrl.facts import XbrlDocument

__all__ = ["breakdowns"]


def breakdowns(document: XbrlDocument) -> tuple[Breakdown, ...]:
    """Return how the filing splits its figures, by metric and axis.

    Args:
        document: As `read_inline` or `read_instance` gives it.
    """
    names = member_names(document.facts)
    found = [
        breakdown
        for metric in SEGMENT_METRICS.values()
        for breakdown in split_metric(document, metric, names)
    ]
    customers = customer_shares(document, names)
    return tuple(found) if customers is None else (*found, customers)
