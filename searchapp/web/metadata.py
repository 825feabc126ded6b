"""Metadata: the sources of a collection, and its fields."""

from typing import Any

from ..components import Components, ItemType
from .endpoint import Answer, Options


def sources(item_type: ItemType, components: Components) -> Answer:
    """What answers a metadata request: the notes of the collection, under the names of its item type."""
    metadata, name = components.metadata, item_type.name
    named = dict.fromkeys(components.settings["METADATA_ITEM_TYPE_KEYS"], name)
    listed = {"item_types": list(components.item_types)}

    def answer(options: Options) -> dict[str, Any]:
        if options.get("raw"):
            return {name: metadata.mapping(name)}
        dev = options.get("dev")
        notes = {key: value for key, value in metadata.sources(name).items() if dev or not key.startswith("_")}
        return {**notes, **listed, **named}

    return answer


def fields(item_type: ItemType, components: Components) -> Answer:
    """What answers a fields request: one entry per field, chosen by `prefix` and `search`."""
    metadata, name = components.metadata, item_type.name

    def answer(options: Options) -> dict[str, Any]:
        mapping = metadata.mapping(name)
        if options.get("raw"):
            return {name: mapping.get("properties", {})}
        return item_type.formatter.transform_mapping(mapping, options.get("prefix"), options.get("search"))

    return answer
