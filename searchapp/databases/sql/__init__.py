"""SQL databases: backend, builder, formatter, and their modules."""
