"""A query string as a MongoDB filter: field:value, AND, OR, NOT, ranges, wildcards, `_exists_`, words of some fields.

A part that MongoDB cannot search is a 400 with its name. Weights (`^2`) change nothing, since hits have no scores.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import Any

from ....errors import PipelineError
from ....querystring import tree
from ....querystring.field_types import CONTAINERS, NUMBER_TYPES, TEXT_TYPES
from ....querystring.names import fitting, plain_name, scope_name
from ...capabilities import refused
from . import filters as values
from . import word_conditions
from .filters import Filter

Fields = Mapping[str, Mapping[str, Any]]

ALL = "all"
MAX_FIELDS = 50
MAX_CONDITIONS = 1024
MAX_DEPTH = 80  # the server takes expressions of 100 levels
NO_DEFAULT = (
    "q: MongoDB looks for words only in the default fields of the item type, and it has none: "
    "write field:value, or set default_fields"
)


class StringQuery:
    """Reads query strings on `fields`, whose types say what a value means; empty when they are not known.

    With `by_words` the filters are for a collection whose documents have a list of their words.
    """

    def __init__(
        self, fields: Fields, default_fields: Iterable[str], default_operator: str = "AND", by_words: bool = False
    ):
        self.fields = fields
        self.configured = default_fields
        self.default_operator = default_operator
        self.by_words = by_words

    def like(self, fields: Fields | None = None, by_words: bool | None = None) -> "StringQuery":
        """A reader with the same settings for other fields, or for a collection with lists of words."""
        fields = self.fields if fields is None else fields
        by_words = self.by_words if by_words is None else by_words
        return StringQuery(fields, self.configured, self.default_operator, by_words)

    def condition(self, node: tree.Node, keyword: str | None) -> Filter:
        """The filter for a tree; `keyword` is the option of its text, which the error for a too large filter names."""
        found = self.of_node(node)
        if keyword and not self.by_words:
            check_size(found, keyword)
        return found

    @cached_property
    def default_fields(self) -> list[str]:
        """The default fields that exist. If no field is named `all`, it means every field with texts."""
        names = [scope_name(name) for name in self.configured]
        texts = [name for name in self.fields if self.kind(name) in TEXT_TYPES] if ALL in names else []
        found = dict.fromkeys([*(name for name in names if self.is_field(name)), *texts])
        return list(found)[:MAX_FIELDS]

    def kind(self, field: str) -> str | None:
        """The type of a field, None if it is not known."""
        return "keyword" if field == "_id" else self.fields.get(field, {}).get("type")

    def is_field(self, name: str) -> bool:
        """Whether documents may have this field; without metadata every safe name counts."""
        return name == "_id" or (values.safe_name(name) and (not self.fields or name in self.fields))

    def named(self, name: str | None) -> list[str]:
        """The fields that a clause searches."""
        if name is None:
            if not self.default_fields:
                raise PipelineError(400, NO_DEFAULT, {"keyword": "q"})
            return self.default_fields
        name = plain_name(name)
        if "*" not in name:
            return [name] if self.is_field(name) and self.kind(name) not in CONTAINERS else []
        found = [field for field in fitting(self.fields, name) if self.kind(field) not in CONTAINERS]
        return [field for field in found if self.is_field(field)][:MAX_FIELDS]

    def on(self, name: str | None, make: Callable[[str], Filter]) -> Filter:
        """The filter for a condition that holds in one of the fields of a clause."""
        return values.any_of(make(field) for field in self.named(name))

    def of_node(self, node: tree.Node) -> Filter:
        """The filter of a node."""
        match node:
            case tree.Group():
                return self.joined(tree.as_bool(node, self.default_operator))
            case tree.Text():
                return self.text(node)
            case tree.Phrase():
                return self.phrase(node)
            case tree.Prefix():
                return self.prefix(node)
            case tree.Wildcard():
                return self.wildcard(node)
            case tree.Regex(name, pattern):
                return self.on(name, lambda field: values.regexp(field, pattern, self.pattern_kind(field, name)))
            case tree.Range(name):
                ends = (node.low, node.high, node.include_low, node.include_high)
                return self.on(name, lambda field: values.between(field, *ends, self.kind(field)))
            case tree.Exists():
                return self.exists(node)
            case tree.Value():
                return self.value(node)
            case tree.Bool():
                return self.joined(node)
            case tree.Boost(inner) | tree.Constant(inner):
                return self.of_node(inner)
            case tree.Native(query):
                return dict(query)
            case tree.MatchAll():
                return {}
            case tree.Fuzzy():
                raise refused("mongo", "fuzzy")
        return values.NOTHING

    def joined(self, node: tree.Bool) -> Filter:
        must, should, must_not = (list(map(self.of_node, part)) for part in (node.must, node.should, node.must_not))
        needed = must if must or not should else [values.any_of(should)]
        return values.all_of([*needed, *map(negated, must_not)])

    def value(self, node: tree.Value) -> Filter:
        """The documents in which one of the fields has the value."""
        if node.fields == ("_id",):
            return {"_id": {"$eq": node.text}}
        names = dict.fromkeys(name for field in node.fields for name in self.named(scope_name(field)))
        if node.any_case:
            return values.any_of(values.in_any_case(name, node.text, self.kind(name)) for name in names)
        return self.in_fields(names, node.text)

    def text(self, node: tree.Text) -> Filter:
        if node.field is None:
            return values.all_of(self.word(word) for word in dict.fromkeys(values.SPACES.split(node.text)) if word)
        return self.in_fields(self.named(node.field), node.text)

    def word(self, word: str) -> Filter:
        """The filter for a word without a field: a number, a date, a boolean, or a word of a text."""
        found = self.on(None, lambda field: self.word_in(field, word))
        if self.by_words and self.everywhere and word_conditions.is_one(word):
            return word_conditions.one_of([word.lower()])
        return self.narrowed(found, None, word_conditions.having(word))

    def narrowed(self, found: Filter, name: str | None, listed: Filter | None) -> Filter:
        """The filter of a clause, with a condition on the list of words if it narrows the search."""
        return self.narrowed_in(self.named(name), found, listed) if self.by_words else found

    def narrowed_in(self, names: Collection[str], found: Filter, listed: Filter | None) -> Filter:
        """The filter with a condition on the list of words, if the list has the words of all these fields."""
        kinds = [self.kind(field) for field in names]
        useful = listed and found != values.NOTHING and (len(kinds) > 1 or "text" in kinds)
        return values.all_of([listed or {}, found]) if useful and all(kind in TEXT_TYPES for kind in kinds) else found

    def in_fields(self, names: Collection[str], text: str) -> Filter:
        """The documents in which one of the fields has this value."""
        found = values.any_of(values.equals(name, text, self.kind(name)) for name in names)
        return self.narrowed_in(names, found, word_conditions.having(text)) if self.by_words else found

    @cached_property
    def everywhere(self) -> bool:
        """Whether words without a field name are searched in every text, and only there."""
        names = self.default_fields
        if "_id" not in names:
            return False
        texts = {name for name in self.fields if self.kind(name) in TEXT_TYPES}
        return texts <= set(names) and all(self.kind(name) in TEXT_TYPES for name in names)

    def word_in(self, field: str, word: str) -> Filter:
        kind = self.kind(field)
        if field == "_id" or kind in (*NUMBER_TYPES, "boolean", "date"):
            return values.equals(field, word, kind)
        return values.words(field, word)

    def phrase(self, node: tree.Phrase) -> Filter:
        if node.slop:
            raise refused("mongo", "slop")
        found = self.on(node.field, lambda field: self.phrase_in(field, node.text, node.field is None))
        return self.narrowed(found, node.field, word_conditions.having(node.text))

    def phrase_in(self, field: str, text: str, inside: bool) -> Filter:
        kind = self.kind(field)
        if kind == "text" or (inside and kind in ("keyword", None) and field != "_id"):
            return values.phrase(field, text)
        return values.equals(field, text, kind)

    def prefix(self, node: tree.Prefix) -> Filter:
        if node.field == "_exists_":
            return self.exists(tree.Exists(f"{node.text}*"))
        found = self.on(node.field, lambda field: self.prefix_in(field, node))
        listed = word_conditions.beginning(node.text)
        return (
            listed
            if self.by_words and listed and self.everywhere and node.field is None
            else self.narrowed(found, node.field, listed)
        )

    def prefix_in(self, field: str, node: tree.Prefix) -> Filter:
        if node.any_case and self.kind(field) == "keyword":
            return values.begins_with(field, node.text)
        return values.prefix(field, node.text, self.pattern_kind(field, node.field))

    def wildcard(self, node: tree.Wildcard) -> Filter:
        if node.field == "_exists_":
            return self.exists(tree.Exists(node.pattern))
        parts, open_end = values.pieces(node.pattern)
        return self.on(
            node.field, lambda field: values.like(field, parts, open_end, self.pattern_kind(field, node.field))
        )

    def pattern_kind(self, field: str, name: str | None) -> str | None:
        """The type of a field for a pattern: text if the clause names no field, so that the pattern is for words."""
        kind = self.kind(field)
        return "text" if name is None and kind in ("keyword", None) and field != "_id" else kind

    def exists(self, node: tree.Exists) -> Filter:
        if node.field is None:
            return {}
        name = plain_name(node.field)
        names = [name] if "*" not in name else fitting(self.fields, name)
        inside = (leaf for field in names if self.is_field(field) for leaf in values.inner_fields(field, self.fields))
        return values.any_of(values.exists(field) for field in list(dict.fromkeys(inside))[:MAX_FIELDS])


def check_size(condition: Filter, keyword: str) -> None:
    """Refuses a filter that is too deep or has too many conditions for MongoDB."""
    level, depth, conditions = [condition], 0, 0
    while level:
        depth += 1
        joined = [(key, value) for each in level for key, value in each.items()]
        conditions += sum(not key.startswith("$") for key, _ in joined)
        level = [part for key, value in joined if key.startswith("$") for part in value]
    for what, number, most in (("conditions", conditions, MAX_CONDITIONS), ("levels", depth, MAX_DEPTH)):
        if number > most:
            summary = f"{keyword} makes {number} {what}, at most {most} are allowed: use fewer words or name a field"
            raise PipelineError(400, summary, {"keyword": keyword, "max": most, "num": number})


def negated(condition: Filter) -> Filter:
    """The filter for the documents that do not match another filter."""
    return {"$nor": [condition]} if condition else values.NOTHING
