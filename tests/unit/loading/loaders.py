"""What the tests of both loaders share: an input of documents and a load of it."""

import json

from searchapp.loading import load
from searchapp.loading.bad import BadLines


class Loading:
    """Writes files and loads them by one loader."""

    def __init__(self, loader, folder):
        self.loader = loader
        self.folder = folder

    def input(self, documents, name="a.ndjson"):
        path = self.folder / name
        path.write_text("".join(json.dumps(document) + "\n" for document in documents))
        return load.Input([str(path)], None, None, self.loader.on_bad)

    def replace(self, documents, mapping=None, about=None):
        return load.replace(self.loader, "part", self.input(documents), mapping, about or {})

    def update(self, documents, about=None):
        return load.update(self.loader, "part", self.input(documents), None, about or {})

    def delete(self, ids):
        return load.delete(self.loader, "part", self.input([{"_id": id} for id in ids]))

    def found(self):
        """The sources of all documents, by id."""
        response = self.loader.backend.execute({"query": {"match_all": {}}, "size": 100}, "part")
        return {hit["_id"]: hit["_source"] for hit in response["hits"]["hits"]}

    def states(self):
        """State and number of documents of each collection."""
        return [(one["state"], one["documents"]) for one in self.loader.collections()]


def skipping():
    return BadLines(skip=True, tell=lambda _: None)


DOCUMENTS = [{"_id": "a", "n": 1, "name": "a bolt"}, {"_id": "b", "n": 2, "name": "a nut"}]
