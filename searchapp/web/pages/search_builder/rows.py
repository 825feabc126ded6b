"""Rows of a field, an operator and a value: written as a query text, and read back from one."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ....querystring.conjuncts import conjuncts
from ....querystring.errors import LuceneError
from ....querystring.parser import escaped
from ..field_names import having, in_query
from ..results.filter_parts import ATOM, UNESCAPED, field_of
from ..results.filters import phrase
from ..results.table import NUMBERS

ANYWHERE, WRITTEN = "", "written"
"""The field of a row that names none, and the operator of a text that is a query already."""

OPERATORS = {
    "has": "has the words",
    "phrase": "has the phrase",
    "is": "is",
    "not": "is not",
    "starts": "starts with",
    "between": "is from … to",
    "any": "has a value",
    "none": "has no value",
    WRITTEN: "as written",
}
OF_KINDS = {
    "text": ("has", "phrase", "not", "starts", "any", "none"),
    "keyword": ("is", "not", "starts", "any", "none"),
    "boolean": ("is", "not", "any", "none"),
    "number": ("between", "is", "not", "any", "none"),
    "date": ("between", "is", "not", "any", "none"),
    "anywhere": ("has", "phrase", "starts", WRITTEN),
}
"""The operators of each kind of field, the usual one first."""

PLAIN_END = re.compile(r"""[^\s\[\]{}"]+""")
STARTS = re.compile(r"(?:(?P<field>(?:\\.|[^\s:\"()\\])+):)?(?P<start>(?:\\.|[^\s:\"()*?\\])+)\*")
HAS = re.compile(r"(?P<field>(?:\\.|[^\s:\"()\\])+):\((?P<words>[^()\":]+)\)")
PHRASE = re.compile(r'"((?:[^"\\]|\\.)*)"')
WORD = re.compile(r"[^\s:\"()\[\]{}^~*?\\/!&|<>+]+")


class Row(NamedTuple):
    """One condition; `to` is the upper end of a range."""

    field: str = ANYWHERE
    operator: str = "has"
    value: str = ""
    to: str = ""


def kind_of(field: str, fields: Mapping[str, Mapping[str, Any]]) -> str:
    """Which operators a field takes; those of a code where its type has none of its own."""
    if field == ANYWHERE:
        return "anywhere"
    kind = str(fields.get(field, {}).get("type"))
    return "number" if kind in NUMBERS else kind if kind in OF_KINDS else "keyword"


def row_text(row: Row) -> str | None:
    """The query text of a row, None for one that says nothing."""
    value, to = row.value.strip(), row.to.strip()
    field = f"{in_query(row.field)}:" if row.field != ANYWHERE else ""
    if row.operator in ("any", "none"):
        there = having(row.field) if field else None
        return there and (f"NOT {there}" if row.operator == "none" else there)
    if row.operator == "between" and field:
        return f"{field}[{end(value)} TO {end(to)}]" if value or to else None
    if not value:
        return None
    if row.operator == WRITTEN:
        return value
    if row.operator == "has":
        return words_text(field, value)
    if row.operator == "starts":
        return " AND ".join([*(f"{field}{escaped(word)}" for word in value.split()[:-1]), f"{field}{start(value)}*"])
    return f"{'NOT ' if row.operator == 'not' else ''}{field}{phrase(value)}"


def start(value: str) -> str:
    return escaped(value.split()[-1])


def words_text(field: str, value: str) -> str:
    """The text that looks for all words of a value."""
    words = [escaped(word) for word in value.split()]
    if len(words) == 1 or not field:
        return " AND ".join(field + word for word in words)
    return f"{field}({' AND '.join(words)})"


def end(value: str) -> str:
    """The end of a range, open where it is empty; one with signs is quoted."""
    return "*" if not value else value if PLAIN_END.fullmatch(value) else phrase(value)


def query_text(rows: Iterable[Row], any_of: bool = False) -> str:
    """The query text of all rows. Every row has to match, with `any_of` one of them."""
    texts = [text for row in rows if (text := row_text(row))]
    if any_of and len(texts) > 1:
        return " OR ".join(f"({text})" if re.search(r"\b(AND|OR|NOT)\b|\s", text) else text for text in texts)
    return " AND ".join(f"({text})" if is_joined(text) and len(texts) > 1 else text for text in texts)


def is_joined(text: str) -> bool:
    """Whether a text needs brackets if AND joins it with others."""
    try:
        *parts, _ = conjuncts(f"{text} AND x")
    except LuceneError:
        return False
    return " AND ".join(part.text for part in parts) != text


def rows_of(text: str) -> list[Row]:
    """The rows of a query text. A part that no row can express becomes a row with its text."""
    try:
        parts = [part.text for part in conjuncts(text)]
    except LuceneError:
        parts = [text]
    return list(joined_words(read_part(part) or Row(operator=WRITTEN, value=part) for part in parts))


def joined_words(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, words for all fields that follow each other as one."""
    words: list[str] = []
    for row in rows:
        if row.field == ANYWHERE and row.operator == "has":
            words.append(row.value)
            continue
        if words:
            yield Row(value=" ".join(words))
            words = []
        yield row
    if words:
        yield Row(value=" ".join(words))


def read_part(text: str) -> Row | None:
    """The row of one part; None if no row can express it."""
    negated, rest = text.startswith("NOT "), text.removeprefix("NOT ")
    if WORD.fullmatch(text) or (not negated and all(WORD.fullmatch(word) for word in text.split())):
        return Row(value=text)
    if match := PHRASE.fullmatch(text):
        return Row(operator="phrase", value=plain(match[1]))
    if match := ATOM.fullmatch(rest):
        return atom_row(match, field_of(rest), negated)
    if negated:
        return None
    if match := STARTS.fullmatch(text):
        return Row(plain(match["field"] or ""), "starts", plain(match["start"]))
    if match := HAS.fullmatch(text):
        return Row(plain(match["field"]), "has", " ".join(re.split(r"\s+AND\s+", plain(match["words"]))))
    field, colon, word = text.partition(":")
    return Row(plain(field), "has", word) if colon and WORD.fullmatch(word) else None


def atom_row(match: re.Match[str], field: str, negated: bool) -> Row | None:
    """The row of a value, a range, or the mere presence of a field."""
    if match["there"]:
        return Row(field, "none" if negated else "any")
    value = match["value"]
    if value.startswith('"'):
        return Row(field, "not" if negated else "is", plain(value[1:-1]))
    low, _, high = value[1:-1].partition(" TO ")
    return None if negated or value.endswith("}") else Row(field, "between", low.strip("*"), high.strip("*"))


def plain(text: str) -> str:
    return UNESCAPED.sub(r"\1", text)
