"""Ids in paths: everything after the item type is the id, with every slash in it."""

from werkzeug.routing import BaseConverter

RESERVED_IDS = ("query", "suggest", "metadata", "metadata/fields", "spec", "batch")
"""The names of paths below an item type, which are not read as ids."""

DOTS = {".", ".."}
"""Segments that clients remove from a path before they send it."""


class IdConverter(BaseConverter):
    """The rest of a path, written `<id:name>` in a rule. A rule with a fixed name wins."""

    part_isolating = False
    regex = r"[\s\S]+?"
    weight = 200


def fits_path(id: str) -> bool:
    """Whether the id can be part of a path that every client sends unchanged."""
    return id.strip("/") not in ("", *RESERVED_IDS) and not id.startswith("/") and DOTS.isdisjoint(id.split("/"))
