"""Queries that analyse a text: match, phrases, multi_match, combined_fields, fuzzy."""
