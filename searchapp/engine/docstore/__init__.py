"""The document store: the sources of documents, by sequence number and by id."""
