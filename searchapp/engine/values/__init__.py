"""Dates and numbers, read and printed as Java and Elasticsearch do."""
