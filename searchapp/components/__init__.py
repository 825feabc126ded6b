"""The components that answer requests: a backend, the metadata, and a pipeline per item type."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..formatters.elastic import ElasticFormatter
from ..item_type_names import title_of
from ..metadata import Metadata
from ..options.option import Option
from ..pipeline import Pipeline
from ..protocols import Backend

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class ItemType:
    """One collection: its settings and its pipeline."""

    name: str
    settings: Settings
    pipeline: Pipeline
    formatter: ElasticFormatter

    @property
    def title(self) -> str:
        """The configured title, else the name as words."""
        return self.settings["title"] or title_of(self.name)


@dataclass(frozen=True)
class Components:
    """The components that answer requests."""

    settings: Settings
    backend: Backend
    metadata: Metadata
    options: tuple[Option, ...]
    item_types: Mapping[str, ItemType]

    @property
    def default(self) -> ItemType:
        """The item type of paths without an item type."""
        return self.item_types[self.settings["DEFAULT_ITEM_TYPE"] or next(iter(self.item_types))]
