"""From the description of a query to a condition of SQL."""

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from sqlalchemy import Uuid, and_, false, func, not_, or_, true
from sqlalchemy.dialects.postgresql import TSVECTOR

from ..capabilities import refused
from .dialects import Condition, Dialect
from .dialects.like import like_pattern
from .schema.collection import ALL, Collection
from .schema.fields import Field

Clause = Mapping[str, Any]


class Where:
    """The conditions of one collection."""

    def __init__(self, collection: Collection, dialect: Dialect):
        self.collection = collection
        self.dialect = dialect

    def condition(self, clause: Clause) -> Condition:
        """Whether a row matches."""
        kind, body = next(iter(clause.items()))
        make: Callable[[Any], Condition] | None = getattr(self, kind, None) if kind in KINDS else None
        if make is None:
            raise refused("sql", kind if kind == "fuzzy" else "passed")
        return make(body)

    def match_all(self, body: Clause) -> Condition:
        return true()

    def match_none(self, body: Clause) -> Condition:
        return false()

    def function_score(self, body: Clause) -> Condition:
        return self.condition(body["query"])

    def boost(self, body: Clause) -> Condition:
        return self.condition(body["query"])

    def constant_score(self, body: Clause) -> Condition:
        return self.condition(body["filter"])

    def bool(self, body: Clause) -> Condition:
        wanted = [self.condition(each) for part in ("must", "filter") for each in body.get(part, ())]
        wanted += [not_(self.condition(each)) for each in body.get("must_not", ())]
        either = [self.condition(each) for each in body.get("should", ())]
        if either and not (body.get("must") or body.get("filter")):
            wanted.append(or_(*either))
        return and_(true(), *wanted)

    def dis_max(self, body: Clause) -> Condition:
        return or_(false(), *(self.condition(each) for each in body["queries"]))

    def match(self, body: Clause) -> Condition:
        if body.get("any_case"):
            return self.one_of(body, lambda field: self.whole_value(field, body["text"]))
        return self.one_of(body, lambda field: self.matches(field, body["text"], body.get("operator", "AND")))

    def phrase(self, body: Clause) -> Condition:
        def test(field: Field) -> Condition:
            if field.type != "text":
                return self.equals(field, body["text"])
            if body.get("slop"):
                raise refused("sql", "slop")
            return self.full_text(field, "phrase", body["text"])

        return self.one_of(body, test)

    def wildcard(self, body: Clause) -> Condition:
        pattern = body["pattern"]

        def test(field: Field) -> Condition:
            if field.type == "text":
                start = starts_with(pattern)
                if start is None:
                    raise refused("sql", "wildcards_in_words")
                return self.full_text(field, "prefix", start)
            if field.type != "keyword" or unusable(pattern) or isinstance(field.column.type, Uuid):
                return false()
            any_case = field.lower or body.get("any_case")
            wanted = like_pattern(pattern.lower() if any_case else pattern)
            shown = func.lower if any_case else field.shown
            return field.any(self.dialect, lambda value: shown(value).like(wanted, escape="!"))

        return self.one_of(body, test)

    def regexp(self, body: Clause) -> Condition:
        pattern = body["pattern"]

        def test(field: Field) -> Condition:
            if field.type == "text":
                raise refused("sql", "wildcards_in_words")
            if field.type != "keyword" or unusable(pattern) or isinstance(field.column.type, Uuid):
                return false()
            wanted = pattern.lower() if field.lower else pattern
            return field.any(self.dialect, lambda value: self.dialect.fits(field.shown(value), wanted))

        return self.one_of(body, test)

    def range(self, body: Clause) -> Condition:
        ends = {end: text for end, text in body.items() if end != "fields"}
        if any(unusable(text) for text in ends.values()):
            return false()
        if not ends:
            return self.exists(body)
        return self.one_of(body, lambda field: self.between(field, ends))

    def between(self, field: Field, ends: dict[str, str]) -> Condition:
        if isinstance(field.column.type, TSVECTOR) or (
            field.name == ALL and field.column is self.collection.key.column
        ):
            raise refused("sql", "wildcards_in_words")
        return field.between(self.dialect, ends)

    def exists(self, body: Clause) -> Condition:
        names = [name for given in body["fields"] for name in self.below(given)]
        return self.one_of({"fields": names}, lambda field: field.known(self.dialect))

    def one_of(self, body: Clause, test: Callable[[Field], Condition]) -> Condition:
        """Whether some field passes; none does where the names mean no field."""
        return or_(false(), *(test(field) for field, _ in self.fields(body["fields"])))

    def matches(self, field: Field, text: str, operator: str) -> Condition:
        if field.type != "text":
            return self.equals(field, text)
        if operator == "OR":
            return or_(false(), *(self.full_text(field, "words", word) for word in text.split()))
        return self.full_text(field, "words", text)

    def equals(self, field: Field, text: str) -> Condition:
        return false() if unusable(text) else field.equals(self.dialect, text)

    def whole_value(self, field: Field, text: str) -> Condition:
        """Whether some value is the text in upper or lower case; the key is found as it is."""
        if field.type != "keyword" or field is self.collection.key or isinstance(field.column.type, Uuid):
            return self.matches(field, text, "AND")
        if unusable(text):
            return false()
        return field.any(self.dialect, lambda value: func.lower(value) == text.lower())

    def full_text(self, field: Field, how: str, text: str) -> Condition:
        """Whether a text has words, a phrase, or a word with this start."""
        if unusable(text) or not any(char.isalnum() for char in text):
            return false()
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

    def fields(self, names: list[str]) -> list[tuple[Field, float]]:
        """The fields that names with weights mean; those that mean none are left out."""
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
            return [field for known, field in collection.fields.items() if fnmatchcase(known, pattern)]
        field = collection.field(name)
        return [field] if field else []

    def below(self, name: str) -> list[str]:
        """The field, or all inside an object."""
        if self.collection.field(name):
            return [name]
        return [known for known in self.collection.fields if known.startswith(f"{name}.")]


KINDS = frozenset(
    ("match_all", "match_none", "function_score", "boost", "bool", "dis_max", "match", "phrase", "regexp")
).union(("range", "exists", "constant_score", "wildcard"))


def starts_with(pattern: str) -> str | None:
    """The start that a pattern such as `ab*` asks for, None for other patterns."""
    start = pattern[:-1]
    return start if pattern.endswith("*") and start and not set(start) & set("*?\\ ") else None


def unusable(text: str) -> bool:
    """Whether no database holds such a text: NUL, or half of a surrogate pair."""
    if "\0" in text:
        return True
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)
