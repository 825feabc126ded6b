"""The mapping of the database as field metadata: one flat entry per field."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypedDict

from ..querystring.default_fields import copied_to
from ..querystring.default_fields import default_fields as searched_fields
from ..querystring.names import fits_pattern, scope_name


class Definition(TypedDict, total=False):
    """The definition of a field: its entry in `metadata/fields`."""

    type: str
    index: bool
    doc_values: bool
    """False if values can neither be sorted by nor counted; true for a text with doc values."""
    nested: str
    """The path of the nested objects around the field."""
    normalizer: str
    analyzer: str
    searched_by_default: bool
    notes: str
    label: str
    unit: str
    source: str
    license: str
    """The address of the licence of the source."""
    documents: int
    coverage: float
    """The share of documents that have a value, from 0 to 1."""
    example: Any
    stale: bool
    """Whether documents changed after they were counted."""


FIELD_NOTES = "_field_notes"
"""The key of `_meta` with the notes that were loaded with the documents; configured notes override them."""

GUESSED = "_guessed"
"""The key of `_meta` with the guesses of the loader, for example the labels of fields."""

SORTED_KEYS = "_sorted_keys"
"""The key of `_meta` where the documents were stored with the keys of every object in order.

Its value is a list of the names at the top of all documents, or true.
"""

COVERAGE = "_coverage"
"""The key of `_meta` with the counts of the loader: `documents`, and `fields` with number and example."""


WITHOUT_VALUES = frozenset((
    "binary", "completion", "dense_vector", "geo_point", "geo_shape", "histogram", "percolator", "point", "shape",
    "integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range", "sparse_vector",
    "rank_feature", "rank_features", "rank_vectors", "semantic_text",
))  # fmt: skip
"""Types of Elasticsearch whose values can neither be sorted by nor counted."""


def field_definitions(
    mapping: Mapping[str, Any],
    notes: Mapping[str, str] | None = None,
    default_fields: Iterable[str] | None = None,
    sources: Mapping[str, str] | None = None,
    labels: Mapping[str, Any] | None = None,
) -> dict[str, Definition]:
    """The definition of every field of the mapping, by its dotted name, in the order of the mapping.

    `sources` names the source of fields and of the fields inside them. With a single source, all fields are from it.
    """
    entries = dict(flattened(mapping.get("properties") or {}, ""))
    searched = [scope_name(field) for field in searched_fields(default_fields, entries)]
    meta = mapping.get("_meta") or {}
    all_labels = {**((meta.get(GUESSED) or {}).get("labels") or {}), **(labels or {})}
    objects = [name for name, entry in entries.items() if is_nested(entry)]
    all_notes = {**(meta.get(FIELD_NOTES) or {}), **(notes or {})}
    return {
        name: {
            **definition(name, entry, all_notes, searched),
            **nested_path(name, objects),
            **from_source(name, sources or {}, meta.get("src") or {}),
            **covered(name, meta.get(COVERAGE) or {}),
            **labelled(all_labels.get(name)),
        }
        for name, entry in entries.items()
    }


def is_nested(entry: Mapping[str, Any]) -> bool:
    """Whether objects are indexed only apart from their documents."""
    return entry.get("type") == "nested" and not (entry.get("include_in_root") or entry.get("include_in_parent"))


def nested_path(name: str, objects: Iterable[str]) -> Definition:
    """The nested objects that have the field, the innermost if they are in each other."""
    paths = [path for path in objects if name.startswith(f"{path}.")]
    return {"nested": max(paths, key=len), "doc_values": False} if paths else {}


def labelled(given: Any) -> Definition:
    """The label of a field with its unit and description, from a text (the label) or an object."""
    given = given if isinstance(given, Mapping) else {"label": given if isinstance(given, str) else ""}
    found: Definition = {}
    if given.get("label"):
        found["label"] = str(given["label"])
    if given.get("unit"):
        found["unit"] = str(given["unit"])
    if given.get("description"):
        found["notes"] = str(given["description"])
    return found


def from_source(name: str, sources: Mapping[str, str], known: Mapping[str, Any]) -> Definition:
    """The source of a field and its licence: from the field, else from its parent object, else the only source."""
    owner = name
    while owner and owner not in sources:
        owner = owner.rpartition(".")[0]
    source = sources[owner] if owner else next(iter(known)) if len(known) == 1 else None
    if source is None:
        return {}
    about = known.get(source)
    license = (about.get("license_url") or about.get("licence_url")) if isinstance(about, Mapping) else None
    return {"source": source, **({"license": license} if license else {})}


def covered(name: str, coverage: Mapping[str, Any]) -> Definition:
    """The number and the share of documents that had a value in the field when they were loaded, and an example.

    `stale` is true if documents changed after the load.
    """
    documents, found = coverage.get("documents"), (coverage.get("fields") or {}).get(name)
    if not documents or not found:
        return {}
    count, example = found
    answer: Definition = {"documents": count, "coverage": round(count / documents, 4)}
    if example is not None:
        answer["example"] = example
    if coverage.get("stale"):
        answer["stale"] = True
    return answer


def flattened(properties: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The name and the mapping entry of each field; a field comes before the fields inside it."""
    for key, entry in properties.items():
        name = prefix + key
        yield name, entry
        yield from flattened(entry.get("properties") or {}, f"{name}.")
        yield from flattened(entry.get("fields") or {}, f"{name}.")


def definition(name: str, entry: Mapping[str, Any], notes: Mapping[str, str], searched: list[str]) -> Definition:
    found: Definition = {"type": entry.get("type", "object"), "index": entry.get("index", entry.get("enabled", True))}
    if "doc_values" in entry and (entry["doc_values"] is False or found["type"] == "text"):
        found["doc_values"] = bool(entry["doc_values"])
    if found["type"] in WITHOUT_VALUES:
        found["doc_values"] = False
    if "normalizer" in entry:
        found["normalizer"] = entry["normalizer"]
    if "analyzer" in entry:
        found["analyzer"] = entry["analyzer"]
    if any(fits_pattern(field, pattern) for field in (name, *copied_to(entry)) for pattern in searched):
        found["searched_by_default"] = True
    if name in notes:
        found["notes"] = notes[name]
    return found


def chosen(
    definitions: Mapping[str, Definition],
    prefix: str | None = None,
    search: str | None = None,
    excluded: Collection[str] = (),
) -> dict[str, Definition]:
    """The fields whose name starts with the prefix and contains the search text in any case, except excluded ones."""
    text = (search or "").lower()
    return {
        name: found
        for name, found in definitions.items()
        if name.startswith(prefix or "") and text in name.lower() and name not in excluded
    }
