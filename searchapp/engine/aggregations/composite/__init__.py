"""The composite aggregation, whose buckets are all combinations of the keys of its sources, page by page."""
