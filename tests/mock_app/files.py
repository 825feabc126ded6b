"""A backend over a directory of JSON files, one for each item type: `{"_meta": {...}, "documents": {id: document}}`."""

import json
from pathlib import Path

from searchapp.builders.elastic import ElasticBuilder
from searchapp.databases import Database
from searchapp.errors import EndScrollInterrupt, PipelineError, RawResultInterrupt

REFUSED = "this collection is in files, which can look up ids and values and list everything, and not {}"


def names(value, prefix=""):
    """Every dotted name of a document, with its value."""
    for key, inner in value.items():
        yield prefix + key, inner
        if isinstance(inner, dict):
            yield from names(inner, f"{prefix}{key}.")


class FilesBuilder(ElasticBuilder):
    """Queries are a field and a value; words without a field are refused."""

    def default_string_query(self, q, options):
        field, colon, text = q.partition(":")
        if not colon or set(text) & set('*?~/^[]{}()" '):
            raise PipelineError(400, REFUSED.format("search by words or patterns"), {"keyword": "q"})
        return self.default_match_query(text, [field], options)

    def default_match_query(self, q, scopes, options):
        return {"values": {"fields": scopes, "text": q}}


class FilesBackend:
    def __init__(self, folder, default_item_type=None, **settings):
        self.folder = Path(folder)
        self.default_item_type = default_item_type

    def execute(self, query, item_type=None, scroll_id=None, raw=False, **options):
        if scroll_id is not None:
            raise EndScrollInterrupt
        found = [self.one(each, item_type) for each in query] if isinstance(query, list) else self.one(query, item_type)
        if raw:
            raise RawResultInterrupt(found)
        return found

    def one(self, body, item_type):
        for name in ("aggs", "sort", "post_filter"):
            if name in body:
                raise PipelineError(400, REFUSED.format(f"use {name}"), {"keyword": name})
        documents = self.read(item_type)["documents"].items()
        hits = [{"_id": id, "_score": 1.0, "_version": 1, "_source": d} for id, d in documents if matches(body, id, d)]
        start, wanted = body.get("from", 0), body.get("_source", {}).get("includes")
        page = hits[start : start + body.get("size", len(hits))]
        if wanted:
            page = [{**hit, "_source": {k: v for k, v in hit["_source"].items() if k in wanted}} for hit in page]
        return {"took": 0, "hits": {"total": len(hits), "max_score": 1.0 if page else None, "hits": page}}

    def read(self, item_type):
        try:
            return json.loads((self.folder / f"{item_type or self.default_item_type}.json").read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise PipelineError(503, "the data is not loaded") from error

    def mapping(self, item_type):
        found = self.read(item_type)
        fields = {name for document in found["documents"].values() for name, _ in names(document) if "." not in name}
        return {"properties": {name: {"type": "keyword"} for name in sorted(fields)}, "_meta": found.get("_meta", {})}

    def generation(self, item_type):
        return str((self.folder / f"{item_type}.json").stat().st_mtime_ns)

    def item_types(self):
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def health(self):
        return {
            "backend": "files",
            "documents": {name: len(self.read(name)["documents"]) for name in self.item_types()},
        }


def matches(body, id, document):
    kind, clause = next(iter(body["query"].items()))
    if kind in ("match_all", "match_none"):
        return kind == "match_all"
    if kind != "values":
        raise PipelineError(400, REFUSED.format("filter or draw by chance"), {"keyword": "q"})
    fields = [field.partition("^")[0] for field in clause["fields"]]
    values = [id] if "_id" in fields else []
    values += [value for name, value in names(document) if name in fields]
    flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
    return clause["text"] in map(str, flat)


DATABASE = Database(
    backend=f"{__name__}.FilesBackend", builder=f"{__name__}.FilesBuilder", settings={"folder": "DATA_FOLDER"}
)
