"""Metadata: the sources of a collection, and its fields."""

import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ..components import Components, ItemType
from ..version import __version__
from .endpoint import Answer, Options

OF_FIELDS = ("_coverage", "_field_notes", "_guessed")
"""What is known and guessed of the fields; a fields request shows it."""

LICENCE = ("licence", "licence_url")
"""The spelling of the keys that is read beside `license` and `license_url`."""

PACKAGES = ("elasticsearch", "flask", "gunicorn", "jmespath", "orjson", "tantivy")


def sources(item_type: ItemType, components: Components) -> Answer:
    """What answers a metadata request: the notes of the collection, under the names of its item type."""
    metadata, name = components.metadata, item_type.name
    named = dict.fromkeys(components.settings["METADATA_ITEM_TYPE_KEYS"], name)
    listed = {"item_types": list(components.item_types), "user_queries": sorted(item_type.settings["user_queries"])}

    def answer(options: Options) -> dict[str, Any]:
        if options.get("raw"):
            return {name: metadata.mapping(name)}
        dev = options.get("dev")
        notes = metadata.sources(name)
        hidden = OF_FIELDS if dev else [key for key in notes if key.startswith("_")]
        shown = {key: value for key, value in notes.items() if key not in hidden}
        developers = {"software": software(), "backend": components.settings["BACKEND"]} if dev else {}
        return {**shown, "src": with_license_keys(notes.get("src") or {}), **listed, **named, **developers}

    return answer


def with_license_keys(sources: Mapping[str, Any]) -> dict[str, Any]:
    """The sources, with `license` and `license_url` where they have only `licence` and `licence_url`."""
    return {
        name: {**{key.replace("licence", "license"): source[key] for key in LICENCE if key in source}, **source}
        if isinstance(source, Mapping)
        else source
        for name, source in sources.items()
    }


def software() -> dict[str, str]:
    """The versions of this package and of those that it stands on."""
    found = {"searchapp": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # it need not be installed as a package
            continue
    return found


def fields(item_type: ItemType, components: Components) -> Answer:
    """What answers a fields request: one entry per field, chosen by `prefix` and `search`."""
    metadata, name = components.metadata, item_type.name

    def answer(options: Options) -> dict[str, Any]:
        mapping = metadata.mapping(name)
        if options.get("raw"):
            return {name: mapping.get("properties", {})}
        return item_type.formatter.transform_mapping(mapping, options.get("prefix"), options.get("search"), name)

    return answer
