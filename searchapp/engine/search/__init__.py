"""One search request: reading it, collecting and sorting hits, paging, fetching sources."""
