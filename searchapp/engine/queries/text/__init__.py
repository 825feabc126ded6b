"""Queries that analyse a text: match, phrases, multi_match, fuzzy."""
