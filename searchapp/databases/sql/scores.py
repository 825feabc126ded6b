"""The score of a row: how much of a query it matches, by the weights of fields and clauses."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Float, case, cast, literal

from .conditions import Where
from .dialects import Column
from .schema.fields import Field

Clause = Mapping[str, Any]
Score = float | Column


class Scores:
    """The scores of the rows that conditions find."""

    def __init__(self, where: Where):
        self.where = where

    def of(self, clause: Clause) -> Score:
        """The score of a row that matches: a number where every match has the same."""
        kind, body = next(iter(clause.items()))
        if kind == "bool":
            return total([self.of(each) for each in body.get("must", ())] + self.optional(body.get("should", ())))
        if kind == "dis_max":
            return total(self.optional(body["queries"]))
        if kind == "boost":
            boosted: Score = self.of(body["query"]) * body["factor"]
            return boosted
        if kind == "constant_score":
            return float(body["boost"])
        if kind == "match":
            return self.weighted(self.where.fields(body["fields"]), body)
        return 1.0

    def weighted(self, fields: list[tuple[Field, float]], body: Clause) -> Score:
        if len(fields) < 2:
            return fields[0][1] if fields else 0.0
        tests = [
            (self.where.matches(field, body["text"], body.get("operator", "AND")), weight) for field, weight in fields
        ]
        if body.get("ranked"):  # an earlier field wins over any later one
            numbers = range(len(tests), 0, -1)
            ranks = [(test, literal(float(rank))) for rank, (test, _) in zip(numbers, tests, strict=True)]
            return case(*ranks, else_=literal(0.0))
        return total([case((test, literal(weight)), else_=literal(0.0)) for test, weight in tests])

    def optional(self, clauses: Any) -> list[Score]:
        return [case((self.where.condition(each), as_column(self.of(each))), else_=literal(0.0)) for each in clauses]


def total(scores: list[Score]) -> Score:
    if not scores:
        return 1.0
    summed = scores[0]
    for score in scores[1:]:
        summed = summed + score
    return summed


def as_column(score: Score) -> Column:
    return literal(float(score)) if isinstance(score, int | float) else cast(score, Float)
