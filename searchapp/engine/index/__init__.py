"""Generations of an index on disk, and reading them: manifest, readers, doc values, BM25."""
