"""Long lists of identifiers or names: they are read and looked up in parts, and answered in order at the same time."""
