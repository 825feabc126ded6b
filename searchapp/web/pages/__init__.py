"""HTML pages, each made from the same data as the JSON answer."""
