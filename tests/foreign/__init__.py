"""Suites that others wrote for Elasticsearch's interface, run on the embedded engine and on a real node."""
