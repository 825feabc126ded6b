"""Filters that make several tokens at one position, or tokens over several: synonyms, parts of words, shingles."""
