"""Long lists of identifiers or names: read in parts, looked up in parts, answered in order while they are read."""
