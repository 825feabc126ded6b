"""Files into collections: what `searchapp load` does.

source.py (a file, unpacked, its format) -> readers.py, tables.py (documents with line numbers)
-> infer.py (the mapping, unless given) -> elastic.py | embedded.py (a new collection aside, then the switch)

load.py puts them in order; bad.py is what happens to bad lines; progress.py shows how far it is.
"""
