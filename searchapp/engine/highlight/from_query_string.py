"""Makes the highlight condition of a query string."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ...querystring import tree
from ...querystring.parser import comparison
from ...querystring.writing import escaped
from ..errors import CreationError
from ..parsing import text
from ..queries.context import Context
from ..queries.field.patterns import normalized_wildcard
from ..queries.fields import default_fields, matching, resolve, weights
from ..queries.query_string.query import parse
from ..queries.text.analysed_prefix import start_tokens
from ..regexp.patterns import matches_prefix, matches_regexp, matches_wildcard
from .conditions import ALWAYS, NEVER, AllOf, AtLeast, Condition
from .word_conditions import AUTO, analysed, between, fuzzy, grouped, term_condition, tested


def string_condition(context: Context, body: Any) -> Condition:
    """The condition of a `query_string` query."""
    query = escaped(body["query"]) if body.get("escape") else text(body["query"])
    return _StringReader(context, body).condition(parse(query))


class _StringReader:
    """Makes conditions of the nodes of a query string."""

    def __init__(self, context: Context, body: Mapping[str, Any]):
        self.context = context
        self.body = body
        self.operator = str(body.get("default_operator", "or"))
        if body.get("fields"):
            self.fields: Iterable[str] = resolve(context, weights(body["fields"]))[0]
        elif body.get("default_field"):
            self.fields = matching(context, body["default_field"])
        else:
            self.fields = default_fields(context)[0]

    def condition(self, node: tree.Node) -> Condition:
        found = self.part(node)
        return NEVER if found is None else found

    def part(self, node: tree.Node) -> Condition | None:
        """The condition of a node; None for a text without tokens, which is not part of the query."""
        match node:
            case tree.Boost(inner):
                return self.part(inner)
            case tree.Group():
                return self.group(node)
            case tree.Nothing():
                return NEVER
        if not isinstance(node, tree.FieldNode) or isinstance(node, tree.Exists):
            return ALWAYS
        names = [*(self.fields if node.field is None else matching(self.context, node.field))]
        if isinstance(node, tree.Text | tree.Phrase) and self.is_empty(names, node.text):
            return None
        return AtLeast(tuple(self.leaf(node, path) for path in names))

    def is_empty(self, names: Iterable[str], value: str) -> bool:
        """Whether no field has a token of a text, for example of a stop word. Other fields take it as one token."""
        fields = [self.context.field(path) for path in names]
        analyzer = self.body.get("analyzer")
        return bool(fields) and all(
            field is not None
            and (field.is_text or analyzer)
            and not self.context.search_analyzer(field, analyzer).tokens(value)
            for field in fields
        )

    def group(self, node: tree.Group) -> Condition | None:
        parts = [self.part(clause.node) for clause in node.clauses]
        found: list[tuple[str, Condition]] = tree.occurrences(node.clauses, parts, self.operator)
        if not found:
            return None
        by_occur = {
            occur: [condition for one, condition in found if one == occur] for occur in ("must", "should", "must_not")
        }
        return grouped(by_occur["must"], by_occur["should"], by_occur["must_not"], 0 if by_occur["must"] else 1)

    def leaf(self, node: tree.Node, path: str) -> Condition:
        match node:
            case tree.Text(text=value):
                found = comparison(path, value) if not self.body.get("fields") else None
                if found:
                    return self.leaf(found, path)
                is_phrase = self.body.get("type") == "phrase"
                return analysed(self.context, path, value, self.options(), is_phrase)
            case tree.Phrase(text=value, slop=slop):
                given = self.options() if slop is None else self.options() | {"slop": slop}
                return analysed(self.context, path, value, given, phrase=True)
            case tree.Prefix(text=value):
                return self.prefix(path, value)
            case tree.Wildcard(pattern=value):
                pattern = normalized_wildcard(value, partial(self.normal, path))
                return tested(self.context, path, pattern, matches_wildcard)
            case tree.Regex(pattern=value):
                try:
                    return tested(self.context, path, value, matches_regexp)
                except CreationError:  # a `lenient` query does not refuse it
                    return NEVER
            case tree.Fuzzy(text=value, edits=edits):
                default = self.body.get("fuzziness", AUTO)
                given = {"value": self.normal(path, value), "fuzziness": default if edits is None else edits}
                return fuzzy(self.context, {path: given})
            case tree.Range():
                low, high = (None if end in (None, "*") else self.normal(path, end) for end in (node.low, node.high))
                return between(self.context, path, low, high, node.include_low, node.include_high)
        return ALWAYS

    def prefix(self, path: str, value: str) -> Condition:
        field = self.context.field(path)
        if field is None or not field.is_text or str(self.body.get("analyze_wildcard")).lower() != "true":
            return tested(self.context, path, self.normal(path, value), matches_prefix)
        tokens = start_tokens(self.context, field, value, self.body.get("analyzer"))
        if not tokens:
            return NEVER
        words = [term_condition(self.context, field, token.text) for token in tokens[:-1]]
        parts = (*words, tested(self.context, path, tokens[-1].text, matches_prefix))
        return AllOf(parts) if self.operator.lower() == "and" else AtLeast(parts)

    def options(self) -> dict[str, Any]:
        slop = int(self.body.get("phrase_slop") or 0)
        return {"operator": self.operator, "analyzer": self.body.get("analyzer"), "slop": slop}

    def normal(self, path: str, value: str) -> str:
        field = self.context.field(path)
        if field is None or not field.is_text:
            return value
        return self.context.search_analyzer(field).normalize(value)
