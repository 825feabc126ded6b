"""Converters from values of a document to values of the tantivy field, one function for each type of field.

A converter takes the values of a field in a document and returns `(column value, number of terms)`, or None if the
document has no value. It raises ValueError for an invalid value.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tantivy import PreTokenizedString
from tantivy import Token as IndexToken

from ..analysis.analyzers import Analyzer, Token, analyzer, normalizer
from ..analysis.unicode_words import ASCII_WORD, parts
from ..analysis.word_filters import lower, utf16_length
from ..mapping.mapping import Field
from ..mapping.tantivy_schema import DROPPED, GAP, GAP_TEXT, INDEX_GAP
from ..regexp.patterns import MAX_WIDTH
from ..values.addresses import address_term
from ..values.java_numbers import plain_text
from .single_values import is_malformed, lenient_converter, value_converter

Converted = tuple[Any, int] | None
Converter = Callable[[list[Any]], Converted]

MAX_TERM = 32766
"""Bytes of UTF-8; Lucene's limit."""
MAY_BE_LONG = MAX_TERM // MAX_WIDTH
MAX_WORD = 255
BETWEEN = f" {DROPPED} "
"""Separates two values in a text of all values."""
IN_WORDS = "_.:',;" + DROPPED
ASCII_LETTERS = "".join(sign.lower() if sign.isalnum() or sign in IN_WORDS else " " for sign in map(chr, range(128)))
"""A table for `str.translate`: letters become lower case, and characters outside of words become blanks."""
MAY_JOIN = re.compile("[_.:',;]")
"""Characters that are part of a word only between some characters."""
ASCII_TERMS = re.compile(f"{ASCII_WORD.pattern}|{DROPPED}")
NO_TERM = "\x00"
"""Takes the place of a term that a filter drops; no text in ASCII has a word with it."""
OTHERS = re.compile(r"[^\x00-\x7f][^\x00- ]*")
OTHERS_OR_APOSTROPHES = re.compile(r"[^\x00-&(-\x7f][^\x00- ]*")
"""A character outside ASCII and the text up to the next blank. The second pattern also begins at an apostrophe."""


def converter(field: Field, settings: Mapping[str, Any] | None = None) -> Converter:
    """The converter from values in a document to values of `field.column`."""
    if field.type == "text":
        return _text(analyzer(field.analyzer or "standard", settings))
    if field.type == "keyword":
        return _keyword(field, normalizer(field.normalizer, settings) if field.normalizer else None)
    if field.is_address:
        return _addresses(field)
    one = lenient_converter(field) if field.ignore_malformed else value_converter(field)
    return _sorted_values(field, one)


def is_ascii(column: Any) -> bool:
    """Whether all terms of a text or keyword are ASCII."""
    if type(column) is list:
        return bool(column[0].isascii()) if len(column) == 1 else all(map(str.isascii, column))
    return type(column) is str and column.isascii()


def width(column: Any) -> int:
    """The bytes of UTF-8 that the widest character in the terms of a text or keyword takes."""
    if isinstance(column, PreTokenizedString):
        return MAX_WIDTH
    return len(max(map(max, filter(None, [column] if type(column) is str else column))).encode(errors="surrogatepass"))


def _keyword(field: Field, normalize: Callable[[str], str] | None) -> Converter:
    limit, null_value = field.ignore_above, field.null_value
    short = min(MAY_BE_LONG if limit is None else limit, MAY_BE_LONG) // 4
    is_lower = normalize is lower

    def convert(values: list[Any]) -> Converted:
        if len(values) == 1 and type(values[0]) is str and len(values[0]) <= short:
            text = values[0]
            if is_lower and text.isascii():
                return [text.lower()], 1
            return [normalize(text) if normalize else text], 1
        if null_value is not None:
            values = [null_value if value is None else value for value in values]
        texts = [value if type(value) is str else plain_text(value) for value in values if value is not None]
        if limit is not None:
            texts = [text for text in texts if utf16_length(text) <= limit]
        if normalize:
            texts = [normalize(text) for text in texts]
        if len(texts) > 1:
            texts = sorted(set(texts))
        elif not texts:
            return None
        for text in texts:
            if len(text) > MAY_BE_LONG:
                _check_length(text, field)
        return texts, len(texts)

    return convert


def _addresses(field: Field) -> Converter:
    def convert(values: list[Any]) -> Converted:
        given = [field.null_value if value is None else value for value in values]
        terms = sorted({address_term(plain_text(value)) for value in given if value is not None})
        return (terms, len(terms)) if terms else None

    return convert


def is_ignored(field: Field, value: Any) -> bool:
    """Whether a value is longer than the field's `ignore_above`, or no number where such values are left out."""
    if field.ignore_malformed:
        return is_malformed(field, value)
    return field.ignore_above is not None and utf16_length(plain_text(value)) > field.ignore_above


def _text(analyze: Analyzer) -> Converter:
    def positioned(values: list[Any]) -> Converted:
        lists = [analyze(plain_text(value)) for value in values if value is not None]
        return (_pre_tokenized(lists), sum(map(len, lists))) if lists else None

    def as_text(values: list[Any]) -> Converted:
        lists = [analyze.by_position(plain_text(value)) for value in values if value is not None]
        text = GAP_TEXT.join(" ".join([DROPPED if term is None else term for term in terms]) for terms in lists)
        found = [term for terms in lists for term in terms if term is not None]
        if text.replace(DROPPED, "").split() != found:
            return positioned(values)  # a term is empty, or contains a blank
        return (text, len(found)) if lists else None

    if analyze.is_standard and analyze.lowers_ascii:
        return _ascii_texts(analyze, as_text)
    return as_text if analyze.one_per_position else positioned


def _ascii_texts(analyze: Analyzer, convert_any: Converter) -> Converter:
    """A faster converter, which analyses the ASCII words of all values at once.

    Words with an apostrophe are analysed one by one if filters change them.
    """
    others = OTHERS if analyze.is_plain else OTHERS_OR_APOSTROPHES

    def convert(values: list[Any]) -> Converted:
        try:
            text = BETWEEN.join(values)
        except TypeError:
            return convert_any(values)
        gaps = len(values) - 1
        if text.count(DROPPED) != gaps:
            return convert_any(values)
        is_easy = text.isascii() and (analyze.is_plain or "'" not in text)
        terms = _ascii_terms(text) if is_easy else _mixed_terms(analyze, others, text)
        if len(text) > MAX_WORD and max(map(len, terms), default=0) > MAX_WORD:
            return convert_any(values)
        text = " ".join(terms)
        if is_easy:
            return text.replace(DROPPED, GAP), len(terms) - gaps
        if len(text.split()) != len(terms):  # a term is empty, or contains a blank
            return convert_any(values)
        return text.replace(DROPPED, GAP).replace(NO_TERM, DROPPED), len(terms) - gaps - text.count(NO_TERM)

    return convert


def _ascii_terms(text: str) -> list[str]:
    """The terms of an ASCII text of several values."""
    text = text.translate(ASCII_LETTERS)
    return ASCII_TERMS.findall(text) if MAY_JOIN.search(text) else text.split()


def _mixed_terms(analyze: Analyzer, others: re.Pattern[str], text: str) -> list[str]:
    """The terms of a text of several values, NO_TERM for each that a filter drops. No word reaches over a blank."""
    terms: list[str] = []
    for done, start, end in parts(text, others):
        terms += _ascii_terms(text[done:start])
        terms += [NO_TERM if term is None else term for term in analyze.by_position(text[start:end])]
    return terms


def _pre_tokenized(lists: list[list[Token]]) -> PreTokenizedString:
    tokens, start = [], 0
    for value_tokens in lists:
        for token in value_tokens:
            _check_length(token.text)
            tokens.append(IndexToken(token.text, start + token.position, 0, 0))
        start = (tokens[-1].position + 1 if value_tokens else start) + INDEX_GAP
    return PreTokenizedString("", tokens)


def _sorted_values(field: Field, one: Callable[[Any], Any]) -> Converter:
    null_value = field.null_value

    def convert(values: list[Any]) -> Converted:
        if len(values) == 1 and values[0] is not None:
            number = one(values[0])
            return None if number is None else ([number], 1)
        if null_value is not None:
            values = [null_value if value is None else value for value in values]
        numbers = [number for value in values if value is not None and (number := one(value)) is not None]
        if not numbers:
            return None
        if len(numbers) > 1:
            numbers.sort()
        return numbers, len(set(numbers)) if field.type == "boolean" else len(numbers)

    return convert


def _check_length(text: str, field: Field | None = None) -> None:
    if len(text) > MAY_BE_LONG and len(text.encode("utf-8", "surrogatepass")) > MAX_TERM:
        where = f' in field="{field.path}"' if field else ""
        raise ValueError(f"Document contains at least one immense term{where} (whose UTF8 encoding is longer than the"
                         f" max length {MAX_TERM})")  # fmt: skip
