"""SQL databases: backend, builder, formatter, and what they use."""
