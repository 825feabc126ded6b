"""The sources of a collection, from its metadata."""

from collections.abc import Mapping
from typing import Any

from ..components import Components
from ..errors import none_on_error

LICENCE = ("licence", "licence_url")
"""The other spelling of the keys `license` and `license_url`."""


def with_license_keys(sources: Mapping[str, Any]) -> dict[str, Any]:
    """The sources, with `license` and `license_url` if they have only `licence` and `licence_url`."""
    return {
        name: {**{key.replace("licence", "license"): source[key] for key in LICENCE if key in source}, **source}
        if isinstance(source, Mapping)
        else source
        for name, source in sources.items()
    }


def sources_of(components: Components, item_type: str) -> Mapping[str, Any]:
    """The sources of a collection; empty while the database does not answer."""
    return with_license_keys(notes_of(components, item_type).get("src") or {})


def notes_of(components: Components, item_type: str) -> Mapping[str, Any]:
    """The notes about a collection; empty while the database does not answer."""
    return none_on_error(lambda: components.metadata.sources(item_type)) or {}
