"""Query builders: from a term and options to a database query."""
