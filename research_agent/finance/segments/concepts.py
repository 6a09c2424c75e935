"""Names by which a figure of a part of a company is asked for: `revenue_product_services`."""

from dataclasses import dataclass

from research_agent.finance.segments.axes import AxisKind
from research_agent.finance.segments.metrics import CUSTOMER_SHARE, SEGMENT_METRICS, SegmentMetric

__all__ = ["SegmentConcept", "part_label", "segment_concept", "segment_metric"]

_METRICS = {**SEGMENT_METRICS, CUSTOMER_SHARE.key: CUSTOMER_SHARE}


@dataclass(frozen=True, slots=True)
class SegmentConcept:
    """A parsed name.

    Args:
        metric: The figure.
        axis: What it is split by.
        slug: The part: `"greater_china"`.
    """

    metric: SegmentMetric
    axis: AxisKind
    slug: str

    @classmethod
    def parse(cls, key: str) -> "SegmentConcept | None":
        """Read a name; `None` when it is not one of a part."""
        for metric in _METRICS.values():
            for axis in AxisKind:
                start = f"{metric.key}_{axis.value}_"
                if key.startswith(start) and len(key) > len(start):
                    return cls(metric, axis, key.removeprefix(start))
        return None

    @property
    def label(self) -> str:
        """The name in words, made of itself: `"Greater china revenue"`."""
        return part_label(self.metric, self.slug.replace("_", " ").capitalize())


def segment_metric(key: str) -> SegmentMetric:
    """Return a metric by its key; raises `KeyError` when there is none."""
    return _METRICS[key]


def segment_concept(metric: str, axis: str, slug: str) -> str:
    """Return the name of a figure: `"revenue_geography_greater_china"`."""
    return f"{metric}_{axis}_{slug}"


def part_label(metric: SegmentMetric, name: str) -> str:
    """Return a figure in words: `"Greater China revenue"`."""
    return f"{name} {metric.label[0].lower()}{metric.label[1:]}"
