"""The inner hits of nested queries."""
