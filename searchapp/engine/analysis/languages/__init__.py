"""Languages: stemmers, stop words, articles, and the built-in analyzers made of them."""
