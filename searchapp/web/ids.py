"""Ids in paths: everything after the item type is the id, with every slash in it."""

from werkzeug.routing import BaseConverter

RESERVED_IDS = (
    "query", "suggest", "batch", "spec", "metadata", "metadata/fields", "metadata/changes",
    "reconcile", "reconcile/preview", "reconcile/properties",
    "reconcile/suggest/entity", "reconcile/suggest/property", "reconcile/suggest/type",
)  # fmt: skip
"""The paths below an item type, which are not read as ids; a test compares them with the routes."""

DOTS = {".", ".."}
"""Segments that clients remove from a path before they send it."""


class IdConverter(BaseConverter):
    """The rest of a path, written `<id:name>` in a rule. Rules with fixed names have precedence."""

    part_isolating = False
    regex = r"[\s\S]+?"
    weight = 200


def fits_path(id: str) -> bool:
    """Whether the id can be part of a path that every client sends unchanged."""
    return id.strip("/") not in ("", *RESERVED_IDS) and not id.startswith("/") and DOTS.isdisjoint(id.split("/"))
