"""The metric aggregations, filters and global."""
