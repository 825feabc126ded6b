"""The settings of an item type, completed with the guesses about its collection, and the fields of the collection."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..components import Components, ItemType
from ..errors import none_on_error
from ..querystring.field_types import TEXT_TYPES

Fields = Mapping[str, Mapping[str, Any]]
Settings = Mapping[str, Any]

NAMES = ("symbol", "title", "name", "label")
MAX_NAMES = 2


def known_fields(components: Components, item_type: ItemType) -> Fields:
    """The fields of a collection; empty while the database does not answer."""
    return none_on_error(lambda: components.metadata.fields(item_type.name)) or {}


def field_order(components: Components, item_type: ItemType) -> Sequence[str]:
    """The fields in the order of the loaded file, empty if it is unknown. Elasticsearch keeps no order of labels."""
    guessed = none_on_error(lambda: components.metadata.guesses(item_type.name)) or {}
    return guessed.get("field_order") or [*(guessed.get("labels") or ())]


def page_settings(components: Components, item_type: ItemType) -> Settings:
    """The settings of an item type, completed with the guesses about its collection."""
    guessed = none_on_error(lambda: components.metadata.guesses(item_type.name)) or {}
    silent = {name: value for name, value in guessed.items() if not item_type.settings.get(name)}
    linkouts = {**(guessed.get("linkouts") or {}), **item_type.settings["linkouts"]}
    return {**item_type.settings, **silent, "linkouts": linkouts}


def title_fields(settings: Settings, fields: Fields) -> list[str]:
    """The fields in the title: configured, guessed, or fields with a name of titles."""
    named = [name for name in NAMES if fields.get(name, {}).get("type") in TEXT_TYPES]
    return list(settings["title_fields"]) or named[:MAX_NAMES]
