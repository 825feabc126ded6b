"""YAML as the JSON of its only document, or of a list of its documents."""

import io
import json
import re
import sys
from typing import Any, BinaryIO, ClassVar

import yaml

from ..bad import LoadError

Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_BYTES = 32 << 20
"""The maximum size of a file: in memory, its values take fifty times as much."""
MAX_SIZE, VALUE = 4 * MAX_BYTES, 10
"""The maximum number of characters after aliases are replaced, with VALUE more for each value."""

PLAIN = {
    "null": r"~|null|Null|NULL|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"0|-?[1-9][0-9]*",
    "float": r"-?[0-9]*\.[0-9]+(?:[eE][-+]?[0-9]+)?|\.nan|\.NaN|\.NAN",
    "merge": "<<",
}
"""The plain texts that are no texts: not `no`, `012` or `12:30:00`, which may be a country, a code and a time."""

TAG = "tag:yaml.org,2002:"


class Loader(Base):  # type: ignore[misc]
    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge the objects of `<<` into an object, whose own keys win. Raises YAMLError for a repeated key."""
        own: set[int] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                key.value = sys.intern(key.value)  # PyYAML compares the keys that it merges by identity
            if id(key.value) in own:
                problem = f"the key {key.value} occurs twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            if key.tag != f"{TAG}merge":
                own.add(id(key.value))
        super().flatten_mapping(node)
        node.value = [*{id(key.value): (key, value) for key, value in node.value}.values()]


for kind, pattern in PLAIN.items():
    Loader.add_implicit_resolver(f"{TAG}{kind}", re.compile(rf"(?:{pattern})\Z"), None)


def as_json(stream: BinaryIO, name: str) -> io.BufferedReader:
    """The JSON of a file. Raises LoadError for one that is not YAML, or too large."""
    text = stream.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise LoadError(f"{name} has more than {MAX_BYTES >> 20} MB: convert it to JSON")
    try:
        found = [document for document in yaml.load_all(text, Loader) if document is not None]
        if size_of(found, {}) > MAX_SIZE:
            raise LoadError(f"{name} is too large after its aliases are replaced")
        written = json.dumps(found[0] if len(found) == 1 else found, ensure_ascii=False)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = f" line {mark.line + 1}" if mark else ""
        raise LoadError(f"{name}{at}: not YAML: {getattr(error, 'problem', None) or 'wrong bytes'}") from error
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise LoadError(f"{name}: cannot be read as JSON: {error}") from error
    return io.BufferedReader(io.BytesIO(written.encode("utf-8", "replace")))


def size_of(value: Any, known: dict[int, int]) -> int:
    """The number of characters in a value, with VALUE for each value in it, as often as aliases repeat them."""
    if not isinstance(value, list | dict):
        return VALUE + (len(value) if isinstance(value, str) else 0)
    if id(value) not in known:
        known[id(value)] = 0
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        known[id(value)] = VALUE + sum(size_of(one, known) for one in inner)
    return known[id(value)]
