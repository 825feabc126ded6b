"""HTML: the pages that a browser shows, each made from the same data as its JSON twin."""
