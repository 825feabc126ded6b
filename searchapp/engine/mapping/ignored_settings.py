"""The settings of an index that change no response: about storing and running it, and limits of unsupported features.

Their values are not read.
"""

LEVELS = ("debug", "info", "trace", "warn")

IGNORED = frozenset((
    "allocation.existing_shards_allocator", "allocation.max_retries", "auto_expand_replicas",
    "bloom_filter_for_id_field.enabled", "codec", "compound_format", "data_path", "fast_refresh", "fielddata.cache",
    "flush_after_merge", "force_memory_term_dictionary", "format", "gc_deletes", "hidden",
    "indexing.slowlog.include.user", "indexing.slowlog.level", "indexing.slowlog.reformat", "indexing.slowlog.source",
    "lifecycle.indexing_complete", "lifecycle.name", "lifecycle.origination_date", "lifecycle.parse_origination_date",
    "lifecycle.prefer_ilm", "lifecycle.rollover_alias", "lifecycle.step.wait_time_threshold",
    "load_fixed_bitset_filters_eagerly", "mapping.dimension_fields.limit", "max_adjacency_matrix_filters",
    "max_refresh_listeners", "max_rescore_window", "max_script_fields", "max_slices_per_scroll",
    "merge.policy.deletes_pct_allowed", "merge.policy.expunge_deletes_allowed", "merge.policy.floor_segment",
    "merge.policy.max_merge_at_once", "merge.policy.max_merge_at_once_explicit", "merge.policy.max_merged_segment",
    "merge.policy.merge_factor", "merge.policy.segments_per_tier", "merge.policy.type", "merge.scheduler.auto_throttle",
    "merge.scheduler.max_merge_count", "merge.scheduler.max_thread_count", "number_of_replicas",
    "number_of_routing_shards", "number_of_shards", "optimize_auto_generated_id", "priority", "queries.cache.enabled",
    "recovery.type", "recovery.use_synthetic_source", "refresh_interval", "requests.cache.enable",
    "routing.allocation.disk.watermark.ignore", "routing.allocation.enable", "routing.allocation.total_shards_per_node",
    "routing.rebalance.enable", "routing_partition_size", "search.idle.after", "search.slowlog.include.user",
    "search.slowlog.level", "search.throttled", "shard.check_on_startup", "shard_limit.group", "soft_deletes.enabled",
    "soft_deletes.retention.operations", "soft_deletes.retention_lease.period", "store.fs.fs_lock", "store.preload",
    "store.stats_refresh_interval", "store.type", "translog.durability", "translog.flush_threshold_age",
    "translog.flush_threshold_size", "translog.generation_threshold_size", "translog.retention.age",
    "translog.retention.size", "translog.sync_interval", "unassigned.node_left.delayed_timeout", "warmer.enabled",
    "write.wait_for_active_shards",
    *(f"indexing.slowlog.threshold.index.{level}" for level in LEVELS),
    *(f"search.slowlog.threshold.{step}.{level}" for step in ("fetch", "query") for level in LEVELS),
))  # fmt: skip
IGNORED_GROUPS = (
    "routing.allocation.exclude.", "routing.allocation.include.", "routing.allocation.initial_recovery.",
    "routing.allocation.require.",
)  # fmt: skip
"""Settings whose names end with an attribute of a node, which may have any name."""
