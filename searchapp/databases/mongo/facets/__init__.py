"""MongoDB facets: requests, group stages, results."""
