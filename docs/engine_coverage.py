"""What the embedded engine makes of each part of a search body, a mapping and the settings, from its own tables."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from searchapp.engine import aggregations, compat, queries
from searchapp.engine.highlight import options as highlight_options
from searchapp.engine.mapping import field, ignored_settings, index_settings, mapping
from searchapp.engine.search import body as search_body

compat.register()


def rows() -> list[list[str]]:
    """A row for each kind of part: what it is, what is honoured, refused by name, and ignored on purpose."""
    return [
        ["keys of a body", *map(named, body())],
        ["options of `highlight`", *map(named, highlight())],
        ["queries", *map(named, (queries.LEAVES | queries.COMPOUNDS, queries.UNSUPPORTED, ()))],
        ["facets", *map(named, (aggregations.KINDS, aggregations.UNSUPPORTED, ()))],
        ["types of fields", *map(named, ((*field.LEAF_TYPES, *field.OBJECT_TYPES), field.KNOWN_TYPES, ()))],
        *([f"parameters of {kind}", *map(named, parameters(kind))] for kind in kinds()),
        ["parameters of a mapping", *map(named, (mapping.ROOT_PARAMETERS, others(mapping.ROOT_ONLY), ()))],
        ["settings", *map(named, settings())],
    ]


def named(parts: Iterable[str]) -> str:
    return ", ".join(f"`{part}`" if " " not in part else part for part in sorted(parts))


def body() -> tuple[Iterable[str], ...]:
    honoured = search_body.READERS.keys() - set(search_body.WITHOUT_INFLUENCE)
    return honoured, search_body.UNSUPPORTED, search_body.WITHOUT_INFLUENCE


def highlight() -> tuple[Iterable[str], ...]:
    options = highlight_options.CONVERTERS
    harmless = highlight_options.HARMLESS
    only, refused = highlight_options.ONLY, highlight_options.UNSUPPORTED
    return options.keys() - {*harmless, *only, *refused}, [*others(only), *refused], harmless


def kinds() -> list[str]:
    """One type for all that have the same parameters."""
    found: dict[Any, str] = {}
    for kind in field.PARAMETERS:
        found.setdefault((field.PARAMETERS[kind], str(field.OF_TYPE.get(kind))), kind)
    return list(found.values())


def parameters(kind: str) -> tuple[Iterable[str], ...]:
    fixed = {
        name: values
        for name, values in (field.FIXED | field.OF_TYPE.get(kind, {})).items()
        if name in field.PARAMETERS[kind]
    }
    harmless = {"eager_global_ordinals", "term_vector", "meta"} & field.PARAMETERS[kind]
    partly = {name: values for name, values in fixed.items() if name not in harmless and set(values) != {True, False}}
    honoured = field.PARAMETERS[kind] - harmless - partly.keys()
    return honoured, [*others(partly), *field.UNSUPPORTED[kind]], harmless


def settings() -> tuple[Iterable[str], ...]:
    honoured = ["analysis", *index_settings.HONOURED]
    groups = [f"{group}*" for group in index_settings.UNSUPPORTED_GROUPS]
    harmless = [*sorted(ignored_settings.IGNORED), *(f"{group}*" for group in ignored_settings.IGNORED_GROUPS)]
    return honoured, [*others(index_settings.ONLY), *index_settings.UNSUPPORTED, *groups], harmless


def others(fixed: Mapping[str, Iterable[Any]]) -> list[str]:
    """Names of which some values are honoured: the others are refused."""
    return [f"`{name}` other than {_either(values)}" if values else name for name, values in fixed.items()]


def _either(values: Iterable[Any]) -> str:
    texts = (value if isinstance(value, str) else json.dumps(value) for value in values)
    return " or ".join(dict.fromkeys(f"`{text}`" for text in texts))
