"""The sources of a composite aggregation: their options, and the order of their keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import content_error, illegal, parsing_error
from ...parsing import as_list, boolean, field_of_object, integer, text, token, unsupported
from ..histogram_options import DATES, NUMBERS
from ..histograms import KINDS as HISTOGRAMS
from ..options import path
from ..scope import MAX_BUCKETS, Aggregation, Converters, Options, too_many_buckets
from ..terms import KINDS as TERMS

Keys = tuple[Any, ...]
"""The keys of a bucket, one of each source; None for documents without a value."""


@dataclass(frozen=True, slots=True)
class Source:
    """A named source of keys. `item` has the options of the aggregation that makes them."""

    item: Aggregation
    is_descending: bool
    has_missing: bool
    """Whether documents without a value have the key None."""
    is_none_first: bool


def read_composite(given: Mapping[str, Any]) -> Options:
    """The options of a composite aggregation. EngineError 400 for invalid ones."""
    for key in given:
        if key not in ("sources", "size", "after"):
            raise content_error(f"[composite] unknown field [{key}]")
    if given.get("sources") is None:
        raise illegal("Required [sources]")
    sources = [_source(one) for one in as_list(given["sources"])]
    names = [source.item.name for source in sources]
    if not names or len(set(names)) < len(names):
        raise content_error("Composite [sources] cannot be empty, and must have different names")
    size = field_of_object("composite", "size", integer, given.get("size", 10))
    if size < 1:
        raise illegal(f"[size] must be greater than 0. Found [{size}]")
    if size > MAX_BUCKETS:
        raise too_many_buckets()
    after = given.get("after")
    if after is not None and not isinstance(after, dict):
        raise content_error(f"[composite] after doesn't support values of type: {token(after)}")
    return {"sources": sources, "size": size, "after": after}


def compare(sources: Sequence[Source], one: Keys, other: Keys) -> int:
    """Below 0 if the keys `one` come before `other`, above 0 if they come after, 0 if they are equal."""
    for source, mine, yours in zip(sources, one, other, strict=True):
        if mine is None or yours is None:
            is_before = (mine is None) == source.is_none_first
        else:
            is_before = (mine < yours) != source.is_descending
        if mine != yours:
            return -1 if is_before else 1
    return 0


def _source(given: Any) -> Source:
    name, body = _only_entry(given)
    kind, options = _only_entry(body)
    if kind not in SOURCES:
        unsupported_kind = kind == "geotile_grid"
        raise parsing_error(f"unsupported source: {kind}" if unsupported_kind else f"invalid source type: {kind}")
    read: Options = {}
    for key, value in options.items():
        if key not in SOURCES[kind]:
            raise content_error(f"[{kind}] unknown field [{key}]")
        convert = SOURCES[kind][key]
        read[key] = convert(value) if key in INTERVALS else field_of_object(kind, key, convert, value)
    if "field" not in read:
        raise illegal(f"[{kind}] source [{name}] needs a [field]")
    if "calendar_interval" in read and "fixed_interval" in read:
        raise content_error("Cannot use [fixed_interval] with [calendar_interval] configuration option.")
    if "missing_order" in read and not read.get("missing_bucket"):
        raise illegal("missingOrder can only be set if missingBucket is true")
    is_descending = read.pop("order", "asc") == "desc"
    default = "last" if is_descending else "first"
    order = read.pop("missing_order", "default").replace("default", default)
    item = Aggregation(name, kind, (TERMS | HISTOGRAMS)[kind], read, [], None, [])
    return Source(item, is_descending, read.pop("missing_bucket", False), order == "first")


def _only_entry(given: Any) -> tuple[str, Any]:
    """The name and the body of an object with one entry, which is an object itself."""
    if not isinstance(given, dict) or len(given) != 1 or not isinstance(next(iter(given.values())), dict):
        raise parsing_error("Failed to parse object: expecting one name with an object")
    return next(iter(given.items()))


def _one_of(*names: str) -> Any:
    def read(value: Any) -> str:
        name = text(value).lower()
        if name not in names:
            raise illegal(f"[{value}] is not one of {list(names)}")
        return name

    return read


SHARED: Converters = {
    "field": path,
    "missing_bucket": boolean,
    "missing_order": _one_of("first", "last", "default"),
    "order": _one_of("asc", "desc"),
    "script": unsupported("script"),
    "value_type": unsupported("value_type"),
}
INTERVALS = ("calendar_interval", "fixed_interval", "format", "offset", "time_zone")
SOURCES: dict[str, Converters] = {
    "terms": SHARED,
    "histogram": {**SHARED, "interval": NUMBERS["interval"]},
    "date_histogram": {**SHARED, **{key: DATES[key] for key in INTERVALS}},
}
