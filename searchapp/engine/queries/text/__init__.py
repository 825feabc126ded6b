"""Text queries: match, phrases, fuzzy terms."""
