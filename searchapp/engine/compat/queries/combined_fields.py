"""The query combined_fields: several text fields as if they were one, scored together as Lucene does.

Scores are computed in Python from the sources of all documents with any of the words: frequencies and field lengths.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from tantivy import Query

from ....querystring.names import fits_pattern
from ... import parsing
from ...analysis.analyzers import by_position
from ...errors import CreationError, TooCostly, content_error, illegal, unsupported_error
from ...index import bm25
from ...mapping.mapping import DEFAULT_ANALYZER, Field
from ...queries.combinators import any_of, boosted, everything, filtered, nothing, scored
from ...queries.context import ANSWERED, Build, Context
from ...queries.fields import ALL, resolve, weights
from ...queries.text.graph import is_graph
from ...queries.text.phrase import MAX_CANDIDATES, values_at
from ...queries.text.text import zero_terms
from ...values.java_numbers import plain_text
from ...work import work

Positions = list[list[str]]
"""The alternative terms at each position."""


def fields_with_weights(value: Any) -> dict[str, float]:
    if not isinstance(value, str | list):
        raise parsing.wrong_type("[combined_fields] fields", value)
    found = weights(value, keep=True)
    if any(weight < 1 for weight in found.values()):
        raise content_error("[combined_fields] requires that each field weight be at least 1")
    return found


def _query_text(value: Any) -> str:
    if not isinstance(value, str):
        raise parsing.wrong_type("[combined_fields] query", value)
    return value


OPTIONS: dict[str, parsing.Converter] = {
    "query": _query_text,
    "fields": fields_with_weights,
    "operator": parsing.operator,
    "minimum_should_match": parsing.spec,
    "zero_terms_query": zero_terms,
    "auto_generate_synonyms_phrase_query": parsing.boolean,
    "boost": parsing.boost,
    "_name": parsing.NAME,
}


def combined_fields(body: Any) -> Build:
    given: dict[str, Any] = {}
    for key, value in parsing.an_object("combined_fields", body).items():
        if key not in OPTIONS:
            raise content_error(f"[combined_fields] unknown field [{key}]")
        given[key] = parsing.field_of_object("combined_fields", key, OPTIONS[key], value)
    if "query" not in given:
        raise illegal("[combined_fields] requires query value")

    def build(context: Context) -> Query:
        if not given.get("fields"):
            raise CreationError("[combined_fields] requires [fields]")
        fields = _fields(context, given["fields"])
        return boosted(_query(context, fields, given), given.get("boost", 1.0)) if fields else nothing()

    return build


def _fields(context: Context, listed: dict[str, float]) -> list[tuple[Field, float]]:
    """The mapped fields with their weights. EngineError if one is not a text, or if analyzers differ."""
    found = []
    mapped = resolve(context, listed)[0]
    named = [path for path in ANSWERED for pattern in listed if pattern != ALL and fits_pattern(path, pattern)]
    for path, weight in {**mapped, **dict.fromkeys(named, 1.0)}.items():
        field = context.reader.mapping.fields.get(path)
        if field is None or not field.is_text:
            kind = path if field is None else field.type
            reason = f"Field [{path}] of type [{kind}] does not support [combined_fields] queries"
            raise CreationError(reason)
        if context.field(path) is not None:
            found.append((field, weight))
    if len({field.search_analyzer for field, _ in found}) > 1:
        raise CreationError("All fields in [combined_fields] query must have the same analyzer")
    if len({field.norms for field, _ in found}) > 1:
        raise illegal("[combined_fields] requires norms to be consistent across fields")
    return [(field, weight) for field, weight in found if field.index]


def _query(context: Context, fields: list[tuple[Field, float]], given: Mapping[str, Any]) -> Query:
    tokens = context.search_analyzer(fields[0][0])(given["query"])
    if not tokens:
        return everything() if given.get("zero_terms_query") == "all" else nothing()
    if is_graph(tokens):
        raise unsupported_error("unsupported query: combined_fields with synonyms of several words")
    positions = [[token.text for token in alternatives] for alternatives in by_position(tokens)]
    needed = _needed(given, len(positions))
    return scored(context.reader.schema, _scores(context, fields, positions, needed))


def _needed(given: Mapping[str, Any], words: int) -> int:
    """The number of words that a document needs. With the operator `and` no word is optional."""
    is_and, required = given.get("operator", "or") == "and", given.get("minimum_should_match")
    least = parsing.minimum(required, 0 if is_and else words) if words > 1 else 0
    if is_and:
        return words + 1 if least else words
    return max(least, 1)


def _scores(
    context: Context, fields: list[tuple[Field, float]], positions: Positions, needed: int
) -> dict[int, float]:  # fmt: skip
    """The scores of the documents with at least `needed` of the words, by `_seq`."""
    scorers = [bm25.combined_scorer(context.reader, fields, terms) for terms in positions]
    scores = {}
    for seq, counts, length in _candidates(context, fields, positions):
        found = [
            scorer(sum(counts[term] for term in terms), length)
            for scorer, terms in zip(scorers, positions, strict=True)
            if any(term in counts for term in terms)
        ]
        if len(found) >= needed:
            scores[seq] = sum(found)
    return scores


def _candidates(
    context: Context, fields: list[tuple[Field, float]], positions: Positions
) -> Iterator[tuple[int, Counter[str], float]]:
    """For each document with a word: `_seq`, the weighted frequencies of the words, and the weighted length."""
    reader, wanted = context.reader, {term for terms in positions for term in terms}
    terms = [Query.term_query(reader.schema, field.column, term) for field, _ in fields for term in wanted]
    most = min(max(reader.stats.docs, 1), MAX_CANDIDATES + 1)
    found = reader.searcher.search(filtered(any_of(terms)), most, count=False)
    if len(found.hits) > MAX_CANDIDATES:
        reason = f"unsupported query: combined_fields has more than {MAX_CANDIDATES} candidates; use rarer words"
        raise TooCostly(reason)
    known = [
        (context.analyzer(field.analyzer or DEFAULT_ANALYZER), frozenset(reader.source_paths(field)), field, weight)
        for field, weight in fields
    ]
    for stored in reader.sources(reader.seqs([address for _, address in found.hits])):
        work().check_deadline()
        source, counts, length = orjson.loads(stored.raw or b"{}"), Counter[str](), 0.0
        for analyze, paths, field, weight in known:
            texts = [analyze(plain_text(value)) for value in values_at(source, "", paths)]
            length += weight * bm25.stored_length(sum(map(len, texts))) if field.norms else 0
            for term in (one.text for tokens in texts for one in tokens if one.text in wanted):
                counts[term] += weight  # type: ignore[assignment]
        yield stored.seq, counts, length if fields[0][0].norms else 1


PARSERS = {"combined_fields": combined_fields}
