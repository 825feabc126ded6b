"""Highlights the matches of a query in the texts of a hit, as Elasticsearch's unified highlighter does.

highlight = highlighter(context, clause, value)         once per request
highlight(source) -> {"name": ["a <em>kinase</em>"]}    once per hit; {} without matches
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..analysis.analyzers import Token
from ..analysis.word_filters import utf16_length
from ..indexing.field_values import is_ignored, plain_text
from ..mapping.field import Field
from ..queries.context import Context
from ..queries.match_none import has_nested
from ..queries.parsing import illegal
from ..source.filter import leaf_paths, source_values
from ..values.dates import date_millis, date_text
from ..work import work
from .conditions import (
    Condition,
    FieldMatches,
    Word,
    Words,
    document_matches,
    has_forbidden,
    phrase_tokens,
    term_conditions,
)
from .from_query import condition_of
from .options import Options, requested
from .passages import COMPLETE_VALUES, Match, best_passages, first_words, marked_passage

Highlight = Callable[[Any], dict[str, list[str]]]
HTML = {
    ord(sign): f"&{name};" for sign, name in zip("&<>\"'/", ("amp", "lt", "gt", "quot", "#x27", "#x2F"), strict=True)
}
MATCH_ALL: Mapping[str, Any] = {"match_all": {}}
NO_LIMIT = 2**31
TESTS = 8
"""The number of tests of a word that cost as much as the word itself."""
CHECKS = 25
"""The number of checks of a word by a condition that cost as much as the word itself; most results are cached."""
TESTS_OF_VALUE = 3
"""The number of tests of a word that take as long as beginning a value."""
PARAGRAPH = "\u2029"
BLANK = "".join(map(chr, range(33)))

Groups = list[tuple[Word | Words, int]]
ByPath = dict[str, list[tuple[int, Match]]]
"""The matches of each field, with the index of their value."""


@dataclass(frozen=True)
class HighlightQuery:
    """The condition of a query, the conditions on terms in it, and whether it has a nested or a forbidden clause.

    In `groups` conditions that test words alike are one, with their number. `paths` has the number of conditions on
    each field.
    """

    condition: Condition
    words: list[Word | Words]
    groups: Groups
    paths: Mapping[str, int]
    is_nested: bool
    has_forbidden: bool


def of_one_test(conditions: Sequence[Word | Words]) -> Groups:
    """Each condition with the number of conditions with the same test, such as one pattern in many fields."""
    by_key = {condition.key: condition for condition in conditions}
    groups: dict[object, list[Word | Words]] = {}
    for key, condition in by_key.items():
        groups.setdefault(condition.test if isinstance(condition, Word) else key, []).append(condition)
    return [(group[0], len(group)) for group in groups.values()]


def highlighter(context: Context, clause: Mapping[str, Any] | None, value: Any) -> Highlight:
    """A function from the source of a hit to its highlights: the passages of each field, by path."""
    wanted: dict[str, tuple[Options, HighlightQuery]] = {}
    read: dict[int, HighlightQuery] = {}
    for pattern, options in requested(value):
        query = options.highlight_query or clause or MATCH_ALL
        if id(query) not in read:
            read[id(query)] = _highlight_query(context, query)
        for field in context.reader.mapping.resolve(pattern):
            named = field.path == pattern
            if field.is_text or field.is_keyword or (named and field.searchable):
                wanted[field.path] = options, read[id(query)]

    fields = context.reader.mapping.fields
    copied = _copied(fields)
    sources = {path: _sources(fields[path], copied) for path in wanted}
    limits = {path: options.max_analyzed_offset for path, (options, _) in wanted.items()}

    def highlight(source: Any) -> dict[str, list[str]]:
        work().look()
        texts = _Texts(context, source, copied, limits)
        present = leaf_paths(source)
        there = ((path, how) for path, how in wanted.items() if not present.isdisjoint(sources[path]))
        found = ((path, _highlights(path, *how, texts)) for path, how in there)
        return {path: made for path, made in found if made}

    return highlight


def _highlight_query(context: Context, query: Mapping[str, Any]) -> HighlightQuery:
    condition = condition_of(replace(context, inside=True), query)
    words = list(term_conditions(condition))
    paths = Counter(word.path for word in words)
    return HighlightQuery(condition, words, of_one_test(words), paths, has_nested(query), has_forbidden(condition))


def _copied(fields: Mapping[str, Field]) -> dict[str, list[str]]:
    """For each target of `copy_to`, the paths of the fields that are copied to it."""
    copied: dict[str, list[str]] = {}
    for field in fields.values():
        for target in field.copy_to:
            copied.setdefault(target, []).append(field.path)
    return copied


def _sources(field: Field, copied: Mapping[str, list[str]]) -> tuple[str, ...]:
    """The paths in a document from which a field has its values."""
    return (field.source_path, *copied.get(field.source_path, ()))


class _Texts:
    """The values of a document's fields as texts, and their tokens, computed at the first use."""

    def __init__(
        self, context: Context, source: Any, copied: Mapping[str, list[str]], limits: Mapping[str, int | None]
    ):
        self.context = context
        self.limits = limits
        self.source = source
        self.copied = copied
        self.fields = context.reader.mapping.fields
        self.read: dict[str, list[str]] = {}
        self.seen: dict[str, list[list[Token]]] = {}
        self.matches: dict[tuple[int, str | None], ByPath] = {}
        self.grouped: dict[int, tuple[FieldMatches, ByPath]] = {}
        self.known: dict[int, FieldMatches | None] = {}
        self.counted: set[int] = set()

    def values(self, path: str) -> list[str]:
        if path not in self.read:
            self.read[path] = list(self._texts(self.fields[path]))
        return self.read[path]

    def tokens(self, path: str) -> list[list[Token]]:
        if path not in self.seen:
            self.seen[path] = self._analyzed(path)
        return self.seen[path]

    def matches_by_value(self, query: HighlightQuery, path: str) -> list[list[Match]]:
        """The matches of a query in each value of a field."""
        found: list[list[Match]] = [[] for _ in self.values(path)]
        for index, match in self._matches(query, path).get(path, ()):
            found[index].append(match)
        return found

    def _matches(self, query: HighlightQuery, path: str) -> ByPath:
        """The matches of a query by field; they depend on the highlighted field only if a clause is forbidden."""
        key = id(query), path if query.has_forbidden else None
        if key not in self.matches:
            self._count(query)
            self.matches[key] = self._by_path(document_matches(query.condition, self, path) or [])
        return self.matches[key]

    def _count(self, query: HighlightQuery) -> None:
        """Count the checks of the document's words, which are made once for each query."""
        if id(query) not in self.counted:
            self.counted.add(id(query))
            checks = (n * (1 + sum(map(len, self.tokens(path)))) for path, n in query.paths.items())
            work().marked(sum(checks) // CHECKS)

    def _by_path(self, found: FieldMatches) -> ByPath:
        """The matches by field, made once for each list: for most highlighted fields it is the same one."""
        if id(found) not in self.grouped:
            work().marked(len(found) // CHECKS)
            by_path: ByPath = {}
            for path, index, match in found:
                by_path.setdefault(path, []).append((index, match))
            self.grouped[id(found)] = found, by_path
        return self.grouped[id(found)][1]

    def _analyzed(self, path: str) -> list[list[Token]]:
        work().look()
        field, values = self.fields[path], self.values(path)
        if field.is_text:
            analyze = self.context.analyzer(field.analyzer or "standard")
            tokens = [analyze(value) for value in values]
        else:
            tokens = [[Token(value, 0, 0, len(value))] for value in values]
        limit = self.limits.get(path)
        work().marked(sum(map(len, tokens)))
        return tokens if limit is None else _begun_before(limit, values, tokens)

    def _texts(self, field: Field) -> Iterator[str]:
        for path in _sources(field, self.copied):
            for value in source_values(self.source, path):
                value = field.null_value if value is None else value
                if value is None or isinstance(value, dict) or is_ignored(field, value):
                    continue
                if field.type == "date":
                    value = date_text(date_millis(value, field.format), field.format)
                plain = plain_text(value)
                yield self.context.normalize(field, plain) if field.is_keyword else plain


def _begun_before(limit: int, values: Sequence[str], tokens: Sequence[list[Token]]) -> list[list[Token]]:
    """The tokens that begin before or at an offset in their value: conditions count these."""
    return [
        [token for token in inside if utf16_length(value[: token.start]) <= limit]
        for value, inside in zip(values, tokens, strict=True)
    ]


def _marked_before(limit: int, values: Sequence[str], found: Sequence[list[Match]]) -> list[list[Match]]:
    """The matches that begin before or at an offset in the concatenated values: only these are marked."""
    marked, before = [], 0
    for value, matches in zip(values, found, strict=True):
        marked.append([match for match in matches if before + utf16_length(value[: match.start]) <= limit])
        before += utf16_length(value) + 1
    return marked


def _check_length(path: str, options: Options, query: HighlightQuery, texts: _Texts) -> None:
    """Raise EngineError for texts longer than `max_analyzed_offset`, unless the field has offsets."""
    if texts.fields[path].offsets:
        return
    most, wanted = texts.context.settings.max_analyzed_offset, options.max_analyzed_offset
    is_asked = options.no_match_size > 0 or not options.require_field_match
    if (wanted is not None and wanted <= most) or not (is_asked or path in query.paths):
        return
    length = sum(map(utf16_length, texts.values(path))) + len(texts.values(path)) - 1
    if length > most:
        limit = f"[index.highlight.max_analyzed_offset] limit [{most}]"
        raise illegal(f"The length [{length}] of field [{path}] exceeds the {limit}. To avoid this error, set the query"
                      f" parameter [max_analyzed_offset] to a value less than index setting [{most}]")  # fmt: skip


def _highlights(path: str, options: Options, query: HighlightQuery, texts: _Texts) -> list[str]:
    """The highlighted passages of one field. With a nested clause, Elasticsearch highlights each word separately."""
    if not texts.values(path):
        return []
    _check_length(path, options, query, texts)
    if not query.words and options.no_match_size <= 0:
        return []
    if options.require_field_match and not query.is_nested:
        found = texts.matches_by_value(query, path)
    else:
        own = options.require_field_match
        groups = of_one_test([one for one in query.words if one.path == path]) if own else query.groups
        found = _each_word(groups, texts.tokens(path))
    if options.max_analyzed_offset is not None:
        found = _marked_before(options.max_analyzed_offset, texts.values(path), found)
    ordered = [sorted(set(matches), key=lambda match: (match.start, -match.end)) for matches in found]
    if not texts.values(path)[-1]:
        ordered[-1] = []  # an empty value is marked, unless it is the last one
    return _passages(texts.values(path), ordered, options)


def _each_word(groups: Groups, values: Sequence[Sequence[Token]]) -> list[list[Match]]:
    """The matches of all words of a query, whether or not its clauses hold. The words of phrases match separately."""
    found: list[list[Match]] = [[] for _ in values]
    work().marked(len(groups) * sum(TESTS_OF_VALUE + len(tokens) for tokens in values) // TESTS)
    for condition, count in groups:
        matched = [_tokens(condition, tokens) for tokens in values]
        frequency = sum(map(len, matched))
        for matches, tokens in zip(found, matched, strict=True):
            matches += [Match(one.start, one.end, condition.key, frequency, count) for one in tokens]
    return found


def _tokens(condition: Word | Words, tokens: Sequence[Token]) -> list[Token]:
    if isinstance(condition, Word):
        return [token for token in tokens if condition.test(token.text)]
    return phrase_tokens(condition, tokens)


def _passages(values: list[str], found: list[list[Match]], options: Options) -> list[str]:
    if not any(found):
        return _no_match(values, options)
    size, most = options.fragment_size, options.number_of_fragments
    passages = best_passages(values, found, max(size, 0) if most else COMPLETE_VALUES, most if most > 0 else NO_LIMIT)
    if options.order == "score":
        passages.sort(key=lambda passage: -passage.score)
    tags = options.pre_tags, options.post_tags
    made = [marked_passage(values[one.value], one, *tags, lambda part: _encoded(part, options)) for one in passages]
    return [_trimmed(text, options) for text in made]


def _trimmed(text: str, options: Options) -> str:
    """A passage without the paragraph separator that ends it, and a fragment without blanks around it."""
    text = text.removesuffix(PARAGRAPH)
    return text.strip(BLANK) if options.number_of_fragments else text


def _no_match(values: list[str], options: Options) -> list[str]:
    """The start of the first value, for `no_match_size` if nothing matches."""
    size = options.no_match_size
    first = next((value for value in values if value), "")
    if size <= 0 or not first:
        return []
    made = _encoded(first_words(first, size), options)
    return [_trimmed(made, options)]


def _encoded(text: str, options: Options) -> str:
    return text.translate(HTML) if options.encoder == "html" else text
