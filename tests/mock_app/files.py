"""A backend over a directory of JSON files, one for each item type: `{"mapping": {}, "documents": {id: document}}`."""

import json
import operator
import re
from fnmatch import fnmatchcase
from pathlib import Path

from searchapp.databases import Database
from searchapp.engine import filter_source, source_values
from searchapp.errors import PipelineError
from searchapp.formatters.fields import field_definitions
from searchapp.protocols import Backend

REFUSED = "this collection is in files, which cannot do {}: use ids, field:value, words, ranges, AND, OR, NOT"
UNDERSTOOD = {"query", "post_filter", "size", "from", "_source", "version"}
UNDERSTOOD |= {"preference", "search_type", "track_total_hits"}


class FilesBackend(Backend):
    def __init__(self, folder, default_item_type=None, **settings):
        self.folder = Path(folder)
        self.default_item_type = default_item_type

    def search(self, query, context):
        return Collection(**self.read(context.item_type)).response(query)

    def read(self, item_type):
        try:
            return json.loads((self.folder / f"{item_type or self.default_item_type}.json").read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise PipelineError(503, "the data is not loaded") from error

    def mapping(self, item_type):
        return self.read(item_type)["mapping"]

    def generation(self, item_type):
        return str((self.folder / f"{item_type}.json").stat().st_mtime_ns)

    def item_types(self):
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def health(self):
        counts = {name: len(self.read(name)["documents"]) for name in self.item_types()}
        return {"backend": "files", "documents": counts}


class Collection:
    def __init__(self, mapping, documents):
        self.documents = documents
        self.kinds = {name: entry["type"] for name, entry in field_definitions(mapping).items()}

    def response(self, body):
        for name in sorted(body.keys() - UNDERSTOOD):
            raise PipelineError(400, REFUSED.format(name), {"keyword": name})
        clauses = [body[name] for name in ("query", "post_filter") if name in body]
        found = [id for id in self.documents if all(self.holds(clause, id) for clause in clauses)]
        shown = found[body.get("from", 0) :][: body.get("size", 10)]
        sources = {id: filter_source(self.documents[id], body.get("_source", True)) for id in shown}
        hits = [{"_id": id, "_version": 1, "_score": 1.0, "_source": source} for id, source in sources.items()]
        return {"took": 0, "hits": {"total": len(found), "max_score": 1.0 if hits else None, "hits": hits}}

    def holds(self, clause, id):
        ((kind, body),) = clause.items()
        if kind == "bool":
            held = {part: [self.holds(each, id) for each in clauses] for part, clauses in body.items()}
            needed = held.get("must", []) + held.get("filter", [])
            chosen = needed or not held.get("should") or any(held["should"])
            return bool(chosen) and all(needed) and not any(held.get("must_not", []))
        if kind in ("match_all", "match_none", "dis_max", "boost"):
            queries = body.get("queries", [body["query"]] if "query" in body else [])
            return kind == "match_all" or any(self.holds(each, id) for each in queries)
        if kind not in TESTS:
            raise PipelineError(400, REFUSED.format(f"{kind} queries"), {"keyword": "q"})
        fields = [name.partition("^")[0].replace("\\", "") for name in body["fields"]]
        wanted = [name for name in ("_id", *self.kinds) if any(fnmatchcase(name, field) for field in fields)]
        wanted += [name for name, type in self.kinds.items() if "all" in fields and type in ("keyword", "text")]
        source = {"_id": id, **self.documents[id]}
        values = ((name, value) for name in wanted for value in source_values(source, name) if value is not None)
        return any(TESTS[kind](body, value, self.kinds.get(name)) for name, value in values)


def match(body, value, kind):
    text, value = body["text"].casefold(), str(value).casefold()
    return set(re.findall(r"\w+", text)) <= set(re.findall(r"\w+", value)) if kind == "text" else text == value


def between(body, value, kind):
    limits = {end: float(body[end]) if isinstance(value, int | float) else body[end] for end in ENDS.keys() & body}
    return all(ENDS[end](value, limit) for end, limit in limits.items())


ENDS = {"gte": operator.ge, "gt": operator.gt, "lte": operator.le, "lt": operator.lt}
TESTS = {"match": match, "range": between, "exists": lambda *_: True}
CAN = ("lookup", "scopes", "query_string", "words", "paging", "source", "filter", "metadata")
SQL = {stage: f"searchapp.databases.sql.{stage}.Sql{stage.title()}" for stage in ("builder", "formatter")}
DATABASE = Database(f"{__name__}.FilesBackend", **SQL, settings={"folder": "DATA_FOLDER"}, can=CAN)
