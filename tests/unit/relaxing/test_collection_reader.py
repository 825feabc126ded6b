"""What relaxing reads of a collection in SQLite."""

import time

from searchapp.databases.sql.backend import SqlBackend
from searchapp.databases.sql.builder import SqlBuilder
from searchapp.metadata import Metadata
from searchapp.relaxing.collection_reader import CollectionReader


class SlowReader(CollectionReader):
    """Reads a hit, and another one after a near deadline."""

    def hits(self, body, options):
        hits = list(super().hits(body, options))
        yield hits[0]
        left = options["deadline"] - time.monotonic()
        time.sleep(max(0, left) if left < 10 else 0)
        yield hits[1]


def test_names_are_read_until_the_deadline_and_kept_until_there_is_twice_the_time(tmp_path):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    mapping = {"properties": {"name": {"type": "text"}}, "_meta": {"guessed": {"ranking": {"names": ["name"]}}}}
    documents = [{"_id": id, "name": name} for id, name in (("a", "Kinase"), ("b", "Receptor"))]
    backend.store().replace("gene", "gene", mapping, {"name": "text"}, documents)
    reader = SlowReader(SqlBuilder(metadata=Metadata(backend, default_item_type="gene")), backend)
    options = {"item_type": "gene", "deadline": time.monotonic() + 4}
    first = reader.vocabulary(options)
    assert first.words == ["kinase"]
    assert reader.vocabulary(options) is first
    every = reader.vocabulary({"item_type": "gene", "deadline": time.monotonic() + 60})
    assert every.words == ["kinase", "receptor"]
    assert reader.vocabulary({"item_type": "gene"}) is every
    backend.close()
