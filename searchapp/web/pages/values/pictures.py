"""Pictures on other hosts: the allowed hosts, and the picture of a document."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...field_values import values_at

ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif")
ADDRESS = re.compile(r"https?://([^/?#]*)([^?#]*)")

Settings = Mapping[str, Any]


def image_hosts(settings: Settings, of_type: Settings) -> Sequence[str]:
    """The hosts of pictures on the pages of an item type: the configured hosts, else the hosts in its picture field."""
    hosts: Sequence[str] | None = settings["IMAGE_HOSTS"]
    return (of_type.get("image_hosts") or ()) if hosts is None else hosts


def is_image(value: Any, hosts: Sequence[str]) -> bool:
    """Whether an address is a picture on one of the hosts."""
    match = ADDRESS.match(value) if isinstance(value, str) else None
    return match is not None and match[1] in hosts and match[2].lower().endswith(ENDINGS)


def picture_of(document: Mapping[str, Any], field: str | None, hosts: Sequence[str]) -> str | None:
    """The address of the first picture of a document on an allowed host."""
    values = values_at(document, field) if field else []
    return next((value for value in values if is_image(value, hosts)), None)
