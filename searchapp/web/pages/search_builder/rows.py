"""Rows of a field, an operator and a value: written as a query text, and read back from one."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ....querystring.conjuncts import conjuncts
from ....querystring.errors import LuceneError
from ....querystring.field_types import NUMBER_TYPES
from ....querystring.parser import parse
from ....querystring.tree import Clause, Exists, Group, Node, Phrase, Prefix, Range, Text
from ....querystring.writing import end_text, escaped, exists_text, field_text, phrase_text

ANYWHERE, WRITTEN = "", "written"
"""The field of a row for all fields, and the operator of a row with a query text."""

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
    "ip": ("is", "between", "not", "any", "none"),
    "date": ("between", "is", "not", "any", "none"),
    "anywhere": ("has", "phrase", "starts", WRITTEN),
}
"""The operators of each kind of field, the usual one first."""

NEGATED = {"is": "not", "any": "none"}


class Row(NamedTuple):
    """One condition; `to` is the upper end of a range."""

    field: str = ANYWHERE
    operator: str = "has"
    value: str = ""
    to: str = ""


def kind_of(field: str, fields: Mapping[str, Mapping[str, Any]]) -> str:
    """The kind of a field, which decides on its operators; `keyword` for other types."""
    if field == ANYWHERE:
        return "anywhere"
    kind = str(fields.get(field, {}).get("type"))
    return "number" if kind in NUMBER_TYPES else kind if kind in OF_KINDS else "keyword"


def row_text(row: Row) -> str | None:
    """The query text of a row; None for an empty row."""
    value, to = row.value.strip(), row.to.strip()
    field = f"{field_text(row.field)}:" if row.field != ANYWHERE else ""
    if row.operator in ("any", "none"):
        there = exists_text(row.field) if field else None
        return there and (f"NOT {there}" if row.operator == "none" else there)
    if row.operator == "between" and field:
        return f"{field}[{end_text(value)} TO {end_text(to)}]" if value or to else None
    if not value:
        return None
    if row.operator == WRITTEN:
        return value
    if row.operator == "has":
        return words_text(field, value)
    if row.operator == "starts":
        return " AND ".join([*(f"{field}{escaped(word)}" for word in value.split()[:-1]), f"{field}{start(value)}*"])
    return f"{'NOT ' if row.operator == 'not' else ''}{field}{phrase_text(value)}"


def start(value: str) -> str:
    return escaped(value.split()[-1])


def words_text(field: str, value: str) -> str:
    """The query text for all words of a value."""
    words = [escaped(word) for word in value.split()]
    if len(words) == 1 or not field:
        return " AND ".join(field + word for word in words)
    return f"{field}({' AND '.join(words)})"


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
    """The rows for a query text. A part that no other row can express becomes a row with its text."""
    try:
        parts = [part.text for part in conjuncts(text)]
    except LuceneError:
        parts = [text]
    return list(joined_words(read_part(part) or Row(operator=WRITTEN, value=part) for part in parts))


def joined_words(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, with adjacent words for all fields joined to one row."""
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
    """The row of one part; None if no row means the same."""
    try:
        node = parse(text)
    except LuceneError:
        return None
    row = row_of(node)
    if row and row.field == ANYWHERE and row.operator == "has":
        return row
    return row if row and parse(row_text(row) or "") == node else None


def row_of(node: Node) -> Row | None:
    """The most similar row for a part of a query."""
    match node:
        case Group((Clause(_, "-", inner),)):
            row = row_of(inner)
            return row._replace(operator=NEGATED[row.operator]) if row and row.operator in NEGATED else None
        case Group(clauses):
            texts = [clause.node for clause in clauses if isinstance(clause.node, Text) and clause.node.field]
            value = " ".join(each.text for each in texts)
            return Row(texts[0].field or ANYWHERE, "has", value) if texts else None
        case Text(field, text):
            return Row(field or ANYWHERE, "has", text)
        case Phrase(None, text, None):
            return Row(ANYWHERE, "phrase", text)
        case Phrase(field, text, None):
            return Row(field or ANYWHERE, "is", text)
        case Prefix(field, text):
            return Row(field or ANYWHERE, "starts", text)
        case Range(field, low, high):
            return Row(field or ANYWHERE, "between", low or "", high or "")
        case Exists(field):
            return Row(field or ANYWHERE, "any")
    return None
