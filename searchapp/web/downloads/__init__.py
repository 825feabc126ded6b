"""Complete collections as files. They are made when a collection is loaded, and served until it changes."""
