"""YAML as the JSON of its only document, or of a list of its documents."""

import io
import json
import re
from typing import Any, BinaryIO, ClassVar

import yaml

from ..bad import LoadError

Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_BYTES, MAX_VALUES = 100 << 20, 10_000_000
"""The maximum size of a file, which is held in memory, and of its values after the aliases are replaced."""

PLAIN = {
    "null": r"~|null|Null|NULL|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"0|-?[1-9][0-9]*",
    "float": r"-?[0-9]*\.[0-9]+(?:[eE][-+]?[0-9]+)?|\.nan|\.NaN|\.NAN",
    "merge": "<<",
}
"""The plain texts that are no texts: not `no`, `012` or `12:30:00`, which may be a country, a code and a time."""


class Loader(Base):  # type: ignore[misc]
    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


for kind, pattern in PLAIN.items():
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", re.compile(rf"(?:{pattern})\Z"), None)


def as_json(stream: BinaryIO, name: str) -> io.BufferedReader:
    """The JSON of a file. Raises LoadError for one that is not YAML, or too large."""
    text = stream.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise LoadError(f"{name} has more than {MAX_BYTES >> 20} MB: convert it to JSON")
    try:
        found = list(yaml.load_all(text, Loader))
        if size_of(found, {}) > MAX_VALUES:
            raise LoadError(f"{name} has more than {MAX_VALUES:,} values")
        written = json.dumps(found[0] if len(found) == 1 else found, ensure_ascii=False)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = f" line {mark.line + 1}" if mark else ""
        raise LoadError(f"{name}{at}: not YAML: {getattr(error, 'problem', None) or 'wrong bytes'}") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise LoadError(f"{name}: cannot be read as JSON: {error}") from error
    return io.BufferedReader(io.BytesIO(written.encode("utf-8", "replace")))


def size_of(value: Any, known: dict[int, int]) -> int:
    """The number of values in a value, each as often as aliases repeat it."""
    if not isinstance(value, list | dict):
        return 1
    if id(value) not in known:
        known[id(value)] = 0
        inner = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(size_of(one, known) for one in inner)
    return known[id(value)]
