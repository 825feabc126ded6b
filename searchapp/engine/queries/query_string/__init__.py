"""The query_string query: parses the query string to a tree, and compiles the tree to a tantivy query."""
