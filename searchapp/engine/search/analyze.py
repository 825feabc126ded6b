"""Lists the tokens of a text, as `_analyze` of Elasticsearch."""

from typing import Any

from ..index.reader import Reader
from ..queries.context import Context


def analyze(reader: Reader, path: str, text: str) -> list[dict[str, Any]]:
    """The tokens of a text by the analyzer of the field at `path`, as Elasticsearch's `_analyze` lists them."""
    context = Context(reader)
    field = reader.mapping.fields.get(path)
    if field is not None and field.is_keyword:
        text = context.normalize(field, text)
    name = field.analyzer if field is not None and field.is_text else "keyword" if field is not None else "standard"
    return [
        {"token": token.text, "start_offset": token.start, "end_offset": token.end, "position": token.position}
        for token in context.analyzer(name or "standard")(text)
    ]
