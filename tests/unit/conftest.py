"""A loader of each kind, which leaves nothing behind; the loggers stay as they are."""

import json
import logging
import urllib.request
import uuid

import pytest

from searchapp.databases.elastic.backend import ElasticBackend
from searchapp.databases.elastic.loader import ElasticLoader
from searchapp.databases.embedded.backend import EmbeddedBackend
from searchapp.databases.embedded.loader import EmbeddedLoader
from tests.services.mongo import drop_database

from .loading.loaders import ElasticLoading, EmbeddedLoading, MongoLoading, skipping


@pytest.fixture(autouse=True)
def same_loggers():
    """Restore levels and which loggers are disabled: commands and gunicorn set both for the whole process."""
    loggers = [one for one in logging.Logger.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    before = [(one, one.level, one.disabled) for one in loggers]
    yield
    for one, level, disabled in before:
        if one.level != level:
            one.setLevel(level)
        one.disabled = disabled


@pytest.fixture
def embedded_loading(tmp_path):
    backend = EmbeddedBackend(tmp_path / "data", secret_key="k")
    return EmbeddedLoading(EmbeddedLoader(backend, skipping()), tmp_path)


@pytest.fixture
def node(elasticsearch_url):
    """A function that asks the node, and a prefix whose indices are removed afterwards."""
    prefix = f"loader_test_{uuid.uuid4().hex[:8]}"

    def call(method, target, body=None):
        data = None if body is None else json.dumps(body).encode()
        url = elasticsearch_url + target.replace("PREFIX", prefix)
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    call.url, call.prefix = elasticsearch_url, prefix
    yield call
    call("DELETE", "/PREFIX*?expand_wildcards=all")


@pytest.fixture
def elastic_loading(node, tmp_path):
    backend = ElasticBackend(url=node.url, prefix=node.prefix, secret_key="k")
    return ElasticLoading(ElasticLoader(backend, skipping()), tmp_path)


@pytest.fixture
def database(mongo_url):
    name = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    pymongo = pytest.importorskip("pymongo")
    with pymongo.MongoClient(mongo_url) as client:
        yield client[name]
    drop_database(mongo_url, name)


@pytest.fixture
def mongo_loading(mongo_url, database, tmp_path):
    from searchapp.databases.mongo.backend import MongoBackend
    from searchapp.databases.mongo.loading.loader import MongoLoader

    backend = MongoBackend(mongo_url, database.name, secret_key="k", prefix="test")
    yield MongoLoading(MongoLoader(backend, skipping()), tmp_path)
    backend.connection.client().close()
