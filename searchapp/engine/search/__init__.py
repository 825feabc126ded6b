"""One search request: collecting, sorting, paging, fetching."""
