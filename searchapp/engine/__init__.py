"""The embedded search engine: the Elasticsearch query language on tantivy."""
