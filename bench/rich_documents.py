"""Rich documents, as annotated genes have them: 3 kB each, 336 fields in all, most of them copied to one text field.

`python -m bench.rich_documents 20000 > rich.ndjson` writes documents, `--mapping` the mapping. Each run is the same.
"""

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

GROUPS = 24
KINDS = ("id", "id", "id", "id", "id", "name", "name", "term", "count", "count", "score", "curated", "updated", "ids")
"""The leaves of each group: 24 times 14 are 336 fields."""
SHARE = 0.37
"""How many of the fields a document has."""
WORDS = 20_000

KEYWORD = {"type": "keyword", "normalizer": "lowercase", "copy_to": ["all"]}
TYPES: dict[str, dict[str, Any]] = {
    "id": KEYWORD,
    "ids": KEYWORD,
    "term": {"type": "keyword", "copy_to": ["all"]},
    "name": {"type": "text", "copy_to": ["all"]},
    "count": {"type": "long"},
    "score": {"type": "double"},
    "curated": {"type": "boolean"},
    "updated": {"type": "date"},
}

Document = dict[str, Any]


def mapping() -> Document:
    """The mapping: 336 leaves in 24 objects, and the field that most are copied to."""
    properties: Document = {
        f"group{group}": {"properties": {name: TYPES[kind] for name, kind in leaves()}} for group in range(GROUPS)
    }
    return {"properties": {**properties, "all": {"type": "text"}}}


def leaves() -> list[tuple[str, str]]:
    """Name and kind of each leaf of a group."""
    return [(f"{kind}{place}", kind) for place, kind in enumerate(KINDS)]


def documents(count: int, seed: int = 7) -> Iterator[Document]:
    """So many documents; the same ones for the same seed."""
    draw = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(draw.choices(letters, k=draw.randint(3, 10))) for _ in range(WORDS)]
    for number in range(count):
        yield document(draw, words, number)


def document(draw: random.Random, words: list[str], number: int) -> Document:
    made: Document = {"_id": f"RICH:{number}"}
    for group in range(GROUPS):
        found = {name: value(draw, words, kind, number) for name, kind in leaves() if draw.random() < SHARE}
        if found:
            made[f"group{group}"] = found
    made.setdefault("group0", {})["id0"] = symbol(number)
    return made


def symbol(number: int) -> str:
    """The value of `group0.id0`, which no two documents share."""
    return f"SYM{number}"


def value(draw: random.Random, words: list[str], kind: str, number: int) -> Any:
    if kind == "id":
        return f"{draw.choice('ABCDEFGH')}{draw.randrange(10**6):06d}"
    if kind == "ids":
        return [f"R{draw.randrange(10**5):05d}" for _ in range(draw.randint(1, 4))]
    if kind == "name":
        return " ".join(words[int(WORDS * draw.random() ** 3)] for _ in range(draw.randint(2, 9)))
    if kind == "term":
        return words[draw.randrange(100)]
    if kind == "count":
        return draw.randrange(10**6)
    if kind == "score":
        return round(draw.random(), 4)
    if kind == "curated":
        return draw.random() < 0.5
    return f"20{draw.randint(10, 26)}-{draw.randint(1, 12):02d}-{draw.randint(1, 28):02d}"


def main() -> None:
    if "--mapping" in sys.argv:
        print(json.dumps(mapping()))
        return
    for made in documents(int(sys.argv[1])):
        print(json.dumps(made))


if __name__ == "__main__":
    main()
