"""Elasticsearch: backend, loader, connection."""
