"""Numbers from 0, as documents of each search engine."""

import json
import urllib.request
import uuid

import pytest

from searchapp import create_app
from searchapp.databases.elastic.backend import ElasticBackend
from searchapp.databases.embedded.backend import EmbeddedBackend

from .numbers import FIELDS, documents

SETTINGS = {"default_item_type": "number", "secret_key": "k", "scroll_size": 10}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of the engine with an index of numbers."""
    folder = tmp_path_factory.mktemp("data")
    engine = EmbeddedBackend(folder).engine
    with engine.builder("number", {"properties": FIELDS, "_meta": {"src": {}}}) as builder:
        for document in documents():
            builder.add(document)
    return folder


@pytest.fixture(scope="module")
def call(elasticsearch_url):
    """A function that sends a request to the node and gives its answer."""

    def call(method, target, body=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(elasticsearch_url + target, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    return call


@pytest.fixture(scope="module")
def prefix(call):
    """The prefix of an index of numbers on the node, as our loader might have made it."""
    prefix = f"backend_test_{uuid.uuid4().hex[:8]}"
    index = f"{prefix}_number-1"
    meta = {"src": {}, "_searchapp": {"item_type": "number", "updated": "1"}}
    mappings = {"_meta": meta, "properties": FIELDS}
    call("PUT", f"/{index}", {"settings": {"number_of_replicas": 0}, "mappings": mappings})
    lines = [
        json.dumps(part) for document in documents() for part in ({"index": {"_id": document.pop("_id")}}, document)
    ]
    call("POST", f"/{index}/_bulk?refresh=true", ("\n".join(lines) + "\n").encode())
    call("POST", "/_aliases", {"actions": [{"add": {"index": index, "alias": f"{prefix}_number"}}]})
    yield prefix
    call("DELETE", f"/{prefix}_*?expand_wildcards=all")


@pytest.fixture(scope="module")
def mongo_of(mongo_url):
    """A function that gives a backend on a database of its own, with these documents and settings."""
    from searchapp.databases.mongo.backend import MongoBackend

    made = []

    def backend_of(documents=(), **settings):
        name = f"searchapp_test_{uuid.uuid4().hex[:8]}"
        made.append(MongoBackend(mongo_url, name, default_item_type="thing", secret_key="k", **settings))
        if documents:
            made[-1].connection.collection("thing").insert_many(documents)
        return made[-1]

    yield backend_of
    for backend in made:
        backend.connection.client().drop_database(backend.connection.database().name)
        backend.connection.client().close()


@pytest.fixture(scope="module", params=[None, {"locale": "en", "strength": 2}], ids=["exact", "any case"])
def collation(request):
    return request.param


@pytest.fixture
def served(tmp_path):
    """A function that serves a table of a database, and those joined to it, as one item type."""
    made = []

    def serve(url, **settings):
        types = {"row": {"tables": [{"table": "row", **settings.pop("base", {})}, *settings.pop("joined", ())]}}
        own = {"BACKEND": "sql", "SQL_URL": url, "INSTANCE": str(tmp_path), "ITEM_TYPES": types, "DEADLINE": 60}
        made.append(create_app(own))
        return made[-1].test_client()

    yield serve
    for app in made:
        app.extensions["searchapp"].backend.close()


@pytest.fixture
def embedded_of(folder):
    """A function that gives a backend on the folder with these settings."""
    return lambda **settings: EmbeddedBackend(folder, **{**SETTINGS, **settings})


@pytest.fixture
def elastic_of(prefix, elasticsearch_url):
    """A function that gives a backend on the node with these settings."""
    return lambda **settings: ElasticBackend(url=elasticsearch_url, **{**SETTINGS, "prefix": prefix, **settings})
