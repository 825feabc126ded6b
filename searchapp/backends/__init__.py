"""The stage that runs a query: one module per database, and what they share.

search.py     the way of a query through any search engine: one, many, scrolls, partial answers
elastic.py    an Elasticsearch cluster      connection.py, node.py: how it is talked to
embedded.py   the engine of this package
errors.py     what went wrong, as a PipelineError
lookup.py     a batch of ids as one search
pool.py       what every process has for itself: connections, threads
cursor.py     signed scroll ids
"""
