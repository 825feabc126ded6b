"""A backend over a directory of JSON files, one for each item type: `{"mapping": {}, "documents": {id: document}}`."""

import json
import re
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from searchapp.databases import Database
from searchapp.engine import filter_source, source_values
from searchapp.errors import PipelineError
from searchapp.formatters.fields import field_definitions
from searchapp.protocols import Backend
from searchapp.querystring import tree

REFUSED = "this collection is in files, which cannot do {}: use ids, field:value, words, ranges, AND, OR, NOT"
UNDERSTOOD = {"query", "filter", "post_filter", "default_fields", "default_operator", "size", "from", "_source"}
UNDERSTOOD |= {"version", "preference", "search_type", "track_total_hits", "ranking"}


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

    def mapping(self, item_type, deadline=None):
        return self.read(item_type)["mapping"]

    def generation(self, item_type, deadline=None):
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
        self.found = {}

    def response(self, body):
        for name in sorted(body.keys() - UNDERSTOOD):
            raise PipelineError(400, REFUSED.format(name), {"keyword": name})
        nodes = [body["query"], body.get("post_filter", tree.MatchAll()), *body.get("filter", ())]
        found = [id for id in self.documents if all(self.holds(id, body, node) for node in nodes)]
        shown = found[body.get("from", 0) :][: body.get("size", 10)]
        sources = {id: filter_source(self.documents[id], body.get("_source", True)) for id in shown}
        hits = [{"_id": id, "_version": 1, "_score": 1.0, "_source": source} for id, source in sources.items()]
        return {"took": 0, "hits": {"total": len(found), "max_score": 1.0 if hits else None, "hits": hits}}

    def holds(self, id, body, node):
        held = partial(self.holds, id, body)
        match node:
            case tree.Group():
                return held(tree.as_bool(node, body["default_operator"]))
            case tree.Bool(must, should, must_not):
                chosen = must or not should or any(map(held, should))
                return bool(chosen) and all(map(held, must)) and not any(map(held, must_not))
            case tree.MatchAll() | tree.Nothing() | tree.Exists(None):
                return not isinstance(node, tree.Nothing)
            case tree.Boost(inner) | tree.Constant(inner):
                return held(inner)
            case tree.Exists():
                return bool(self.values(node, id, body))
            case tree.Value() | tree.Text() | tree.Range():
                return any(passes(node, *pair) for pair in self.values(node, id, body))
        raise PipelineError(400, REFUSED.format(f"{type(node).__name__} queries"), {"keyword": "q"})

    def values(self, node, id, body):
        source = {"_id": id, **self.documents[id]}
        names = self.names(getattr(node, "fields", None) or ([node.field] if node.field else body["default_fields"]))
        values = [(value, self.kinds.get(name)) for name in names for value in source_values(source, name)]
        return [pair for pair in values if pair[0] is not None]

    def names(self, fields):
        patterns = tuple(name.partition("^")[0].replace("\\", "") for name in fields)
        if patterns not in self.found:
            names = [name for name in ("_id", *self.kinds) if any(fnmatchcase(name, one) for one in patterns)]
            names += [name for name, type in self.kinds.items() if "all" in patterns and type in ("keyword", "text")]
            self.found[patterns] = names
        return self.found[patterns]


def passes(node, value, kind):
    if isinstance(node, tree.Range):
        low, high = (float(end) if end and isinstance(value, int | float) else end for end in (node.low, node.high))
        is_above = low is None or value > low or (node.include_low and value == low)
        return is_above and (high is None or value < high or (node.include_high and value == high))
    text, value = node.text.casefold(), str(value).casefold()
    return set(re.findall(r"\w+", text)) <= set(re.findall(r"\w+", value)) if kind == "text" else text == value


CAN = ("lookup", "scopes", "query_string", "words", "paging", "source", "filter", "metadata")
SQL = "searchapp.databases.sql.builder.SqlBuilder"
DATABASE = Database(f"{__name__}.FilesBackend", SQL, settings={"folder": "DATA_FOLDER"}, can=CAN)
