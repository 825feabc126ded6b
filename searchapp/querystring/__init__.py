"""The query-string language of Lucene as a tree; independent of databases and of the rest of this package."""
