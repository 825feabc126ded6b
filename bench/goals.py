"""The goals of the design, section 7: what each was measured at, whether it is met, and why where it is not."""

import statistics
from dataclasses import dataclass

from bench.measure import Sample

ANNOTATION = "annotation GET"
QUERY = "query GET, 10 hits"
FEW = "query GET, facets, few hits"
MANY = "query GET, facets, many hits"
IDS = "annotation POST, 1000 ids"
TERMS = "query POST, 1000 terms"
PAGE = "a page of 1000 of everything"

Samples = dict[str, list[Sample]]
"""What each system needed at one work, round by round."""


@dataclass(frozen=True)
class Goal:
    """A figure of one system beside that of another: `most` is the largest ratio that meets it."""

    work: str
    system: str
    figure: str
    other: str
    most: float
    why: str = ""
    """Why it is missed, where it is."""

    def ratio(self, samples: Samples) -> float | None:
        """The median of the ratios of the rounds, in which both had the same moments; None where one did not run."""
        if self.system not in samples or self.other not in samples:
            return None
        pairs = zip(samples[self.system], samples[self.other], strict=True)
        return statistics.median(getattr(one, self.figure) / getattr(other, self.figure) for one, other in pairs)


GOALS = (
    Goal(ANNOTATION, "elasticsearch", "cpu", "direct", 1.25),
    Goal(ANNOTATION, "elasticsearch", "cpu", "peer", 1 / 3),
    Goal(ANNOTATION, "embedded", "cpu", "empty", 1.6),
    Goal(ANNOTATION, "embedded", "wall", "peer", 1 / 6),
    Goal(ANNOTATION, "embedded", "both", "elasticsearch", 1 / 2),
    Goal(QUERY, "elasticsearch", "cpu", "peer", 1 / 4),
    Goal(QUERY, "elasticsearch", "cpu", "direct", 1.25),
    Goal(QUERY, "embedded", "wall", "peer", 1 / 6),
    Goal(FEW, "elasticsearch", "cpu", "peer", 1 / 4),
    Goal(FEW, "elasticsearch", "cpu", "direct", 1.25),
    Goal(FEW, "embedded", "wall", "peer", 1 / 6),
    Goal(FEW, "embedded", "wall", "elasticsearch", 1.0),
    Goal(MANY, "elasticsearch", "wall", "raw", 1.25),
    Goal(MANY, "embedded", "wall", "peer", 1 / 6),
    Goal(MANY, "embedded", "wall", "elasticsearch", 1.0),
    Goal(IDS, "elasticsearch", "wall", "peer", 1 / 12),
    Goal(IDS, "elasticsearch", "wall", "raw", 1.3),
    Goal(IDS, "embedded", "wall", "peer", 1 / 20),
    Goal(TERMS, "elasticsearch", "wall", "peer", 1 / 2.5),
    Goal(TERMS, "elasticsearch", "wall", "raw", 1.2),
    Goal(TERMS, "embedded", "wall", "raw", 1 / 3),
    Goal(PAGE, "elasticsearch", "wall", "peer", 1 / 5),
    Goal(PAGE, "embedded", "wall", "peer", 1 / 10),
)

RATE = 5000
FLAT_LOAD = 1.25
"""Documents a second; the most memory that loading twice as many may hold, beside that of loading them once."""

EXPORT = 5.0
FLAT_EXPORT = 32.0
"""Seconds for the sample as CSV; megabytes that the service may grow by meanwhile."""
