"""The results page: table, facets, filters, downloads."""
