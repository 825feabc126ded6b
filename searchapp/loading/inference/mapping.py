"""Infers a mapping from documents. A user can print it, change it and load with it.

numbers -> long, double; true and false -> boolean; ISO dates and numbers that count the time since 1970 -> date;
texts by how they look:

    one word each (codes, categories, links)   keyword, any case and accent; of IP addresses with `.ip`, of numbers and
                                               texts such as `<0.01` with `.number`
    a few words (titles, names, `arrow-left`)  text, with `.keyword` for exact values and `.sort` for the order
    prose                                      text, with `.stem` by the analyzer of its language

Texts and keywords are also copied to `all`, the field that a query without field names searches. If documents have
numbers, codes or objects of this name, nothing is copied, and such a query searches all fields.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from ...querystring.folding import FOLDED, WITH_SYNONYMS, analysis
from ..shape import parents_of
from ..values.language import language_of
from .evidence import Evidence
from .field_evidence import FieldEvidence
from .number_traits import time_unit
from .traits import is_address, is_category, is_compound, is_measured, is_prose

ALL = "all"
MAX_KEYWORD = 1000
"""Characters of a value that is kept as one term; longer ones in a sub-field are left out of it."""

MIN_ONE_WORD_SHARE = 0.98

ADDRESS = "ip"
"""The sub-field of IP addresses, which are sorted by their numbers and found by their networks."""

NUMBER = "number"
"""The sub-field of numbers among texts such as `<0.01`, `Tr` and `n.d.`, for sorting, ranges and steps."""

NUMBERS_ONLY = {"type": "double", "ignore_malformed": True}
EXACT = {"type": "keyword", "ignore_above": MAX_KEYWORD}
ORDERED = {**EXACT, "normalizer": FOLDED}
Definition = dict[str, Any]

MOMENT_FORMATS = {
    "s": "strict_date_optional_time||epoch_second",
    "ms": "strict_date_optional_time||epoch_millis",
}
"""The formats of numbers that count the time since 1970, by their unit. A query may give a date or a number."""


def mapping_of(evidence: Evidence, language: str | None = None, synonyms: Sequence[str] = ()) -> Definition:
    """`settings` and `mappings` for the fields that were seen.

    `language` is the language of prose: None if it is to be recognised, empty for no language. `synonyms` are lines in
    Solr's format, for queries.
    """
    prose = (text for field in evidence.fields.values() if is_prose(field) for text in field.texts())
    language = language_of(prose) if language is None else language
    text = {"type": "text", "analyzer": FOLDED, **({"search_analyzer": WITH_SYNONYMS} if synonyms else {})}
    fields = {path: definition(field, text, language) for path, field in sorted(evidence.fields.items())}
    dynamic = "false" if evidence.is_full else "true"
    properties = tree(fields, mixed_paths(evidence))
    if properties.get(ALL, text).get("type") == "text":
        properties[ALL] = text
    else:
        remove_copies(fields.values())
    mappings = {"dynamic": dynamic, "properties": properties}
    for path in evidence.keyed:
        object_at(mappings, path)["dynamic"] = "false"
    for path in evidence.unnamed:
        object_at(mappings, path)["enabled"] = False
    return {"settings": {"analysis": analysis(synonyms)}, "mappings": mappings}


def remove_copies(definitions: Iterable[Definition]) -> None:
    for each in definitions:
        each.pop("copy_to", None)


def object_at(mappings: Definition, path: str) -> Definition:
    """The definition of an object by its path; a missing one is made."""
    for name in path.split(".") if path else ():
        mappings = mappings.setdefault("properties", {}).setdefault(name, {"type": "object"})
    return mappings


def definition(field: FieldEvidence, text: Definition, language: str | None) -> Definition:
    """The definition of a field from the evidence at its path; `text` is the definition for texts."""
    kinds = set(field.kinds)
    if unit := time_unit(field):
        return {"type": "date", "format": MOMENT_FORMATS[unit]}
    if kinds == {"long", "double"}:
        return {"type": "double"}
    if len(kinds) == 1 and kinds != {"text"}:
        return {"type": kinds.pop()}
    return {**text_definition(field, text, language), "copy_to": [ALL]}


def text_definition(field: FieldEvidence, text: Definition, language: str | None) -> Definition:
    """A keyword for single words, a text with sub-fields for a few words, one with stems for prose."""
    one_word = field.longest <= MAX_KEYWORD and field.one_word >= MIN_ONE_WORD_SHARE * field.values
    if one_word and not is_compound(field):
        inner = {"keyword": EXACT} if is_category(field) else {}
        inner |= {ADDRESS: {"type": "ip"}} if is_address(field) else {}
        inner |= {NUMBER: NUMBERS_ONLY} if is_measured(field) else {}
        return {"type": "keyword", "normalizer": FOLDED, **({"fields": inner} if inner else {})}
    if is_prose(field):
        return {**text, "fields": {"stem": {"type": "text", "analyzer": language}}} if language else text
    return {**text, "fields": {"keyword": EXACT, "sort": ORDERED}}


def tree(fields: dict[str, Definition], mixed: AbstractSet[str]) -> Definition:
    """Nested properties from definitions by path. A path with values and objects is only stored."""
    properties: Definition = {}
    for path, found in fields.items():
        *parents, leaf = path.split(".")
        if not mixed.isdisjoint(parents_of(path)):
            continue
        level = properties
        for parent in parents:
            level = level.setdefault(parent, {"properties": {}})["properties"]
        level[leaf] = {"type": "object", "enabled": False} if path in mixed else found
    return properties


def mixed_paths(evidence: Evidence) -> set[str]:
    """The paths that hold a value in one document and an object in another, which may be empty."""
    inside = (*evidence.fields, *evidence.empty_objects, *evidence.empty_inside)
    objects = {path for other in inside for path in parents_of(other)} | evidence.empty_objects
    return objects & evidence.fields.keys()


def leaf_count(mapping: Definition) -> int:
    """The number of fields of a mapping, including objects and sub-fields."""
    inner = [item for key in ("properties", "fields") for item in mapping.get(key, {}).values()]
    return len(inner) + sum(leaf_count(item) for item in inner if isinstance(item, dict))
