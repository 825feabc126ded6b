"""The query-string language of Lucene as a tree; knows no database, and nothing else of this package."""
