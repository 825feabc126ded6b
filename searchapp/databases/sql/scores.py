"""The score of a row: how much of a query it matches, by the weights of fields and clauses."""

from sqlalchemy import Float, case, cast, literal

from ...querystring import tree
from .conditions import Where
from .dialects import Column

Score = float | Column


class Scores:
    """The scores of the rows that conditions find."""

    def __init__(self, where: Where):
        self.where = where

    def of(self, node: tree.Node) -> Score:
        """The score of a row that matches: a number if every match has the same."""
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
        """The sum of the weights of the fields that match, or the rank of the first that does."""
        fields = self.where.fields(node)
        if len(fields) < 2:
            return fields[0][1] if fields else 0.0
        tests = [(self.where.matches(field, node.text), weight) for field, weight in fields]
        if isinstance(node, tree.Value) and node.ranked:
            numbers = range(len(tests), 0, -1)
            ranks = [(test, literal(float(rank))) for rank, (test, _) in zip(numbers, tests, strict=True)]
            return case(*ranks, else_=literal(0.0))
        return total([case((test, literal(weight)), else_=literal(0.0)) for test, weight in tests])

    def optional(self, node: tree.Node) -> Score:
        """The score of a row that may match: 0 if it does not."""
        if isinstance(node, tree.Value | tree.Text) and len(self.where.fields(node)) > 1:
            return self.weighted(node)  # which is 0 where no field matches
        return case((self.where.condition(node), as_column(self.of(node))), else_=literal(0.0))


def total(scores: list[Score]) -> Score:
    if not scores:
        return 1.0
    summed = scores[0]
    for score in scores[1:]:
        summed = summed + score
    return summed


def as_column(score: Score) -> Column:
    return literal(float(score)) if isinstance(score, int | float) else cast(score, Float)
