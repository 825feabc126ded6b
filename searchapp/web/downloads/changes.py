"""The changes between the two newest generations of a collection: a file with an id on each line.

{"_id": "HGNC:5", "change": "added"}        and changed, removed; in the order of the collections
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from ...components import Components, ItemType
from ...errors import PipelineError

CHANGES = "changes"
KINDS = ("added", "changed", "removed")
MAX_SHOWN = 10_000
"""The maximum number of ids of each kind in an answer; the file has all ids."""

DIGEST_BYTES = 8


def write_changes(path: Path, components: Components, item_type: ItemType) -> dict[str, Any]:
    """Write the file, and return the two generations and the counts. PipelineError if only one generation is kept."""
    newer, older = two_newest(components, item_type)
    counts: Counter[str] = Counter()
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for change, id in changes(item_type, newer, older):
            counts[change] += 1
            packed.write(orjson.dumps({"_id": id, "change": change}) + b"\n")
    return {"from": older, "to": newer, "counts": {kind: counts[kind] for kind in KINDS}}


def two_newest(components: Components, item_type: ItemType) -> tuple[str, str]:
    """The served generation, and the newest one before it."""
    kept = components.backend.generations(item_type.name)
    served = next((index for index, one in enumerate(kept) if one["current"]), len(kept))
    if served + 1 >= len(kept):
        raise PipelineError(404, f"{item_type.name} has no earlier generation to compare with")
    return kept[served]["name"], kept[served + 1]["name"]


def changes(item_type: ItemType, newer: str, older: str) -> Iterator[tuple[str, str]]:
    """The kind and the id of each change."""
    before = dict(digests(item_type, older))
    for id, digest in digests(item_type, newer):
        known = before.pop(id, None)
        if known != digest:
            yield "added" if known is None else "changed", id
    for id in before:
        yield "removed", id


def digests(item_type: ItemType, generation: str) -> Iterator[tuple[str, bytes]]:
    """The id of each document with a digest of its content."""
    for batch in item_type.pipeline.stream(item_type=item_type.name, generation=generation, native=True):
        for document in batch:
            content = orjson.dumps(document, default=str, option=orjson.OPT_SORT_KEYS)
            yield document["_id"], blake2b(content, digest_size=DIGEST_BYTES).digest()


def ids_by_kind(path: Path) -> dict[str, list[str]]:
    """The ids of each kind; a kind with more than MAX_SHOWN ids is left out."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    with gzip.open(path, "rt") as lines:
        for line in lines:
            change = json.loads(line)
            if len(found[change["change"]]) <= MAX_SHOWN:
                found[change["change"]].append(change["_id"])
    return {kind: ids for kind, ids in found.items() if len(ids) <= MAX_SHOWN}
