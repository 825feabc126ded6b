"""Near terms are the same whether they are found in the field itself or where its text is copied to."""

import random

import pytest

from searchapp.engine import Engine

WORDS = ("kinase", "kinases", "kinsae", "binase", "kin", "ki", "casein", "receptor", "recptor", "größe", "grösse")
TEXTS = {f"t{number}": {"type": "text"} for number in range(4)}


def loaded(folder, properties):
    dice, engine = random.Random(7), Engine(folder)
    with engine.builder("thing", {"properties": properties}) as builder:
        for number in range(60):
            texts = {path: " ".join(dice.choices(WORDS, k=3)) for path in TEXTS if dice.random() < 0.6}
            builder.add({"_id": str(number), **texts, "other": dice.choice(WORDS)})
    return engine


@pytest.fixture(scope="module")
def copied_and_not(tmp_path_factory):
    rest = {"other": {"type": "keyword"}, "all": {"type": "text"}}
    copied = {path: {**definition, "copy_to": "all"} for path, definition in TEXTS.items()}
    folders = (tmp_path_factory.mktemp(name) for name in ("copied", "not"))
    return [loaded(folder, {**texts, **rest}) for folder, texts in zip(folders, (copied, TEXTS), strict=True)]


def hits(engine, query):
    found = engine.search("thing", {"query": query, "size": 60})["hits"]["hits"]
    return [(hit["_id"], hit["_score"]) for hit in found]


@pytest.mark.slow
@pytest.mark.parametrize("word", ["kinase", "kinsae", "ki", "k", "kinases", "receptors", "grosse", "zzz", "größen"])
@pytest.mark.parametrize("options", [{}, {"fuzziness": 1}, {"prefix_length": 2}, {"max_expansions": 1},
                                     {"fuzziness": 2, "transpositions": False}])  # fmt: skip
def test_a_copied_text_has_the_near_terms_of_its_own(copied_and_not, word, options):
    for path in (*TEXTS, "other"):
        query = {"fuzzy": {path: {"value": word, **options}}}
        first, second = (hits(engine, query) for engine in copied_and_not)
        assert first == second


@pytest.mark.parametrize(("index", "total"), [(True, 1), (False, 2)])
def test_values_without_an_index_are_compared_however_many_are_near(tmp_path, index, total):
    engine = Engine(tmp_path)
    with engine.builder("thing", {"properties": {"word": {"type": "keyword", "index": index}}}) as builder:
        for word in ("kinase", "kinases", "casein"):
            builder.add({"_id": word, "word": word})
    query = {"fuzzy": {"word": {"value": "kinase", "max_expansions": 1}}}
    assert engine.search("thing", {"query": query})["hits"]["total"]["value"] == total
