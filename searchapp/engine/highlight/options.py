"""The options of a `highlight`, read and checked as Elasticsearch does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..errors import UNWRAPPED, EngineError, content_error, parsing_error, unsupported_error
from ..parsing import Converter, an_object, boolean, integer, only_text, text, token, unsupported, wrong_type
from ..queries import parse
from ..queries.context import Build

STYLED = [f'<em class="hlt{number}">' for number in range(1, 11)]


@dataclass(frozen=True)
class Options:
    """The options for highlighting a field."""

    pre_tags: str = "<em>"
    post_tags: str = "</em>"
    fragment_size: int = 100
    number_of_fragments: int = 5
    no_match_size: int = 0
    order: str = "none"
    encoder: str = "default"
    require_field_match: bool = True
    highlight_query: Any = None
    max_analyzed_offset: int | None = None
    """The last offset in the concatenated values of a field at which a highlighted word may begin."""


def check_highlight(value: Any) -> list[Build]:
    """Check a `highlight`, and return its highlight queries. EngineError for unknown and unsupported options."""
    options = [common(value), *(options for _, options in requested(value))]
    queries = {id(one.highlight_query): one.highlight_query for one in options if one.highlight_query is not None}
    return [parse(query) for query in queries.values()]


def requested(value: Mapping[str, Any]) -> Iterator[tuple[str, Options]]:
    """The names or patterns of fields with their options; the defaults are the options of the `highlight`."""
    shared = common(value)
    for name, given in _fields(value.get("fields", {})):
        if not isinstance(given, dict):
            raise content_error(f"[highlight_field] Expected START_OBJECT but was: {token(given)}")
        yield name, replace(shared, **_read("highlight_field", given))


def common(value: Mapping[str, Any]) -> Options:
    """The options of the `highlight` itself, for all fields without their own."""
    if not isinstance(value, dict):
        raise parsing_error(f"Unknown key for a {token(value)} in [highlight].")
    return replace(Options(), **_read("highlight", {key: value[key] for key in value if key != "fields"}))


def _fields(fields: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(fields, dict):
        yield from fields.items()
        return
    if not isinstance(fields, list):
        raise wrong_type("[highlight] fields", fields)
    for field in fields:
        if not isinstance(field, dict) or len(field) != 1:
            raise content_error(
                "[fields] can be a single object with any number of fields or an array where each entry is an object"
                " with a single field"
            )
        yield from field.items()


def _read(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for key, value in given.items():
        if key not in CONVERTERS or (key == "fragment_offset" and name == "highlight"):
            raise content_error(f"[{name}] unknown field [{key}]")
        found[key] = CONVERTERS[key](value)
    if "pre_tags" in found and "post_tags" not in found:
        raise parsing_error("pre_tags are set but post_tags are not set")
    if found.pop("tags_schema", None) == "styled":
        found |= {"pre_tags": STYLED[0], "post_tags": "</em>"}
    return {key: value for key, value in found.items() if value is not None}


def _tag(value: Any) -> str:
    tags = value if isinstance(value, list) else [only_text(value)]
    if not tags:
        raise parsing_error("pre_tags or post_tags must not be empty")
    return only_text(tags[0]) if tags[0] is None else text(tags[0])


def _query(value: Any) -> Any:
    if not isinstance(value, dict):
        raise wrong_type("[highlight] highlight_query", value)
    try:
        parse(value)
    except EngineError as error:
        if error.type in UNWRAPPED:
            raise
        raise content_error(f"[highlight] failed to parse field [highlight_query]: {error.reason}") from error
    return value


def _offset(value: Any) -> int:
    reason = f"[highlight] failed to parse field [max_analyzed_offset]: [{value}] is no positive integer"
    try:
        offset = integer(value)
    except EngineError as error:
        raise content_error(reason) from error
    if offset < 1:
        raise content_error(reason)
    return offset


def _number(value: Any) -> int | None:
    """A number; None for -1, which means the default."""
    result = integer(value)
    return None if result == -1 else result


def _number_of_fragments(value: Any) -> int | None:
    result = _number(value)
    if result is not None and result < 0:
        raise unsupported_error(f"unsupported highlight: number_of_fragments [{value}]")
    return result


def _one_of(*known: str) -> Converter:
    """A converter for an option of which the engine supports only these values."""

    def convert(value: Any) -> None:
        if value not in known:
            raise unsupported_error(f"unsupported highlight: {value}")

    return convert


def _schema(value: Any) -> str:
    if only_text(value) not in ("default", "styled"):
        raise content_error(f"[highlight] unknown tag schema [{value}]")
    return str(value)


def _checked(convert: Converter) -> Converter:
    """The converter of an option that is checked, and then ignored."""

    def check(value: Any) -> None:
        try:
            convert(value)
        except EngineError as error:
            raise content_error(f"[highlight] failed to parse field: {error.reason}") from error

    return check


UNSUPPORTED = ("matched_fields",)
ONLY = {"type": ("unified",), "boundary_scanner": ("sentence", "SENTENCE")}
HARMLESS: dict[str, Converter] = {
    "highlight_filter": boolean, "phrase_limit": integer, "force_source": boolean, "boundary_chars": only_text,
    "boundary_max_scan": integer, "boundary_scanner_locale": only_text, "fragmenter": only_text,
    "options": partial(an_object, "options"), "fragment_offset": integer,
}  # fmt: skip
"""Options that do not change what the unified highlighter returns, or only for unusually long texts."""
CONVERTERS: dict[str, Converter] = {
    "pre_tags": _tag,
    "post_tags": _tag,
    "tags_schema": _schema,
    "order": only_text,
    "encoder": only_text,
    "fragment_size": _number,
    "number_of_fragments": _number_of_fragments,
    "no_match_size": _number,
    "require_field_match": boolean,
    "highlight_query": _query,
    **{name: unsupported(f"{name} of highlight") for name in UNSUPPORTED},
    "max_analyzed_offset": _offset,
    **{name: _one_of(*values) for name, values in ONLY.items()},
    **{name: _checked(convert) for name, convert in HARMLESS.items()},
}
