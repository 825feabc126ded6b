"""The labels of fields, which are configured, or guessed when the collection was loaded."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ...item_type_names import capital

Fields = Mapping[str, Mapping[str, Any]]


def label(name: str, fields: Fields) -> str:
    """The label of a field with its unit; the name if it has none. A sub-field has the label of its text."""
    field = fields.get(name, {})
    text = field.get("label")
    if text is None:
        parent = sub_field_parent(name, fields)
        return label(parent, fields) if parent else name
    return f"{text} ({field['unit']})" if field.get("unit") else str(text)


def sub_field_parent(name: str, fields: Fields) -> str | None:
    """The parent of a sub-field, such as `title` for `title.keyword`; None for other fields."""
    parent = name.rpartition(".")[0]
    return parent if fields.get(parent, {}).get("type") in ("text", "keyword") else None


def inner_label(name: str, fields: Fields) -> str:
    """The label of a field inside its object, without the name of the object."""
    text, (parent, _, last) = label(name, fields), name.rpartition(".")
    if parent in fields and text == label(parent, fields):
        return last.replace("_", " ").capitalize()
    if text == name:
        return last
    own = text.rpartition(": ")[2] if "." in name else text
    return capital(own)


def without_id(text: str) -> str:
    """The label of a field whose values are shown as titles: `Customer ID` is "Customer"."""
    return re.sub(r"(?<=\w):? id$", "", text, flags=re.IGNORECASE)


def id_label(settings: Mapping[str, Any], names: Collection[str], fields: Fields) -> str:
    """The heading of the column of ids: the label of their field, or `Row` for row numbers."""
    named = settings.get("id_field")
    text = label(named, fields) if named else "Row" if settings.get("numbered_ids") else "ID"
    return "Document" if text in {label(name, fields) for name in names if name != named} else text


def hint(name: str, fields: Fields) -> str:
    """The tooltip of a label: the name of the field, and the notes."""
    notes = fields.get(name, {}).get("notes")
    return f"{name}: {notes}" if notes else name


def headings(names: Iterable[str], fields: Fields) -> list[dict[str, str]]:
    """The headings of columns: the label, and the tooltip."""
    return [{"label": label(name, fields), "hint": hint(name, fields)} for name in names]


def inner_labels(fields: Fields) -> dict[str, str]:
    """The labels on the page of a document, except labels that are equal to the last part of the name."""
    found = {name: inner_label(name, fields) for name in fields}
    return {name: text for name, text in found.items() if text != name.rpartition(".")[2]}


def table_labels(names: Sequence[str], within: str, labels: Mapping[str, str]) -> dict[str, str]:
    """The label of each column of a small table of objects at the path `within`.

    Equal labels begin with as few of their objects as make them different: `Next: owner`, `Next next: owner`.
    """
    found = {name: labels.get(f"{within}.{name}", name.rpartition(".")[2]) for name in names}
    for depth in range(1, 1 + max((name.count(".") for name in names), default=0)):
        times = Counter(found.values())
        equal = [name for name in names if times[found[name]] > 1 and name.count(".") >= depth]
        found |= {name: after_objects(name, depth, within, labels) for name in equal}
    return found


def after_objects(name: str, depth: int, within: str, labels: Mapping[str, str]) -> str:
    """The label of a field after the labels of `depth` objects around it: `Start: value`."""
    parts = name.split(".")
    paths = [".".join(parts[:end]) for end in range(len(parts) - depth, len(parts) + 1)]
    first, *others = (labels.get(f"{within}.{path}", path.rpartition(".")[2]) for path in paths)
    *objects, own = (text if text[1:2].isupper() else text[:1].lower() + text[1:] for text in others)
    return f"{' '.join([first, *objects])}: {own}"
