"""The parts of the API specification that several paths share. They are written once under `components`."""

import re
from collections.abc import Mapping
from typing import Any

from .schemas import COMPONENTS, Schema

NAME = re.compile(r"[\w.-]+", re.ASCII)
"""The names that OpenAPI allows for components."""


class Shared:
    """The components of one specification, by kind and name."""

    def __init__(self) -> None:
        kinds = ("schemas", "parameters", "responses", "headers")
        self.parts: dict[str, Schema] = {kind: dict(COMPONENTS.get(kind, {})) for kind in kinds}

    def ref(self, kind: str, part: Schema, *names: str) -> Schema:
        """A reference to the part, under the first name that no other part has; without such a name the part itself."""
        known = self.parts[kind]
        for name in names:
            if NAME.fullmatch(name) and known.setdefault(name, part) == part:
                return {"$ref": f"#/components/{kind}/{name}"}
        return part


def tagged(document: Mapping[str, Any], tag: str) -> dict[str, Any]:
    """The specification with only the paths whose operations have a tag."""
    paths = document["paths"].items()
    return {
        **document,
        "paths": {path: ways for path, ways in paths if all(tag in way["tags"] for way in ways.values())},
    }


def resolved(document: Mapping[str, Any]) -> dict[str, Any]:
    """The specification with parameters, bodies and responses in each operation, instead of references to them."""
    paths = {
        path: {method: without_references(operation, document) for method, operation in methods.items()}
        for path, methods in document["paths"].items()
    }
    return {**document, "paths": paths}


def without_references(operation: Schema, document: Mapping[str, Any]) -> Schema:
    """One operation with its references replaced by the shared parts, except inside schemas."""
    found = dict(operation)
    if "parameters" in found:
        found["parameters"] = [target(one, document) for one in found["parameters"]]
    if "requestBody" in found:
        content = {
            kind: {**one, "schema": target(one["schema"], document)}
            for kind, one in found["requestBody"]["content"].items()
        }
        found["requestBody"] = {**found["requestBody"], "content": content}
    found["responses"] = {status: target(one, document) for status, one in found["responses"].items()}
    return found


def target(part: Schema, document: Mapping[str, Any]) -> Schema:
    """The part that a reference names; other values unchanged."""
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    found: Schema = document["components"][kind][name]
    return found
