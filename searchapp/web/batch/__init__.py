"""Long lists of identifiers or names: they are looked up in parts, and each answer is sent before the next part."""
