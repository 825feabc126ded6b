"""Backends: run a query against a database."""
