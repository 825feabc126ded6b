"""Estimates the cost of a query text in a database, and refuses a text that costs too much."""
