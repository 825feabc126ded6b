"""Loading: files become a collection, by `searchapp load`.

formats/source.py (opens a file; detect.py finds its format) -> formats/readers.py (documents with line numbers)
-> inference/ (the mapping, unless one is given) -> the loader of the database (writes a new collection, then switches)

load.py puts the steps in order; bad.py decides about bad lines; progress.py shows how far a load is.
"""
