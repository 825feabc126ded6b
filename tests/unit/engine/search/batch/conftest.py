import pytest

from searchapp.engine import Engine
from tests.contract.engine_collections import collection


@pytest.fixture(scope="module")
def found():
    """The collection of awkward documents, with the changes that are made to it."""
    return collection("edges", 600)


@pytest.fixture(scope="module")
def engine(tmp_path_factory, found):
    """The collection in several segments, with some documents replaced and deleted."""
    engine = Engine(tmp_path_factory.mktemp("engine"))
    with engine.builder("gene", found.mapping) as builder:
        builder.add_many(found.documents)
    for replaced, deleted in found.changes:
        with engine.updater("gene") as updater:
            updater.upsert_many(replaced)
            for id in deleted:
                updater.delete(id)
    engine.close()
    return engine
