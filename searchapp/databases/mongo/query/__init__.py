"""MongoDB filters: conditions made from query strings, named queries and words."""
