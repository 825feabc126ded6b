"""Turns the tree of a query into a condition of SQL."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from sqlalchemy import Uuid, and_, false, func, not_, or_, true
from sqlalchemy.dialects.postgresql import TSVECTOR

from ...errors import PipelineError
from ...querystring import tree
from ...querystring.default_fields import are_apart
from ...querystring.names import fitting
from ...querystring.writing import wildcard_text
from ..capabilities import refused
from .dialects import Condition, Dialect
from .dialects.base import like_pattern
from .schema.collection import ALL, Collection
from .schema.fields import Field

MAX_TESTS = 400
"""Maximum tests of a row in one query: a word counts once for each searched field."""
MAX_WORDS = 2000
"""Words in all texts of a query, counted once per field: PostgreSQL takes 0.2 s to parse a thousand."""
WORD = re.compile(r"[^\W_]+")
INDEXED = re.compile(r"[^\x00-\x1f]*[0-9A-Za-z][^\x00-\x1f]*")
"""Texts whose words `all` has if it has the value: with a word, and without characters that JSON writes as others."""
MAX_INDEXED = 1000
PREFIX = re.compile(r"[0-9A-Za-z]+\.?")
"""Beginnings that a word of `all` has if it has a value that begins like this."""


class Where:
    """The conditions of one collection. Words without a field name are searched in `default_fields`.

    The condition of a node, and the test of a field by a text, are made once and used everywhere.
    """

    def __init__(
        self,
        collection: Collection,
        dialect: Dialect,
        default_fields: Sequence[str] = (ALL,),
        default_operator: str = "AND",
    ):
        self.collection = collection
        self.dialect = dialect
        self.default_fields = default_fields
        self.default_operator = default_operator
        self.conditions: dict[int, tuple[tree.Node, Condition]] = {}
        self.matching: dict[tuple[str, str], Condition] = {}
        self.tests = 0
        self.words = 0

    def condition(self, node: tree.Node) -> Condition:
        """The condition that a row matches. Raises a 400 for too many tests, and for a node that SQL cannot express."""
        if id(node) not in self.conditions:
            self.conditions[id(node)] = node, self.translated(node)
        return self.conditions[id(node)][1]

    def translated(self, node: tree.Node) -> Condition:
        match node:
            case tree.MatchAll():
                return true()
            case tree.Group():
                return self.condition(tree.as_bool(node, self.default_operator))
            case tree.Bool():
                return self.joined(node)
            case tree.Boost(inner) | tree.Constant(inner):
                return self.condition(inner)
            case tree.Value(text=text):
                test = self.equals_in_any_case if node.any_case else self.matches
                return self.one_of(node, lambda field: test(field, text), text)
            case tree.Text(text=text):
                return or_(self.in_one_field(node, text), *self.in_several_fields(node))
            case tree.Phrase(text=text):
                words = text if self.collection.indexed_texts else ""  # PostgreSQL keeps 16,383 positions of a text
                return self.one_of(node, lambda field: self.phrase(field, node), words)
            case tree.Prefix(text=text):
                pattern = wildcard_text(text) + "*"
                return self.one_of(node, lambda field: self.like(field, pattern, node.any_case), text)
            case tree.Wildcard(pattern=pattern):
                return self.one_of(node, lambda field: self.like(field, pattern))
            case tree.Regex(pattern=pattern):
                return self.one_of(node, lambda field: self.regexp(field, pattern))
            case tree.Range():
                return self.range(node)
            case tree.Exists(name):
                return true() if name is None else self.has_value(name)
            case tree.Fuzzy():
                raise refused("sql", "fuzzy")
        return false()

    def joined(self, node: tree.Bool) -> Condition:
        wanted = [self.condition(each) for each in node.must]
        wanted += [not_(self.condition(each)) for each in node.must_not]
        if node.should and not node.must:
            wanted.append(or_(*map(self.condition, node.should)))
        return and_(true(), *wanted)

    def one_of(
        self, node: tree.FieldNode | tree.Value, test: Callable[[Field], Condition], words: str = ""
    ) -> Condition:
        """The condition that some field passes a test; false if the names mean no field.

        With `words`, a value that passes has all of them, or in a Prefix begins with them. Fields whose words `all` has
        are then not tested if `all` is, or only in the rows that the index of `all` finds.
        """
        fields = [field for field, _ in self.fields(node)]
        how = "prefix" if isinstance(node, tree.Prefix) else "words"
        in_all = self.collection.in_all if is_indexed(words, how) else frozenset()
        if any(field.name == ALL for field in fields):
            fields, in_all = [field for field in fields if field.name not in in_all], frozenset()
        self.tests += len(fields)
        if self.tests > MAX_TESTS:
            raise too_many_tests()
        slow = {field.name: field for field in fields if field.name in in_all and self.reads_all_rows(field, node)}
        found = [test(field) for field in fields if field.name not in slow]
        if slow:
            found.append(and_(self.full_text(self.collection.fields[ALL], how, words), or_(*map(test, slow.values()))))
        return or_(false(), *found)

    def reads_all_rows(self, field: Field, node: tree.FieldNode | tree.Value) -> bool:
        """Whether no index of the field itself answers a node."""
        if field.name in self.collection.indexed_texts:
            return False
        any_case = isinstance(node, tree.Value) and node.any_case and not field.lower
        return field.json or (field.type != "text" and (any_case or isinstance(node, tree.Prefix)))

    def in_one_field(self, node: tree.Text, text: str) -> Condition:
        """Whether some field has all the words."""
        return self.one_of(node, lambda field: self.has_words(field, text), text)

    def in_several_fields(self, node: tree.Text) -> Iterator[Condition]:
        """The condition that each word of a run is in some field; different words may be in different fields."""
        words = dict.fromkeys(node.text.split())
        if node.field is None and len(words) > 1 and are_apart(self.default_fields) and self.default_operator == "AND":
            yield and_(*(self.in_one_field(node, word) for word in words))

    def phrase(self, field: Field, node: tree.Phrase) -> Condition:
        if not field.has_words:
            return self.equals(field, node.text)
        if node.slop:
            raise refused("sql", "slop")
        return self.full_text(field, "phrase", node.text)

    def like(self, field: Field, pattern: str, any_case: bool = False) -> Condition:
        """The condition that some value, or some word of a text, matches a pattern with `*` and `?`."""
        start = starts_with(pattern) if field.has_words else None
        if start is not None:
            return self.full_text(field, "prefix", start)
        if field.type == "text":
            raise refused("sql", "wildcards_in_words")
        if field.type != "keyword" or cannot_be_stored(pattern) or isinstance(field.column.type, Uuid):
            return false()
        any_case = field.lower or any_case
        wanted = like_pattern(pattern.lower() if any_case else pattern)
        compared = func.lower if any_case else field.compared
        return field.any(self.dialect, lambda value: compared(value).like(wanted, escape="!"))

    def regexp(self, field: Field, pattern: str) -> Condition:
        if field.type == "text":
            raise refused("sql", "wildcards_in_words")
        if field.type != "keyword" or cannot_be_stored(pattern) or isinstance(field.column.type, Uuid):
            return false()
        wanted = pattern.lower() if field.lower else pattern
        return field.any(self.dialect, lambda value: self.dialect.fits(field.compared(value), wanted))

    def range(self, node: tree.Range) -> Condition:
        given = {"gte" if node.include_low else "gt": node.low, "lte" if node.include_high else "lt": node.high}
        ends = {end: text for end, text in given.items() if text is not None}
        if any(cannot_be_stored(text) for text in ends.values()):
            return false()
        if not ends:
            return self.condition(tree.Exists(node.field))
        return self.one_of(node, lambda field: self.between(field, ends))

    def between(self, field: Field, ends: dict[str, str]) -> Condition:
        if isinstance(field.column.type, TSVECTOR) or (
            field.name == ALL and field.column is self.collection.key.column
        ):
            raise refused("sql", "wildcards_in_words")
        return field.between(self.dialect, ends)

    def has_value(self, name: str) -> Condition:
        """Whether a field, or one inside an object of this name, has a value."""
        names = self.below(name)
        return or_(false(), *(field.known(self.dialect) for field, _ in self.weighted_fields(names)))

    def matches(self, field: Field, text: str) -> Condition:
        """The condition that some value is equal to the text; for prose, that it has all words of the text."""
        if (field.name, text) not in self.matching:
            test = self.full_text(field, "words", text) if field.type == "text" else self.equals(field, text)
            self.matching[field.name, text] = test
        return self.matching[field.name, text]

    def has_words(self, field: Field, text: str) -> Condition:
        """The condition that some value is equal to the text, or in a field searched by words has all its words."""
        return self.full_text(field, "words", text) if field.word_search else self.matches(field, text)

    def equals(self, field: Field, text: str) -> Condition:
        return false() if cannot_be_stored(text) else field.equals(self.dialect, text)

    def equals_in_any_case(self, field: Field, text: str) -> Condition:
        """The condition that some value is equal to the text in any case. Only the key is compared with its case."""
        if field.type != "keyword" or field is self.collection.key or isinstance(field.column.type, Uuid):
            return self.matches(field, text)
        if cannot_be_stored(text):
            return false()
        return field.any(self.dialect, lambda value: func.lower(value) == text.lower(), text)

    def full_text(self, field: Field, how: str, text: str) -> Condition:
        """Whether a text has words, a phrase, or a word with this start."""
        if cannot_be_stored(text) or not any(char.isalnum() for char in text):
            return false()
        self.words += sum(1 for _ in WORD.finditer(text))
        if self.words > MAX_WORDS:
            raise too_many_words()
        if field.name in self.collection.indexed_texts:
            return self.collection.indexed_text(field.name, how, text)
        if field.indexed:
            return self.dialect.indexed(field.indexed, how, text)
        find = {"words": self.dialect.has_words, "phrase": self.dialect.has_phrase, "prefix": self.dialect.has_prefix}
        if not field.parted:
            return field.any(self.dialect, lambda value: find[how](value, text, field.language))
        words = text if how == "prefix" else self.dialect.parted_words(text)
        return field.any(self.dialect, lambda value: find[how](self.dialect.parted(value), words, field.language))

    # names

    def fields(self, node: tree.FieldNode | tree.Value) -> list[tuple[Field, float]]:
        """The fields in which a node searches, with their weights."""
        if isinstance(node, tree.Value):
            return self.weighted_fields(node.fields)
        return self.weighted_fields(self.default_fields if node.field is None else [node.field])

    def weighted_fields(self, names: Iterable[str]) -> list[tuple[Field, float]]:
        """The fields that names with weights mean; names of no field are ignored."""
        found: dict[str, tuple[Field, float]] = {}
        for given in names:
            name, _, weight = given.partition("^")
            for field in self.named(name):
                found.setdefault(field.name, (field, float(weight or 1)))
        return list(found.values())

    def named(self, name: str) -> list[Field]:
        collection = self.collection
        if "*" in name:
            pattern = name.replace("\\*", "*")
            return [collection.fields[known] for known in fitting(collection.fields, pattern)]
        field = collection.field(name)
        return [field] if field else []

    def below(self, name: str) -> list[str]:
        """The field, or all fields inside an object."""
        if self.collection.field(name):
            return [name]
        return [known for known in self.collection.fields if known.startswith(f"{name}.")]


def too_many_tests() -> PipelineError:
    summary = f"q has too many words for its fields, words times fields must be at most {MAX_TESTS}: write name:word"
    return PipelineError(400, summary, {"keyword": "q", "max": MAX_TESTS})


def too_many_words() -> PipelineError:
    summary = f"q has too many words for its fields of text, words times fields must be at most {MAX_WORDS}"
    return PipelineError(400, summary, {"keyword": "q", "max": MAX_WORDS})


def is_indexed(text: str, how: str = "words") -> bool:
    """Whether `all` has the words of a text, or for a prefix a word that begins like it, if it has the value."""
    return len(text) <= MAX_INDEXED and bool((PREFIX if how == "prefix" else INDEXED).fullmatch(text))


def starts_with(pattern: str) -> str | None:
    """The text before the star of a pattern such as `ab*`; None for other patterns."""
    start = pattern[:-1]
    return start if pattern.endswith("*") and start and not set(start) & set("*?\\ ") else None


def cannot_be_stored(text: str) -> bool:
    """Whether no database can hold the text: it contains NUL, or half of a surrogate pair."""
    if "\0" in text:
        return True
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)
