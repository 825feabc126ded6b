"""Writes documents that are stored with sorted keys unchanged, except for licences of fields."""

from collections.abc import Iterable
from typing import Any

from orjson import Fragment, dumps

from ..protocols import JSON_TEXT, SearchHit
from .document import HIGHLIGHT, Document, Maker, Options, Step, ordered_value
from .license import Licensing, fields_named


def in_order(licences: Iterable[Step]) -> Step:
    """A step like `ordered`, for documents that were stored with sorted keys: only the added values are sorted."""
    added = {
        HIGHLIGHT,
        "_explanation",
        *(name for step in licences if isinstance(step, Licensing) for name in step.names),
    }

    def step(document: Document) -> Document:
        return {key: ordered_value(document[key]) if key in added else document[key] for key in sorted(document)}

    return step


def stored_maker(make: Maker, steps: Iterable[Step], options: Options, sources: bool | frozenset[str] = True) -> Maker:
    """Like `make`, for documents that are JSON with sorted keys. They are not parsed; of the steps, licences are added.

    `make` still makes documents with highlights or explanations, and documents with a field that has the name of a key
    of the template or sorts before the keys of the service. `sources` may have the top-level names of all documents;
    then the documents are not searched for such fields.
    """
    version, score = bool(options.get("version")), options.get("score") is not False
    names = None if isinstance(sources, bool) else sources
    licensing = next((step for step in steps if isinstance(step, Licensing)), None)

    def copy(hits: Iterable[SearchHit], head: Document) -> list[Any]:
        documents: list[Any] = []
        named = fields_named(*head) if head and (names is None or not names.isdisjoint(head)) else None
        for hit in hits:
            source = hit.get("_source")
            text = bytes(source) if isinstance(source, JSON_TEXT) else b""
            if text[2:3] <= b"_" or "highlight" in hit or "_explanation" in hit:
                documents += make((hit,), head)
                continue
            if named and named(text):
                documents += make((hit,), head)
                continue
            start = {**head, "_id": hit["_id"]}
            if score and "_score" in hit:
                start["_score"] = hit["_score"]
            if version and "_version" in hit:
                start["_version"] = hit["_version"]
            rest = licensing.parts(text) if licensing else (text[1:],)
            documents.append(Fragment(b"".join((dumps(start, default=str)[:-1], b",", *rest))))
        return documents

    return copy
