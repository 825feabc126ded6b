"""Filters that give several tokens at one position, or one over several: synonyms, parts of words, shingles."""
