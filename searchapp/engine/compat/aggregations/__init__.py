"""The metric aggregations."""
