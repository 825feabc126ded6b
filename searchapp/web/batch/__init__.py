"""Long lists of identifiers or names: they are looked up in parts, and the answers are sent in order meanwhile."""
