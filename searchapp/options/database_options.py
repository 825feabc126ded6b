"""The options that the service passes to the database."""

from .option import Option

MIN_SCORE = Option("min_score", float, group="database", doc="Exclude hits with a lower score.")
TRACK_TOTAL_HITS = Option("track_total_hits", bool, group="database", doc="Count all matches.")
TERMINATE_AFTER = Option(
    "terminate_after", int, group="database", max=2**31 - 1, doc="Stop after this number of documents per shard."
)
PREFERENCE = Option(
    "preference",
    str,
    group="database",
    pattern=r"_local|[A-Za-z0-9][\w-]{0,63}",
    doc="The copies of a shard to search.",
)
SEARCH_TYPE = Option(
    "search_type",
    str,
    group="database",
    choices=("query_then_fetch", "dfs_query_then_fetch"),
    doc="How the scores of several shards are computed.",
)

PASSED: tuple[Option, ...] = (MIN_SCORE, TRACK_TOTAL_HITS, TERMINATE_AFTER, PREFERENCE, SEARCH_TYPE)
"""The options that HTTP requests may pass to the database unchanged."""
