"""Writing an index: documents, segments, term statistics, publishing."""
