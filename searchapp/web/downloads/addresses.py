"""The addresses of the files of a collection."""

from flask import url_for

from ...components import Components, ItemType
from ..addresses import base_address
from .files import File, files_of


def with_addresses(components: Components, item_type: ItemType) -> list[tuple[File, str]]:
    """The files of the state that is served, each with its address."""
    base = base_address(components.settings)
    return [
        (file, base + url_for("downloads.file", item_type=item_type.name, name=file["name"]))
        for file in files_of(components, item_type)
    ]
