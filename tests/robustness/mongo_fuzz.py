"""Random and hostile requests to the API on MongoDB: `python -m tests.robustness.mongo_fuzz 5000` prints a figure.

None may show a document that only an operator would find, or a name of our own.
"""

import tempfile
from collections.abc import Generator
from typing import Any

from tests.robustness.random_requests import COUNT, TYPE, Words, main

DOCUMENTS = [
    {
        "_id": f"T:{n}",
        "name": f"thing number {n} of many",
        "code": f"C{n % 7}",
        "n": n,
        "tags": ["a", "b"][: n % 3],
        "o": {"k": f"k{n % 3}"},
    }
    for n in range(COUNT)
]
SECRET = "only an operator finds this"

# fmt: off
WORDS = Words(
    fields=("_id", "name", "code", "n", "tags", "o.k"),
    names=(
        "$where", "$ne", "o.$gt", "code.$in", "__proto__", "$$ROOT", "_searchapp_missing_0", "-$where",
        "code($where(n))", "_searchapp_words_", "n:5", "n:0..3..max", "n:month", "code:missing", "o:missing",
        "n:2(code,o.k)", "$where:5", "n:$ne",
    ),
    pieces=(
        "{", "}", '{"$ne": null}', '{"$gt": ""}', "$where", "$expr", "sleep(1000)", "function(){return 1}",
        "1;return true", "%00", "//", "507f1f77bcf86cd799439011", "12345678-1234-5678-1234-567812345678",
        "name:/(a+)+$/", "code:/C[0-4]/", "name:/th.*g/", "/.*/", "code:/~C/", "code:/(C|D)+1?/", "many", "th*", "*ing",
        '"thing number"', "t*h*i*n*g",
    ),
    values=(
        {"$gt": ""}, {"$where": "1"}, {"$regex": ".*"}, [{"$ne": 1}], [["$where"]], {"$in": [1]}, {"a": {"$gt": 1}},
        {"$oid": "507f1f77bcf86cd799439011"}, {"$date": "2020"},
    ),
    options={
        "size": ("{$ne:1}",), "from": ("$",), "fetch_all": ("true", "{}"), "scroll_id": ("x", '{"$ne": 1}', ".eJw"),
        "search_after": ("*", "$"), "generation": ("things", '{"$ne": 1}', "things.x"), "userquery": ("$where", "x"),
        "item_type": ("$x",), "highlight": ("true",), "analyzer": ("$",), "$where": ("1",), "q[$ne]": ("1",),
    },
    hidden=(SECRET.encode(), b'_searchapp_missing_0":', b'_searchapp_words_":', b'_searchapp_keys_":'),
    keys=("q", "ids", "$where", "q"),
)
# fmt: on


def application(url: str, name: str, folder: str, loaded: bool = False) -> Any:
    """The service on a database of its own, whose collection somebody else made, or our loader."""
    import pymongo

    from searchapp import create_app

    with pymongo.MongoClient(url) as client:
        client.drop_database(name)
        if not loaded:
            client[name].things.insert_many(DOCUMENTS)
        client[name].secrets.insert_one({"_id": "secret", "name": SECRET})
    types = {TYPE: {"index": "things", "default_fields": ["name", "code"], "suggest_fields": ["code^2", "name", "_id"]}}
    settings = {
        "BACKEND": "mongo",
        "MONGO_URL": url,
        "MONGO_DATABASE": name,
        "INSTANCE": folder,
        "SECRET_KEY": "k" * 32,
    }
    app = create_app({**settings, "ITEM_TYPES": types, "ALLOW_NESTED_QUERY": True})
    if loaded:
        load(app.extensions["searchapp"].backend)
    return app


def load(backend: Any) -> None:
    """Fills the collection as `searchapp load` does, with lists of words."""
    from searchapp.databases.mongo.loading.loader import MongoLoader
    from searchapp.loading.formats.readers import Record

    types = {"name": "text", "code": "keyword", "n": "long", "tags": "keyword"}
    properties: dict[str, Any] = {field: {"type": type} for field, type in types.items()}
    properties["o"] = {"properties": {"k": {"type": "keyword"}}}
    with MongoLoader(backend).replacing(TYPE, {"properties": properties}) as writer:
        for line, document in enumerate(DOCUMENTS):
            writer.add(Record("here", line, document))
        writer.finish({})


def applications(url: str | None) -> Generator[tuple[str, Any], None, None]:
    """The service on a server, which is started and stopped where none is given."""
    from tests.services.mongo import Mongo, drop_database

    server = None if url else Mongo()
    url, name = url or server.url, "searchapp_fuzz"
    try:
        with tempfile.TemporaryDirectory() as folder:
            yield "mongo", application(url, name, folder)
            yield "mongo, filled by the loader", application(url, name, folder, loaded=True)
    finally:
        drop_database(url, name)
        if server:
            server.stop()


if __name__ == "__main__":
    main(__doc__, WORDS, applications)
