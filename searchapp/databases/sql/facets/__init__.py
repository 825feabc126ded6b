"""Facets: the statements that count values, and their groups."""
