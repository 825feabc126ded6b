"""A backend over a directory of JSON files, one for each item type: `{"mapping": {}, "documents": {id: document}}`."""

import json
import re
from fnmatch import fnmatchcase
from pathlib import Path

from searchapp.databases import Database
from searchapp.engine import filter_source, source_values
from searchapp.errors import PipelineError
from searchapp.formatters.fields import field_definitions
from searchapp.protocols import Backend
from searchapp.querystring import tree

REFUSED = "this collection is in files, which cannot do {}: use ids, field:value, words, ranges, AND, OR, NOT"
UNDERSTOOD = {"query", "filter", "post_filter", "default_fields", "default_operator"}
UNDERSTOOD |= {"size", "from", "_source", "version"}
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
        nodes = [body["query"], *body.get("filter", ()), *([body["post_filter"]] if "post_filter" in body else [])]
        found = [id for id in self.documents if all(self.holds(node, id, body) for node in nodes)]
        shown = found[body.get("from", 0) :][: body.get("size", 10)]
        sources = {id: filter_source(self.documents[id], body.get("_source", True)) for id in shown}
        hits = [{"_id": id, "_version": 1, "_score": 1.0, "_source": source} for id, source in sources.items()]
        return {"took": 0, "hits": {"total": len(found), "max_score": 1.0 if hits else None, "hits": hits}}

    def holds(self, node, id, body):
        match node:
            case tree.Group():
                return self.holds(tree.as_bool(node, body["default_operator"]), id, body)
            case tree.Bool():
                must, should, must_not = (
                    [self.holds(each, id, body) for each in part] for part in (node.must, node.should, node.must_not)
                )
                return all(must) and not any(must_not) and (bool(must) or not should or any(should))
            case tree.MatchAll() | tree.Nothing():
                return isinstance(node, tree.MatchAll)
            case tree.Boost(inner) | tree.Constant(inner):
                return self.holds(inner, id, body)
            case tree.Value() | tree.Text() | tree.Range() | tree.Exists():
                return any(passes(node, value, kind) for value, kind in self.values(node, id, body))
        raise PipelineError(400, REFUSED.format(f"{type(node).__name__} queries"), {"keyword": "q"})

    def values(self, node, id, body):
        """The values that a node looks at, with their types."""
        names = node.fields if isinstance(node, tree.Value) else [node.field] if node.field else body["default_fields"]
        fields = [name.partition("^")[0].replace("\\", "") for name in names]
        wanted = [name for name in ("_id", *self.kinds) if any(fnmatchcase(name, field) for field in fields)]
        wanted += [name for name, type in self.kinds.items() if "all" in fields and type in ("keyword", "text")]
        source = {"_id": id, **self.documents[id]}
        values = ((value, self.kinds.get(name)) for name in wanted for value in source_values(source, name))
        return [(value, kind) for value, kind in values if value is not None]


def passes(node, value, kind):
    match node:
        case tree.Exists():
            return True
        case tree.Range(_, low, high):
            low, high = (float(end) if end and isinstance(value, int | float) else end for end in (low, high))
            above = low is None or value > low or (node.include_low and value == low)
            return above and (high is None or value < high or (node.include_high and value == high))
    text, value = node.text.casefold(), str(value).casefold()
    return set(re.findall(r"\w+", text)) <= set(re.findall(r"\w+", value)) if kind == "text" else text == value


CAN = ("lookup", "scopes", "query_string", "words", "paging", "source", "filter", "metadata")
BUILDER = "searchapp.databases.sql.builder.SqlBuilder"
DATABASE = Database(f"{__name__}.FilesBackend", BUILDER, settings={"folder": "DATA_FOLDER"}, can=CAN)
