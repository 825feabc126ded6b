"""The option `nested` of a sort key: the nested objects whose values a document is sorted by."""

from dataclasses import dataclass
from typing import Any

from tantivy import Query

from ...errors import EngineError, content_error, parsing_error, shard_error
from ...index.reader import Reader
from ...parsing import text, wrong_type
from ...queries import parse
from ...queries.combinators import everything, filtered
from ...queries.context import Build, Context, side_query
from ...queries.match_none import has_nested
from ...queries.nested_index import NestedIndex, nested_index


@dataclass(frozen=True, slots=True)
class NestedObjects:
    """The path of nested objects, and the filter that they match. Without a path there are no values."""

    path: str | None = None
    filter: Build | None = None


@dataclass(frozen=True, slots=True)
class BoundObjects:
    """Nested objects of an index, and the query for those that count."""

    path: str
    index: NestedIndex
    query: Query


def read_nested(value: Any) -> NestedObjects:
    """The nested objects of the option. EngineError for a wrong one."""
    if not isinstance(value, dict):
        raise wrong_type("[field_sort] nested", value)
    found: dict[str, Any] = {}
    for option, given in value.items():
        if option == "filter":
            found[option] = _filter(given)
        elif option == "path" and isinstance(given, str | int | float):
            found[option] = text(given)
        elif option in ("nested", "max_children"):
            raise parsing_error(f"unsupported option: {option} of nested of sort")
        else:
            raise content_error("[field_sort] failed to parse field [nested]")
    return NestedObjects(**found)


def _filter(clause: Any) -> Build:
    try:
        build = parse(clause)
    except EngineError as error:
        raise parsing_error(error.reason) from error
    if has_nested(clause):
        raise parsing_error("unsupported option: filter of nested of sort with a nested query")
    return build


def bind_nested(reader: Reader, nested: NestedObjects) -> BoundObjects | None:
    """The objects in an index; None without a path. EngineError if they cannot be sorted by."""
    if nested.path is None:
        return None
    known = reader.mapping.objects.get(nested.path)
    if known is None or not known.nested:
        raise shard_error(f"[nested] failed to find nested object under path [{nested.path}]")
    index = nested_index(reader, nested.path)
    context = Context(index.reader, outer=Context(reader), parents=index.parents)
    query = everything() if nested.filter is None else side_query(context, nested.filter)
    return BoundObjects(nested.path, index, filtered(query))
