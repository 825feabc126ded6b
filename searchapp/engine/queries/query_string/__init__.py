"""The query_string query: its tree, compiled to queries."""
