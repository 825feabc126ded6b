"""The score of a row: the sum of the weights of the fields and clauses that it matches."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Float, String, case, cast, func, literal

from ...builders.ranking.clauses import ALIAS_WORDS, BEGINS, EQUAL_ALIAS, EQUAL_NAME, NAME_WORDS, part
from ...querystring import tree
from .conditions import Where, cannot_be_stored
from .dialects import Column, Condition
from .dialects.base import ESCAPE, escaped
from .schema.fields import Field

Score = float | Column


class Scores:
    """The scores of the rows that conditions find."""

    def __init__(self, where: Where):
        self.where = where

    def of(self, node: tree.Node) -> Score:
        """The score of a row that matches: a number if all matches have the same score."""
        match node:
            case tree.Group():
                return self.of(tree.as_bool(node, self.where.default_operator))
            case tree.Bool(must, should):
                return total([*map(self.of, must), *map(self.optional, should)])
            case tree.Boost(inner, factor):
                boosted: Score = self.of(inner) * factor
                return boosted
            case tree.Constant(_, score):
                return score
            case tree.Value() | tree.Text():
                return self.weighted(node)
        return 1.0

    def weighted(self, node: tree.Value | tree.Text) -> Score:
        """The sum of the weights of the fields that match, or the rank of the first one."""
        fields = self.where.fields(node)
        if len(fields) < 2:
            return fields[0][1] if fields else 0.0
        tests = [(self.where.matches(field, node.text), weight) for field, weight in fields]
        if isinstance(node, tree.Value) and node.ranked:
            numbers = range(len(tests), 0, -1)
            ranks = [(test, literal(float(rank))) for rank, (test, _) in zip(numbers, tests, strict=True)]
            return case(*ranks, else_=literal(0.0))
        return total([case((test, literal(weight)), else_=literal(0.0)) for test, weight in tests])

    def by_names(self, ranking: Mapping[str, Any]) -> Iterator[Score]:
        """The points of a row for each field with names: how well its values fit the typed words."""
        text = ranking["text"]
        kinds = (("names", (EQUAL_NAME, BEGINS, NAME_WORDS)), ("aliases", (EQUAL_ALIAS, ALIAS_WORDS, ALIAS_WORDS)))
        for kind, points in kinds:
            for name, share in ranking[kind].items():
                field = self.where.collection.field(name)
                if field and is_readable(field) and not cannot_be_stored(text):
                    tests = (*self.equal_and_prefix(field, text), self.where.has_words(field, text))
                    pairs = [(test, literal(each * part(share))) for test, each in zip(tests, points, strict=True)]
                    yield case(*pairs, else_=literal(0.0))

    def equal_and_prefix(self, field: Field, text: str) -> tuple[Condition, Condition]:
        """The conditions that some value is equal to the text in any case, and that some value begins with it."""
        lower, dialect = text.lower(), self.where.dialect
        begun = escaped(lower) + "%"
        return (
            field.any(dialect, lambda value: func.lower(value) == lower, text),
            field.any(dialect, lambda value: func.lower(value).like(begun, escape=ESCAPE), text),
        )

    def optional(self, node: tree.Node) -> Score:
        """The score of a row that may match: 0 if it does not."""
        if isinstance(node, tree.Value | tree.Text) and len(self.where.fields(node)) > 1:
            return self.weighted(node)  # 0 if no field matches
        return case((self.where.condition(node), as_column(self.of(node))), else_=literal(0.0))


def is_readable(field: Field) -> bool:
    """Whether the values of a field are texts that can be compared, and not only an index of their words."""
    return field.type in ("text", "keyword") and (field.json or isinstance(field.column.type, String))


def total(scores: list[Score]) -> Score:
    if not scores:
        return 1.0
    summed = scores[0]
    for score in scores[1:]:
        summed = summed + score
    return summed


def as_column(score: Score) -> Column:
    return literal(float(score)) if isinstance(score, int | float) else cast(score, Float)
