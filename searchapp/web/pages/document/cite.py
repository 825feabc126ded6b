"""The citation of a document: title, collection, version, date and permanent address."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any


def citation(title: str, collection: str, service: str, sources: Mapping[str, Any], address: str) -> str:
    """The citation as one line of text."""
    version = sources.get("build_version")
    of = f"{collection}, version {version}" if version else collection
    today = datetime.now(UTC)
    return f"{title}. {of}. {service}. {today.day} {today:%B %Y}. {address}"
