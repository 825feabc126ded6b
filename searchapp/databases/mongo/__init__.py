"""MongoDB: backend, builder, formatter, and their modules."""
