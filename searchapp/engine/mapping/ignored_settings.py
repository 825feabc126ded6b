"""The settings of an index that change no response: about storing and running it, and limits of unsupported features.

Their values are checked as Elasticsearch checks them.
"""

from collections.abc import Callable
from typing import Any

from .setting_values import anything, boolean, duration, integer, number, one_of, size

LEVELS = ("debug", "info", "trace", "warn")

IGNORED: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys((
        "bloom_filter_for_id_field.enabled", "fast_refresh", "force_memory_term_dictionary", "hidden",
        "indexing.slowlog.include.user", "indexing.slowlog.reformat", "lifecycle.indexing_complete",
        "lifecycle.parse_origination_date", "lifecycle.prefer_ilm", "load_fixed_bitset_filters_eagerly",
        "merge.scheduler.auto_throttle", "optimize_auto_generated_id", "queries.cache.enabled",
        "recovery.use_synthetic_source", "requests.cache.enable", "routing.allocation.disk.watermark.ignore",
        "search.slowlog.include.user", "search.throttled", "soft_deletes.enabled", "warmer.enabled",
    ), boolean),
    **dict.fromkeys(("lifecycle.origination_date", "routing.allocation.total_shards_per_node"), integer(-1)),
    **dict.fromkeys((
        "allocation.max_retries", "mapping.dimension_fields.limit", "max_refresh_listeners", "max_script_fields",
        "number_of_replicas", "priority", "soft_deletes.retention.operations",
    ), integer(0)),
    **dict.fromkeys((
        "max_rescore_window", "max_slices_per_scroll", "merge.scheduler.max_merge_count",
        "merge.scheduler.max_thread_count", "number_of_routing_shards", "number_of_shards", "routing_partition_size",
    ), integer(1)),
    **dict.fromkeys((
        "max_adjacency_matrix_filters", "merge.policy.max_merge_at_once", "merge.policy.max_merge_at_once_explicit",
        "merge.policy.merge_factor",
    ), integer(2)),
    "merge.policy.deletes_pct_allowed": number(5, 50),
    "merge.policy.expunge_deletes_allowed": number(0),
    "merge.policy.segments_per_tier": number(2),
    **dict.fromkeys((
        "gc_deletes", "refresh_interval", "search.idle.after", "soft_deletes.retention_lease.period",
        "store.stats_refresh_interval", "translog.flush_threshold_age", "translog.retention.age",
        "translog.sync_interval", "unassigned.node_left.delayed_timeout",
        *(f"indexing.slowlog.threshold.index.{level}" for level in LEVELS),
        *(f"search.slowlog.threshold.{step}.{level}" for step in ("fetch", "query") for level in LEVELS),
    ), duration),
    **dict.fromkeys((
        "flush_after_merge", "merge.policy.floor_segment", "merge.policy.max_merged_segment",
        "translog.flush_threshold_size", "translog.generation_threshold_size", "translog.retention.size",
    ), size),
    "codec": one_of("best_compression", "default", "legacy_best_compression", "legacy_default", "lucene_default"),
    "fielddata.cache": one_of("node", "none"),
    "merge.policy.type": one_of("log_doc", "tiered", "time_based", "unset"),
    "routing.allocation.enable": one_of("all", "new_primaries", "none", "primaries"),
    "routing.rebalance.enable": one_of("all", "none", "primaries", "replicas"),
    "shard.check_on_startup": one_of("checksum", "false", "true"),
    "store.fs.fs_lock": one_of("native", "simple"),
    "store.type": one_of("", "fs", "hybridfs", "mmapfs", "niofs", "simplefs"),
    "translog.durability": one_of("async", "request"),
    **dict.fromkeys((
        "allocation.existing_shards_allocator", "auto_expand_replicas", "compound_format", "data_path", "format",
        "indexing.slowlog.level", "indexing.slowlog.source", "lifecycle.name",
        "lifecycle.rollover_alias", "lifecycle.step.wait_time_threshold", "recovery.type", "search.slowlog.level",
        "shard_limit.group", "store.preload", "write.wait_for_active_shards",
    ), anything),
}  # fmt: skip
IGNORED_GROUPS = (
    "routing.allocation.exclude.", "routing.allocation.include.", "routing.allocation.initial_recovery.",
    "routing.allocation.require.",
)  # fmt: skip
"""Settings whose names end with an attribute of a node, which may have any name."""
