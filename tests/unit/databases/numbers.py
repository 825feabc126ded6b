"""The documents that the backends of both search engines are asked for, and bodies that ask for them."""

NUMBERS = 25
FIELDS = {"n": {"type": "long"}, "text": {"type": "text"}, "kw": {"type": "keyword"}}


def documents():
    return [
        {"_id": str(n), "n": n, "text": f"number {n}", "kw": "even" if n % 2 == 0 else "odd"} for n in range(NUMBERS)
    ]


def ids(response):
    return [hit["_id"] for hit in response["hits"]["hits"]]


def lookup(id):
    return {"query": {"ids": {"values": [id]}}}


def query_string(text):
    return {"query": {"query_string": {"query": text, "default_field": "text"}}}
