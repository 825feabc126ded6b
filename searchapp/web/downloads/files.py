"""The files of one state of a collection. They are made in a separate folder, which is renamed when all are complete.

    <DOWNLOADS>/<item type>/<key>/files.json                    what there is, with sizes and sums
    <DOWNLOADS>/<item type>/<key>/<item type>-<key>.csv.gz

The key identifies the state. Only files of the served state are listed, also after a rollback.
"""

import gzip
import json
import secrets
import shutil
from collections.abc import Iterable, Iterator, Sequence
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from flask import url_for

from ...components import Components, ItemType
from ...errors import PipelineError, none_on_error
from ..addresses import base_address
from ..response.columns import field_columns, source_fields
from ..response.csv import Batches
from ..response.formats import FORMATS, MEDIA_TYPES, Format
from .changes import CHANGES, write_changes
from .parquet import write_parquet

LINES = {format.name: format for format in FORMATS if format.lines}
PARQUET = "parquet"
LISTED = (*LINES, PARQUET, CHANGES)
"""The formats that a file can have."""

MANIFEST = "files.json"
MAX_STATES = 2
"""Number of states of a collection whose files are kept: the served one and the previous one."""

File = dict[str, Any]


def files_of(components: Components, item_type: ItemType) -> list[File]:
    """The files of the served state: name, format, content type, bytes, SHA-256, number of documents."""
    folder = folder_of(components, item_type)
    if not folder.is_dir():  # no files were made, so the database is not asked for its state
        return []
    generation = none_on_error(lambda: components.backend.generation(item_type.name))
    path = folder / key_of(generation) / MANIFEST if generation else None
    return list(json.loads(path.read_text())) if path and path.is_file() else []


def with_addresses(components: Components, item_type: ItemType) -> list[tuple[File, str]]:
    """The files of the served state, each with its address."""
    base = base_address(components.settings)
    return [
        (file, base + url_for("downloads.file", item_type=item_type.name, name=file["name"]))
        for file in files_of(components, item_type)
    ]


def make_files(components: Components, item_type: ItemType, formats: Sequence[str]) -> list[File]:
    """Write the collection in these formats, and remove files of old states. PipelineError if it cannot be read."""
    generation = components.backend.generation(item_type.name)
    folder, key = folder_of(components, item_type), key_of(generation)
    building = folder / f"building-{secrets.token_hex(4)}"
    building.mkdir(parents=True)
    try:
        found = [make_file(components, item_type, name, building / f"{item_type.name}-{key}") for name in formats]
        if components.backend.generation(item_type.name) != generation:
            raise PipelineError(409, f"{item_type.name} was loaded again while its files were made")
        (building / MANIFEST).write_text(json.dumps(found, indent=1))
        shutil.rmtree(folder / key, ignore_errors=True)
        building.rename(folder / key)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    remove_old(folder)
    return found


def make_file(components: Components, item_type: ItemType, name: str, start: Path) -> File:
    """Write one file, whose path begins with `start`. The same documents give the same bytes."""
    about: dict[str, Any]
    counts: list[int] = []
    columns = columns_of(components, item_type)
    if name == CHANGES:
        path = Path(f"{start}.changes.ndjson.gz")
        about = {**packed("ndjson"), **write_changes(path, components, item_type)}
        counts = list(about["counts"].values())
    elif name == PARQUET:
        path, about = Path(f"{start}.parquet"), {"content_type": "application/vnd.apache.parquet"}
        write_parquet(path, lambda: counted(documents(item_type, True), counts), columns)
        counts = counts[: len(counts) // 2]  # it reads them twice
    else:
        format, path = LINES[name], Path(f"{start}.{name}.gz")
        about = packed(name)
        write_packed(path, format, counted(documents(item_type, format.flat), counts), columns)
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    size = {"bytes": path.stat().st_size, "sha256": digest, "documents": sum(counts)}
    return {"name": path.name, "format": name, **about, **size}


def packed(name: str) -> dict[str, Any]:
    """The keys of a file of lines that is packed by gzip."""
    return {"content_type": MEDIA_TYPES[name], "compression": "gzip"}


def write_packed(path: Path, format: Format, batches: Batches, columns: Sequence[str]) -> None:
    """Write documents as lines, packed by gzip."""
    assert format.lines
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for lines in format.lines(batches, lambda first: columns):
            packed.write(lines)


def documents(item_type: ItemType, flat: bool) -> Iterator[list[Any]]:
    """All documents of one state of the collection, batch by batch."""
    shape = {"dotfield": True, "_sorted": False} if flat else {}
    return item_type.pipeline.stream(item_type=item_type.name, **shape)


def counted(batches: Iterable[list[Any]], counts: list[int]) -> Iterator[list[Any]]:
    for batch in batches:
        counts.append(len(batch))
        yield batch


def columns_of(components: Components, item_type: ItemType) -> list[str]:
    """The columns of a table: the id and all fields."""
    fields = source_fields(components.metadata.mapping(item_type.name))
    return ["_id", *field_columns(None, fields, item_type.settings["excluded_keys"])]


def folder_of(components: Components, item_type: ItemType) -> Path:
    return Path(components.settings["DOWNLOADS"]) / item_type.name


def path_of(components: Components, item_type: ItemType, file: File) -> Path:
    """The path of a file of the served state."""
    return folder_of(components, item_type) / key_of(components.backend.generation(item_type.name)) / str(file["name"])


def key_of(generation: str) -> str:
    """A short name for a state of a collection that fits into the name of a file."""
    return sha256(generation.encode()).hexdigest()[:12]


def remove_old(folder: Path) -> None:
    """Remove all but the newest folders."""
    complete = [path for path in folder.iterdir() if (path / MANIFEST).is_file()]
    for path in sorted(complete, key=lambda path: path.stat().st_mtime_ns)[:-MAX_STATES]:
        shutil.rmtree(path, ignore_errors=True)
