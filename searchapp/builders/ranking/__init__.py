"""Ranking: the fields with names, aliases and descriptions of a document decide the order of hits."""
