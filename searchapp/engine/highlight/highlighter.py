"""Marks the matches of a query in the texts of a hit, as Elasticsearch's unified highlighter does.

check_highlight(value)                             refuses a `highlight` that cannot be read
mark = highlighter(context, clause, value)         once per request
mark(source) -> {"name": ["a <em>kinase</em>"]}    once per hit; {} where nothing is marked
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..analysis.analyzers import Token
from ..analysis.word_filters import utf16_length
from ..errors import EngineError
from ..indexing.field_values import is_ignored, plain_text
from ..mapping.field import Field
from ..queries import parse
from ..queries.context import Build, Context
from ..queries.match_none import has_nested
from ..queries.parsing import Converter, boolean, content_error, ignored, illegal, integer, parsing_error, text, token
from ..source.filter import source_values
from ..values.dates import date_millis, date_text
from ..work import work
from .conditions import Mark, Word, Words, found_marks, leaves, places
from .from_query import marks
from .passages import WHOLE, Match, best_passages, first_words, marked_passage

Marks = Callable[[Any], dict[str, list[str]]]
HTML = {
    ord(sign): f"&{name};" for sign, name in zip("&<>\"'/", ("amp", "lt", "gt", "quot", "#x27", "#x2F"), strict=True)
}
NO_LIMIT = 2**31
PARAGRAPH = "\u2029"
BLANK = "".join(map(chr, range(33)))
STYLED = [f'<em class="hlt{number}">' for number in range(1, 11)]


@dataclass(frozen=True)
class Options:
    """How the matches of a field are shown."""

    pre_tags: str = "<em>"
    post_tags: str = "</em>"
    fragment_size: int = 100
    number_of_fragments: int = 5
    no_match_size: int = 0
    order: str = "none"
    encoder: str = "default"
    require_field_match: bool = True
    highlight_query: Any = None
    max_analyzed_offset: int | None = None
    """Where in the values of a field, one after the other, the last word that is marked may begin."""


def check_highlight(value: Any) -> list[Build]:
    """Refuses unknown options and highlighters that the engine does not have; the highlight queries."""
    options = [options for _, options in _requested(value)] or [_common(value)]
    queries = {id(one.highlight_query): one.highlight_query for one in options if one.highlight_query is not None}
    return [parse(query) for query in queries.values()]


@dataclass(frozen=True)
class Condition:
    """What a query marks, each word and phrase of it, and whether any clause is about nested objects."""

    mark: Mark
    leaves: list[Word | Words]
    is_nested: bool


def highlighter(context: Context, clause: Mapping[str, Any] | None, value: Any) -> Marks:
    """A function from the source of a hit to its marked texts."""
    wanted: dict[str, tuple[Options, Condition]] = {}
    for pattern, options in _requested(value):
        query = options.highlight_query or clause or {"match_all": {}}
        mark = marks(replace(context, inside=True), query)
        condition = Condition(mark, list(leaves(mark)), has_nested(query))
        for field in context.reader.mapping.resolve(pattern):
            named = field.path == pattern
            if field.is_text or field.is_keyword or (named and field.searchable):
                wanted[field.path] = options, condition

    copied = _copied(context.reader.mapping.fields)
    limits = {path: options.max_analyzed_offset for path, (options, _) in wanted.items()}

    def mark_source(source: Any) -> dict[str, list[str]]:
        work().look()
        texts = _Texts(context, source, copied, limits)
        found = ((path, _marked(path, *how, texts)) for path, how in wanted.items())
        return {path: shown for path, shown in found if shown}

    return mark_source


def _copied(fields: Mapping[str, Field]) -> dict[str, list[str]]:
    """For each field that others are copied to, the paths of these."""
    copied: dict[str, list[str]] = {}
    for field in fields.values():
        for target in field.copy_to:
            copied.setdefault(target, []).append(field.path)
    return copied


class _Texts:
    """The values of a document's fields as texts, and their tokens, read when they are asked for."""

    def __init__(
        self, context: Context, source: Any, copied: Mapping[str, list[str]], limits: Mapping[str, int | None]
    ):
        self.context = context
        self.limits = limits
        self.source = source
        self.copied = copied
        self.fields = context.reader.mapping.fields
        self.seen: dict[str, tuple[list[str], list[list[Token]]]] = {}

    def values(self, path: str) -> list[str]:
        return self._read(path)[0]

    def tokens(self, path: str) -> list[list[Token]]:
        return self._read(path)[1]

    def found(self, mark: Mark, path: str) -> list[list[Match]]:
        """The matches of a query in each value of a field."""
        found: list[list[Match]] = [[] for _ in self.values(path)]
        for other, index, match in found_marks(mark, self, path) or ():
            if other == path:
                found[index].append(match)
        return found

    def _read(self, path: str) -> tuple[list[str], list[list[Token]]]:
        if path not in self.seen:
            work().look()
            field = self.fields[path]
            values = list(self._texts(field))
            if field.is_text:
                analyze = self.context.analyzer(field.analyzer or "standard")
                tokens = [analyze(value) for value in values]
            else:
                tokens = [[Token(value, 0, 0, len(value))] for value in values]
            limit = self.limits.get(path)
            work().marked(sum(map(len, tokens)))
            self.seen[path] = values, tokens if limit is None else _begun_before(limit, values, tokens)
        return self.seen[path]

    def _texts(self, field: Field) -> Iterator[str]:
        for path in (field.source_path, *self.copied.get(field.source_path, ())):
            for value in source_values(self.source, path):
                value = field.null_value if value is None else value
                if value is None or isinstance(value, dict) or is_ignored(field, value):
                    continue
                if field.type == "date":
                    value = date_text(date_millis(value, field.format), field.format)
                shown = plain_text(value)
                yield self.context.normalize(field, shown) if field.is_keyword else shown


def _begun_before(limit: int, values: Sequence[str], tokens: Sequence[list[Token]]) -> list[list[Token]]:
    """The tokens that begin before or at an offset in the values, which stand one after the other."""
    found, before = [], 0
    for value, inside in zip(values, tokens, strict=True):
        found.append([token for token in inside if before + utf16_length(value[: token.start]) <= limit])
        before += utf16_length(value) + 1
    return found


def _check_length(path: str, options: Options, words: Sequence[Word | Words], texts: _Texts) -> None:
    """Refuses to look for words in a text that is too long for it, unless the field keeps offsets."""
    if texts.fields[path].offsets:
        return
    most, wanted = texts.context.settings.max_analyzed_offset, options.max_analyzed_offset
    is_asked = options.no_match_size > 0 or not options.require_field_match
    if (wanted is not None and wanted <= most) or not (is_asked or any(one.path == path for one in words)):
        return
    length = sum(map(utf16_length, texts.values(path))) + len(texts.values(path)) - 1
    if length > most:
        limit = f"[index.highlight.max_analyzed_offset] limit [{most}]"
        raise illegal(f"The length [{length}] of field [{path}] exceeds the {limit}. To avoid this error, set the query"
                      f" parameter [max_analyzed_offset] to a value less than index setting [{most}]")  # fmt: skip


def _marked(path: str, options: Options, condition: Condition, texts: _Texts) -> list[str]:
    """The marked passages of one field. Elasticsearch marks word by word if any clause is about nested objects."""
    if not texts.values(path):
        return []
    _check_length(path, options, condition.leaves, texts)
    if options.require_field_match and not condition.is_nested:
        found = texts.found(condition.mark, path)
    else:
        conditions = [one for one in condition.leaves if one.path == path or not options.require_field_match]
        found = _each_word(conditions, texts.tokens(path))
    ordered = [sorted(set(matches), key=lambda match: (match.start, -match.end)) for matches in found]
    return _shown(texts.values(path), ordered, options)


def _each_word(conditions: Sequence[Word | Words], values: Sequence[Sequence[Token]]) -> list[list[Match]]:
    """What the words of a query match, whichever of its clauses are met; phrases mark each of their words."""
    found: list[list[Match]] = [[] for _ in values]
    for condition in {condition.key: condition for condition in conditions}.values():
        matched = [_tokens(condition, tokens) for tokens in values]
        frequency = sum(map(len, matched))
        for matches, tokens in zip(found, matched, strict=True):
            matches += [Match(one.start, one.end, condition.key, frequency) for one in tokens]
    return found


def _tokens(condition: Word | Words, tokens: Sequence[Token]) -> list[Token]:
    if isinstance(condition, Word):
        return [token for token in tokens if condition.test(token.text)]
    return [token for place in places(condition, tokens) for token in place]


def _shown(values: list[str], found: list[list[Match]], options: Options) -> list[str]:
    if not any(found):
        return _unmarked(values, options)
    size, most = options.fragment_size, options.number_of_fragments
    passages = best_passages(values, found, max(size, 0) if most else WHOLE, most if most > 0 else NO_LIMIT)
    if options.order == "score":
        passages.sort(key=lambda passage: -passage.score)
    tags = options.pre_tags, options.post_tags
    shown = [marked_passage(values[one.value], one, *tags, lambda part: _encoded(part, options)) for one in passages]
    return [_trimmed(text, options) for text in shown]


def _trimmed(text: str, options: Options) -> str:
    """A passage without the paragraph separator that ends it, and a fragment without blanks around it."""
    text = text.removesuffix(PARAGRAPH)
    return text.strip(BLANK) if options.number_of_fragments else text


def _unmarked(values: list[str], options: Options) -> list[str]:
    """The start of the first value, where nothing matches and that is asked for."""
    size = options.no_match_size
    first = next((value for value in values if value), "")
    if size <= 0 or not first:
        return []
    shown = _encoded(first_words(first, size), options)
    return [_trimmed(shown, options)]


def _encoded(text: str, options: Options) -> str:
    return text.translate(HTML) if options.encoder == "html" else text


def _requested(value: Mapping[str, Any]) -> Iterator[tuple[str, Options]]:
    """The fields, names or patterns, with their options: their own, else those of the whole."""
    common = _common(value)
    for name, given in _fields(value.get("fields", {})):
        if not isinstance(given, dict):
            raise content_error(f"[highlight_field] Expected START_OBJECT but was: {token(given)}")
        yield name, replace(common, **_read("highlight_field", given))


def _common(value: Mapping[str, Any]) -> Options:
    """The options of all fields that have none of their own."""
    if not isinstance(value, dict):
        raise parsing_error(f"Unknown key for a {token(value)} in [highlight].")
    return replace(Options(), **_read("highlight", {key: value[key] for key in value if key != "fields"}))


def _fields(fields: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(fields, dict):
        yield from fields.items()
        return
    if not isinstance(fields, list):
        raise content_error(f"[highlight] fields doesn't support values of type: {token(fields)}")
    for field in fields:
        if not isinstance(field, dict) or len(field) != 1:
            raise content_error(
                "[fields] can be a single object with any number of fields or an array where each entry is an object"
                " with a single field"
            )
        yield from field.items()


def _read(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for key, value in given.items():
        if key not in CONVERTERS:
            raise content_error(f"[{name}] unknown field [{key}]")
        found[key] = CONVERTERS[key](value)
    if "pre_tags" in found and "post_tags" not in found:
        raise illegal("pre_tags are set but post_tags are not set")
    if found.pop("tags_schema", None) == "styled":
        found |= {"pre_tags": STYLED[0], "post_tags": "</em>"}
    return {key: value for key, value in found.items() if value is not None}


def _tag(value: Any) -> str:
    tags = value if isinstance(value, list) else [value]
    if not tags:
        raise illegal("pre_tags or post_tags must not be empty")
    return text(tags[0])


def _query(value: Any) -> Any:
    if not isinstance(value, dict):
        raise content_error(f"[highlight] highlight_query doesn't support values of type: {token(value)}")
    try:
        parse(value)
    except EngineError as error:
        if error.type == "parsing_exception":
            raise
        raise content_error(f"[highlight] failed to parse field [highlight_query]: {error.reason}") from error
    return value


def _offset(value: Any) -> int:
    reason = f"[highlight] failed to parse field [max_analyzed_offset]: [{value}] is no positive integer"
    try:
        offset = integer(value)
    except EngineError as error:
        raise content_error(reason) from error
    if offset < 1:
        raise content_error(reason)
    return offset


def _only(*known: str) -> Converter:
    """An option of which the engine has these values."""

    def convert(value: Any) -> None:
        if value not in known:
            raise illegal(f"unsupported highlight: {value}")

    return convert


ONLY = {"type": ("unified",), "boundary_scanner": ("sentence", "SENTENCE")}
CONVERTERS: dict[str, Converter] = {
    "pre_tags": _tag,
    "post_tags": _tag,
    "tags_schema": text,
    "order": text,
    "encoder": text,
    "fragment_size": integer,
    "number_of_fragments": integer,
    "no_match_size": integer,
    "require_field_match": boolean,
    "highlight_query": _query,
    "max_analyzed_offset": _offset,
    **{name: _only(*values) for name, values in ONLY.items()},
    **dict.fromkeys(
        (
            "highlight_filter", "phrase_limit", "force_source", "boundary_chars",
            "boundary_max_scan", "boundary_scanner_locale", "fragmenter", "options", "fragment_offset",
        ),
        ignored,
    ),
}  # fmt: skip
"""The options that are ignored have no influence on the unified highlighter, or on texts of usual length."""
