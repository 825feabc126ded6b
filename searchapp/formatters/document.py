"""Makes the document that callers get from a hit of the database, with the changes that the options ask for."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import orjson

from ..errors import PipelineError
from ..json_text import value_of_json
from ..options import catalog
from ..options.split import split as split_list
from ..protocols import JSON_TEXT, SearchHit
from .jmespath import transforming
from .paths import changed_at, split

Document = dict[str, Any]
Options = Mapping[str, Any]

HIGHLIGHT = "_highlight"
"""The key of the highlighted passages, `{field: [text]}`."""


Step = Callable[[Document], Document | None]

Maker = Callable[[Iterable[SearchHit], Document], list[Any]]
"""A function that makes the documents of hits, each after the keys of a template."""

Tree = dict[str, "Tree"]
"""The names of fields, each with the names of the fields inside it."""

CONTAINERS = (dict, list)


class Hit(dict[str, Any]):
    """A document that is not a plain dict."""


def maker(steps: tuple[Step, ...], options: Options, unmarked: Collection[str] = frozenset()) -> Maker:
    """A function that makes the documents of hits, except hits that a step drops; see `document_of`."""
    version, score = bool(options.get("version")), options.get("score") is not False
    merge = merged if options.get("native") is not False else merged_hit
    if steps[-1:] == (sorted_json,):
        steps, merge = steps[:-1], sorted_json

    def make(hits: Iterable[SearchHit], head: Document) -> list[Any]:
        documents: Iterable[Any] = (document_of(hit, version, score, unmarked) for hit in hits)
        if steps:
            documents = (changed(document, steps) for document in documents)
        return [merge(document, head) for document in documents if document is not None]

    return make


def document_of(hit: SearchHit, version: bool, score: bool, unmarked: Collection[str] = frozenset()) -> Document:
    """The stored document with its `_id`, and on request with `_score`, `_version` and the highlighted passages.

    `hit["_source"]` is a mapping or JSON text. The fields in `unmarked` are not highlighted.
    """
    document: Document = {"_id": hit["_id"]}
    if score and "_score" in hit:
        document["_score"] = hit["_score"]
    if version and "_version" in hit:
        document["_version"] = hit["_version"]
    if "_explanation" in hit:
        document["_explanation"] = hit["_explanation"]
    if "highlight" in hit:
        marked = {name: texts for name, texts in hit["highlight"].items() if name not in unmarked}
        if marked:
            document[HIGHLIGHT] = marked
    source = hit.get("_source")
    if source:
        try:
            document.update(orjson.loads(bytes(source)) if isinstance(source, JSON_TEXT) else source)
        except orjson.JSONDecodeError:
            document.update(value_of_json(bytes(source)))
    return document


def steps_for(options: Options, licences: Sequence[Step]) -> tuple[Step, ...]:
    """The changes that the options ask for, in order; an empty tuple without any. A step that returns None drops the
    document."""
    steps = [STEPS[name](options) for name in STEPS if options.get(name)]
    look = [partial(in_time, end=options["deadline"])] if steps and options.get("deadline") is not None else []
    return (*look, *licences, *steps, *last_step(options))


def in_time(document: Document, end: float) -> Document:
    """The document unchanged. Raises a 504 after `end`, a `time.monotonic()`."""
    if time.monotonic() > end:
        raise PipelineError(504, "no answer in time")
    return document


def changed(document: Document, steps: Iterable[Step]) -> Document | None:
    """The document after all steps; None when one of them drops it."""
    for step in steps:
        result = step(document)
        if result is None:
            return None
        document = result
    return document


def allow_null(options: Options) -> Step:
    """A step that adds missing fields as null."""
    tree: Tree = {}
    for path in paths_of("allow_null", options):
        inside = tree
        for name in path:
            inside = inside.setdefault(name, {})
    return partial(with_fields, tree=tree)


def always_list(options: Options) -> Step:
    """A step that makes lists of the values of some fields; null becomes an empty list."""
    paths = paths_of("always_list", options)

    def step(document: Document) -> Document:
        for path in paths:
            document = changed_at(document, path, with_list)
        return document

    return step


def jmespath(options: Options) -> Step:
    """The step of the option `jmespath`."""
    return transforming(options["jmespath"], bool(options.get("jmespath_exclude_empty")))


STEPS: dict[str, Callable[[Options], Step]] = {
    "allow_null": allow_null,
    "always_list": always_list,
    "jmespath": jmespath,
}
"""The steps by the option that asks for them, in order."""


def last_step(options: Options) -> tuple[Step, ...]:
    """The step that sorts keys, flattens to dotted names, or does both; an empty tuple if neither is asked for."""
    wanted = options.get("_sorted")
    is_sorted = bool(catalog.SORTED.default if wanted is None else wanted)
    if options.get("dotfield"):
        return (dotted(options, is_sorted),)
    if not is_sorted:
        return ()
    return (sorted_json,) if options.get("json_parts") and options.get("native") is not False else (ordered,)


def dotted(options: Options, is_sorted: bool) -> Step:
    """The step of the option `dotfield`: `{"a": {"b": 1}}` becomes `{"a.b": 1}`."""
    lists = frozenset(names_of(options.get("always_list")))
    if is_sorted:
        return lambda document: dict(sorted(flattened(document, lists).items()))
    return lambda document: flattened(document, lists)


def with_fields(value: Any, tree: Tree) -> Any:
    """The value with null at each path of the tree that has no value; missing objects on the paths are created."""
    if isinstance(value, list):
        return [with_fields(element, tree) for element in value]
    if not isinstance(value, dict):
        return value
    value = {**value}
    for name, inside in tree.items():
        inner = value.setdefault(name)
        if inside:
            value[name] = with_fields({} if inner is None else inner, inside)
    return value


def with_list(parent: Document, name: str) -> Document:
    """The object with the value at a name as a list; null is an empty list."""
    if name not in parent or isinstance(parent[name], list):
        return parent
    return {**parent, name: [] if parent[name] is None else [parent[name]]}


def ordered(document: Document) -> Document:
    """The document with the keys of every object in alphabetical order."""
    result: Document = {}
    for key in sorted(document):
        value = document[key]
        kind = type(value)  # three times faster than isinstance, in the slowest part of a request
        if kind is dict:
            value = ordered(value)
        elif kind is list:
            value = ordered_list(value)
        result[key] = value
    return result


def merged(document: Document, head: Document) -> Any:
    """The keys of `head`, then the keys of the document, which override them."""
    return {**head, **document} if head else document


def merged_hit(document: Document, head: Document) -> Any:
    return {**head, **document} if head else Hit(document)


def sorted_json(document: Document, head: Document | None = None) -> Any:
    """The document as JSON with sorted keys, after the keys of `head`; the document overrides keys of `head`.

    Sorting keys while they are written takes a tenth of the time of `ordered`.
    """
    text = orjson.dumps(document, default=str, option=orjson.OPT_SORT_KEYS)
    if not head:
        return orjson.Fragment(text)
    if not document or not head.keys().isdisjoint(document.keys()):
        return {**head, **ordered(document)}
    return orjson.Fragment(orjson.dumps(head, default=str)[:-1] + b"," + text[1:])


def ordered_list(values: list[Any]) -> list[Any]:
    return [ordered_value(value) for value in values]


def ordered_value(value: Any) -> Any:
    if type(value) is dict:
        return ordered(value)
    return ordered_list(value) if type(value) is list else value


def flattened(document: Document, lists: frozenset[str] = frozenset()) -> Document:
    """The document with one level of dotted names. Several values become a list; a single value becomes a list only if
    its name is in `lists`.

    The highlighted passages are unchanged: their keys are dotted names already.
    """
    if HIGHLIGHT in document:
        rest = {key: value for key, value in document.items() if key != HIGHLIGHT}
        return {HIGHLIGHT: document[HIGHLIGHT], **flattened(rest, lists)}
    values: dict[str, list[Any]] = {}
    collect(document, "", values)
    return {
        name: found[0] if len(found) == 1 and name not in lists else several(found, name in lists)
        for name, found in values.items()
    }


def collect(value: Document | list[Any], name: str, values: dict[str, list[Any]]) -> None:
    """Append every leaf of the value to `values[dotted name]`."""
    if isinstance(value, list):
        for element in value:
            put(element, name, values)
        return
    prefix = f"{name}." if name else ""
    for key, inner in value.items():
        path = prefix + key
        if type(inner) is str and path and path not in values:  # the usual case
            values[path] = [inner]
        else:
            put(inner, path, values)


def put(value: Any, name: str, values: dict[str, list[Any]]) -> None:
    """Add a value, or those inside it, to the values of its dotted name."""
    if isinstance(value, CONTAINERS) and value:
        collect(value, name, values)
    elif name:
        values.setdefault(name, []).append(value)


def several(found: list[Any], as_list: bool) -> Any:
    """The list of the values, or the only value. 0, false and "" are values; null and empty containers are not."""
    values = [value for value in found if value is not None and value != [] and value != {}]
    if as_list or len(values) > 1:
        return values
    return values[0] if values else found[0]


def names_of(names: Any) -> list[str]:
    """The names in a list, or in the text that a Python caller gives instead of a list. Rule B9."""
    return split_list(names) if isinstance(names, str) else [name for name in names or () if name]


def paths_of(keyword: str, options: Options) -> list[list[str]]:
    """The names of an option, each split at its dots."""
    return [split(name, keyword) for name in names_of(options[keyword])]
