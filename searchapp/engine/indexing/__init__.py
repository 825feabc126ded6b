"""Writing an index: parsing documents, tantivy segments, term statistics, publishing a generation."""
