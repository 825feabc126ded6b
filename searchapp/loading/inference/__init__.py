"""Infers mappings and settings from documents.

evidence.py (statistics of each field, in one pass) -> mapping.py (the mapping)
-> guesses.py (defaults for pages and search), made by roles.py, columns.py, facets.py, ranking.py and labels.py
"""
