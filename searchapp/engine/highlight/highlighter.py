"""Highlights the matches of a query in the texts of a hit, as Elasticsearch's unified highlighter does.

highlight = highlighter(context, clause, value)         once per request
highlight(source) -> {"name": ["a <em>kinase</em>"]}    once per hit; {} without matches
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..analysis.analyzers import Token
from ..analysis.word_filters import utf16_length
from ..costs import WORDS
from ..errors import illegal
from ..queries.context import Context
from ..source.filter import leaves
from ..work import work
from .conditions import Word, Words, phrase_tokens
from .document_texts import DocumentTexts, Groups, HighlightQuery, highlight_query, of_one_test
from .options import Options, requested
from .passages import COMPLETE_VALUES, Match, best_passages, first_words, marked_passage

Highlight = Callable[[Any], dict[str, list[str]]]
HTML = {
    ord(sign): f"&{name};" for sign, name in zip("&<>\"'/", ("amp", "lt", "gt", "quot", "#x27", "#x2F"), strict=True)
}
MATCH_ALL: Mapping[str, Any] = {"match_all": {}}
NO_LIMIT = 2**31
TESTS_PER_WORD = 8
"""The number of tests of a word that cost as much as the word itself."""
TESTS_PER_VALUE = 3
"""The number of tests of a word that take as long as beginning a value."""
PARAGRAPH = "\u2029"
BLANK = "".join(map(chr, range(33)))


def highlighter(context: Context, clause: Mapping[str, Any] | None, value: Any) -> Highlight:
    """A function from the source of a hit to its highlights: the passages of each field, by path."""
    wanted: dict[str, tuple[Options, HighlightQuery]] = {}
    read: dict[int, HighlightQuery] = {}
    for pattern, options in requested(value):
        query = options.highlight_query or clause or MATCH_ALL
        if id(query) not in read:
            read[id(query)] = highlight_query(context, query)
        for field in context.reader.mapping.resolve(pattern):
            named = field.path == pattern
            if field.is_text or field.is_keyword or (named and field.searchable):
                wanted[field.path] = options, read[id(query)]

    reader = context.reader
    sources = {path: reader.source_paths(reader.mapping.fields[path]) for path in wanted}
    limits = {path: options.max_analyzed_offset for path, (options, _) in wanted.items()}

    def highlight(source: Any) -> dict[str, list[str]]:
        work().check_deadline()
        values = leaves(source)
        texts = DocumentTexts(context, values, limits)
        there = ((path, how) for path, how in wanted.items() if not values.keys().isdisjoint(sources[path]))
        found = ((path, _highlights(path, *how, texts)) for path, how in there)
        return {path: made for path, made in found if made}

    return highlight


def _marked_before(limit: int, values: Sequence[str], found: Sequence[list[Match]]) -> list[list[Match]]:
    """The matches that begin before or at an offset in the concatenated values: only these are marked."""
    marked, before = [], 0
    for value, matches in zip(values, found, strict=True):
        marked.append([match for match in matches if before + utf16_length(value[: match.start]) <= limit])
        before += utf16_length(value) + 1
    return marked


def _check_length(path: str, options: Options, query: HighlightQuery, texts: DocumentTexts) -> None:
    """Raise EngineError for texts longer than `max_analyzed_offset`, unless the field has offsets."""
    if texts.fields[path].offsets:
        return
    most, wanted = texts.context.settings.max_analyzed_offset, options.max_analyzed_offset
    is_asked = options.no_match_size > 0 or not options.require_field_match
    if (wanted is not None and wanted <= most) or not (is_asked or path in query.paths):
        return
    values = texts.values(path)
    length = sum(map(utf16_length, values)) + len(values) - 1
    if length > most:
        limit = f"[index.highlight.max_analyzed_offset] limit [{most}]"
        raise illegal(f"The length [{length}] of field [{path}] exceeds the {limit}. To avoid this error, set the query"
                      f" parameter [max_analyzed_offset] to a value less than index setting [{most}]")  # fmt: skip


def _highlights(path: str, options: Options, query: HighlightQuery, texts: DocumentTexts) -> list[str]:
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
    if not any(found):
        return _no_match(texts.values(path), options)
    if options.max_analyzed_offset is not None:
        found = _marked_before(options.max_analyzed_offset, texts.values(path), found)
    ordered = [sorted(set(matches), key=lambda match: (match.start, -match.end)) for matches in found]
    if not texts.values(path)[-1]:
        ordered[-1] = []  # an empty value is marked, unless it is the last one
    return _passages(texts.values(path), ordered, options)


def _each_word(groups: Groups, values: Sequence[Sequence[Token]]) -> list[list[Match]]:
    """The matches of all words of a query, whether or not its clauses hold. The words of phrases match separately."""
    found: list[list[Match]] = [[] for _ in values]
    work().count(WORDS, len(groups) * sum(TESTS_PER_VALUE + len(tokens) for tokens in values) // TESTS_PER_WORD)
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
    first = next((value for value in values if value), "") if size > 0 else ""
    if not first:
        return []
    made = _encoded(first_words(first, size), options)
    return [_trimmed(made, options)]


def _encoded(text: str, options: Options) -> str:
    return text.translate(HTML) if options.encoder == "html" else text
