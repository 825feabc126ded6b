"""What relaxing reads of a collection in SQLite."""

import pytest

from searchapp.databases.sql.backend import SqlBackend
from searchapp.databases.sql.builder import SqlBuilder
from searchapp.metadata import Metadata
from searchapp.relaxing import collection_reader
from searchapp.relaxing.collection_reader import CollectionReader


@pytest.mark.parametrize(("seconds", "words"), [(60, ["kinase"]), (0, [])])
def test_names_are_read_for_some_seconds(tmp_path, monkeypatch, seconds, words):
    monkeypatch.setattr(collection_reader, "MAX_SECONDS", seconds)
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    mapping = {"properties": {"name": {"type": "text"}}, "_meta": {"guessed": {"ranking": {"names": ["name"]}}}}
    backend.store().replace("gene", "gene", mapping, {"name": "text"}, [{"_id": "a", "name": "Kinase"}])
    builder = SqlBuilder(metadata=Metadata(backend, default_item_type="gene"))
    assert CollectionReader(builder, backend).vocabulary({"item_type": "gene"}).words == words
    backend.close()
