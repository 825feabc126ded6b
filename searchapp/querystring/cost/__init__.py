"""Estimates what a query text costs a database, and refuses what costs too much."""
