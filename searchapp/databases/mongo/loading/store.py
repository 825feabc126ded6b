"""Writes for the loader: makes, describes, switches and removes collections.

The registry has two kinds of entries: {_id: name, item_type, current, previous, updated} names the current collection,
and {_id: collection, of: name, item_type, state, created, updated, documents, mapping} describes a collection that the
loader made. The loader never writes to other collections.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import bson
from pymongo import DeleteOne, ReplaceOne, UpdateOne
from pymongo.errors import PyMongoError

from ....errors import PipelineError
from ..connection import MongoConnection
from ..errors import UNWRITABLE
from ..query.word_index import WORDS, words_of

TIMEOUT_SECONDS = 600.0
VERSION = "_version"

Document = dict[str, Any]


class MongoStore:
    """Writes through a connection; `collation` is the collation of the indexes."""

    def __init__(self, connection: MongoConnection, registry: str, collation: dict[str, Any] | None):
        self.connection = connection
        self.registry = registry
        self.collation = collation

    def ask(self, ask: Any) -> Any:
        """The result of `ask`, which is not tried again."""
        try:
            return self.connection.run_once(ask, TIMEOUT_SECONDS)
        except (PyMongoError, *UNWRITABLE) as error:
            raise PipelineError(503, f"MongoDB: {str(error)[:300]}") from error

    def entries(self, **conditions: Any) -> list[Document]:
        """The entries of the registry that have these values."""
        condition = {name: {"$eq": value} for name, value in conditions.items()}
        return list(self.ask(lambda database: list(database[self.registry].find(condition, sort=[("_id", 1)]))))

    def describe(self, id: str, entry: Document) -> None:
        """Writes an entry in one step."""
        document = {**entry, "_id": id}
        self.ask(lambda database: database[self.registry].replace_one({"_id": {"$eq": id}}, document, upsert=True))

    def exists(self, name: str) -> bool:
        return bool(self.ask(lambda database: database.list_collection_names(filter={"name": name})))

    def create(self, name: str) -> None:
        self.ask(lambda database: database.create_collection(name))

    def drop(self, name: str) -> None:
        """Removes a collection and its entry."""
        self.ask(lambda database: database.drop_collection(name))
        self.ask(lambda database: database[self.registry].delete_one({"_id": {"$eq": name}}))

    def copy(self, name: str, target: str) -> None:
        """Makes a collection with the documents of another one."""
        self.ask(lambda database: list(database[name].aggregate([{"$out": target}])))

    def write(
        self, name: str, documents: Sequence[Document], texts: Sequence[str] | None, update: bool = False
    ) -> tuple[int, int]:
        """Write documents, which replace documents with the same id. Returns the numbers of new and replaced documents.

        `_version` is 1, in an update one more than in the replaced document. `texts` are the fields whose words are
        listed; None if the documents have no such list.
        """
        make = upsert if update else replacement
        listed = [{**each, WORDS: words_of(each, texts)} for each in documents] if texts is not None else documents
        result = self.ask(lambda database: database[name].bulk_write([make(document) for document in listed]))
        return result.upserted_count, result.matched_count

    def delete(self, name: str, ids: Iterable[str]) -> int:
        """Removes documents, and returns their number."""
        requests = [DeleteOne({"_id": {"$eq": id}}) for id in ids]
        return int(self.ask(lambda database: database[name].bulk_write(requests)).deleted_count)

    def index(self, name: str, field: str) -> None:
        self.ask(lambda database: database[name].create_index(field, collation=self.collation))

    def index_words(self, name: str) -> None:
        """Creates the index on the list of words."""
        self.index(name, WORDS)

    def count(self, name: str) -> int:
        return int(self.ask(lambda database: database[name].count_documents({})))


def replacement(document: Document) -> ReplaceOne[Document]:
    return ReplaceOne({"_id": {"$eq": document["_id"]}}, {**document, VERSION: 1}, upsert=True)


def upsert(document: Document) -> UpdateOne:
    """The operation that writes a document with the next version. No text in the document is read as an expression."""
    version = {"$add": [{"$ifNull": [f"${VERSION}", 0]}, 1]}
    whole = {"$mergeObjects": [{"$literal": document}, {VERSION: version}]}
    return UpdateOne({"_id": {"$eq": document["_id"]}}, [{"$replaceWith": whole}], upsert=True)


def unwritable(document: Document) -> str | None:
    """Why a document cannot be written, None when it can."""
    try:
        bson.encode(document)
    except UNWRITABLE as error:
        return str(error)[:200]
    return None
