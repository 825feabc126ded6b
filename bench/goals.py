"""The goals of the service's speed: what each was measured at, whether it is met, and why where it is not."""

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


WSGI_THEN = 0.14
"""Milliseconds of CPU that the raw WSGI function needed on the machine where the goals in times were set."""

RATIO, ABOVE, ALONE = "ratio", "us above", "ms"
"""How a figure is compared: divided by that of the other system, less that of the other, or by itself."""


@dataclass(frozen=True)
class Goal:
    """A figure of one system beside that of another: `most` is the largest value that meets it."""

    work: str
    system: str
    figure: str
    other: str
    most: float
    kind: str = RATIO

    def measured(self, samples: Samples) -> float | None:
        """The median of the rounds, in which both systems had the same moments; None where one did not run."""
        if self.system not in samples or self.other not in samples:
            return None
        pairs = zip(samples[self.system], samples[self.other], strict=True)
        return statistics.median(self.compared(getattr(a, self.figure), getattr(b, self.figure)) for a, b in pairs)

    def compared(self, mine: float, other: float) -> float:
        """Milliseconds of two systems as the goal compares them."""
        return mine / other if self.kind == RATIO else 1000 * (mine - other) if self.kind == ABOVE else mine


def speed(cheap: Samples) -> float:
    """What times of this run are multiplied by, to compare them with goals in times; `cheap` is the work ANNOTATION."""
    return WSGI_THEN / statistics.median(one.cpu for one in cheap["wsgi"])


GOALS = (
    Goal(ANNOTATION, "empty", "cpu", "empty", 0.22, ALONE),
    Goal(ANNOTATION, "embedded", "cpu", "wsgi", 250, ABOVE),
    Goal(ANNOTATION, "elasticsearch", "cpu", "wsgi", 400, ABOVE),
    Goal(ANNOTATION, "embedded", "cpu", "peer", 0.35),
    Goal(ANNOTATION, "elasticsearch", "cpu", "peer", 0.5),
    Goal(QUERY, "embedded", "cpu", "peer", 0.2),
    Goal(QUERY, "elasticsearch", "cpu", "peer", 0.3),
    Goal(FEW, "elasticsearch", "cpu", "direct", 1.3),
    Goal(MANY, "elasticsearch", "cpu", "direct", 1.3),
    Goal(IDS, "embedded", "cpu", "embedded", 12, ALONE),
    Goal(IDS, "elasticsearch", "wall", "raw", 1.5),
    Goal(IDS, "embedded", "wall", "peer", 1 / 30),
    Goal(IDS, "elasticsearch", "wall", "peer", 1 / 30),
    Goal(TERMS, "embedded", "wall", "raw", 1 / 3),
    Goal(TERMS, "elasticsearch", "wall", "raw", 1.3),
    Goal(PAGE, "embedded", "wall", "peer", 1 / 20),
    Goal(PAGE, "elasticsearch", "wall", "peer", 1 / 20),
)

RATE = 5000
FLAT_LOAD = 1.25
"""Documents a second; the most memory that loading twice as many may hold, beside that of loading them once."""

EXPORT = 5.0
FLAT_EXPORT = 32.0
"""Seconds for the sample as CSV; megabytes that the service may grow by meanwhile."""
