"""The collections on which the engine is compared with a real node: documents, mapping, later changes, vocabulary.

`edges` are genes in all types of fields with documents made by hand, `settings` the same with narrow settings of the
index, `wide` documents of 340 fields; `genes` and `diseases` are the sample collections
with their own mappings, and the larger ones with nested objects, dates and numbers where SEARCHAPP_TEST_DATA names
their folder.
"""

import gzip
import json
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from tests.contract import engine_documents as edges
from tests.contract import engine_wide as wide
from tests.contract.engine_analysis import ANALYSIS, SYNONYMS
from tests.contract.engine_vocabulary import Vocabulary, vocabulary_of

Body = dict[str, Any]
Step = tuple[Sequence[Body], Sequence[str]]
"""Documents that are added or replaced at once, and ids of those deleted."""

EXAMPLES = Path(__file__).parents[2] / "examples"
LATER = 160
WIDE = 1200
SETTINGS: Body = {
    "index": {"max_result_window": 60, "max_terms_count": 3, "query": {"default_field": ["t", "kw^2", "n", "s*"]}},
    "query_string.lenient": True,
    "index.highlight.max_analyzed_offset": 60,
    "max_regex_length": 6,
}
FEW_STEPS = 8
SMALL_STEPS = 10
"""After so many small changes the engine has merged, which a node does when it is told to."""
KEYWORD = {"type": "keyword", "normalizer": "lowercase", "copy_to": ["all"]}
TEXT = {"type": "text", "copy_to": ["all"], "fields": {"raw": {"type": "keyword", "ignore_above": 60}}}
LARGER: dict[str, Body] = {
    "genes": {
        "name": TEXT, "alias.name": TEXT, "prev.name": TEXT, "status": {"type": "keyword"},
        "location.chrom": {"type": "keyword"}, "taxid": {"type": "integer"},
        "entrezgene": {"type": "long"}, "omim": {"type": "long"}, "pubmed": {"type": "long"},
        "date.approved": {"type": "date"}, "date.modified": {"type": "date"}, "date.name_changed": {"type": "date"},
        "date.symbol_changed": {"type": "date"},
        "gene_group": {"type": "nested", "properties": {"id": {"type": "long"}, "name": TEXT}},
        "lsdb": {"type": "nested", "properties": {"name": {"type": "keyword"}, "url": {"type": "keyword"}}},
    },
    "diseases": {
        "name": TEXT, "definition": TEXT, "parent.name": TEXT, "reference": {"type": "keyword"},
        "category": {"type": "keyword"}, "children": {"type": "integer"}, "depth": {"type": "double"},
        "facet.symptom": {"type": "text"}, "facet.anatomy": {"type": "keyword"},
        "synonym": {"type": "nested", "properties": {"value": TEXT, "scope": {"type": "keyword"}}},
    },
}  # fmt: skip


TEXT_FIELDS: dict[str, Body] = {
    "english": {"analyzer": "english"},
    "german": {"analyzer": "german_but"},
    "synonyms": {"analyzer": "standard", "search_analyzer": "equal_graph_graph"},
    "arrows": {"analyzer": "standard", "search_analyzer": "stopped_graph"},
    "holes": {"analyzer": "standard", "search_analyzer": "holed_graph"},
    "flat_search": {"analyzer": "standard", "search_analyzer": "arrows_flat_graph"},
    "parts": {"analyzer": "delimited_graph"},
    "joined": {"analyzer": "delimited_graph", "search_analyzer": "delimited_all_graph"},
    "signs": {"analyzer": "signed"},
    "shingles": {"analyzer": "pairs"},
}
"""Fields of the same text with analyzers of their own, without several terms at a position: scores would differ."""
BESIDE: dict[str, Body] = {
    "kw": {"type": "keyword", "normalizer": "loud"}, "first": {"type": "keyword", "normalizer": "folded"},
    "n": {"type": "integer"}, "g": {"type": "double"}, "d": {"type": "date"}, "b": {"type": "boolean"},
}  # fmt: skip


@dataclass(frozen=True)
class Collection:
    """Documents that are loaded at once, and what happens to them later."""

    name: str
    mapping: Body
    documents: Sequence[Body]
    changes: Sequence[Step]
    """Added, replaced and deleted documents: several segments with gaps."""
    vocabulary: Vocabulary
    settings: Body = field(default_factory=dict)

    @property
    def small_changes(self) -> Iterator[Step]:
        """Additions, until it is time to merge. A node keeps what is deleted for half a minute, merged or not."""
        for number in range(SMALL_STEPS):
            yield [{**self.documents[place], "_id": f"small{number}-{place}"} for place in range(3)], []

    def random_changes(self, seed: Any) -> Iterator[Step]:
        """Additions, replacements, also by documents with fewer fields, and deletions, also of what is not there."""
        chance = random.Random(seed)
        ids = [*(document["_id"] for document in self.documents), *(f"new{number}" for number in range(FEW_STEPS * 10))]
        for _ in range(FEW_STEPS):
            replaced = chance.sample(ids, chance.choice((1, 5, 40, 150)))
            deleted = chance.sample([*ids, "nope"], chance.choice((0, 1, 20, 100)))
            yield [self._changed(chance, id) for id in replaced], deleted

    def _changed(self, chance: random.Random, id: str) -> Body:
        """Another document under this id, with some of its fields."""
        other = chance.choice(self.documents)
        return {name: value for name, value in other.items() if chance.random() < 0.8} | {"_id": id}


def names() -> list[str]:
    """The names of the collections."""
    larger = [f"larger_{name}" for name in LARGER] if os.environ.get("SEARCHAPP_TEST_DATA") else []
    return ["edges", "settings", "wide", "texts", "genes", "diseases", *larger]


def collection(name: str, most: int | None = None) -> Collection:
    """A collection, or the first of its documents."""
    if name in ("edges", "settings"):
        genes = 3000 if most is None else most
        documents, settings = list(edges.documents(genes)), SETTINGS if name == "settings" else {}
        return Collection(name, edges.MAPPING, documents, edges.changes(genes), edges.VOCABULARY, settings)
    if name == "wide":
        found, mapping = wide.documents(min(most or WIDE, WIDE)), wide.mapping()
        first, later = found[:-LATER], found[-LATER:]
        vocabulary = replace(vocabulary_of(mapping, found), apart=wide.without_norms())
        return Collection(name, {"dynamic": False, **mapping}, first, _changes(first, later), vocabulary)
    if name == "texts":
        return texts(most)
    short = name.removeprefix("larger_")
    if short == name:
        found = list(islice(_lines(EXAMPLES / f"{short}.ndjson.gz"), most))
        mapping = json.loads((EXAMPLES / f"{short}-mapping.json").read_text("utf-8"))
    else:
        found = list(islice(_lines(Path(os.environ["SEARCHAPP_TEST_DATA"]) / f"{short}.ndjson.gz"), most))
        mapping = {"properties": _properties(found, LARGER[short]) | {"all": {"type": "text"}}}
    first, later = found[:-LATER], found[-LATER:]
    vocabulary = vocabulary_of(mapping, found)
    return Collection(name, {"dynamic": False, **mapping}, first, _changes(first, later), vocabulary)


def texts(most: int | None) -> Collection:
    """Genes whose names are in fields with all kinds of analyzers."""
    found = [
        {"_id": document["_id"], **dict.fromkeys(TEXT_FIELDS, document["name"]), **beside(document)}
        for document in islice(_lines(EXAMPLES / "genes.ndjson.gz"), most)
        if document.get("name")
    ]
    first, later = found[:-LATER], found[-LATER:]
    fields = {name: {"type": "text", **analyzers} for name, analyzers in TEXT_FIELDS.items()}
    mapping = {"properties": {**fields, **BESIDE}}
    vocabulary = vocabulary_of(mapping, found)
    synonyms = tuple(part.strip() for rule in SYNONYMS[1:] for part in rule.replace("=>", ",").split(","))
    vocabulary = replace(
        vocabulary,
        words=vocabulary.words + synonyms,
        apart=("synonyms", "arrows", "holes", "flat_search", "parts", "joined"),
        phrases=(
            *vocabulary.phrases,
            *(f"{word} {vocabulary.words[0]}" for word in synonyms),
            *synonyms,
            *(f"{start} {word}" for word in synonyms for start in ("the", "of a", "protein of")),
        ),
    )
    settings = {"analysis": ANALYSIS, "index.max_ngram_diff": 3, "index.max_shingle_diff": 3}
    return Collection("texts", mapping, first, _changes(first, later), vocabulary, settings)


def beside(document: Body) -> Body:
    """Values of other types than text, which follow from the name."""
    length, word = len(document["name"]), document["name"].split()[0]
    day = f"20{length % 30:02}-0{length % 9 + 1}-01"
    return {"kw": word, "first": word[0], "n": length, "g": length / 4, "d": day, "b": length % 2 == 0}


def _lines(path: Path) -> Iterator[Body]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _properties(documents: Sequence[Body], known: Body, path: str = "") -> Body:
    """A mapping for what is in the documents: what is not known is a keyword in lower case."""
    made: Body = {}
    for document in documents:
        for name, value in document.items():
            inner = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]
            if path + name in known:
                made[name] = known[path + name]
            elif inner:
                below = _properties(inner, known, f"{path}{name}.")
                made.setdefault(name, {"properties": {}})["properties"] |= below
            elif name != "_id":
                made[name] = KEYWORD
    return made


def _changes(first: Sequence[Body], later: Sequence[Body]) -> list[Step]:
    replaced = [{**other, "_id": one["_id"]} for one, other in zip(first[100:160], first[700:760], strict=True)]
    return [
        (later[:100], []),
        (replaced, [document["_id"] for document in first[200:230]]),
        ([*later[100:], {**first[5], "_id": later[3]["_id"]}], [first[10]["_id"], later[5]["_id"], "nope"]),
    ]
