"""Bulk files of Elasticsearch: a line with an action, `{"index": {"_id": "1"}}`, before the line of each document."""

from collections.abc import Iterable, Iterator
from typing import Any

from ..bad import OnBad

Document = dict[str, Any]
Lines = Iterable[tuple[int, Document | None]]

WRITING = ("index", "create")
OTHERS = ("update", "delete")
OF_ACTION = frozenset(
    ("_id", "_index", "_type", "_routing", "routing", "_version", "version", "_version_type", "version_type")
).union(("dynamic_templates", "if_primary_term", "if_seq_no", "list_executed_pipelines", "pipeline", "require_alias"))
"""The keys of an action. An object with other keys is a document."""


def action_of(line: Document | None) -> str | None:
    """The name of the action in an action line, else None."""
    name, about = next(iter(line.items())) if line and len(line) == 1 else (None, None)
    is_action = name in (*WRITING, *OTHERS) and isinstance(about, dict) and OF_ACTION.issuperset(about)
    return name if is_action else None


def paired(lines: Lines, name: str, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """The documents with the `_id` of their action lines; `on_bad` gets each line that does not belong to a pair."""
    rest = iter(lines)
    for number, line in rest:
        action = action_of(line)
        if line is None:
            continue
        if action not in WRITING:
            on_bad(name, number, refusal(action))
            if action == "update":
                next(rest, None)
            continue
        at, document = next(rest, (0, None))
        if document is not None:
            id = line[action].get("_id")
            yield at, document if id is None else {**document, "_id": id}
        elif not at:
            on_bad(name, number, f"no document follows this {action}")


def refusal(action: str | None) -> str:
    """The reason why a line does not begin a pair."""
    if action is None:
        return "not an action; a bulk file needs one before each document"
    return f"the action {action} cannot be loaded, only index and create"
