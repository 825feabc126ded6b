"""The document store: sources of documents by number and id."""
