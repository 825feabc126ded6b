"""MongoDB: backend, builder, formatter, and what they use."""
