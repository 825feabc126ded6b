"""The `_source` filter."""
