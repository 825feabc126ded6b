"""The features of search bodies that this service itself never uses: for named queries and other callers.

No builder, facet, suggestion or page of the service uses them. The other packages of the engine have only the code for
the service's own requests, and do not import this package: `register` adds the features to their tables.
"""

from ..aggregations import KINDS
from ..highlight import from_query
from ..queries import COMPOUNDS, LEAVES
from ..queries.text import multi_match
from ..search import body
from . import highlight
from .aggregations import filters, metrics
from .queries import boosting, combined_fields, prefixed
from .search import collapse, hit_fields, inner_hits, top_hits


def register() -> None:
    """Add everything of this package to the tables by which the engine reads a body."""
    LEAVES.update(combined_fields.PARSERS | prefixed.PARSERS)
    COMPOUNDS.update(boosting.PARSERS)
    multi_match.TYPES.update(prefixed.TYPES)
    from_query.READERS.update(highlight.READERS)
    from_query.TYPES.update(highlight.TYPES)
    KINDS.update(filters.KINDS | metrics.KINDS | top_hits.KINDS)
    body.READERS.update(
        {
            "collapse": (body.OBJECT, collapse.read_collapse),
            "fields": (body.ARRAY, hit_fields.read_fields),
            "docvalue_fields": (body.ARRAY, hit_fields.read_doc_values),
        }
    )
    body.CLAUSE_READERS[:] = [inner_hits.read_inner_hits]
    body.CHECKS[:] = [inner_hits.check_together, top_hits.share_with_buckets]
