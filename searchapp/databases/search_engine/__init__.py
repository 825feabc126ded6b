"""The common code of Elasticsearch and the embedded engine."""
