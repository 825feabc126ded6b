"""The limits of a query; the settings of an application replace them."""

from dataclasses import dataclass

from ..options import catalog


@dataclass(frozen=True)
class Limits:
    """Limits of requests. `matches`: hits for one id; `batch_hits`: hits for all terms of a batch."""

    size: int = catalog.SIZE.default
    window: int = catalog.MAX_WINDOW
    facet_size: int = catalog.FACET_SIZE.default
    facet_product: int = 65_536
    batch: int = catalog.MAX_BATCH
    batch_hits: int = 100_000
    matches: int = 1000
