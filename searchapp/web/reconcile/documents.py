"""Finds documents for a reconciliation client, and gives their names and properties."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...components import Components, ItemType
from ...errors import PipelineError
from ...querystring.default_fields import ALL
from ...querystring.field_types import CONTAINERS
from ...querystring.writing import escaped
from ..field_values import values_at
from ..guessed_settings import known_fields, page_settings, title_fields
from ..pages.defaults import heading_fields, title_separator
from ..pages.labels import label
from ..pages.values.texts import cell, texts_at, title_text

Document = Mapping[str, Any]

MAX_TYPED = 300
"""Characters of a name that are searched."""
MAX_ROWS = 8
ALIAS_WEIGHT = 0.95


class Documents:
    """The documents of one item type."""

    def __init__(self, components: Components, item_type: ItemType):
        self.components = components
        self.item_type = item_type
        self.pipeline = item_type.pipeline

    # find

    def search(self, q: Any, end: float, **options: Any) -> Any:
        return self.pipeline.search(q, item_type=self.item_type.name, deadline=end, **options)

    def by_words(self, texts: list[str], size: int, end: float, fields: Iterable[str]) -> list[list[Document]]:
        """For each text the documents with its words, the best first, with these fields.

        Queries are relaxed if the database can.
        """
        terms = [escaped_words(text) for text in texts]
        different = list(dict.fromkeys(terms))
        relax = {"relax": "auto"} if self.pipeline.relaxer else {}
        options = {"scopes": [], "size": size, "_source": list(fields), **relax}
        entries = self.search(different, end, **options) if different else []
        found: dict[str, list[Document]] = {term: [] for term in different}
        for entry in entries:
            if "_id" in entry:
                found[entry["query"]].append(entry)
        return [found[term] for term in terms]

    def by_ids(self, ids: list[str], end: float, fields: Iterable[str] = ()) -> dict[str, Document]:
        """The documents with these ids."""
        asked = [id for id in dict.fromkeys(ids) if id]
        if not asked:
            return {}
        found = self.search(asked, end, scopes=["_id"], size=1, _source=list(fields))
        return {entry["query"]: entry for entry in found if "_id" in entry}

    def ids_meant(self, texts: list[str], end: float) -> list[str | None]:
        """The id that each text means, also in another case or without the prefix of the collection."""
        if self.pipeline.relaxer is None:
            return [text.strip() for text in texts]
        return self.pipeline.relaxer.ids.of(texts, {"item_type": self.item_type.name, "deadline": end})

    def begun(self, prefix: str, start: int, size: int, end: float) -> list[Document]:
        """Documents whose names begin with a text, else documents with its words."""
        words = escaped_words(prefix)
        try:
            found = self.search(f"{words}*", end, size=size, from_=start)["hits"]
        except PipelineError as error:
            if error.code != 400:
                raise
            found = []
        relax = {"relax": "auto"} if self.pipeline.relaxer else {}
        return list(found or self.search(words, end, size=size, from_=start, **relax)["hits"])

    # name

    def naming(self) -> "Naming":
        """The fields that name and describe documents, read once for a request."""
        settings = page_settings(self.components, self.item_type)
        every = title_fields(settings, known_fields(self.components, self.item_type))
        heading = list(heading_fields(settings, every))
        described = [*every[len(heading) :], *filter(None, [settings["description_field"]])]
        weights = self.pipeline.builder.ranking_weights(self.item_type.name)
        fields = dict.fromkeys([*weights.get("names", ()), *heading], 1.0)
        others = {name: ALIAS_WEIGHT for name in weights.get("aliases", ()) if name not in fields}
        return Naming(heading, described, title_separator(settings), {**fields, **others})

    # describe

    def properties(self) -> list[dict[str, Any]]:
        """The fields with values as properties, the most frequent first."""
        fields, hidden = known_fields(self.components, self.item_type), self.item_type.settings["excluded_keys"]
        shown = [name for name in fields if name not in hidden and name != ALL and has_values(name, fields)]
        shown.sort(key=lambda name: -float(fields[name].get("coverage") or 0))
        return [{"id": name, "name": label(name, fields)} for name in shown]

    def rows(self, document: Document) -> list[tuple[str, str]]:
        """The first properties of a document with their values."""
        found = ((one["name"], cell(document, one["id"])) for one in self.properties())
        return [row for row in found if row[1]][:MAX_ROWS]


class Naming(NamedTuple):
    """The fields of the heading, the fields that describe a document, and the weight of each field with names.

    Names of the ranking profile count more than aliases.
    """

    heading: list[str]
    described: list[str]
    separator: str
    weights: Mapping[str, float]

    def named(self, document: Document) -> dict[str, Any]:
        """The id, the name and the description of a document."""
        id, more = str(document["_id"]), [text for name in self.described if (text := cell(document, name))]
        description = {"description": ". ".join(more[:2])} if more else {}
        return {"id": id, "name": title_text(document, self.heading, self.separator) or id, **description}

    @property
    def fields(self) -> list[str]:
        """The fields that are read."""
        return list(dict.fromkeys(["_id", *self.heading, *self.described, *self.weights]))

    def names(self, document: Document) -> Iterable[tuple[str, float]]:
        """Each name of a document with its weight."""
        yield title_text(document, self.heading, self.separator), 1.0
        for field, weight in self.weights.items():
            yield from ((text, weight) for text in texts_at(document, field))


def has_values(name: str, fields: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether documents hold the field: it is neither an object nor a sub-field."""
    outer = fields.get(name.rpartition(".")[0])
    is_sub_field = outer is not None and outer.get("type", "object") not in CONTAINERS
    return fields[name].get("type") not in CONTAINERS and not is_sub_field


def escaped_words(text: str) -> str:
    """The query string for a text without syntax."""
    words = text[:MAX_TYPED].split()
    return escaped(" ".join(word.lower() if word in OPERATORS else word for word in words))


OPERATORS = ("AND", "OR", "NOT")


def extended(documents: Documents, ids: list[str], limits: Mapping[str, int], end: float) -> dict[str, Any]:
    """The properties, and the values of each document by its id; unknown ids and properties have none."""
    found = documents.by_ids(ids, end, limits)
    fields = known_fields(documents.components, documents.item_type)
    dates = {name for name in limits if fields.get(name, {}).get("type") == "date"}
    rows = {id: {pid: values(found.get(id), pid, limit, pid in dates) for pid, limit in limits.items()} for id in ids}
    return {"meta": [{"id": pid, "name": label(pid, fields)} for pid in limits], "rows": rows}


def values(document: Document | None, pid: str, limit: int, are_dates: bool) -> list[dict[str, Any]]:
    """The values of one property, each under the name of its type."""
    found = [value for value in values_at(document, pid) if value is not None] if document else []
    return [typed(value, are_dates) for value in (found[:limit] if limit else found)]


def typed(value: Any, is_date: bool) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"bool": value}
    if isinstance(value, int | float):
        return {"int" if isinstance(value, int) else "float": value}
    return {"date" if is_date else "str": str(value)}
