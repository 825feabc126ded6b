"""Describes collections as Croissant 1.0, with which tools of machine learning find and load data sets."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from ...components import Components, ItemType
from ..guessed_settings import known_fields
from ..response.formats import Format
from .datasets import JsonObject, dataset
from .jsonld import JSON_LD

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
TERMS = """
citeAs column dataBiases dataCollection equivalentProperty extract field fileObject fileProperty fileSet format
includes isLiveDataset jsonPath key md5 parentField path personalSensitiveInformation recordSet references regex
repeated replace samplingRate separator source subField transform
"""
"""The terms of the vocabulary of Croissant that keep their names."""

CONTEXT: JsonObject = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **{name: f"cr:{name}" for name in TERMS.split()},
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
}
"""The context as the specification of Croissant gives it."""

Columns = Callable[[list[str] | None], list[str]]


def croissant_format(components: Components, columns: Mapping[str, Columns]) -> Format:
    """The format `croissant` of metadata; `columns` gives the columns of each collection that it describes."""
    item_types = [components.item_types[name] for name in columns]

    def write(data: Any) -> bytes:
        return orjson.dumps(croissant(components, item_types, columns), default=str)

    return Format("croissant", f'{JSON_LD}; profile="{CONFORMS_TO}"', write)


def croissant(components: Components, item_types: Sequence[ItemType], columns: Mapping[str, Columns]) -> JsonObject:
    """The data set of one collection, or of all of them: a file and a set of records for each."""
    parts = [dataset(components, item_type) for item_type in item_types]
    about = parts[0] if len(parts) == 1 else of_all(components, parts)
    files = [file_object(part) for part in parts if part.get("distribution")]
    packed = [
        {**one, "@type": "cr:FileObject", "@id": one["name"], "encodingFormat": one["encodingFormat"][-1]}
        for part in parts
        for one in part.get("distribution", ())
        if "sha256" in one
    ]
    records = zip(item_types, files, strict=False)
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "isLiveDataset": True,
        "datePublished": about.get("dateModified") or time.strftime("%Y-%m-%d"),
        "citeAs": f"{about['name']}, {about['url']}",
        **{name: value for name, value in about.items() if name not in ("@type", "@id", "distribution", "isBasedOn")},
        "distribution": [*files, *packed],
        "recordSet": [record_set(components, one, file["@id"], columns[one.name](None)) for one, file in records],
    }


def of_all(components: Components, parts: Sequence[JsonObject]) -> JsonObject:
    """The description of all collections together."""
    settings = components.settings
    found = {
        "name": settings["TITLE"],
        "description": settings["DESCRIPTION"],
        "url": parts[0]["url"],
        "version": parts[0].get("version"),
        "dateModified": max((str(part.get("dateModified") or "") for part in parts), default=""),
        "license": list(dict.fromkeys(licence for part in parts for licence in part.get("license", ()))),
        "creator": [author for part in parts for author in part.get("creator", ())],
    }
    return {name: value for name, value in found.items() if value}


def file_object(part: JsonObject) -> JsonObject:
    """The table of a collection. It is made for each request, so it has no checksum."""
    table = next(one for one in part["distribution"] if one["encodingFormat"] == "text/csv")
    return {**table, "@type": "cr:FileObject", "@id": table["name"]}


def record_set(components: Components, item_type: ItemType, file: str, columns: Sequence[str]) -> JsonObject:
    """The records of a collection: a field for each column of its table. Cells with lists make all of them texts."""
    known = known_fields(components, item_type)
    return {
        "@type": "cr:RecordSet",
        "@id": item_type.name,
        "name": item_type.name,
        "field": [field(item_type.name, name, known.get(name, {}), file) for name in ("_id", *columns)],
    }


def field(record_set: str, name: str, known: Mapping[str, Any], file: str) -> JsonObject:
    label = known.get("label")
    return {
        "@type": "cr:Field",
        "@id": f"{record_set}/{name}",
        "name": f"{record_set}/{name}",
        **({"description": label} if label else {}),
        "dataType": "sc:Text",
        "source": {"fileObject": {"@id": file}, "extract": {"column": name}},
    }
