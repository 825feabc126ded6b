"""What the tests of the loaders share: an input of documents and a load of it."""

import json

from searchapp.loading import load
from searchapp.loading.bad import BadLines
from searchapp.protocols import Context


class Loading:
    """Writes files and loads them by one loader."""

    def __init__(self, loader, folder):
        self.loader = loader
        self.folder = folder

    def input(self, documents, name="a.ndjson"):
        path = self.folder / name
        path.write_text("".join(json.dumps(document) + "\n" for document in documents))
        return load.Input([str(path)], None, self.loader.on_bad)

    def replace(self, documents, mapping=None, about=None):
        return load.replace(self.loader, "part", self.input(documents), mapping, about or {})

    def update(self, documents, about=None):
        return load.update(self.loader, "part", self.input(documents), None, about or {})

    def delete(self, ids):
        return load.delete(self.loader, "part", self.input([{"_id": id} for id in ids]))

    def found(self):
        """The sources of all documents, by id."""
        self.refresh()
        response = self.loader.backend.search({"query": {"match_all": {}}, "size": 100}, Context("part"))
        return {hit["_id"]: hit["_source"] for hit in response["hits"]["hits"]}

    def notes(self):
        """The notes about the collection."""
        self.refresh()
        return self.loader.backend.mapping("part")["_meta"]

    def generation(self):
        self.refresh()
        return self.loader.backend.generation("part")

    def refresh(self):
        """Let the backend see a change at once."""

    def states(self):
        """State and number of documents of each collection."""
        return [(one["state"], one["documents"]) for one in self.loader.collections()]


class ElasticLoading(Loading):
    def refresh(self):
        self.loader.backend._generations.clear()


class EmbeddedLoading(Loading):
    def refresh(self):
        self.loader.engine.close()  # which looks for a new generation five times a second


class MongoLoading(Loading):
    def refresh(self):
        self.loader.backend.collections.known.clear()

    def found(self):
        """The documents by id, as they are in the collection that is served."""
        self.refresh()
        response = self.loader.backend.search({"filter": {}, "size": 100}, Context("part"))
        return {hit["_id"]: {**hit["_source"], "_version": hit["_version"]} for hit in response["hits"]["hits"]}


def skipping():
    return BadLines(skip=True, tell=lambda _: None)


DOCUMENTS = [{"_id": "a", "n": 1, "name": "a bolt"}, {"_id": "b", "n": 2, "name": "a nut"}]
